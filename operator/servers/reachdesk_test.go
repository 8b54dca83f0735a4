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

// A call about which nobody is asked does not stand in the place of one for which the person is.
func TestAQuietCallAsksNobody(t *testing.T) {
	d := &reachDesk{refused: map[string]bool{}}
	quiet := tools.Call{ID: "quiet", Quiet: true}
	d.enter(quiet)
	if g, why, known := d.known("a.example.com"); !known || g != nil || why == nil {
		t.Errorf("with a quiet call alone: %+v, %v, %v", g, why, known)
	}
	d.enter(tools.Call{ID: "loud"})
	d.leave(quiet)
	d.enter(quiet)
	if _, _, known := d.known("a.example.com"); known || d.asker() == nil || d.asker().ID != "loud" {
		t.Errorf("beside a quiet call %+v is asked for", d.asker())
	}
}
