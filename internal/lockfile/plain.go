package lockfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"handrail/internal/confine"
	"handrail/internal/plain"
)

// Read reads the file at path, also through a link. What is no file is an error: a pipe
// would be waited for without end.
func Read(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|plain.NoWait, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is %s where a file should be: move it away and try again", path, confine.KindName(info.Mode()))
	}
	return io.ReadAll(f)
}

// checkLock refuses what stands in place of a lock file: signing it would write into
// somebody's file.
func checkLock(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s cannot be locked: it is %s where a lock file should be; nothing was changed. Move it away and try again", path, confine.KindName(info.Mode()))
	case names(info) > 1 || info.Size() > signatureAt+signatureSize:
		return fmt.Errorf("%s cannot be locked: it is somebody's file where a lock file should be; nothing was changed. Move it away and try again", path)
	}
	return nil
}

// checkTarget refuses what cannot be replaced by a file without a loss.
func checkTarget(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().IsRegular():
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		if err != nil {
			return err
		}
		return fmt.Errorf("%s is a link to %s; nothing was changed. Handrail changes only the file itself: change that file by hand, or put it in the link's place", path, to)
	}
	return fmt.Errorf("%s is %s where a file should be; nothing was changed. Move it away and try again", path, confine.KindName(info.Mode()))
}
