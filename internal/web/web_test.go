package web

import (
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

// Nothing listens: each system says so with a number of its own.
func TestRefused(t *testing.T) {
	for _, number := range []syscall.Errno{syscall.ECONNREFUSED, 10061} {
		err := fmt.Errorf("get: %w", &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", number)})
		if !Refused(err) {
			t.Errorf("%d: %v is not known as refused", number, err)
		}
	}
	if Refused(&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ENETUNREACH)}) {
		t.Error("no way there counts as refused")
	}
}
