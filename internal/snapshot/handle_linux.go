package snapshot

import (
	"errors"
	"io"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stampsOfFoldersTell: the stamp of a folder changes with its names.
const stampsOfFoldersTell = true

// A handle is an open folder: whatever is exchanged above it meanwhile, its names are those
// of this very folder, and no link is followed. It is its number alone: os.File would ask
// the kernel of each one whether it can be waited for. It is a place only (O_PATH), which
// costs less than a folder that is read: most need not be, as their names are known.
type handle int

func openHandle(path string) (handle, stamp, error) {
	return openedHandle(openAt(unix.AT_FDCWD, path, unix.O_DIRECTORY|unix.O_PATH))
}

func (h handle) sub(name string) (handle, stamp, error) {
	return openedHandle(openAt(int(h), name, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_PATH))
}

// openAt opens what is there for reading. A signal may interrupt it on a slow file system.
func openAt(folder int, name string, how int) (fd int, err error) {
	for {
		fd, err = unix.Openat(folder, name, how|unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

func openedHandle(fd int, err error) (handle, stamp, error) {
	if err != nil {
		return 0, stamp{}, err
	}
	st, err := file(fd).stamp()
	if err != nil {
		_ = unix.Close(fd)
	}
	return handle(fd), st, err
}

func (h handle) close() { _ = unix.Close(int(h)) }

var nameBuffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

func (h handle) names() (names []string, err error) {
	fd, err := openAt(int(h), ".", unix.O_DIRECTORY)
	if errors.Is(err, unix.EACCES) { // "." needs the right to enter it, and reading it does not
		fd, err = openAt(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(int(h)), unix.O_DIRECTORY)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(fd) }()
	buf := nameBuffers.Get().(*[]byte)
	defer nameBuffers.Put(buf)
	for {
		n, err := unix.ReadDirent(fd, *buf)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			return names, err
		}
		_, _, names = unix.ParseDirent((*buf)[:n], -1, names)
	}
}

// stampMask is what a stamp needs of statx.
const stampMask = unix.STATX_TYPE | unix.STATX_MODE | unix.STATX_INO | unix.STATX_SIZE | unix.STATX_MTIME | unix.STATX_CTIME

// stat is most of what a look does: the name is copied to the stack, as the kernel wants it
// with a zero behind it, and nothing is allocated.
func (h handle) stat(name string) (stamp, error) {
	var path [256]byte
	var st unix.Statx_t
	if len(name) < len(path) {
		copy(path[:], name)
		_, _, err := unix.Syscall6(unix.SYS_STATX, uintptr(h), uintptr(unsafe.Pointer(&path)), unix.AT_SYMLINK_NOFOLLOW, stampMask, uintptr(unsafe.Pointer(&st)), 0)
		if err == 0 && st.Mask&stampMask == stampMask {
			return stampOfX(&st), nil
		}
		if err != 0 && err != unix.ENOSYS && err != unix.EPERM { // filters of calls may not know it
			return stamp{}, err
		}
	}
	var old unix.Stat_t
	if err := unix.Fstatat(int(h), name, &old, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return stamp{}, err
	}
	return stampOf(&old), nil
}

func (h handle) readlink(name string) (string, error) {
	for buf := make([]byte, 512); ; buf = make([]byte, 2*len(buf)) {
		n, err := unix.Readlinkat(int(h), name, buf)
		if err != nil {
			return "", err
		}
		if n < len(buf) {
			return string(buf[:n]), nil
		}
	}
}

// exchanged reports whether something else lay under a name than was seen before.
func exchanged(err error) bool { return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) }

// open opens a file for reading, without waiting for the other end of a pipe.
func (h handle) open(name string) (file, stamp, error) {
	fd, err := openAt(int(h), name, unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOATIME)
	if errors.Is(err, unix.EPERM) { // somebody else's file
		fd, err = openAt(int(h), name, unix.O_NOFOLLOW|unix.O_NONBLOCK)
	}
	if err != nil {
		return 0, stamp{}, err
	}
	st, err := file(fd).stamp()
	if err != nil {
		file(fd).close()
	}
	return file(fd), st, err
}

// unlock gives its owner, who has to be the user of this process, rights of what lies under a name, if that is of a kind. What it returns takes them back.
func (h handle) unlock(name string, kind byte, rights uint32) (lock func() error, err error) {
	fd, err := openAt(int(h), name, unix.O_NOFOLLOW|unix.O_PATH)
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if kindOf(st.Mode) != kind || int(st.Uid) != unix.Geteuid() {
		return nil, unix.EACCES
	}
	was := st.Mode & 0o7777
	if err := unix.Chmod("/proc/self/fd/"+strconv.Itoa(fd), was|rights); err != nil {
		return nil, err
	}
	return func() error {
		now, err := openAt(int(h), name, unix.O_NOFOLLOW|unix.O_PATH)
		if err != nil {
			return err
		}
		defer func() { _ = unix.Close(now) }()
		var same unix.Stat_t
		if err := unix.Fstat(now, &same); err != nil || same.Ino != st.Ino || same.Dev != st.Dev {
			return err // something else lies there now, and was not unlocked
		}
		return unix.Chmod("/proc/self/fd/"+strconv.Itoa(now), was)
	}, nil
}

// A file is an open one: its number alone, as of a handle.
type file int

// Read implements io.Reader.
func (f file) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(f), p)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (f file) stamp() (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f), &st); err != nil {
		return stamp{}, err
	}
	return stampOf(&st), nil
}

func (f file) close() { _ = unix.Close(int(f)) }

func stampOf(st *unix.Stat_t) stamp {
	return stamp{ino: st.Ino, dev: st.Dev, size: st.Size, mtime: st.Mtim.Nano(), ctime: st.Ctim.Nano(), mode: st.Mode & 0o7777, kind: kindOf(st.Mode)}
}

// stampOfX is the same as stampOf of the same file.
func stampOfX(st *unix.Statx_t) stamp {
	nano := func(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }
	mode := uint32(st.Mode)
	return stamp{
		ino: st.Ino, dev: unix.Mkdev(st.Dev_major, st.Dev_minor), size: int64(st.Size), //nolint:gosec // no file is as large
		mtime: nano(st.Mtime), ctime: nano(st.Ctime), mode: mode & 0o7777, kind: kindOf(mode),
	}
}

func kindOf(mode uint32) byte {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return isFile
	case unix.S_IFDIR:
		return isFolder
	case unix.S_IFLNK:
		return isLink
	}
	return isOdd
}
