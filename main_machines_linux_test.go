package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/internal/dev/pty"
	"handrail/journal/jetstream/natstest"
)

// atTerminal starts the real program on a terminal.
func (s *served) atTerminal(args ...string) (person *os.File, shown *screen, cmd *exec.Cmd) {
	s.t.Helper()
	person, program := pty.Open(s.t)
	cmd = s.command(args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	shown = newScreen(person)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	return person, shown, cmd
}

// waiting waits until the inbox holds so many questions, and returns the id of the first.
func (s *served) waiting(n int) (id string) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		out, err := s.command("inbox", "--json").Output()
		if err != nil {
			s.t.Fatalf("%v: %s", err, out)
		}
		var list struct {
			Waiting []struct{ ID, Machine, Title string }
		}
		if err := json.Unmarshal(out, &list); err != nil {
			s.t.Fatal(err)
		}
		if len(list.Waiting) == n {
			if n > 0 {
				id = list.Waiting[0].ID
			}
			return id
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("there waits %s, want %d", out, n)
		}
	}
}

// pairOnTerminals pairs two machines as people do.
func pairOnTerminals(t *testing.T, a, b *served, url string) {
	t.Helper()
	for s, name := range map[*served]string{a: "laptop", b: "tower"} {
		if out, err := s.command("machines", "server", url, "--name", name).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	one, first, invites := a.atTerminal("machines", "pair")
	first.expect(t, "machines pair ")
	number := first.expect(t, "\n")
	two, second, joins := b.atTerminal("machines", "pair", strings.TrimSpace(number))
	code := regexp.MustCompile(`\d{3} \d{3}`)
	shownThere := code.FindString(second.expect(t, "Type yes: "))
	shownHere := code.FindString(first.expect(t, "Type yes: "))
	if shownHere == "" || shownHere != shownThere {
		t.Fatalf("the codes are %q and %q", shownHere, shownThere)
	}
	for _, person := range []*os.File{one, two} {
		if _, err := io.WriteString(person, "yes\n"); err != nil {
			t.Fatal(err)
		}
	}
	first.expect(t, "Paired with tower")
	second.expect(t, "Paired with laptop")
	if err := errors.Join(invites.Wait(), joins.Wait()); err != nil {
		t.Fatal(err)
	}
}

// Two machines with folders of their own are paired at two terminals; a call of the one, at which nobody can be asked, is answered
// from the other. What was killed while it waited waits no longer.
func TestTwoMachines(t *testing.T) {
	server := natstest.Start(t, t.TempDir())
	a, b := newServed(t), newServed(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(a.space), "config", "settings.json"), []byte(`{"mode":"ask"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	pairOnTerminals(t, a, b, server.URL())
	call := func(name string) (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		cmd := a.command("call", "write", "path="+name, "content=x")
		cmd.Stdout, cmd.Stderr = &out, &out
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask on
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, &out
	}

	cmd, out := call("yes.txt")
	id := b.waiting(1)
	if shown, err := b.command("inbox", "allow", id).CombinedOutput(); err == nil || !strings.Contains(string(shown), "only somebody at a terminal") {
		t.Errorf("a program says yes: %v, %s", err, shown)
	}
	person, screen, answering := b.atTerminal("inbox", "allow", id)
	if before := screen.expect(t, "Type yes: "); !strings.Contains(before, "yes.txt") || !strings.Contains(before, "Run it once on laptop?") {
		t.Errorf("shown is %q", before)
	}
	if _, err := io.WriteString(person, "yes\n"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, "Your answer counts: allowed.")
	if err := errors.Join(answering.Wait(), cmd.Wait()); err != nil || !strings.Contains(out.String(), "your other machines are: Create yes.txt") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(a.space, "yes.txt")); err != nil {
		t.Error(err)
	}
	if trace, err := a.command("runs", "show", "--events", "--json", lastRun(a)).Output(); err != nil || !strings.Contains(string(trace), "inbox on tower") {
		t.Errorf("the record does not say who answered: %v, %s", err, trace)
	}

	cmd, out = call("no.txt")
	if said, err := b.command("inbox", "deny", b.waiting(1), "--reason", "not today").CombinedOutput(); err != nil || !strings.Contains(string(said), "Your answer counts: declined.") {
		t.Errorf("%v: %s", err, said)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(out.String(), "not today") {
		t.Errorf("%v: %s", err, out)
	}

	cmd, _ = call("killed.txt")
	id = b.waiting(1)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	a.waiting(0)
	b.waiting(0)
	if said, err := b.command("inbox", "deny", id).CombinedOutput(); err == nil || !strings.Contains(string(said), "no such question waits") {
		t.Errorf("%v: %s", err, said)
	}
	if list, err := b.command("machines").CombinedOutput(); err != nil || !strings.Contains(string(list), "laptop") || !strings.Contains(string(list), "is reached") {
		t.Errorf("%v: %s", err, list)
	}
	if said, err := b.command("machines", "unpair", "laptop").CombinedOutput(); err != nil || !strings.Contains(string(said), "Unpaired") {
		t.Errorf("%v: %s", err, said)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		list, err := a.command("machines").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, list)
		}
		if strings.Contains(string(list), "No machine is paired") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the other machine does not hear of it: %s", list)
		}
	}
}

// lastRun is the id of a machine's last run.
func lastRun(s *served) string {
	s.t.Helper()
	out, err := s.command("runs", "list").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	id := regexp.MustCompile(`r_\w+`).FindString(string(out))
	if id == "" {
		s.t.Fatal(fmt.Errorf("no run in %s", out))
	}
	return id
}
