package history

import (
	"testing"

	"handrail/journal"
)

// A call that was made again in a run that goes on is read as its last attempt; one that the
// person says happened stays unknown.
func TestTheLastAttemptCounts(t *testing.T) {
	ev := func(kind journal.Kind, d any) journal.Event { return journal.New("r", "c", kind, d) }
	lost := []journal.Event{
		ev(journal.Called, journal.CalledData{Tool: "bash", Caller: "agent"}), ev(journal.Allowed, journal.VerdictData{By: "mode workspace"}),
		ev(journal.Started, journal.StartedData{Tool: "bash", Title: "first"}), ev(journal.Finished, journal.FinishedData{Error: "closed", Unknown: true}),
	}
	again := append(lost[:len(lost):len(lost)],
		ev(journal.Called, journal.CalledData{Tool: "bash", Caller: "agent"}), ev(journal.Started, journal.StartedData{Tool: "bash", Title: "second"}),
		ev(journal.Finished, journal.FinishedData{Content: "out"}), ev(journal.Returned, journal.ReturnedData{Same: true}),
	)
	happened := append(lost[:len(lost):len(lost)], ev(journal.Returned, journal.ReturnedData{Content: "It happened."}))
	for _, x := range []struct {
		events  []journal.Event
		state   CallState
		title   string
		given   string
		earlier int
	}{{lost, CallUnknown, "first", "", 0}, {again, CallRan, "second", "out", 1}, {happened, CallUnknown, "first", "It happened.", 0}} {
		r, err := read(journal.Run{ID: "r", State: journal.Done}, x.events)
		given := ""
		if r.Given != nil {
			given = r.Given.Content
		}
		if err != nil || r.State != x.state || r.Act.Title != x.title || given != x.given || r.Earlier != x.earlier || r.Run != "r" {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
