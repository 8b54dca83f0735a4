package sqlite

import (
	"testing"
	"time"

	"handrail/journal"
)

// What a sub-agent uses counts in every run above it, and in no other; lists tell which runs
// are whose.
func TestRunsOfSubagents(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	for _, r := range []journal.Run{
		{ID: "top"}, {ID: "a", Parent: "top", ParentCall: "c1"}, {ID: "b", Parent: "a", ParentCall: "c2"},
		{ID: "c", Parent: "top", ParentCall: "c3"}, {ID: "other"}, {ID: "lost", Parent: "gone", ParentCall: "c4"}, {ID: "self", Parent: "self"},
	} {
		r.Session, r.Space, r.Started = "s", "/s", time.Now()
		if err := s.Begin(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range []string{"top", "a", "b", "c", "lost", "self"} {
		record(t, s, journal.New(id, "", journal.Replied, journal.RepliedData{Input: 1 << i, Output: 100}))
	}
	for id, want := range map[string][2]int{
		"top": {1 + 2 + 4 + 8, 400}, "a": {2 + 4, 200}, "b": {4, 100}, "c": {8, 100}, "other": {0, 0}, "lost": {16, 100}, "self": {32, 100},
	} {
		if r := theRun(t, s, id); r.InputTokens != want[0] || r.OutputTokens != want[1] {
			t.Errorf("%s has %d tokens in and %d out, want %v", id, r.InputTokens, r.OutputTokens, want)
		}
	}
	for _, x := range []struct {
		q    RunsQuery
		want string
	}{
		{RunsQuery{Top: true}, "other top "}, {RunsQuery{Parent: "top"}, "c a "}, {RunsQuery{Parent: "a"}, "b "}, {RunsQuery{Parent: "b"}, ""},
		{RunsQuery{Session: "s"}, "self lost other c b a top "}, {RunsQuery{Top: true, Limit: 1}, "other "},
	} {
		page, _, err := s.History().Runs(t.Context(), x.q)
		got := ""
		for _, r := range page {
			got += r.ID + " "
		}
		if err != nil || got != x.want {
			t.Errorf("%+v: %q, %v; want %q", x.q, got, err, x.want)
		}
	}
	if r := theRun(t, s, "b"); r.Parent != "a" || r.ParentCall != "c2" {
		t.Errorf("b is %+v", r)
	}
}
