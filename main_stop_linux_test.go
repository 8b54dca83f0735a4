package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/cli"
	"handrail/journal"
)

// slowTurns is a script of one call that takes its time and says when it has begun.
const slowTurns = `{"text":"Slow.","calls":[{"name":"bash","arguments":{"command":"(sleep 1000 & echo $! > left.pid); echo $$ > NAME.pid; sleep 1000; echo done > NAME.done","timeout":300}}]}
{"text":"Done."}
`

// A going is a process with a run that goes on.
type going struct {
	*exec.Cmd
	name string
	out  strings.Builder
	done chan error
}

// begin starts a run and waits until its program runs.
func (s *cutSpace) begin(name string) *going {
	s.t.Helper()
	s.write(name+".jsonl", strings.ReplaceAll(slowTurns, "NAME", name))
	return s.beginThis(name, "run", "--model", "scripted/"+name+".jsonl", name)
}

// beginThis starts a command and waits until its program runs.
func (s *cutSpace) beginThis(name string, args ...string) *going {
	s.t.Helper()
	g := &going{Cmd: s.command(append([]string{"--json", "--confirm", "allow"}, args...)...), name: name, done: make(chan error, 1)}
	g.Stdout, g.Stderr = &g.out, &g.out
	if err := g.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() { g.done <- g.Wait() }()
	s.t.Cleanup(func() { _ = g.Process.Kill() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if raw, err := os.ReadFile(filepath.Join(s.space, name+".pid")); err == nil && len(raw) > 0 {
			return g
		}
		select {
		case err := <-g.done:
			s.t.Fatalf("%s has ended: %v\n%s", name, err, g.out.String())
		default:
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%s does not begin", name)
		}
	}
}

// ended waits for the end of a process, and returns its exit code.
func (s *cutSpace) ended(g *going) int {
	s.t.Helper()
	select {
	case err := <-g.done:
		if err == nil {
			s.t.Errorf("%s ends as if nothing had been stopped", g.name)
		}
	case <-time.After(time.Minute):
		s.t.Fatalf("%s goes on", g.name)
	}
	return g.ProcessState.ExitCode()
}

// states are those of all runs, by their titles.
func (s *cutSpace) states() map[string]journal.RunState {
	s.t.Helper()
	out, err := s.command("--json", "runs", "list").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	states := map[string]journal.RunState{}
	for line := range strings.Lines(string(out)) {
		var r journal.Run
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
		states[r.Title] = r.State
	}
	return states
}

// stop stops everything.
func (s *cutSpace) stop() map[string]any {
	s.t.Helper()
	out, err := s.command("--json", "stop").CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	var said map[string]any
	if err := json.Unmarshal(out, &said); err != nil {
		s.t.Fatalf("%s: %v", out, err)
	}
	return said
}

// The person stops everything at once, in all processes; nothing of it goes on, and what begins afterwards is let be.
func TestStop(t *testing.T) {
	s := newCutSpace(t, "")
	if said := s.stop(); said["runs"] != 0.0 || said["processes"] != 0.0 {
		t.Errorf("where nothing goes on, it has stopped %v", said)
	}
	a, b := s.begin("a"), s.begin("b")
	call := s.beginThis("call", "call", "bash", "command=echo $$ > call.pid; sleep 1000; echo done > call.done", "timeout=300")
	said := s.stop()
	if said["runs"] != 2.0 || said["calls"] != 3.0 || said["processes"] != 3.0 || said["ended"] != nil || said["stuck"] != nil {
		t.Errorf("it has stopped %v", said)
	}
	for _, g := range []*going{a, b, call} {
		if code := s.ended(g); code != 4 {
			t.Errorf("%s exits with %d:\n%s", g.name, code, g.out.String())
		}
	}
	for title, state := range s.states() {
		if state != journal.Cancelled {
			t.Errorf("the run %s is %s", title, state)
		}
	}
	for _, name := range []string{"a", "b", "call"} {
		if _, err := os.Stat(filepath.Join(s.space, name+".done")); err == nil {
			t.Errorf("what %s had begun went on", name)
		}
	}
	c := s.begin("c") // a later run is not stopped by an order of before
	time.Sleep(500 * time.Millisecond)
	select {
	case err := <-c.done:
		t.Fatalf("a later run has ended: %v\n%s", err, c.out.String())
	default:
	}
	if err := c.Process.Signal(syscall.SIGUSR2); err != nil { // to any process of ours, here its own
		t.Fatal(err)
	}
	if code := s.ended(c); code != 4 {
		t.Errorf("after a signal, it exits with %d:\n%s", code, c.out.String())
	}
}

// A process that does not answer is ended; what it had begun is unknown then, as after a crash.
func TestStopOfAProcessThatHangs(t *testing.T) {
	s := newCutSpace(t, "")
	a := s.begin("a")
	if err := a.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	said := s.stop()
	if fmt.Sprint(said["ended"]) != fmt.Sprint([]any{float64(a.Process.Pid)}) {
		t.Errorf("it has stopped %v, and not ended %d", said, a.Process.Pid)
	}
	s.ended(a)
	if got := s.states()["a"]; got != journal.Unknown {
		t.Errorf("the run is %s", got)
	}
}

// A test of a server that never answers says soon what it waits for, and an interrupt ends both at once.
func TestATestOfAServerThatHangs(t *testing.T) {
	s := newCutSpace(t, "")
	if out, err := s.command("servers", "add", "hang", "--", "sleep", "1000").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, args := range [][]string{{"servers", "test", "hang"}, {"servers", "test"}} {
		cmd := s.command(args...)
		said, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		for lines, text := bufio.NewScanner(said), ""; !strings.Contains(text, "Waiting for the server hang to answer, for 30 seconds at most"); text += lines.Text() {
			if !lines.Scan() {
				t.Fatalf("it has said %q", text)
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		rest, _ := io.ReadAll(said)
		if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != cli.ExitStopped || string(rest) != "Stopped.\n" {
			t.Errorf("it ends with %v, and says %q", err, rest)
		}
		if took := time.Since(began); took > 1500*time.Millisecond { // a server that is asked to leave first has 2 s
			t.Errorf("it took %v", took)
		}
	}
	if out, err := s.command("servers", "list").CombinedOutput(); err != nil || strings.Contains(string(out), "failed") {
		t.Errorf("%v: %s", err, out)
	}
}
