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

// openBelow opens a regular file for reading. From the root's folder down each
// part is opened from the one before, and the system itself refuses links
// (O_NOFOLLOW), so nothing can be exchanged on the way.
func openBelow(_ *Roots, folder *os.File, parts []string, p Path) (*os.File, error) {
	conn, err := folder.SyscallConn()
	if err != nil {
		return nil, pathError("open", p.Abs, err)
	}
	var fd int
	var openErr error
	if err := conn.Control(func(root uintptr) { fd, openErr = openParts(int(root), parts, p.Abs) }); err != nil {
		return nil, pathError("open", p.Abs, fs.ErrClosed) // Control fails for nothing else, and says so with an error of its own
	}
	if openErr != nil {
		return nil, openErr
	}
	return os.NewFile(uintptr(fd), p.Abs), nil
}

// openParts goes down from the folder root. The caller closes what it returns.
func openParts(root int, parts []string, abs string) (int, error) {
	at := root
	leave := func() {
		if at != root {
			_ = unix.Close(at) // it was only passed through
		}
	}
	defer func() { leave() }()
	last := len(parts) - 1
	for _, part := range parts[:last] {
		next, err := retried(func() (int, error) {
			return unix.Openat(at, part, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		})
		if err != nil {
			return 0, whyNot(at, part, abs, err)
		}
		leave()
		at = next
	}
	var st unix.Stat_t
	if _, err := retried(func() (int, error) { return 0, unix.Fstatat(at, parts[last], &st, unix.AT_SYMLINK_NOFOLLOW) }); err != nil {
		return 0, &fs.PathError{Op: "open", Path: abs, Err: err}
	}
	if kind := st.Mode & unix.S_IFMT; kind == unix.S_IFLNK {
		return 0, swapped(abs)
	} else if kind != unix.S_IFREG {
		return 0, &KindError{Path: abs, Mode: kindMode(&st), Want: "a file"}
	}
	return openRegular(at, parts[last], abs, &st)
}

// whyNot tells a link that was put in the way from other reasons.
func whyNot(at int, part, abs string, err error) error {
	var st unix.Stat_t
	if unix.Fstatat(at, part, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
		return swapped(abs)
	}
	return &fs.PathError{Op: "open", Path: abs, Err: err}
}

// openRegular opens name in the folder at, and describes it in st. It does not
// wait for the other end of a pipe (O_NONBLOCK).
func openRegular(at int, name, abs string, st *unix.Stat_t) (int, error) {
	fd, err := retried(func() (int, error) {
		return unix.Openat(at, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK):
		return 0, swapped(abs)
	case errors.Is(err, unix.ENXIO):
		return 0, &KindError{Path: abs, Mode: fs.ModeSocket, Want: "a file"}
	case err != nil:
		return 0, &fs.PathError{Op: "open", Path: abs, Err: err}
	}
	_, err = retried(func() (int, error) { return 0, unix.Fstat(fd, st) })
	if err == nil && st.Mode&unix.S_IFMT == unix.S_IFREG {
		return fd, nil
	}
	_ = unix.Close(fd) // nothing was done with it
	if err != nil {
		return 0, &fs.PathError{Op: "stat", Path: abs, Err: err}
	}
	return 0, &KindError{Path: abs, Mode: kindMode(st), Want: "a file"}
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

// readEntry reads a file of a folder.
func readEntry(f *Folder, name string, buf []byte, max int64) ([]byte, error) {
	abs := filepath.Join(f.Path.Abs, name)
	var st unix.Stat_t
	fd, err := openRegular(int(f.list.Fd()), name, abs, &st)
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(fd) }() // it is only read: nothing is lost
	if st.Size > max {
		return nil, &SizeError{Path: abs, Size: st.Size, Max: max}
	}
	buf = slices.Grow(buf[:0], int(st.Size))[:st.Size]
	for n := 0; n < len(buf); {
		got, err := retried(func() (int, error) { return unix.Read(fd, buf[n:]) })
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: abs, Err: err}
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
