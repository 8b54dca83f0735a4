package room

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/cgroup"
)

// A Helper is a program of ours that becomes a room: it calls Inhabit first of
// all when IsRoom says so. It is opened once, so that what is put in its place
// later is never run.
type Helper struct {
	file    *os.File
	info    os.FileInfo
	sealed  bool        // it lies in memory, and cannot be changed
	systemd string      // where it listens; "" for rooms without control groups
	vain    atomic.Bool // its groups limit nothing: it is not asked again
}

// NewHelper opens the helper at path. The caller closes it.
func NewHelper(path string) (*Helper, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	// High enough that a child's own files do not take its place.
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 64)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return &Helper{file: os.NewFile(uintptr(fd), path), info: info}, nil
}

// NewHelperOf is a helper whose program lies in memory, where nobody can change it. The caller closes it.
func NewHelperOf(program io.Reader) (*Helper, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(roomName, flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3, which runs it all the same
		fd, err = unix.MemfdCreate(roomName, flags)
	}
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), roomName)
	defer f.Close()
	if _, err := io.Copy(f, program); err != nil {
		return nil, err
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK); err != nil {
		return nil, err
	}
	h, err := NewHelper("/proc/self/fd/" + strconv.Itoa(int(f.Fd())))
	if err == nil {
		h.sealed = true
	}
	return h, err
}

// Group has rooms that are opened from now on stand in control groups, which the person's
// systemd gives, if there is one in their runtime folder (XDG_RUNTIME_DIR).
func (h *Helper) Group(runtime string) {
	if h != nil {
		h.systemd = cgroup.Socket(runtime)
	}
}

// Close closes the helper; rooms that stand stay.
func (h *Helper) Close() error {
	if h == nil {
		return nil
	}
	return h.file.Close()
}

// FD is the descriptor of the helper.
func (h *Helper) FD() int { return int(h.file.Fd()) }

// path names the helper for a start: by the open file, unless that was written
// to.
func (h *Helper) path() (string, error) {
	open := "/proc/self/fd/" + strconv.Itoa(h.FD())
	if h.sealed {
		return open, nil // whoever tries to write changes its times at most
	}
	info, err := h.file.Stat()
	if err != nil {
		return "", err
	}
	then, ok1 := h.info.Sys().(*syscall.Stat_t)
	now, ok2 := info.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || then.Size != now.Size || then.Mtim != now.Mtim {
		return "", fmt.Errorf("%s was changed since Handrail started: start Handrail again", h.file.Name())
	}
	return open, nil
}
