//go:build unix

package secrets

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock if nobody has it. Two that the same process opened are
// two.
func tryLock(f *os.File) (taken bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}
