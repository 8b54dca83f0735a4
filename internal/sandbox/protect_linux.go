package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// protect makes a file, folder or link of a writable folder unchangeable. A link on
// the way is an error: somebody has changed the folder since it was looked at.
func protect(path string, writable []string) error {
	if !exists(path) {
		return nil
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if err := pinAbove(path, writable); err != nil {
		return err
	}
	if info.Mode().Type() == os.ModeSymlink {
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
	return nil
}

// pinAbove pins the folders on the way to a path, so that none can be renamed and
// put back changed.
func pinAbove(path string, writable []string) error {
	for dir := filepath.Dir(path); covered(dir, writable) && !slices.Contains(writable, dir); dir = filepath.Dir(dir) {
		if mounted(dir) {
			continue
		}
		pin, err := takePiece(dir, unix.AT_RECURSIVE)
		if err == nil {
			pin.writable = true
			err = pin.mount()
		}
		if err != nil {
			return fmt.Errorf("%s cannot be pinned: %w", dir, err)
		}
	}
	return nil
}

// openLink opens a path that may be a link itself, to name it. No other part of it
// may be one.
func openLink(path string) (int, error) {
	return unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
}

// pinLink puts a link over itself: what is mounted can neither be removed nor renamed.
func pinLink(path string) error { return putLink(path, path) }

// putLink shows the link at from in the place of the file or link at path.
func putLink(from, path string) error {
	at, err := openLink(path)
	if err != nil {
		return err
	}
	defer closeFile(at)
	link, err := openLink(from)
	if err != nil {
		return err
	}
	defer closeFile(link)
	fd, err := unix.OpenTree(link, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH)
	if err != nil {
		return err
	}
	defer closeFile(fd)
	return unix.MoveMount(fd, "", at, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// A draft is one of a profile's, taken hold of: a link to its copy, or its folder.
type draft struct {
	at, link string
	folder   piece
}

// linksAt is where a room keeps the links of its drafts.
const linksAt = "/run/drafts"

// takeDrafts takes hold of the drafts' copies while links can still be made.
func takeDrafts(list []Draft) ([]draft, error) {
	var drafts []draft
	for i, d := range list {
		info, err := os.Lstat(d.At)
		if err != nil {
			continue // it is gone since it was looked at
		}
		taken := draft{at: d.At}
		if info.IsDir() {
			if taken.folder, err = takePiece(d.In, 0); err == nil && !taken.folder.folder {
				err = unix.ENOTDIR
			}
			taken.folder.path, taken.folder.writable = d.At, true
		} else if err = os.MkdirAll(linksAt, 0o755); err == nil {
			taken.link = filepath.Join(linksAt, strconv.Itoa(i))
			err = os.Symlink(d.In, taken.link)
		}
		if err != nil {
			return nil, fmt.Errorf("the copy of %s: %w", d.At, err)
		}
		drafts = append(drafts, taken)
	}
	return drafts, nil
}

// show puts the draft into its place; where that cannot be, what is there is
// protected.
func (d draft) show(writable []string) error {
	if err := pinAbove(d.at, writable); err != nil {
		return err
	}
	var err error
	if d.link != "" {
		err = putLink(d.link, d.at)
	} else {
		err = d.folder.mount()
	}
	if err != nil {
		return protect(d.at, writable)
	}
	return nil
}
