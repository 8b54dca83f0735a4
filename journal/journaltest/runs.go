package journaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"handrail/journal"

	"github.com/google/go-cmp/cmp"
)

func testRunFollows(s *suite) {
	t := s.t
	want := s.startRun("r", "s", "/space")
	check := func(when string) {
		t.Helper()
		if diff := cmp.Diff(want, s.run("r")); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("begun")
	s.record(
		journal.New("r", "", journal.Prompted, journal.PromptedData{Text: "tidy up"}),
		journal.New("r", "", journal.Replied, journal.RepliedData{Text: "yes", Input: 100, Output: 7}),
		journal.New("r", "c1", journal.Called, journal.CalledData{Tool: "read"}),
		journal.New("r", "c2", journal.Called, journal.CalledData{Tool: "read"}),
	)
	want.Calls, want.InputTokens, want.OutputTokens = 2, 100, 7
	check("after a reply")
	s.record(journal.New("r", "", journal.Replied, journal.RepliedData{Input: 50, Output: 3}), journal.New("r", "c3", journal.Called, nil))
	want.Calls, want.InputTokens, want.OutputTokens = 3, 150, 10
	check("after another")
	ended := journal.New("r", "", journal.Ended, journal.EndedData{State: journal.Failed, Reason: "the model is gone"})
	ended.Time = startTime().Add(time.Minute)
	s.record(ended)
	want.State, want.Reason, want.Ended = journal.Failed, "the model is gone", ended.Time
	check("ended")
	s.record(journal.New("r", "c1", journal.Undone, nil)) // a change can be taken back later
	s.record(journal.New("r", "", journal.Titled, journal.TitledData{Title: "Tidying", Input: 20, Output: 4}))
	want.InputTokens, want.OutputTokens = 170, 14
	check("after its end")

	for _, state := range []journal.RunState{journal.Done, journal.Cancelled, journal.Halted, journal.Unknown} {
		id := "r-" + string(state)
		s.startRun(id, "s", "/space")
		s.record(journal.New(id, "", journal.Ended, journal.EndedData{State: state}))
		if got := s.run(id); got.State != state || got.Ended.IsZero() {
			t.Errorf("a run that ended %s is %s, ended %v", state, got.State, got.Ended)
		}
	}
}

func testRunList(s *suite) {
	t := s.t
	for i := range 10 {
		s.startRun(fmt.Sprint("r", i), []string{"one", "two"}[i%2], []string{"/a", "/b"}[i/5])
	}
	ids := func(space, session, cursor string, limit int) (string, string) {
		page, next, err := s.Runs(t.Context(), space, session, cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, r := range page {
			got += r.ID + " "
		}
		return got, next
	}
	for _, tt := range []struct {
		space, session string
		limit          int
		want           []string // pages
	}{
		{"", "", 100, []string{"r9 r8 r7 r6 r5 r4 r3 r2 r1 r0 "}},
		{"", "", 10, []string{"r9 r8 r7 r6 r5 r4 r3 r2 r1 r0 "}},
		{"", "", 4, []string{"r9 r8 r7 r6 ", "r5 r4 r3 r2 ", "r1 r0 "}},
		{"/a", "", 3, []string{"r4 r3 r2 ", "r1 r0 "}},
		{"", "two", 2, []string{"r9 r7 ", "r5 r3 ", "r1 "}},
		{"/b", "one", 5, []string{"r8 r6 "}},
		{"/c", "", 5, []string{""}},
	} {
		cursor := ""
		for i, want := range tt.want {
			var got string
			got, cursor = ids(tt.space, tt.session, cursor, tt.limit)
			if last := i == len(tt.want)-1; got != want || (cursor == "") != last {
				t.Errorf("space %q, session %q, page %d: %q (next %q), want %q", tt.space, tt.session, i+1, got, cursor, want)
			}
		}
	}
	if _, _, err := s.Runs(t.Context(), "", "", "no cursor", 5); err == nil {
		t.Error("a cursor that is none is accepted")
	}
	_, cursor := ids("", "", "", 4)
	s.startRun("r10", "one", "/a")
	if got, _ := ids("", "", cursor, 4); got != "r5 r4 r3 r2 " {
		t.Errorf("a new run moves the following page: %q", got)
	}
}

func testRefusals(s *suite) {
	t := s.t
	s.startRun("r", "s", "/space")
	if err := s.Recorder.Record(t.Context(), text("r", "", "a"), text("unknown", "", "b")); err == nil {
		t.Error("an event of an unknown run is accepted")
	}
	if err := s.Begin(t.Context(), journal.Run{ID: "r", Session: "other", Started: startTime()}); err == nil {
		t.Error("a run begins twice")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Recorder.Record(cancelled, text("r", "", "c")); err == nil {
		t.Error("an event is recorded although its context has ended")
	}
	if err := s.Recorder.Record(t.Context()); err != nil {
		t.Errorf("no event at all: %v", err)
	}
	if got := s.events("r"); len(got) != 0 {
		t.Errorf("refused events were recorded: %v", got)
	}
	if got := s.run("r"); got.Session != "s" {
		t.Errorf("a refused run changed the first: %+v", got)
	}
	s.record(text("r", "", "d"))
	if got := s.events("r"); len(got) != 1 {
		t.Errorf("%d events after refusals, want 1", len(got))
	}
}

func testClose(s *suite) {
	t := s.t
	s.startRun("r1", "s", "/space")
	s.startRun("r2", "s", "/space")
	s.record(
		journal.New("r1", "", journal.Ended, journal.EndedData{State: journal.Done}),
		journal.New("r2", "c1", journal.Called, nil), journal.New("r2", "c1", journal.Started, nil),
		journal.New("r2", "c2", journal.Called, nil),
		journal.New("r2", "c3", journal.Called, nil), journal.New("r2", "c3", journal.Started, nil),
		journal.New("r2", "c3", journal.Finished, journal.FinishedData{Content: "x"}), journal.New("r2", "c3", journal.Returned, nil),
		journal.New("r2", "c4", journal.Called, nil), journal.New("r2", "c4", journal.Declined, nil),
		journal.New("r2", "c5", journal.Called, nil), journal.New("r2", "c5", journal.Started, nil),
		journal.New("r2", "c5", journal.Finished, journal.FinishedData{Content: "not yet handed over"}),
	)
	before := s.events("r2")
	other := &suite{t: t, Store: s.open()} // as another process would have it open
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Recorder.Record(t.Context(), text("r2", "", "late")); err == nil {
		t.Error("a closed journal takes events")
	}
	if err := s.Begin(t.Context(), journal.Run{ID: "r3", Started: startTime()}); err == nil {
		t.Error("a closed journal takes runs")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	CheckClosed(t, other.run("r2"), before, other.events("r2"), []string{"c1"}, []string{"c2"})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	s.Store = s.open()
	if r := s.run("r1"); r.State != journal.Done {
		t.Errorf("a run that had ended is %s", r.State)
	}
	CheckClosed(t, s.run("r2"), before, s.events("r2"), []string{"c1"}, []string{"c2"})
}

// CheckClosed checks that a run which its process left open has been closed:
// the events from before are there, calls of which nobody knows how they went
// are finished as unknown, calls that were not started are returned, no call is
// touched otherwise, and the run has ended as unknown.
func CheckClosed(t *testing.T, r journal.Run, before, after []journal.Event, unknown, notRun []string) {
	t.Helper()
	if r.State != journal.Unknown || r.Reason == "" || r.Ended.IsZero() {
		t.Errorf("the run is %s (%q), ended %v, want unknown with a reason", r.State, r.Reason, r.Ended)
	}
	if len(after) < len(before) {
		t.Fatalf("%d events of %d are left", len(after), len(before))
	}
	if diff := cmp.Diff(before, after[:len(before)]); diff != "" {
		t.Errorf("events from before (-want +got):\n%s", diff)
	}
	want, got := "", ""
	for _, c := range unknown {
		want += "finished " + c + "\n"
	}
	for _, c := range notRun {
		want += "returned " + c + "\n"
	}
	want += "ended \n"
	for _, e := range after[len(before):] {
		got += fmt.Sprintf("%s %s\n", e.Kind, e.Call)
		checkClosing(t, e)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what was added (-want +got):\n%s", diff)
	}
}

// checkClosing checks that an event that closes something says so.
func checkClosing(t *testing.T, e journal.Event) {
	t.Helper()
	var data struct {
		Unknown bool             `json:"unknown"`
		Error   string           `json:"error"`
		Code    string           `json:"code"`
		State   journal.RunState `json:"state"`
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatal(err)
	}
	switch {
	case e.Kind == journal.Finished && (!data.Unknown || data.Error == ""):
		t.Errorf("call %s is finished with %s, want unknown and why", e.Call, e.Data)
	case e.Kind == journal.Returned && (data.Code != "cancelled" || data.Error == ""):
		t.Errorf("call %s is returned with %s, want cancelled and why", e.Call, e.Data)
	case e.Kind == journal.Ended && data.State != journal.Unknown:
		t.Errorf("the run is ended with %s, want unknown", e.Data)
	}
}
