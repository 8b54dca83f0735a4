package sqlite

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// onDisk reports whether words stand in any file of the journal.
func onDisk(t *testing.T, s *Store, words string) bool {
	t.Helper()
	for _, file := range []string{s.db.path, s.db.path + "-wal"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(raw, []byte(words)) {
			return true
		}
	}
	return false
}

// branchOff begins a conversation that begins as another one, up to an event.
func branchOff(t *testing.T, s *Store, run, session, prompt, of string, seq int64) {
	t.Helper()
	if err := s.Begin(t.Context(), journal.Run{ID: run, Session: session, Space: "/a", Origin: journal.FromChat, Title: prompt, Started: time.Now(), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
	record(t, s, journal.New(run, "", journal.Prompted, journal.PromptedData{Text: prompt, Base: &journal.BaseData{Session: of, Run: "r", Turn: 1, Seq: seq}}), ended(run))
}

func texts(t *testing.T, s *Store, session string) string {
	t.Helper()
	events, err := s.History().SessionEvents(t.Context(), session, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		var d struct{ Text string }
		if json.Unmarshal(e.Data, &d) == nil && d.Text != "" {
			out = append(out, d.Text)
		}
	}
	return strings.Join(out, "|")
}

// What was said in a deleted conversation is in no list, no search and no file any more; its calls are, and all else.
func TestForget(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "The zebraquestion quagga77", "The zebraanswer "+strings.Repeat("long ", 3000))
	if err := s.Begin(t.Context(), journal.Run{ID: "r_below", Session: "s_1", Space: "/a", Origin: journal.FromChat, Parent: "r_1", ParentCall: "c_0", Title: "the zebratask", Started: time.Now(), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
	record(t, s, journal.New("r_below", "", journal.Prompted, journal.PromptedData{Text: "the zebratask"}), ended("r_below"))
	record(t, s,
		journal.New("r_1", "c_1", journal.Called, journal.CalledData{Tool: "read", Caller: "agent"}),
		journal.New("r_1", "c_1", journal.Finished, journal.FinishedData{Content: "the result", Parts: []journal.PartData{{MIME: "image/png", Kept: "o_1"}, {MIME: "image/png"}}}))
	if err := Forget(t.Context(), s, "s_1"); !errors.Is(err, ErrGoesOn) {
		t.Fatalf("while it goes on: %v", err)
	}
	record(t, s, ended("r_1"))
	talk(t, s, "r_2", "s_2", "/a", "Another zebra")
	if err := s.States().SetState(t.Context(), "chat", "s_1", `{"title":"zebraname"}`); err != nil {
		t.Fatal(err)
	}
	said1, err := Sayings(t.Context(), s, "s_1")
	if err != nil || said1.Messages != 1 || said1.Calls != 1 || len(said1.Texts) != 3 || !slices.Equal(said1.Pictures, []string{"o_1"}) || said1.Branches != 0 {
		t.Errorf("%+v, %v", said1, err)
	}
	if err := Forget(t.Context(), s, "s_1", "chat"); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"zebraquestion", "zebraanswer", "zebratask", "zebraname", "quagga77"} {
		if got := said(t, s, SaidQuery{Words: word}); got != "" {
			t.Errorf("%s is found: %q", word, got)
		}
		if onDisk(t, s, word) {
			t.Errorf("%s stands on the disk", word)
		}
	}
	if got := said(t, s, SaidQuery{Words: "zebra"}); got != "r_2: Another zebra" {
		t.Errorf("of another one: %q", got)
	}
	list, err := s.History().Chats(t.Context(), "/a")
	if err != nil || len(list) != 1 || list[0].Last.ID != "r_2" {
		t.Errorf("%+v, %v", list, err)
	}
	if events, err := s.History().CallEvents(t.Context(), "c_1"); err != nil || len(events) != 2 {
		t.Errorf("the call: %+v, %v", events, err)
	}
	runs, err := s.History().FindRuns(t.Context(), "r_1", 2)
	if err != nil || len(runs) != 1 || runs[0].Title != titleGone || runs[0].Calls != 1 {
		t.Errorf("the run: %+v, %v", runs, err)
	}
}

// No event is numbered as one that was deleted.
func TestForgetTheNewest(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "Question")
	record(t, s, ended("r_1"), journal.New("r_1", "", journal.Replied, journal.RepliedData{Text: "late zebra"}))
	before, err := s.History().Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := Forget(t.Context(), s, "s_1"); err != nil {
		t.Fatal(err)
	}
	if after, err := s.History().Last(t.Context()); err != nil || after != before || onDisk(t, s, "late zebra") {
		t.Errorf("%d after %d, %v", after, before, err)
	}
}

// What a branch begins with stays as long as the branch does, however the branches hang together.
func TestForgetWithBranches(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "one", "two")
	events, err := s.History().SessionEvents(t.Context(), "s_1", 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	upto := events[1].Seq
	record(t, s, journal.New("r_1", "", journal.Replied, journal.RepliedData{Text: "three"}), ended("r_1"))
	branchOff(t, s, "r_2", "s_2", "four", "s_1", upto)
	first, err := s.History().SessionEvents(t.Context(), "s_2", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	branchOff(t, s, "r_3", "s_3", "five", "s_2", first[0].Seq)
	forget := func(session string, want ...string) {
		t.Helper()
		if err := Forget(t.Context(), s, session); err != nil {
			t.Fatal(err)
		}
		for i, text := range want {
			if got := texts(t, s, []string{"s_1", "s_2", "s_3"}[i]); got != text {
				t.Errorf("after %s, s_%d: %q, want %q", session, i+1, got, text)
			}
		}
	}
	if n, err := Sayings(t.Context(), s, "s_1"); err != nil || n.Branches != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	forget("s_1", "one|two", "four", "five")
	if got := said(t, s, SaidQuery{Words: "two"}); got != "" {
		t.Errorf("what a branch keeps is found: %q", got)
	}
	forget("s_2", "one|two", "four", "five")
	if n, err := Sayings(t.Context(), s, "s_1"); err != nil || n.Branches != 0 {
		t.Errorf("%+v, %v", n, err)
	}
	forget("s_3", "", "", "")
	for _, word := range []string{"five", "four"} {
		if onDisk(t, s, `"`+word+`"`) {
			t.Errorf("%s stands on the disk", word)
		}
	}
}
