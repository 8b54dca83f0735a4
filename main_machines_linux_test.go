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

// A scripted call waits for another machine; what it prints is told when it has ended.
type scripted struct {
	cmd   *exec.Cmd
	out   *screen
	ended chan struct{}
	err   error
}

// asks starts a call without a terminal, and waits until it waits for the other machines.
func (s *served) asks(command string) *scripted {
	s.t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		s.t.Fatal(err)
	}
	c := &scripted{cmd: s.command("call", "bash", "command="+command), out: newScreen(read), ended: make(chan struct{})}
	c.cmd.Stdout, c.cmd.Stderr = write, write
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask on
	if err := errors.Join(c.cmd.Start(), write.Close()); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		defer close(c.ended)
		c.err = c.cmd.Wait()
	}()
	c.out.expect(s.t, "your other machines are")
	return c
}

// ends waits until a call has ended, while the other machine looks at its inbox now and then, as somebody does there: so an answer that lay
// there while the server was down goes out.
func (s *served) ends(c *scripted, other *served) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		select {
		case <-c.ended:
			return
		default:
		}
		if out, err := other.command("inbox").CombinedOutput(); err != nil {
			s.t.Fatalf("%v: %s", err, out)
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the call goes on waiting")
		}
	}
}

// A working day of two machines with folders and processes of their own: scripts of each ask on the other, and the server is killed ten
// times, at each moment of a question's life. Each call is answered once, runs once if that was a yes, and nothing is left.
func TestAWorkingDayOfTwoMachines(t *testing.T) {
	server := natstest.Start(t, t.TempDir())
	a, b := newServed(t), newServed(t)
	for _, s := range []*served{a, b} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(s.space), "config", "settings.json"), []byte(`{"mode":"ask"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pairOnTerminals(t, a, b, server.URL())
	kills := 0
	kill := func() { server.Kill(); kills++ }
	for i := range 12 {
		asks, answers := a, b
		if i%2 == 1 {
			asks, answers = b, a
		}
		moment, yes := i%4, i%3 != 1
		if kills == 10 {
			moment = -1
		}
		if moment == 0 { // before it is asked
			kill()
		}
		call := asks.asks(fmt.Sprintf("echo ran >> %d.txt", i))
		if moment == 0 {
			server.Again()
		}
		id := answers.waiting(1)
		if moment == 1 { // before it is answered
			kill()
			server.Again()
		}
		if yes {
			person, screen, answering := answers.atTerminal("inbox", "allow", id)
			if shown := screen.expect(t, "Type yes: "); !strings.Contains(shown, fmt.Sprintf("echo ran >> %d.txt", i)) {
				t.Fatalf("%d: shown is %q", i, shown)
			}
			if moment == 2 { // while the person reads
				kill()
			}
			if _, err := io.WriteString(person, "yes\n"); err != nil {
				t.Fatal(err)
			}
			if moment == 2 {
				server.Again()
			}
			_ = answering.Wait() // what became of it is seen at the call
		} else {
			if moment == 2 {
				kill()
				server.Again()
			}
			_ = answers.command("inbox", "deny", id).Run() // likewise
		}
		asks.ends(call, answers)
		if moment == 3 { // after all
			kill()
			server.Again()
		}
		if (call.err == nil) != yes {
			t.Fatalf("%d: %v", i, call.err)
		}
		ran, err := os.ReadFile(filepath.Join(asks.space, fmt.Sprintf("%d.txt", i)))
		if yes && string(ran) != "ran\n" || !yes && !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("%d has written %q, %v", i, ran, err)
		}
	}
	a.waiting(0)
	b.waiting(0)
	if kills != 10 {
		t.Errorf("the server was killed %d times", kills)
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
