package terminal

import (
	"syscall"
	"time"
)

// pasted is how long what is pasted may pause between two lines.
const pasted = 20 * time.Millisecond

// Forget drops what was typed into in and not read yet, where in is a terminal:
// it cannot be the answer to a question that was not there. What other streams
// hold stays.
func Forget(in any) {
	f, ok := in.(syscall.Conn) // not Fd: that would end deadlines
	if !ok {
		return
	}
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(flush) // a closed file is noticed when it is read
	}
}
