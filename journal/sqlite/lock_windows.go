package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// errHeld says that somebody holds the lock.
var errHeld = errors.New("the lock is held")

// Codes of Windows that package syscall does not name.
const (
	sharingViolation = syscall.Errno(32)
	writeProtect     = syscall.Errno(19)
	handleDiskFull   = syscall.Errno(39)
	diskFull         = syscall.Errno(112)
)

// lock takes the lock file at path, for as long as this process lives or until
// unlock: it is open and shared with nobody. create says whether to make it.
func lock(path string, create bool) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	disposition := uint32(syscall.OPEN_EXISTING)
	if create {
		disposition = syscall.CREATE_NEW
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, disposition, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errHeld
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return os.NewFile(uintptr(h), path), nil
}

// unlock lets a lock file that is held go and removes it. A file that is open
// cannot be removed; if somebody else has taken it by then, they remove it.
func unlock(f *os.File) error {
	err := f.Close()
	_ = os.Remove(f.Name())
	return err
}

func isFull(err error) bool { return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull) }

func isReadOnly(err error) bool { return errors.Is(err, writeProtect) }
