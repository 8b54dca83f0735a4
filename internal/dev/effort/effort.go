// Package effort measures in tests what code takes of the processor. What else a
// machine does changes that little, and the clock on the wall much.
package effort

import (
	"testing"
	"time"
)

// Limit fails the test if this process has used more of the processor than limit by
// the time the test, or the part of it that calls end, is over. Tests that run beside
// it in the process count, so that it is not for parallel ones. What is measured is
// whether a cost explodes: limit is ten times what the race detector makes of it, and
// more.
func Limit(t testing.TB, limit time.Duration) (end func()) {
	t.Helper()
	before := used(t)
	return func() {
		t.Helper()
		if took := used(t) - before; took > limit {
			t.Errorf("it took %v of the processor, at most %v may be", took, limit)
		}
	}
}
