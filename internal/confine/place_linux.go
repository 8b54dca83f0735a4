package confine

import (
	"os"

	"golang.org/x/sys/unix"
)

// syncAll writes out the file system that dir is on.
func syncAll(dir *os.Root) (bool, error) {
	f, err := dir.Open(".")
	if err != nil {
		return false, err
	}
	defer f.Close()
	return true, os.NewSyscallError("syncfs", unix.Syncfs(int(f.Fd())))
}
