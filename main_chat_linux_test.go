package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"handrail/internal/dev/pty"
)

// A screen is what a terminal was sent and the test has not looked at.
type screen struct {
	mu      sync.Mutex
	text    strings.Builder
	all     strings.Builder // text, and what was forgotten of it
	changed chan struct{}
	ended   chan struct{} // nothing more comes
}

func newScreen(person io.Reader) *screen {
	s := &screen{changed: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		_, _ = io.Copy(s, person) // ends with the terminal
	}()
	return s
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	s.all.Write(p)
	return s.text.Write(p)
}

// expect waits for a text, and forgets it and what came before it.
func (s *screen) expect(t *testing.T, text string) (before string) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for ended := false; ; {
		s.mu.Lock()
		all, shown := s.text.String(), s.all.String()
		at := strings.Index(all, text)
		if at >= 0 {
			s.text.Reset()
			s.text.WriteString(all[at+len(text):])
		}
		s.mu.Unlock()
		if at >= 0 {
			return all[:at]
		}
		if ended {
			t.Fatalf("%q was not printed before the terminal ended; this was:\n%s", text, shown)
		}
		select {
		case <-s.changed:
		case <-s.ended:
			ended = true // what came last is looked at
		case <-late:
			t.Fatalf("%q was not printed; this was:\n%s", text, shown)
		}
	}
}

// A chatting person sits at a terminal at which a scripted model answers.
type chatting struct {
	*screen
	space  string
	t      *testing.T
	person *os.File
	ended  chan error
}

// typing types text as a hand would: the terminal shows it before it goes on.
func (c *chatting) typing(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.person, text); err != nil {
		c.t.Fatal(err)
	}
}

// startChat starts a chat in which calls of bash are asked about.
func startChat(t *testing.T, turns string) *chatting {
	s := newServed(t)
	files := map[string]string{
		filepath.Join(s.space, "turns.jsonl"):                        turns,
		filepath.Join(s.space, "agent/config.md"):                    "---\nid: helper\nname: Helper\n---\nYou help.\n",
		filepath.Join(filepath.Dir(s.space), "config/settings.json"): `{"rules":{"ask":["bash(echo *)"]}}`,
	}
	for path, text := range files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.command("space", "trust", "--yes").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	person, program := pty.Open(t)
	cmd := s.command("chat", "--model", "scripted/turns.jsonl")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // the terminal is its own
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &chatting{screen: newScreen(person), space: s.space, t: t, person: person, ended: make(chan error, 1)}
	go func() { c.ended <- cmd.Wait() }()
	return c
}

// answered is where a question of the terminal waits for its answer.
const answered = "N: deny, within 10 min >"

// The first line that is typed after a question is its answer, and no prompt.
func TestChatTakesTheFirstAnswer(t *testing.T) {
	c := startChat(t, `{"calls":[{"name":"bash","arguments":{"command":"echo one"}}]}
{"calls":[{"name":"bash","arguments":{"command":"echo two"}}]}
{"text":"Both are done."}
{"text":"The next prompt."}
`)
	c.expect(t, "\n> ")
	c.typing("go\n")
	c.expect(t, answered)
	c.typing("y\n")
	c.expect(t, "Run: echo two")
	c.expect(t, answered)
	c.typing("y\n")
	c.expect(t, "Both are done.")
	c.expect(t, "\n> ")
	c.typing("more\n")
	c.expect(t, "The next prompt.")
	c.expect(t, "\n> ")
	c.typing("/quit\n")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// What was typed while a call ran, before the question stood there, answers
// nothing.
func TestChatForgetsWhatWasTypedBeforeAQuestion(t *testing.T) {
	c := startChat(t, `{"calls":[{"name":"bash","arguments":{"command":"cat gate"}},{"name":"bash","arguments":{"command":"echo done > made.txt"}}]}
{"text":"It was denied."}
`)
	gate := filepath.Join(c.space, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	c.expect(t, "\n> ")
	c.typing("go\n")
	c.expect(t, "Run: cat gate")
	c.typing("y\ny\ny")
	c.expect(t, "y\r\ny\r\ny")                         // its echo: it waits in the terminal
	if err := os.WriteFile(gate, nil, 0); err != nil { // the call ends once somebody has opened it
		t.Fatal(err)
	}
	c.expect(t, answered)
	c.typing("n\n")
	c.expect(t, "It was denied.")
	c.expect(t, "\n> ")
	c.typing("/quit\n")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(c.space, "made.txt")); err == nil {
		t.Error("what was typed before the question was its answer")
	}
}

// What is pasted at the prompt is one prompt: no line of it is a command.
func TestChatTakesAPasteAsOnePrompt(t *testing.T) {
	c := startChat(t, `{"text":"The first answer."}
{"text":"A second answer."}
`)
	c.expect(t, "\n> ")
	c.typing("look at this:\n/read path=notes.md\n\nand say more\n")
	c.expect(t, "The first answer.")
	if before := c.expect(t, "\n> "); strings.Contains(before, "second line") {
		t.Errorf("a line of what was pasted was a call: %q", before)
	}
	c.typing("/quit\n")
	if before := c.expect(t, "/quit"); strings.Contains(before, "A second answer.") {
		t.Errorf("a line of what was pasted was a prompt of its own: %q", before)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// A question of a verb is answered by what is typed once it stands there.
func TestAQuestionOfAVerbForgetsWhatWasTypedBefore(t *testing.T) {
	s := newServed(t)
	if err := os.WriteFile(filepath.Join(s.space, "ctxnest.json"), []byte(`{"hands":{"one":{"command":"true"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	person, program := pty.Open(t)
	if _, err := io.WriteString(person, "yes\nyes\nye"); err != nil { // before the program has started
		t.Fatal(err)
	}
	cmd := s.command("space", "trust")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	screen := newScreen(person)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, "Type yes: ")
	if _, err := io.WriteString(person, "s\n"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, "Not trusted")
	if exit := (&exec.ExitError{}); !errors.As(cmd.Wait(), &exit) || exit.ExitCode() != 3 {
		t.Errorf("code %d, want 3", cmd.ProcessState.ExitCode())
	}
}

// An interrupt ends a verb that asks, and nothing is done.
func TestAnInterruptEndsAQuestionOfAVerb(t *testing.T) {
	s := newServed(t)
	if err := os.WriteFile(filepath.Join(s.space, "ctxnest.json"), []byte(`{"hands":{"one":{"command":"true"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	person, program := pty.Open(t)
	cmd := s.command("space", "trust")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // the terminal is its own
	screen := newScreen(person)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, "Type yes: ")
	if _, err := io.WriteString(person, "\x03"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, "Not trusted")
	if exit := (&exec.ExitError{}); !errors.As(cmd.Wait(), &exit) {
		t.Error("it ends as if it had done something")
	}
}
