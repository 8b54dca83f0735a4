package operator

import "testing"

// What the person has answered about the network withdraws no question: the space is
// not read again.
func TestAnAnswerAboutTheNetworkWithdrawsNoQuestion(t *testing.T) {
	s := openFiles(t, nil)
	before := s.current.Load()
	if err := s.answered(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.current.Load() == before {
		t.Error("the answer does not count")
	}
	select {
	case <-before.over:
		t.Error("other questions are withdrawn")
	default:
	}
}
