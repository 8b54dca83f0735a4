//go:build unix

// Package scripts tests the scripts in build/ that others rely on.
package scripts

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// parts is a Makefile whose targets pass, fail, or wait for ever.
const parts = `
good:
	@echo good ran
bad:
	@echo bad ran; false
worse:
	@echo worse ran; exit 3
slow:
	@echo slow runs; exec sleep 600
ping:
	@touch pinged; until [ -e ponged ]; do sleep 0.01; done; echo ping ran
pong:
	@touch ponged; until [ -e pinged ]; do sleep 0.01; done; echo pong ran
`

// script is a command that runs one of build/'s scripts beside a Makefile of the test's own.
func script(t *testing.T, makefile, name string, args ...string) *exec.Cmd {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("..", "..", "..", "build", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(makefile), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), file, args...)
	cmd.Dir = dir
	// Under make test this test is in a make already, whose flags are not its own.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "MAKE") || strings.HasPrefix(v, "MFLAGS") })
	return cmd
}

// TestParts tests that a part that fails does not keep the others from running,
// and that all that failed are named at the end.
func TestParts(t *testing.T) {
	cases := []struct {
		name, parts string
		status      int
		ran, last   string
	}{
		{"all pass", "good good", 0, "good ran\ngood ran\n", ""},
		{"one fails", "good bad good", 1, "good ran\nbad ran\ngood ran\n", "test: 1 of 3 parts failed: bad"},
		{"several fail", "bad good worse", 1, "bad ran\ngood ran\nworse ran\n", "test: 2 of 3 parts failed: bad worse"},
		{"two at the same time", "good ping+pong good", 0, "good ran\nping ran\npong ran\ngood ran\n", ""},
		{"one of two fails", "bad+good", 1, "bad ran\ngood ran\n", "test: 1 of 2 parts failed: bad"},
		{"both fail", "good worse+bad", 1, "good ran\nworse ran\nbad ran\n", "test: 2 of 3 parts failed: worse bad"},
		{"one that does not exist", "nowhere good", 1, "good ran\n", "test: 1 of 2 parts failed: nowhere"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			cmd := script(t, parts, "test.sh", strings.Fields(c.parts)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if status := cmd.ProcessState.ExitCode(); status != c.status {
				t.Errorf("it ended with %d (%v), want %d\n%s", status, err, c.status, stderr.String())
			}
			if stdout.String() != c.ran {
				t.Errorf("it printed %q, want %q", stdout.String(), c.ran)
			}
			if timed := regexp.MustCompile(`(?m)^test: (good \d+ s, )?\w+\+\w+ \d+ s$`).MatchString(stderr.String()); timed != strings.Contains(c.parts, "+") {
				t.Errorf("how long the parts took is said: %v, in %q", timed, stderr.String())
			}
			if last := lastLine(stderr.String()); c.last != "" && last != c.last {
				t.Errorf("its last line is %q, want %q", last, c.last)
			}
		})
	}
}

// TestPartsStopped tests that a signal ends the part that runs, with what it
// started, and leaves out the rest.
func TestPartsStopped(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		part   string
		status int
	}{{syscall.SIGINT, "slow", 130}, {syscall.SIGTERM, "slow", 143}, {syscall.SIGTERM, "slow+slow", 143}} {
		t.Run(c.signal.String()+" "+c.part, func(t *testing.T) {
			cmd := script(t, parts, "test.sh", "bad", c.part, "good")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ran := bufio.NewReader(out)
			for _, want := range []string{"bad ran\n", "slow runs\n"} {
				if line, err := ran.ReadString('\n'); line != want {
					t.Fatalf("it printed %q (%v), want %q", line, err, want)
				}
			}
			for range 3 { // make hands on the one that it gets, too
				if err := cmd.Process.Signal(c.signal); err != nil {
					t.Fatal(err)
				}
			}
			// The pipe ends when nobody holds it: neither the script nor what it started.
			rest, err := io.ReadAll(ran)
			if err != nil || len(rest) > 0 {
				t.Errorf("after the signal it printed %q (%v)", rest, err)
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != c.status {
				t.Errorf("it ended with %v, want status %d", err, c.status)
			}
			if last, want := lastLine(stderr.String()), "test: stopped in "+c.part+"; what follows it did not run"; last != want {
				t.Errorf("its last line is %q, want %q", last, want)
			}
		})
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
