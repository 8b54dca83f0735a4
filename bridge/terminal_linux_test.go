package bridge

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"handrail/internal/dev/pty"
	"handrail/internal/proc"
	"handrail/tools"
)

func TestRealTerminal(t *testing.T) {
	person, program := pty.Open(t)
	screen := &screenText{changed: make(chan struct{}, 1)}
	go func() { _, _ = io.Copy(screen, person) }() // ends with the terminal
	terminal := NewTerminal(program, program, columns(program))
	answer := func(line string, typedBefore string) tools.Verdict {
		t.Helper()
		if typedBefore != "" {
			fmt.Fprint(person, typedBefore)
			screen.expect(t, strings.TrimSuffix(typedBefore, "\n")) // its echo: it is in the queue
		}
		a := answerOf(t.Context(), terminal, deployQuestion())
		screen.expect(t, "y: run once, d WHY: deny with a reason, N: deny")
		fmt.Fprint(person, line)
		got := <-a
		if got.err != nil {
			t.Fatal(got.err)
		}
		return got.answer.Verdict
	}
	if got := answer("y\n", ""); got != tools.RunOnce {
		t.Errorf("y: %q", got)
	}
	if got := answer("\n", ""); got != tools.Deny {
		t.Errorf("an empty line: %q", got)
	}
	if got := answer("n\n", "y\n"); got != tools.Deny {
		t.Errorf("y before the question, n after it: %q", got)
	}
	if got := answer("\n", "y"); got != tools.Deny {
		t.Errorf("y before the question, Enter after it: %q", got)
	}
	if got := answer("\x04", ""); got != tools.Expire {
		t.Errorf("end of input: %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a := answerOf(ctx, terminal, deployQuestion())
	screen.expect(t, "y: run once")
	cancel()
	if got := <-a; got.answer.Verdict != "" {
		t.Errorf("taken back: %+v", got)
	}
	if got := answer("y\n", ""); got != tools.RunOnce {
		t.Errorf("after one that was taken back: %q", got)
	}
}

// askVariable makes this test program ask once on its terminal, and exit.
const askVariable = "HANDRAIL_TEST_ASK"

func TestMain(m *testing.M) {
	if os.Getenv(askVariable) == "" {
		os.Exit(m.Run())
	}
	terminal, err := OpenTerminal()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	answer, err := terminal.Confirm(context.Background(), deployQuestion())
	fmt.Println("answer:", answer.Verdict, err)
	if err := terminal.Close(); err != nil {
		fmt.Println(err)
	}
}

func TestOpenTerminal(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/usr/bin:/bin", askVariable + "=1"}

	// proc gives a program no terminal.
	out, err := proc.Run(t.Context(), proc.Command{Path: program, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	if want := "nobody can be asked on a terminal: this process has none"; out.ExitCode != 1 || !strings.Contains(out.Stdout.Text, want) {
		t.Errorf("without a terminal: code %d, %q; want %q", out.ExitCode, out.Stdout.Text, want)
	}

	// script(1) gives it one, and types what it reads.
	keys, person := io.Pipe()
	screen := &screenText{changed: make(chan struct{}, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, err = proc.Run(t.Context(), proc.Command{
			Path: "/usr/bin/script", Args: []string{"-q", "-c", program, "/dev/null"}, Env: env, Stdin: keys, Stdout: screen})
	}()
	screen.expect(t, "y: run once, d WHY: deny with a reason, N: deny")
	fmt.Fprint(person, "y\n")
	screen.expect(t, "answer: run once <nil>")
	<-done
	_ = person.Close()
	if err != nil {
		t.Error(err)
	}
}
