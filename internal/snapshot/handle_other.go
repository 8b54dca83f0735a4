//go:build !linux

package snapshot

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// stampsOfFoldersTell: the stamp of a folder changes with its names. Not every file system
// that Windows knows has times of folders.
const stampsOfFoldersTell = runtime.GOOS == "darwin"

// A handle is an open folder: see handle_linux.go. os.Root follows no link out of it.
type handle struct{ root *os.Root }

func openHandle(path string) (handle, stamp, error) {
	r, err := os.OpenRoot(path)
	if err != nil {
		return handle{}, stamp{}, err
	}
	return handle{r}.stamped()
}

func (h handle) stamped() (handle, stamp, error) {
	info, err := h.root.Stat(".")
	if err != nil {
		h.close()
		return handle{}, stamp{}, err
	}
	return h, stampOf(info), nil
}

func (h handle) sub(name string) (handle, stamp, error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return handle{}, stamp{}, err
	}
	if !info.IsDir() {
		return handle{}, stamp{}, fs.ErrInvalid
	}
	r, err := h.root.OpenRoot(name)
	if err != nil {
		return handle{}, stamp{}, err
	}
	return handle{r}.stamped()
}

func (h handle) close() { _ = h.root.Close() }

func (h handle) names() ([]string, error) {
	f, err := h.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

func (h handle) stat(name string) (stamp, error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return stamp{}, err
	}
	return stampOf(info), nil
}

func (h handle) readlink(name string) (string, error) { return h.root.Readlink(name) }

// exchanged reports whether something else lay under a name than was seen before.
func exchanged(err error) bool { return errors.Is(err, fs.ErrInvalid) }

// open opens a file for reading, without waiting for the other end of a pipe.
func (h handle) open(name string) (file, stamp, error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return file{}, stamp{}, err
	}
	if !info.Mode().IsRegular() {
		return file{}, stamp{}, fs.ErrInvalid
	}
	opened, err := h.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return file{}, stamp{}, err
	}
	f := file{opened}
	st, err := f.stamp()
	if err != nil {
		f.close()
	}
	return f, st, err
}

// unlock gives its owner rights of what lies under a name, if that is of a kind. What it returns takes them back.
func (h handle) unlock(name string, kind byte, rights uint32) (lock func() error, err error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	was := stampOf(info)
	if was.kind != kind {
		return nil, fs.ErrPermission
	}
	if err := h.root.Chmod(name, fileMode(was.mode|rights)); err != nil {
		return nil, err
	}
	return func() error { return h.root.Chmod(name, fileMode(was.mode)) }, nil
}

// A file is an open one.
type file struct{ f *os.File }

// Read implements io.Reader.
func (f file) Read(p []byte) (int, error) { return f.f.Read(p) }

func (f file) stamp() (stamp, error) {
	info, err := f.f.Stat()
	if err != nil {
		return stamp{}, err
	}
	return stampOf(info), nil
}

func (f file) close() { _ = f.f.Close() }

func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), mtime: info.ModTime().UnixNano(), mode: modeBits(info.Mode())}
	switch {
	case info.Mode().IsRegular():
		s.kind = isFile
	case info.IsDir():
		s.kind = isFolder
	case info.Mode()&fs.ModeSymlink != 0:
		s.kind = isLink
	}
	s.system(info)
	return s
}

// modeBits is the reverse of fileMode.
func modeBits(m fs.FileMode) uint32 {
	bits := uint32(m.Perm())
	for bit, mode := range specialBits {
		if m&mode != 0 {
			bits |= bit
		}
	}
	return bits
}
