//go:build unix

package proc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestTimeoutEndsTheGroupAndKeepsTheOutput(t *testing.T) {
	t.Parallel()
	c := bash(t, `echo before; echo $$ > self; sleep 1000 & echo $! > child; wait; echo after`)
	c.Timeout = 300 * time.Millisecond
	out := run(t, c)
	if !out.TimedOut || out.Cancelled {
		t.Errorf("TimedOut %v, Cancelled %v, want only the first", out.TimedOut, out.Cancelled)
	}
	if out.Stdout.Text != "before\n" {
		t.Errorf("kept %q, want what was printed before the time-out", out.Stdout.Text)
	}
	if out.Signal != "SIGTERM" || out.ExitCode != 128+int(unix.SIGTERM) {
		t.Errorf("ended with %d %q, want SIGTERM to have been enough", out.ExitCode, out.Signal)
	}
	for _, name := range []string{"self", "child"} {
		if pid := readPid(t, filepath.Join(c.Dir, name)); running(pid) {
			endAfterTest(t, pid)
			t.Errorf("%s is still running", name)
		}
	}
}

func TestProgramMayTidyUpWhenItIsStopped(t *testing.T) {
	t.Parallel()
	c := bash(t, `trap 'echo tidied; exit 5' TERM; echo ready; while :; do sleep 0.05; done`)
	ready := make(chan struct{})
	c.Stdout = writerFunc(func(p []byte) (int, error) {
		if strings.HasPrefix(string(p), "ready") {
			close(ready)
		}
		return len(p), nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-ready; cancel() }()
	out, err := Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Cancelled || out.TimedOut {
		t.Errorf("Cancelled %v, TimedOut %v, want only the first", out.Cancelled, out.TimedOut)
	}
	if out.Stdout.Text != "ready\ntidied\n" || out.ExitCode != 5 || out.Signal != "" {
		t.Errorf("printed %q and ended with %d %q", out.Stdout.Text, out.ExitCode, out.Signal)
	}
}

// SIGTERM reaches every member of the group, also one that is stopped.
func TestWholeGroupMayTidyUp(t *testing.T) {
	t.Parallel()
	c := bash(t, `tidy() { trap "echo $1 tidied >> tidied; exit" TERM; }
tidy program
(tidy child; echo $BASHPID > child; while :; do sleep 0.05; done) &
(tidy stopped; echo $BASHPID > stopped; kill -STOP $BASHPID) &
wait`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		readPid(t, filepath.Join(c.Dir, "child"))
		pid := readPid(t, filepath.Join(c.Dir, "stopped"))
		eventually(t, "a stopped child", func() bool { return stopped(pid) })
	}()
	if _, err := Run(ctx, c); err != nil {
		t.Fatal(err)
	}
	tidied, err := os.ReadFile(filepath.Join(c.Dir, "tidied"))
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"program", "child", "stopped"} {
		if !strings.Contains(string(tidied), who+" tidied\n") {
			t.Errorf("the %s got no chance to tidy up: %q", who, tidied)
		}
	}
}

// A program has a session of its own: no terminal that it could ask or write
// to.
func TestProgramHasItsOwnSession(t *testing.T) {
	t.Parallel()
	c := bash(t, `echo $$ > pid; until [ -e go ]; do sleep 0.02; done`)
	done := make(chan error)
	go func() {
		_, err := Run(t.Context(), c)
		done <- err
	}()
	pid := readPid(t, filepath.Join(c.Dir, "pid"))
	if session, err := unix.Getsid(pid); session != pid || err != nil {
		t.Errorf("the session of program %d is %d, %v", pid, session, err)
	}
	if group, err := unix.Getpgid(pid); group != pid || err != nil {
		t.Errorf("the group of program %d is %d, %v", pid, group, err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A program that does not listen, whose child does not listen either, and one
// that stopped itself: all end.
func TestWhoIgnoresSIGTERMIsKilled(t *testing.T) {
	for name, script := range map[string]string{
		"the program": `trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done`,
		"its child":   `trap 'exit 0' TERM; (trap '' TERM; echo $BASHPID > pid; while :; do sleep 0.05; done) & wait`,
		"a stopped":   `echo $$ > pid; kill -STOP $$`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := bash(t, script)
			file := filepath.Join(c.Dir, "pid")
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				defer cancel()
				readPid(t, file)
			}()
			out, err := Run(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			if !out.Cancelled {
				t.Error("Cancelled = false")
			}
			if pid := readPid(t, file); running(pid) {
				endAfterTest(t, pid)
				t.Error("it is still running when Run returns")
			}
		})
	}
}

func TestDeadlineOfTheContextIsATimeout(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	out, err := Run(ctx, bash(t, "sleep 1000"))
	if err != nil {
		t.Fatal(err)
	}
	if !out.TimedOut || out.Cancelled {
		t.Errorf("TimedOut %v, Cancelled %v, want only the first", out.TimedOut, out.Cancelled)
	}
}

// The call returns when its program has ended, with all that the program
// printed; the child that it left behind keeps running, and printing.
func TestChildThatHoldsTheOutputLives(t *testing.T) {
	t.Parallel()
	c := bash(t, `(echo $BASHPID > pid; until [ -e go ]; do sleep 0.02; done; for i in 1 2 3; do echo more || exit 1; done; echo x > done; exec sleep 1000) &
printf '%060000d' 0; echo end; exit 3`)
	out := run(t, c)
	if out.ExitCode != 3 || out.TimedOut {
		t.Errorf("ended with %d, TimedOut %v", out.ExitCode, out.TimedOut)
	}
	if want := strings.Repeat("0", 60000) + "end\n"; out.Stdout.Text != want {
		t.Errorf("captured %d bytes, want %d", len(out.Stdout.Text), len(want))
	}
	pid := readPid(t, filepath.Join(c.Dir, "pid"))
	endAfterTest(t, pid)
	if !running(pid) {
		t.Fatal("the child that was left behind has ended")
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the child printing on", func() bool {
		_, err := os.Stat(filepath.Join(c.Dir, "done"))
		return err == nil
	})
}

// The last words of the other members of a pipe are waited for a moment.
func TestChildThatNeverStopsPrintingHoldsNothingUp(t *testing.T) {
	t.Parallel()
	c := bash(t, `yes & echo $! > pid; exit 0`)
	out := run(t, c)
	pid := readPid(t, filepath.Join(c.Dir, "pid"))
	endAfterTest(t, pid)
	if out.ExitCode != 0 || out.TimedOut {
		t.Errorf("ended with %d, TimedOut %v", out.ExitCode, out.TimedOut)
	}
	if len(out.Stdout.Text) > DefaultCap+100 {
		t.Errorf("kept %d bytes", len(out.Stdout.Text))
	}
	if !running(pid) {
		t.Error("the child that was left behind has ended")
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
