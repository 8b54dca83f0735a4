//go:build unix

package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// nonBlocking keeps an open from waiting, should the name stand for a named
// pipe by then. Regular files ignore it.
const nonBlocking = syscall.O_NONBLOCK

// keepOwner gives name in dir the owner of the file it is to replace. Only the
// superuser can always do so; for anyone else a new owner is as good as it gets.
func keepOwner(dir *os.Root, name string, old fs.FileInfo) error {
	st, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	err := dir.Lchown(name, int(st.Uid), int(st.Gid))
	if errors.Is(err, fs.ErrPermission) {
		err = dir.Lchown(name, -1, int(st.Gid))
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// syncFolder makes a rename in dir survive a power cut, where the file system
// can do that.
func syncFolder(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// A lister reads a folder.
type lister struct{ *os.File }

// listerOf reads the folder's entries with the kinds that the disk tells. A
// file that was opened through an os.Root would ask for each one's size and
// times, too.
func listerOf(f *Folder) (lister, error) {
	fd, err := unix.FcntlInt(f.list.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return lister{}, err
	}
	return lister{os.NewFile(uintptr(fd), f.Path.Abs)}, nil
}

// readEntry reads a file of a folder. The system itself refuses links
// (O_NOFOLLOW), and nothing waits on a pipe (O_NONBLOCK).
func readEntry(f *Folder, name string, buf []byte, max int64) ([]byte, error) {
	abs := filepath.Join(f.Path.Abs, name)
	fail := func(op string, err error) error { return &fs.PathError{Op: op, Path: abs, Err: err} }
	fd, err := retried(func() (int, error) {
		return unix.Openat(int(f.list.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK):
		return nil, &KindError{Path: abs, Mode: fs.ModeSymlink, Want: "a file"}
	case errors.Is(err, unix.ENXIO):
		return nil, &KindError{Path: abs, Mode: fs.ModeSocket, Want: "a file"}
	case err != nil:
		return nil, fail("open", err)
	}
	defer func() { _ = unix.Close(fd) }() // it is only read: nothing is lost
	var st unix.Stat_t
	if _, err := retried(func() (int, error) { return 0, unix.Fstat(fd, &st) }); err != nil {
		return nil, fail("stat", err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, &KindError{Path: abs, Mode: kindMode(&st), Want: "a file"}
	}
	if st.Size > max {
		return nil, &SizeError{Path: abs, Size: st.Size, Max: max}
	}
	buf = slices.Grow(buf[:0], int(st.Size))[:st.Size]
	for n := 0; n < len(buf); {
		got, err := retried(func() (int, error) { return unix.Read(fd, buf[n:]) })
		if err != nil {
			return nil, fail("read", err)
		}
		if got == 0 {
			return buf[:n], nil // it has become shorter
		}
		n += got
	}
	return buf, nil
}

// kindMode is the Go mode of a file that is not a regular one.
func kindMode(st *unix.Stat_t) fs.FileMode {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFIFO:
		return fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return fs.ModeSocket
	}
	return fs.ModeDevice
}

// retried repeats a system call that a signal has interrupted.
func retried(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
