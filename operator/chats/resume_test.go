package chats

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// cutRunOf records a run that was cut in the first of two calls of its first answer.
func cutRunOf(t *testing.T, b *operatortest.Bench, id, session string) {
	t.Helper()
	run := journal.Run{ID: id, Session: session, Space: b.Dir, Origin: journal.FromChat, Agent: "keeper", Model: "scripted/turns.jsonl", Title: "Go.", Started: time.Now()}
	if err := b.O.Store().Begin(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Run: id, Turn: 1, Ordinal: 1, Input: []byte(`{"command":"touch one"}`)}
	second := tools.Call{Run: id, Turn: 1, Ordinal: 2, Input: []byte(`{"path":"note.md"}`)}
	events := []journal.Event{
		journal.New(id, "", journal.Prompted, journal.PromptedData{Text: "Go.", SHA256: "of an older file"}),
		journal.New(id, "", journal.Replied, journal.RepliedData{Turn: 1, Text: "First.", Stop: "calls", Calls: []journal.ModelCall{
			{ID: "a", Call: id + "-1-1", Name: "bash", Input: call.Input, Key: tools.KeyOf(call)},
			{ID: "b", Call: id + "-1-2", Name: "read", Input: second.Input, Key: tools.KeyOf(second)},
		}}),
		journal.New(id, id+"-1-1", journal.Called, journal.CalledData{Tool: "bash", Key: tools.KeyOf(call)}),
		journal.New(id, id+"-1-1", journal.Started, journal.StartedData{Tool: "bash", Title: "Run: touch one", Detail: "touch one", SideEffect: true}),
		journal.New(id, id+"-1-1", journal.Output, journal.OutputData{Stream: "stdout", Text: "half"}),
		journal.New(id, id+"-1-1", journal.Snapshot, map[string]int{"changed": 1}),
		journal.New(id, id+"-1-1", journal.Finished, journal.FinishedData{Unknown: true}),
		journal.New(id, "", journal.Ended, journal.EndedData{State: journal.Unknown}),
	}
	if err := b.O.Store().Record(t.Context(), events...); err != nil {
		t.Fatal(err)
	}
}

// A run goes on once everything is decided, and by nothing less; until then nothing changes.
func TestResume(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"note.md": "a note", "turns.jsonl": threeAnswers, "agent/config.md": "---\nid: keeper\nname: Keeper\n---\nYou keep."}})
	all := New(b.O)
	cutRunOf(t, b, "r_cut", "s_cut")
	list, err := all.List(t.Context(), b.Dir)
	if err != nil || len(list) != 1 || list[0].Cut != "r_cut" || list[0].Running != "" {
		t.Errorf("the chats: %+v, %v", list, err)
	}
	if since, err := all.CutSince(t.Context(), time.Now().Add(-time.Minute)); err != nil || len(since) != 1 || since[0].ID != "s_cut" {
		t.Errorf("cut lately: %+v, %v", since, err)
	}
	if since, err := all.CutSince(t.Context(), time.Now().Add(time.Minute)); err != nil || len(since) != 0 {
		t.Errorf("cut later: %+v, %v", since, err)
	}
	cut, err := all.Cut(t.Context(), "r_cut")
	if err != nil || !cut.Changed || cut.Agent != "Keeper" || len(cut.Lost) != 1 {
		t.Fatalf("%+v, %v", cut, err)
	}
	if l := cut.Lost[0]; l.ID != "r_cut-1-1" || l.Agent != "" || l.Title != "Run: touch one" || l.Printed != "half" || l.Changed != 1 || !l.Repeatable {
		t.Errorf("%+v", l)
	}
	happened := map[string]journal.Fate{"r_cut-1-1": journal.Happened}
	undecided := new(UndecidedError)
	for name, x := range map[string]struct {
		d    Decisions
		says func(error) bool
	}{
		"nothing decided":    {Decisions{Changed: true}, func(err error) bool { return errors.As(err, &undecided) && undecided.Calls[0] == "r_cut-1-1" }},
		"decided by no word": {Decisions{Changed: true, Fates: map[string]journal.Fate{"r_cut-1-1": journal.Repeated}}, func(err error) bool { return errors.As(err, &undecided) }},
		"another call": {Decisions{Changed: true, Fates: map[string]journal.Fate{"r_cut-1-1": journal.Again, "r_cut-1-2": journal.Again}}, func(err error) bool {
			return strings.Contains(err.Error(), "nothing to decide about the call r_cut-1-2")
		}},
		"an agent that is new": {Decisions{Fates: happened}, func(err error) bool { return errors.Is(err, ErrChanged) }},
		"no such model":        {Decisions{Changed: true, Fates: happened, Model: "nobody/x"}, func(err error) bool { return errors.As(err, new(*ModelError)) }},
	} {
		if _, _, err := all.Resume(t.Context(), "r_cut", x.d); err == nil || !x.says(err) {
			t.Errorf("%s: %v", name, err)
		}
		if r, err := b.O.History().FindRun(t.Context(), "r_cut"); err != nil || r.State != journal.Unknown {
			t.Fatalf("%s: it is %s, %v", name, r.State, err)
		}
	}
	chat, run, err := all.Resume(t.Context(), "r_cut", Decisions{Changed: true, Fates: happened, By: tools.Decider{Kind: tools.ByPerson, Name: "window"}})
	if err != nil || run.State != journal.Running {
		t.Fatalf("%+v, %v", run, err)
	}
	if ended, err := chat.Wait(t.Context(), run.ID); err != nil || ended.State != journal.Done || ended.ID != "r_cut" {
		t.Errorf("%+v, %v", ended, err)
	}
	if got, want := said(t, all, "s_cut"), "Go. First. Second."; got != want {
		t.Errorf("it has said %q, want %q", got, want)
	}
	if say(t, chat, "More?"); said(t, all, "s_cut") != "Go. First. Second. More? Third." {
		t.Errorf("the chat goes on as %q", said(t, all, "s_cut"))
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "one")); err == nil {
		t.Error("what happened ran again")
	}
	if list, err := all.List(t.Context(), b.Dir); err != nil || list[0].Cut != "" {
		t.Errorf("the chats: %+v, %v", list, err)
	}

	// One that was cut before its task was recorded is not offered: nothing is there to go on with.
	none := journal.Run{ID: "r_none", Session: "s_none", Space: b.Dir, Origin: journal.FromChat, Agent: "keeper", Started: time.Now()}
	if err := b.O.Store().Begin(t.Context(), none); err != nil {
		t.Fatal(err)
	}
	if err := b.O.Store().Record(t.Context(), journal.New("r_none", "", journal.Ended, journal.EndedData{State: journal.Unknown})); err != nil {
		t.Fatal(err)
	}
	if runs, err := b.O.History().Cut(t.Context(), b.Dir); err != nil || len(runs) > 0 {
		t.Errorf("offered: %+v, %v", runs, err)
	}

	cutRunOf(t, b, "r_stop", "s_stop")
	chat, run, err = all.Resume(t.Context(), "r_stop", Decisions{Changed: true, Fates: map[string]journal.Fate{"r_stop-1-1": journal.Halt}, By: tools.Decider{Kind: tools.ByPerson, Name: "window"}})
	if err != nil {
		t.Fatal(err)
	}
	ended, err := chat.Wait(t.Context(), run.ID)
	if err != nil || ended.State != journal.Cancelled || !strings.Contains(ended.Reason, "the person stopped it") {
		t.Errorf("stopped: %+v, %v", ended, err)
	}
}
