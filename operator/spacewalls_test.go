package operator

import "testing"

// What the person has answered about the network withdraws no question: the space is
// not read again.
func TestAnAnswerAboutTheNetworkWithdrawsNoQuestion(t *testing.T) {
	b := newHandBench(t, noHands)
	before := b.s.current.Load()
	if err := b.s.answered(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b.s.current.Load() == before {
		t.Error("the answer does not count")
	}
	select {
	case <-before.over:
		t.Error("other questions are withdrawn")
	default:
	}
}
