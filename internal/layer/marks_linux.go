package layer

import (
	"errors"

	"golang.org/x/sys/unix"
)

// The marks of an overlay that was mounted with userxattr. Programs on it cannot set them.
const (
	markOpaque   = "user.overlay.opaque"   // of a folder: "y": nothing shines through; "x": it holds whiteouts that are files
	markWhiteout = "user.overlay.whiteout" // of an empty file: nothing is there
	markRedirect = "user.overlay.redirect" // not used here
	markMetacopy = "user.overlay.metacopy" // likewise
)

// mark is what a mark of an open file says; "" without it, or where there are no marks.
func mark(fd int, name string) (string, error) {
	var buf [16]byte
	n, err := unix.Fgetxattr(fd, name, buf[:])
	switch {
	case err == nil:
		return string(buf[:n]), nil
	case errors.Is(err, unix.ENODATA), errors.Is(err, unix.ENOTSUP):
		return "", nil
	}
	return "", err
}

func marked(fd int, name string) (bool, error) {
	_, err := unix.Fgetxattr(fd, name, nil)
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, unix.ENODATA), errors.Is(err, unix.ENOTSUP):
		return false, nil
	}
	return false, err
}

// unmarked fails where something has a mark that our overlays do not make.
func unmarked(fd int) error {
	for _, name := range []string{markRedirect, markMetacopy} {
		found, err := marked(fd, name)
		if err != nil {
			return err
		}
		if found {
			return errForeign
		}
	}
	return nil
}
