package snapshot

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// A handle is an open folder: whatever is exchanged above it meanwhile, its names are those
// of this very folder, and no link is followed.
type handle struct{ f *os.File }

func openHandle(path string) (handle, stamp, error) {
	return openedHandle(unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0))
}

func (h handle) sub(name string) (handle, stamp, error) {
	return openedHandle(unix.Openat(int(h.f.Fd()), name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0))
}

func openedHandle(fd int, err error) (handle, stamp, error) {
	if err != nil {
		return handle{}, stamp{}, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		_ = unix.Close(fd)
		return handle{}, stamp{}, err
	}
	return handle{os.NewFile(uintptr(fd), "")}, stampOf(&st), nil
}

func (h handle) close() { _ = h.f.Close() }

func (h handle) names() ([]string, error) { return h.f.Readdirnames(-1) }

func (h handle) stat(name string) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(int(h.f.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return stamp{}, err
	}
	return stampOf(&st), nil
}

func (h handle) readlink(name string) (string, error) {
	for buf := make([]byte, 512); ; buf = make([]byte, 2*len(buf)) {
		n, err := unix.Readlinkat(int(h.f.Fd()), name, buf)
		if err != nil {
			return "", err
		}
		if n < len(buf) {
			return string(buf[:n]), nil
		}
	}
}

// open opens a file for reading, without waiting for the other end of a pipe.
func (h handle) open(name string) (*os.File, stamp, error) {
	how := unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	fd, err := unix.Openat(int(h.f.Fd()), name, how|unix.O_NOATIME, 0)
	if errors.Is(err, unix.EPERM) { // somebody else's file
		fd, err = unix.Openat(int(h.f.Fd()), name, how, 0)
	}
	if err != nil {
		return nil, stamp{}, err
	}
	f := os.NewFile(uintptr(fd), name)
	st, err := stampOfFile(f)
	if err != nil {
		return nil, stamp{}, errors.Join(err, f.Close())
	}
	return f, st, nil
}

func stampOfFile(f *os.File) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return stamp{}, err
	}
	return stampOf(&st), nil
}

func stampOf(st *unix.Stat_t) stamp {
	s := stamp{ino: st.Ino, dev: st.Dev, size: st.Size, mtime: st.Mtim.Nano(), ctime: st.Ctim.Nano(), mode: st.Mode & 0o7777}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		s.kind = isFile
	case unix.S_IFDIR:
		s.kind = isFolder
	case unix.S_IFLNK:
		s.kind = isLink
	}
	return s
}
