package effort

import (
	"syscall"
	"testing"
	"time"
)

// used is what the process has used of the processor so far.
func used(t testing.TB) time.Duration {
	t.Helper()
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		t.Fatal(err)
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ticks(kernel) + ticks(user))
}

// ticks are the nanoseconds of a span, which the system counts in hundreds of them.
func ticks(span syscall.Filetime) int64 {
	return (int64(span.HighDateTime)<<32 | int64(span.LowDateTime)) * 100
}
