package window

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/chats"
)

// A run that did nothing but what was denied did nothing: its row in Runs says so.
func TestARunWithOneCallSaysWhatBecameOfIt(t *testing.T) {
	o, s := open(t)
	at := &Runs{&app{ctx: t.Context(), o: o}}
	chat, err := chats.New(o).Start(s.Dir(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ line, code, exit string }{
		{`/bash command="rm -rf /"`, "permission_denied", ""}, {`/bash command="exit 3"`, "", "3"}, {`/read path=none.csv`, "file_not_found", ""},
	} {
		run, err := chat.Send(tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chat.Wait(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		v, err := at.Run(run.ID)
		if err != nil || v.State != journal.Done || v.CallCode != tt.code || v.CallExit != tt.exit {
			t.Errorf("%s: %s, code %q, exit %q, want %q, %q; %v", tt.line, v.State, v.CallCode, v.CallExit, tt.code, tt.exit, err)
		}
	}
	page, err := at.Runs(s.Dir(), "", 10)
	if err != nil || len(page.Runs) != 3 || page.Runs[2].CallCode != "permission_denied" {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestTheOutcomeOfACallIsWhatWasSaidLast(t *testing.T) {
	code, exit := outcomeOf(journal.Event{Kind: journal.Finished, Data: []byte(`{"meta":{"exit_code":3}}`)}, "", "")
	if code != "" || exit != "3" {
		t.Errorf("%q, %q", code, exit)
	}
	if code, exit = outcomeOf(journal.Event{Kind: journal.Returned, Data: []byte(`{"code":"timeout"}`)}, code, exit); code != "timeout" || exit != "3" {
		t.Errorf("%q, %q", code, exit)
	}
	if code, _ = outcomeOf(journal.Event{Kind: journal.Expired, Data: []byte(`{}`)}, "", ""); code != "expired" {
		t.Errorf("%q", code)
	}
	if code, _ = outcomeOf(journal.Event{Kind: journal.Allowed, Data: []byte(`{"code":"x"}`)}, "", ""); code != "" {
		t.Errorf("%q", code)
	}
}

// A run of another window is in the list of this one, which cannot cancel it, and says so.
func TestARunOfAnotherProcessIsNotCancelledSilently(t *testing.T) {
	o, s := open(t)
	at := &Runs{&app{ctx: t.Context(), o: o}}
	cancelled := 0
	run := journal.Run{ID: "r_elsewhere", Session: "s_elsewhere", Space: s.Dir(), Origin: journal.FromChat, Started: time.Now(), State: journal.Running}
	if err := o.Runs().Begin(run, func() { cancelled++ }); err != nil {
		t.Fatal(err)
	}
	if err := at.CancelRun(run.ID); err != nil || cancelled != 1 {
		t.Fatalf("here: %v, cancelled %d times", err, cancelled)
	}
	o.Runs().Forget(run.ID)
	if err := at.CancelRun(run.ID); err == nil || cancelled != 1 {
		t.Errorf("elsewhere: %v, cancelled %d times", err, cancelled)
	}
}

// saveDesk names the file that a person chooses.
type saveDesk struct {
	Desktop
	proposed, path string
}

func (d *saveDesk) ChooseFile(_, name string) (string, error) {
	d.proposed = name
	return d.path, nil
}

// A text is saved where the person says, whole, for them alone, and under a name that is one.
func TestATextIsSaved(t *testing.T) {
	o, _ := open(t)
	desk := &saveDesk{path: filepath.Join(t.TempDir(), "mine.md")}
	at := &Runs{&app{ctx: t.Context(), o: o, desk: desk}}
	path, err := at.SaveText("../../etc/What is \u202e all this?.md", "# Chat\n")
	if err != nil || path != desk.path || desk.proposed != "etc-What-is-all-this.md" {
		t.Errorf("%q, proposed %q, %v", path, desk.proposed, err)
	}
	if got, err := os.ReadFile(path); string(got) != "# Chat\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); len(left) != 1 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := at.SaveText("big.md", strings.Repeat("x", savedMost+1)); err == nil {
		t.Error("a text of more than 64 MB was saved")
	}
	desk.path = ""
	if path, err := at.SaveText("a.md", "x"); path != "" || err != nil {
		t.Errorf("cancelled: %q, %v", path, err)
	}
	if _, err := at.SaveOutput("none", "a.txt"); err == nil {
		t.Error("an output that is not kept was saved")
	}
}

// What a program has printed is saved whole, also where the record has a part of it.
func TestAWholeOutputIsSaved(t *testing.T) {
	o, s := open(t)
	desk := &saveDesk{path: filepath.Join(t.TempDir(), "out.txt")}
	at := &Runs{&app{ctx: t.Context(), o: o, desk: desk}}
	chat, err := chats.New(o).Start(s.Dir(), "")
	if err != nil {
		t.Fatal(err)
	}
	run, err := chat.Send(`/bash command="seq 1 300000"`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chat.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	events, err := o.History().Events(t.Context(), run.ID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	id := ""
	for _, e := range events {
		var d struct {
			Meta struct{ Output string }
		}
		if err := json.Unmarshal(e.Data, &d); err == nil && d.Meta.Output != "" {
			id = d.Meta.Output
		}
	}
	if _, err := at.SaveOutput(id, "out.txt"); err != nil {
		t.Fatalf("output %q: %v", id, err)
	}
	got, err := os.ReadFile(desk.path)
	if lines := strings.Count(string(got), "\n"); err != nil || lines != 300000 || !strings.HasSuffix(string(got), "\n300000\n") {
		t.Errorf("%d lines, %v", lines, err)
	}
}
