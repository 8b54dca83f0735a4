package chats

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
)

// killedHome names the home folder of a process that is killed while it rehearses.
const killedHome = "HANDRAIL_TEST_KILLED_HOME"

// TestKilledRehearsal is the process that is killed while it rehearses.
func TestKilledRehearsal(t *testing.T) {
	if os.Getenv(killedHome) == "" {
		t.Skip("it is started by other tests")
	}
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Home: os.Getenv(killedHome)})
	c, err := New(b.O).Rehearse(t.Context(), b.Dir, "")
	if err == nil {
		err = c.SetModel("scripted/turns.jsonl")
	}
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.Send("Do it.")
	if err == nil {
		_, err = c.Wait(t.Context(), run.ID)
	}
	t.Error("it was not killed", err)
}

// killRehearsed rehearses a run in a process of its own, and kills that in the middle of a command that
// goes on writing.
func killRehearsed(t *testing.T, home string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledRehearsal$", "-test.v")
	cmd.Env = append(os.Environ(), killedHome+"="+home)
	out := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it was killed
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		if t.Failed() {
			t.Logf("the process that was killed printed:\n%s", out)
		}
	})
	written := filepath.Join(filepath.Dir(home), "data", "rehearsals", "h_*", "*", "own", "ticks.txt")
	operatortest.WaitUntil(t, "the second call writes", func() bool {
		found, err := filepath.Glob(written)
		if err != nil || len(found) == 0 {
			return false
		}
		info, err := os.Stat(found[0])
		return err == nil && info.Size() > 20
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

// killedTurns removes sources, and then writes without an end.
func killedTurns(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	for _, command := range []string{"rm -rf src; sed -i s/mine/yours/ notes.txt", "while true; do echo tick >> ticks.txt; sleep 0.02; done"} {
		raw, err := json.Marshal(map[string]any{"text": "next", "calls": []any{map[string]any{"name": "bash", "arguments": map[string]any{"command": command}}}})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(raw, '\n'))
	}
	return out.String()
}

// TestARehearsalThatWasKilledIsReviewed shows that what a killed process has rehearsed can be looked at,
// and kept, once nothing of it runs any more, and that nobody offers to go on with it in earnest.
func TestARehearsalThatWasKilledIsReviewed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{
		"notes.txt": "mine\n", "src/a.go": "package a\n", "turns.jsonl": killedTurns(t),
	}})
	killRehearsed(t, b.Options.Home)
	desk := operator.RehearsalsOf(b.O)
	desk.Sweep() // as at the start of another process
	list, err := desk.List(b.Dir)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	r := list[0]
	if r.Title != "Do it." || r.Session == "" || len(r.NotDone) != 1 || !strings.Contains(r.NotDone[0], "was killed") || len(r.Layers) != 1 {
		t.Errorf("%+v", r)
	}
	for name, text := range map[string]string{"notes.txt": "mine\n", "src/a.go": "package a\n"} {
		if got, err := os.ReadFile(filepath.Join(b.Dir, name)); err != nil || string(got) != text {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if err := b.O.Store().Cuts().Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if runs, err := b.O.History().Cut(t.Context(), b.Dir); err != nil || len(runs) > 0 {
		t.Errorf("it can go on: %+v, %v", runs, err)
	}
	all := New(b.O)
	if since, err := all.CutSince(t.Context(), r.Began); err != nil || len(since) > 0 {
		t.Errorf("it is offered: %+v, %v", since, err)
	}
	runs, ids, err := b.O.History().CutRehearsed(t.Context(), b.Dir)
	if err != nil || len(runs) != 1 || runs[0].State != journal.Unknown || ids[runs[0].ID] != r.ID {
		t.Fatalf("%+v, %v, %v", runs, ids, err)
	}
	if _, err := all.Cut(t.Context(), runs[0].ID); err == nil || !strings.Contains(err.Error(), "was rehearsed as "+r.ID) {
		t.Errorf("it goes on: %v", err)
	}
	if list, err := all.List(t.Context(), b.Dir); err != nil || len(list) != 1 || list[0].Cut != "" {
		t.Errorf("the chats: %+v, %v", list, err)
	}
	result, err := operator.KeepShown(t.Context(), b.O, r, nil, "")
	if err != nil || result.Error != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	ticks, err := os.ReadFile(filepath.Join(b.Dir, "ticks.txt"))
	if err != nil || !strings.HasPrefix(string(ticks), "tick\ntick\n") {
		t.Errorf("ticks.txt is %q, %v", ticks, err)
	}
	if _, err := os.Lstat(filepath.Join(b.Dir, "src")); !os.IsNotExist(err) {
		t.Errorf("src: %v", err)
	}
	if left, err := os.ReadDir(filepath.Join(b.Options.Dirs.Data, "rehearsals")); err != nil || len(left) > 0 {
		t.Errorf("%d rehearsals are left, %v", len(left), err)
	}
}

// TestWhatIsNotWholeIsNotReviewed shows that layers which a restart of the machine may have cut are
// not offered, and go.
func TestWhatIsNotWholeIsNotReviewed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{"notes.txt": "mine\n", "src/a.go": "package a\n", "turns.jsonl": killedTurns(t)}})
	killRehearsed(t, b.Options.Home)
	marks, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "rehearsals", "h_*", "*", "layer.json"))
	if err != nil || len(marks) == 0 {
		t.Fatalf("%v, %v", marks, err)
	}
	for _, path := range marks {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var mark map[string]any
		if err := json.Unmarshal(raw, &mark); err != nil {
			t.Fatal(err)
		}
		mark["boot"] = "another"
		if raw, err = json.Marshal(mark); err == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	desk := operator.RehearsalsOf(b.O)
	operatortest.WaitUntil(t, "it is gone", func() bool {
		desk.Sweep()
		left, err := os.ReadDir(filepath.Join(b.Options.Dirs.Data, "rehearsals"))
		return err == nil && len(left) == 0
	})
}
