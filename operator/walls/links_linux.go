package walls

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// linksTo is how many names a file has.
func linksTo(info os.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // it has another type on other processors
	}
	return 1
}

// chmodFolder gives a folder the mode that it had, and nothing else: not what a link leads to, nor what has come in its place.
func chmodFolder(path string, was os.FileInfo) error {
	const named = 0x200000 // O_PATH: it need not be readable
	fd, err := syscall.Open(path, named|syscall.O_NOFOLLOW|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(fd), path)
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, was) {
		return fmt.Errorf("%s is another folder now", filepath.Clean(path))
	}
	return os.Chmod(fmt.Sprintf("/proc/self/fd/%d", fd), was.Mode()&(os.ModePerm|os.ModeSetgid|os.ModeSticky))
}
