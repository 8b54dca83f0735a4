package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// takeDevices takes hold of the devices that every program may use.
func takeDevices() ([]piece, error) {
	var pieces []piece
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		path := filepath.Join("/dev", name)
		fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		pieces = append(pieces, piece{fd: fd, path: path})
	}
	return pieces, nil
}

// putDevices makes a /dev that holds these and nothing else.
func putDevices(devices []piece) error {
	if err := unix.Mount("tmpfs", "/dev", "tmpfs", unix.MS_NOSUID, "mode=755,size=1m"); err != nil {
		return fmt.Errorf("/dev: %w", err)
	}
	for _, d := range devices {
		if err := moveTo(d.fd, d.path, false); err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
		closeFile(d.fd)
	}
	for _, dir := range []string{"/dev/pts", "/dev/shm"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	if err := unix.Mount("devpts", "/dev/pts", "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620"); err != nil {
		return fmt.Errorf("/dev/pts: %w", err)
	}
	if err := unix.Mount("tmpfs", "/dev/shm", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777,size=512m,nr_inodes=65536"); err != nil {
		return fmt.Errorf("/dev/shm: %w", err)
	}
	for name, target := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2", "ptmx": "pts/ptmx",
	} {
		if err := os.Symlink(target, filepath.Join("/dev", name)); err != nil {
			return err
		}
	}
	return setReadOnly("/dev", false)
}
