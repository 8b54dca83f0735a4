//go:build unix

package proc

import (
	"errors"
	"syscall"
)

func isBadFormat(err error) bool { return errors.Is(err, syscall.ENOEXEC) }

func isTooLong(err error) bool { return errors.Is(err, syscall.ENAMETOOLONG) }
