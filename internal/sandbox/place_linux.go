package sandbox

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// openPlain opens a path to name it, if no part of it is a link.
func openPlain(path string) (int, error) {
	return unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
}

// moveTo puts a mount that hangs nowhere at path, and makes the place if it is
// not there.
func moveTo(fd int, path string, folder bool) error {
	at, err := openPlace(path, folder)
	if err != nil {
		return err
	}
	defer closeFile(at)
	return unix.MoveMount(fd, "", at, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// openPlace opens a path that something is to be put on. What is missing of it
// is made; what stands in the way, such as a link that a program has left in the
// temporary folder, is removed where that may be.
func openPlace(path string, folder bool) (int, error) {
	at, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	names := strings.Split(strings.Trim(filepath.Clean(path), "/"), "/")
	for i, name := range names {
		next, err := openPart(at, name, folder || i < len(names)-1)
		closeFile(at)
		if err != nil {
			return -1, fmt.Errorf("%s: %w", filepath.Join("/", filepath.Join(names[:i+1]...)), err)
		}
		at = next
	}
	return at, nil
}

// openPart opens one name in a folder, and makes it.
func openPart(at int, name string, folder bool) (int, error) {
	how := &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	if folder {
		how.Flags |= unix.O_DIRECTORY
	}
	fd, err := unix.Openat2(at, name, how)
	if err == nil {
		return fd, nil
	}
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENOTDIR) {
		err = unix.Unlinkat(at, name, 0)
	}
	if err != nil && !errors.Is(err, unix.ENOENT) {
		return -1, err
	}
	if folder {
		err = unix.Mkdirat(at, name, 0o755)
	} else {
		var made int
		if made, err = unix.Openat(at, name, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600); err == nil {
			closeFile(made)
		}
	}
	if err != nil && !errors.Is(err, unix.EEXIST) {
		return -1, err
	}
	return unix.Openat2(at, name, how)
}

// newTmpfs makes an empty file system in memory that hangs nowhere.
func newTmpfs(size, mode string) (int, error) {
	fs, err := unix.Fsopen("tmpfs", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer closeFile(fs)
	for _, option := range [][2]string{{"size", size}, {"mode", mode}} {
		if err := unix.FsconfigSetString(fs, option[0], option[1]); err != nil {
			return -1, err
		}
	}
	if err := unix.FsconfigCreate(fs); err != nil {
		return -1, err
	}
	return unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// setAttributes changes a mount, and all below it if it is whole.
func setAttributes(fd int, attr unix.MountAttr, whole bool) error {
	flags := uint(unix.AT_EMPTY_PATH)
	if whole {
		flags |= unix.AT_RECURSIVE
	}
	return unix.MountSetattr(fd, "", flags, &attr)
}

// makeLink makes a link in a folder that is covered by now. Without it, the file
// that it leads to is there all the same.
func makeLink(path, real string) {
	at, err := openPlace(filepath.Dir(path), true)
	if err != nil {
		return
	}
	defer closeFile(at)
	_ = unix.Symlinkat(real, at, filepath.Base(path))
}
