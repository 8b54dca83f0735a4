package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// mostTries is how often a path is protected that programs move meanwhile. Once it is pinned they cannot.
const mostTries = 50

// ProtectLate does in this room, in which programs live already, what Profile.Protect does before any
// does: write is the profile's. Where a path has been taken from under an earlier protection, as by
// another file in its place, it is protected anew; what is not there is left out.
//
// It holds names, and what is opened by them from then on, also from a folder in which a program stands.
// What a program has open or mapped already it can go on writing to: see CanChange.
func ProtectLate(paths, write []string) error {
	for _, path := range paths {
		if !covered(path, write) {
			continue
		}
		for tries := 0; !isHeld(path); tries++ {
			err := protectHere(path, write)
			if _, gone := os.Lstat(path); errors.Is(gone, fs.ErrNotExist) {
				break
			}
			if err != nil && tries >= mostTries {
				return err
			}
			if tries >= 2*mostTries {
				return fmt.Errorf("%s cannot be protected: something moves it all the time", path)
			}
		}
	}
	return nil
}

// protectHere is protect where programs may stand in a folder on the way: what is mounted in it before it is
// pinned itself counts for them, too.
func protectHere(path string, write []string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode().Type() == fs.ModeSymlink {
		err = pinLink(path)
	} else {
		var piece piece
		if piece, err = takePiece(path, unix.AT_RECURSIVE); err == nil {
			err = piece.mount()
		}
	}
	if err != nil {
		return fmt.Errorf("%s cannot be protected: %w", path, err)
	}
	return pinAbove(path, write)
}

// isHeld reports whether what lies at a path is mounted there, and cannot be changed.
func isHeld(path string) bool {
	if !mounted(path) {
		return false
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() == fs.ModeSymlink { // a link can only be exchanged
		return err == nil
	}
	at, err := openPlain(path)
	if err != nil {
		return false
	}
	defer closeFile(at)
	return !writable(at)
}

// writable reports whether what is open lies where something can be changed.
func writable(at int) bool {
	var st unix.Statfs_t
	return unix.Fstatfs(at, &st) != nil || st.Flags&unix.ST_RDONLY == 0
}

// CanChange reports whether a path can be changed by who has the folder at a link of the system's open
// (/proc/1/cwd): it may lie below of what has been mounted since. named is what the link says.
func CanChange(path, link, named string) bool {
	rel, err := filepath.Rel(named, path)
	if err != nil {
		return true
	}
	from, err := unix.Open(link, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return !errors.Is(err, unix.ENOTDIR) && !errors.Is(err, unix.ENOENT) // no folder, or closed meanwhile
	}
	defer closeFile(from)
	at, err := unix.Openat2(from, rel, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err != nil {
		return !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR)
	}
	defer closeFile(at)
	return writable(at)
}
