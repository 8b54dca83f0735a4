package window

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/chats"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A file that has got another name is one line: in what was changed, in the plan, and in what was put back.
func TestARenameIsShownAsOne(t *testing.T) {
	b := newUndoBench(t)
	b.does("bash", `{"command":"mv b.txt c.txt; echo x > new.txt"}`)
	form := UndoForm{Runs: []string{b.turn.Run()}}
	items, err := b.undo.ChangedItems(b.Dir, form)
	if err != nil || len(items.Items) != 2 || items.Items[0].Path != "c.txt" || items.Items[0].From != "b.txt" || items.Items[0].What != UndoneRenamed {
		t.Fatalf("%+v, %v", items, err)
	}
	changed, err := b.undo.ChangedFiles(b.Dir, form.Runs)
	if err != nil || changed[0].Files != 2 || changed[0].Calls[0].Renamed != 1 || changed[0].Calls[0].New != 1 || changed[0].Calls[0].Gone != 0 {
		t.Errorf("%+v, %v", changed, err)
	}
	p, lines := b.plan(form)
	if lines != "ready rename file b.txt\nready delete file new.txt" || p.Items[0].From != "c.txt" || p.Items[0].With != itemOf(filepath.Join(b.Dir, "c.txt")) {
		t.Fatalf("it plans %+v", p.Items)
	}
	left := form
	left.Without = []string{p.Items[0].ID, p.Items[0].With}
	if back := b.takesBack(left); back.Files != 1 {
		t.Errorf("%+v", back)
	}
	b.holds("c.txt", "b\n")
	if back := b.takesBack(form); back.Files != 1 || back.Error != "" {
		t.Errorf("%+v", back)
	}
	b.holds("b.txt", "b\n")
	b.File("b.txt", "mine\n") // one of the two names was changed since: then they are two
	b.does("bash", `{"command":"mv a.txt d.txt"}`)
	b.File("d.txt", "mine\n")
	if _, lines := b.plan(form); !strings.Contains(lines, "ready restore file a.txt") || !strings.Contains(lines, "conflict delete file d.txt") {
		t.Errorf("it plans\n%s", lines)
	}
}

// While a call runs in the space nothing is taken back, and the page is told which call that is; once it has ended, all is.
func TestNothingIsTakenBackWhileACallRuns(t *testing.T) {
	b := newUndoBench(t)
	b.does("write", `{"path":"b.txt","content":"agent\n"}`)
	form := UndoForm{Runs: []string{b.turn.Run()}}
	p, _ := b.plan(form)
	other, ended := b.Agent(), make(chan error, 1)
	go func() {
		_, _, err := other.Call(t.Context(), "bash", json.RawMessage(`{"command":"touch begun; while [ ! -e go ]; do sleep 0.05; done; rm begun go"}`), tools.Scope{})
		ended <- err
	}()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(b.Dir, "begun")); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the call does not begin")
		}
	}
	var e *tools.Error
	if _, err := b.undo.TakeBack(b.Dir, form, p.Digest); !errors.As(err, &e) || e.Code != tools.Unavailable || !strings.Contains(e.Message, "bash still runs in this space: wait for its end, or stop it") {
		t.Errorf("it is not refused: %v", err)
	}
	b.holds("b.txt", "agent\n")
	b.File("go", "")
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if back, err := b.undo.TakeBack(b.Dir, form, p.Digest); err != nil || back.Files != 1 {
		t.Errorf("%+v, %v", back, err)
	}
	b.holds("b.txt", "b\n")
}

// branchBench is a bench in whose chat an agent has written two files, each in a run of its own.
func branchBench(t *testing.T) (b *undoBench, at *Chats, runs []string) {
	t.Helper()
	b = newUndoBench(t)
	b.File("turns.jsonl", `{"text":"One.","calls":[{"name":"write","arguments":{"path":"one.txt","content":"1\n"}}]}
{"text":"There it is."}
{"text":"Two.","calls":[{"name":"write","arguments":{"path":"two.txt","content":"2\n"}}]}
{"text":"There it is, too."}
`)
	b.Trust()
	b.undo.chats = chats.New(b.O)
	at = &Chats{b.undo.app}
	s, err := at.NewSession(b.Dir, "")
	if err == nil {
		s, err = at.SetModel(s.ID, "scripted/turns.jsonl")
	}
	if err != nil {
		t.Fatal(err)
	}
	chat, err := b.undo.chats.Find(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Write one", "Write two"} {
		run, err := at.Send(s.ID, text)
		if err != nil {
			t.Fatal(err)
		}
		if ended, err := chat.Wait(t.Context(), run.ID); err != nil || ended.State != journal.Done {
			t.Fatalf("%+v, %v", ended, err)
		}
		runs = append(runs, run.ID)
	}
	return b, at, runs
}

// A branch takes the files back to its place once its plan was seen. What holds it up makes no chat and changes nothing.
func TestABranchTakesTheFilesBack(t *testing.T) {
	b, at, runs := branchBench(t)
	form := UndoForm{Branch: &PlaceForm{Run: runs[0], Turn: 2}}
	p, lines := b.plan(form)
	if lines != "ready delete file two.txt" {
		t.Fatalf("it plans\n%s", lines)
	}
	if c, err := b.undo.CompareUndo(b.Dir, form, p.Items[0].ID); err != nil || len(c.Parts) != 1 || c.Parts[0].Lines[0] != "-2" {
		t.Errorf("%+v, %v", c, err)
	}
	b.File("two.txt", "mine\n")
	before, err := at.Sessions(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	held := new(chats.HeldError)
	if _, err := b.undo.BranchBack(b.Dir, form, p.Digest); !errors.As(err, &held) || !strings.Contains(err.Error(), "no chat was begun") {
		t.Errorf("what was changed since is no matter: %v", err)
	}
	if now, err := at.Sessions(b.Dir); err != nil || len(now) != len(before) {
		t.Errorf("there is a chat: %+v, %v", now, err)
	}
	b.holds("two.txt", "mine\n")
	form.Over = []string{p.Items[0].ID} // the person has decided
	p, lines = b.plan(form)
	if lines != "ready delete file two.txt" {
		t.Fatalf("it plans\n%s", lines)
	}
	v, err := b.undo.BranchBack(b.Dir, form, p.Digest)
	if err != nil || v.Chat == nil || v.Back.Files != 1 || v.Back.Error != "" || v.Back.Call == "" {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "two.txt")); err == nil {
		t.Error("two.txt is still there")
	}
	b.holds("one.txt", "1\n")
	page, err := at.SessionEvents(v.Chat.ID, 0, 100)
	if err != nil || len(page.Events) == 0 || strings.Contains(page.Events[len(page.Events)-1].Data, "Write two") {
		t.Errorf("%d events, %v", len(page.Events), err)
	}
	again := UndoForm{Branch: &PlaceForm{Run: runs[1], Turn: 2}} // nothing came after it
	p, lines = b.plan(again)
	if v, err := b.undo.BranchBack(b.Dir, again, p.Digest); err != nil || lines != "" || v.Chat == nil || v.Back.Call != "" {
		t.Errorf("with nothing to take back: %+v, %v", v, err)
	}
	if _, err := b.undo.BranchBack(b.Dir, UndoForm{Runs: runs}, p.Digest); err == nil {
		t.Error("a form without a place branches")
	}
}

// What was looked at late, or was written after the end, is told of the call once, with what is unsure of it.
func TestPartsOfACallAreOneCall(t *testing.T) {
	b := undoBenchOf(t, operatortest.Options{Walls: true})
	call := b.does("bash", `{"command":"echo first > first.txt; (while [ ! -e go ]; do sleep 0.05; done; echo later > later.txt) > /dev/null 2>&1 &"}`)
	b.File("go", "")
	form := UndoForm{Runs: []string{b.turn.Run()}}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		changed, err := b.undo.ChangedFiles(b.Dir, form.Runs)
		if err != nil || time.Now().After(end) {
			t.Fatalf("%+v, %v", changed, err)
		}
		if len(changed) == 1 && changed[0].Calls[0].Beyond {
			if c := changed[0].Calls; len(c) != 1 || c[0].Call != call || c[0].New < 2 || c[0].Late {
				t.Errorf("%+v", c)
			}
			break
		}
	}
	p, err := b.undo.PlanUndo(b.Dir, form)
	if err != nil || len(p.Unsure) != 1 || !strings.Contains(p.Unsure[0], "has left something running") {
		t.Errorf("%+v, %v", p, err)
	}
	items, err := b.undo.ChangedItems(b.Dir, form)
	if err != nil || len(items.Unsure) != 1 {
		t.Errorf("%+v, %v", items, err)
	}
}
