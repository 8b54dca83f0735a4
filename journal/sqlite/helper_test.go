package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// helper names what this test binary does when a test starts it as another
// Handrail process; helperPath is the journal it works on.
const (
	helper     = "HANDRAIL_JOURNAL_TEST_HELPER"
	helperPath = "HANDRAIL_JOURNAL_TEST_PATH"
)

func TestMain(m *testing.M) {
	name := os.Getenv(helper)
	if name == "" {
		os.Exit(m.Run())
	}
	help, ok := helpers()[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "no helper %q\n", name)
		os.Exit(2)
	}
	if err := help(os.Getenv(helperPath)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// start starts this test binary as a helper. It is killed when the test ends.
func start(t *testing.T, name, path string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	return startWith(t, name, path, nil)
}

// startWith starts a helper that reads stdin; nil: nothing.
func startWith(t *testing.T, name, path string, stdin *os.File) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), helper+"="+name, helperPath+"="+path)
	cmd.Stderr = os.Stderr
	if stdin != nil {
		cmd.Stdin = stdin
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	return cmd, bufio.NewScanner(out)
}

// startWaiting is start for a helper that reads what is written to it.
func startWaiting(t *testing.T, name, path string) (*exec.Cmd, *bufio.Scanner, *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	t.Cleanup(func() { _ = write.Close() })
	cmd, out := startWith(t, name, path, read)
	return cmd, out, write
}

// kill ends a helper as a crash would, and waits until it is gone.
func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
}

// line waits for the helper's next line.
func line(t *testing.T, out *bufio.Scanner) string {
	t.Helper()
	if !out.Scan() {
		t.Fatalf("the helper ended: %v", out.Err())
	}
	return out.Text()
}

// journalIn names a journal in a new folder.
func journalIn(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "data", "journal.db")
}

// open opens a journal for a test.
func open(t *testing.T, c Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), c)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// begin begins a run.
func begin(t *testing.T, s *Store, id string) {
	t.Helper()
	if err := s.Begin(context.Background(), journal.Run{ID: id, Session: "s", Space: "/space", Started: time.Now()}); err != nil {
		t.Fatalf("Begin: %v", err)
	}
}

// record records events.
func record(t *testing.T, s *Store, events ...journal.Event) {
	t.Helper()
	if err := s.Record(context.Background(), events...); err != nil {
		t.Fatalf("Record: %v", err)
	}
}

// text is a small event.
func text(run, words string) journal.Event {
	return journal.New(run, "", journal.Output, journal.OutputData{Stream: "stdout", Text: words})
}

// ended is the event that ends a run.
func ended(run string) journal.Event {
	return journal.New(run, "", journal.Ended, journal.EndedData{State: journal.Done})
}

// events lists all events of a run.
func events(t *testing.T, s *Store, run string) []journal.Event {
	t.Helper()
	list, err := s.History().Events(t.Context(), run, 0, 1<<20)
	if err != nil {
		t.Fatalf("Events: %v", err)
	}
	return list
}

// theRun finds one run.
func theRun(t *testing.T, s *Store, id string) journal.Run {
	t.Helper()
	found, err := s.History().FindRuns(t.Context(), id, 1)
	if err != nil || len(found) != 1 {
		t.Fatalf("FindRuns(%s) = %v, %v", id, found, err)
	}
	return found[0]
}

// eventually polls until ok says yes.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not come about within 20 s", what)
		}
		<-time.After(2 * time.Millisecond)
	}
}

// says checks that an error is of a kind and says something.
func says(t *testing.T, err, kind error, words ...string) {
	t.Helper()
	if err == nil || kind != nil && !errors.Is(err, kind) {
		t.Fatalf("error %v, want %v", err, kind)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}
