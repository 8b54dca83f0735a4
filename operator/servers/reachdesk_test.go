package servers

import (
	"testing"

	"handrail/tools"
)

// A yes holds for the calls that ran when it was given, and for none that came later.
func TestAGrantIsForTheCallsOfItsTime(t *testing.T) {
	d := &reachDesk{refused: map[string]bool{}}
	first, second := tools.Call{ID: "first"}, tools.Call{ID: "second"}
	d.enter(first)
	d.settle(&reachQuestion{targets: []string{"a.example.com", "b.example.com"}}, tools.Answer{Verdict: tools.RunOnce}, nil)
	g, _, known := d.known("a.example.com")
	if !known || g == nil || g == d.allowed["b.example.com"] {
		t.Fatalf("after a yes: %+v, %v", g, known)
	}
	d.enter(second)
	d.leave(first)
	select {
	case <-g.ended:
	default:
		t.Error("what was allowed goes on after the call that it was for")
	}
	if g, _, known := d.known("a.example.com"); known {
		t.Errorf("a later call has the yes of an earlier one: %+v", g)
	}
	d.settle(&reachQuestion{targets: []string{"a.example.com"}}, tools.Answer{Verdict: tools.RunOnce}, nil)
	d.leave(second)
	if len(d.allowed) != 0 || d.ended != nil {
		t.Errorf("without a call: %+v", d)
	}
	d.settle(&reachQuestion{targets: []string{"a.example.com"}}, tools.Answer{Verdict: tools.RunOnce}, nil)
	if g, why, known := d.known("a.example.com"); !known || g != nil || why == nil {
		t.Errorf("a yes that came too late: %+v, %v, %v", g, why, known)
	}
}
