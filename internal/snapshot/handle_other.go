//go:build !linux

package snapshot

import (
	"errors"
	"io/fs"
	"os"
)

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
	if err != nil || !info.IsDir() {
		return handle{}, stamp{}, errors.Join(err, fs.ErrInvalid)
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

// open opens a file for reading.
func (h handle) open(name string) (*os.File, stamp, error) {
	info, err := h.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, stamp{}, errors.Join(err, fs.ErrInvalid)
	}
	f, err := h.root.Open(name)
	if err != nil {
		return nil, stamp{}, err
	}
	st, err := stampOfFile(f)
	if err != nil {
		return nil, stamp{}, errors.Join(err, f.Close())
	}
	return f, st, nil
}

func stampOfFile(f *os.File) (stamp, error) {
	info, err := f.Stat()
	if err != nil {
		return stamp{}, err
	}
	return stampOf(info), nil
}

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
