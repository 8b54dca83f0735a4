package machines_test

import (
	"testing"
	"time"

	"handrail/journal/jetstream/natstest"
)

// A question reaches a second machine, over a server on this one, within 50 ms of the call. The best of ten is held to what no poll
// reaches, on a machine that is busy.
func TestHowFastAQuestionArrives(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	pairUp(t, a, b)
	show(a, b)
	best := time.Hour
	for range 10 {
		began := time.Now()
		done := a.write("x.txt")
		there := b.next()
		best = min(best, time.Since(began))
		a.next()
		there.answer(false, "")
		<-done
	}
	t.Logf("the best of ten came %v after the call was made", best)
	if best > 200*time.Millisecond {
		t.Errorf("a question takes %v", best)
	}
}
