package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// rehearsing is a space in which a run that is rehearsed writes, and waits.
func rehearsing(t *testing.T, command string) *served {
	t.Helper()
	s := newServed(t)
	for name, text := range map[string]string{
		"turns.jsonl":     `{"text":"I do it.","calls":[{"name":"write","arguments":{"path":"by-write.txt","content":"w\n"}},{"name":"bash","arguments":{"command":"` + command + `"}}]}` + "\n" + `{"text":"Done."}` + "\n",
		"agent/config.md": "---\nid: helper\nname: Helper\n---\nYou help.\n",
	} {
		path := filepath.Join(s.space, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.command("space", "trust", "--yes").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return s
}

// TestRunRehearse shows the way of a rehearsed run through the command line.
func TestRunRehearse(t *testing.T) {
	s := rehearsing(t, "rm -rf sub; sed -i s/first/last/ notes.md")
	notes := filepath.Join(s.space, "notes.md")
	out, err := s.command("run", "--rehearse", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Rehearsed, and nothing was changed. In earnest: 1 changed, 1 new, 2 gone.") {
		t.Fatalf("%v: %s", err, out)
	}
	if raw, err := os.ReadFile(notes); err != nil || string(raw) != "first line\nsecond line\n" {
		t.Fatalf("%q, %v", raw, err)
	}
	out, err = s.command("run", "--rehearse", "--keep-only", "notes.md", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput()
	if raw, readErr := os.ReadFile(notes); err != nil || readErr != nil || string(raw) != "last line\nsecond line\n" {
		t.Fatalf("%q, %v, %v: %s", raw, readErr, err, out)
	}
	for _, name := range []string{"sub/old.txt", "by-write.txt"} {
		if _, err := os.Lstat(filepath.Join(s.space, name)); (err == nil) != (name == "sub/old.txt") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out, err := s.command("run", "--keep", "x").CombinedOutput(); err == nil || !strings.Contains(string(out), "belong to --rehearse") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestTheModeRehearse shows that in a space whose mode it is, a conversation is rehearsed unless the person says
// otherwise, and that what is done in earnest asks.
func TestTheModeRehearse(t *testing.T) {
	s := rehearsing(t, "rm -rf sub; sed -i s/first/last/ notes.md")
	if err := os.WriteFile(filepath.Join(filepath.Dir(s.space), "config", "settings.json"), []byte(`{"mode": "rehearse"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	const changes = "In earnest: 1 changed, 1 new, 2 gone."
	if out, err := s.command("run", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput(); err != nil || !strings.Contains(string(out), changes) {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := s.command("run", "--no-rehearse", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput()
	if strings.Contains(string(out), changes) || !strings.Contains(string(out), "this space rehearses first, and this would happen") {
		t.Errorf("in earnest: %v: %s", err, out)
	}
	if raw, err := os.ReadFile(filepath.Join(s.space, "notes.md")); err != nil || string(raw) != "first line\nsecond line\n" {
		t.Errorf("it was done: %q, %v", raw, err)
	}
	if out, err := s.command("run", "--keep", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if raw, err := os.ReadFile(filepath.Join(s.space, "notes.md")); err != nil || string(raw) != "last line\nsecond line\n" {
		t.Errorf("what was kept: %q, %v", raw, err)
	}
}

// TestKilledRehearsal shows that a rehearsed run that is killed leaves nothing changed and nothing running,
// that it does not go on in earnest, and that what it would change can be reviewed and kept.
func TestKilledRehearsal(t *testing.T) {
	s := rehearsing(t, "nohup sh -c 'while true; do echo evil-killed >> evil.txt; sleep 0.05; done' >/dev/null 2>&1 & echo begun > begun.txt; sleep 300")
	cmd := s.command("run", "--rehearse", "--model", "scripted/turns.jsonl", "Do it.")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(filepath.Dir(s.space), "data", "rehearsals")
	until(t, "it has begun", func() bool {
		list, _ := filepath.Glob(filepath.Join(kept, "*", "*", "own", "evil.txt"))
		return len(list) > 0
	})
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	until(t, "all that it has started is gone", func() bool {
		lists, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lists {
			if raw, err := os.ReadFile(path); err == nil && strings.Contains(string(raw), "evil-killed") {
				return false
			}
		}
		return true
	})
	out, err := s.command("runs", "list", "--json").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), `"id":"`)
	run, _, _ := strings.Cut(rest, `"`)
	for _, args := range [][]string{{"runs", "resume", run, "--yes", "--again", run + "-1-2"}, {"run", "--resume", run, "Go on."}} {
		if out, err := s.command(args...).CombinedOutput(); err == nil || !strings.Contains(string(out), "was rehearsed as h_") {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
	for _, name := range []string{"by-write.txt", "begun.txt", "evil.txt"} {
		if _, err := os.Lstat(filepath.Join(s.space, name)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	reviewed(t, s, run, kept)
}

// reviewed shows that a run that was cut while it was rehearsed is offered for review, and not to go on, until it
// is kept.
func reviewed(t *testing.T, s *served, run, kept string) {
	t.Helper()
	left, err := os.ReadDir(kept)
	if err != nil || len(left) != 1 {
		t.Fatalf("%v, %v", left, err)
	}
	id := left[0].Name()
	out, err := s.command("runs", "list").CombinedOutput()
	if err != nil || strings.Contains(string(out), "runs resume") || !strings.Contains(string(out), "was cut while it was only rehearsed, and cannot go on. To see what it would change: handrail rehearsals show "+id) {
		t.Errorf("%v: %s", err, out)
	}
	out, err = s.command("rehearsals", "show", id).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "evil.txt") || !strings.Contains(string(out), "because Handrail was killed") {
		t.Errorf("%v: %s", err, out)
	}
	for _, args := range [][]string{{"chat", "--model", "scripted/turns.jsonl"}, {"runs", "show", run}} { // chat reads no line, and ends
		if out, err := s.command(args...).CombinedOutput(); err != nil || !strings.Contains(string(out), "To see what it would change: handrail rehearsals show "+id) || strings.Contains(string(out), "runs resume") {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
	if out, err := s.command("rehearsals", "keep", id).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if raw, err := os.ReadFile(filepath.Join(s.space, "begun.txt")); err != nil || string(raw) != "begun\n" {
		t.Errorf("kept: %q, %v", raw, err)
	}
	if left, _ := os.ReadDir(kept); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if out, err := s.command("runs", "list").CombinedOutput(); err != nil || strings.Contains(string(out), "was cut") {
		t.Errorf("it is still offered: %v: %s", err, out)
	}
}

// until waits until something is so.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for late := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("it is not so: %s", what)
		}
	}
}
