package operatortest

import (
	"testing"
	"time"
)

// WaitFor waits until something is so, a minute at most: machines are slow when they are busy.
func WaitFor(t *testing.T, so func() bool) {
	t.Helper()
	WaitUntil(t, "it comes", so)
}

// WaitUntil waits until something is so, a minute at most: machines are slow when they are busy; what says in words what
// that is.
func WaitUntil(t *testing.T, what string, so func() bool) {
	t.Helper()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for late := time.After(time.Minute); !so(); {
		select {
		case <-again.C:
		case <-late:
			t.Fatalf("it does not come about that %s", what)
		}
	}
}
