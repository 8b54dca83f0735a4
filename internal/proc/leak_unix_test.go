//go:build unix

package proc

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Thousands of runs, of every sort, leave no descriptor, goroutine or process.
func TestRunsLeaveNothingBehind(t *testing.T) {
	path := bash(t, "").Path
	missing := filepath.Join(t.TempDir(), "missing")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	sorts := []func() error{
		func() error { return each(Run(t.Context(), Command{Path: "true", Env: os.Environ()})) },
		func() error {
			return each(Run(t.Context(), Command{Path: "true", Env: os.Environ(), Stdout: io.Discard, Stderr: io.Discard}))
		},
		func() error {
			return each(Run(t.Context(), Command{Path: "true", Env: os.Environ(), Stdin: strings.NewReader(strings.Repeat("x", 1<<18))}))
		},
		func() error { return each(Run(t.Context(), Command{Path: "true", Env: os.Environ(), Dir: missing})) },
		func() error {
			return each(Run(t.Context(), Command{Path: missing, Stdin: strings.NewReader("x"), Stdout: io.Discard}))
		},
		func() error { return each(Run(ended, Command{Path: "true", Env: os.Environ()})) },
		func() error { return each(Run(t.Context(), Script(path, padded("exit 3", inlineScript+1), Command{}))) },
		func() error {
			return each(Run(t.Context(), Script(path, "sleep 0.1 & exit 1", Command{Env: os.Environ()})))
		},
		func() error {
			return each(Run(t.Context(), Script(path, "sleep 1000 & wait", Command{Env: os.Environ(), Timeout: time.Millisecond})))
		},
		func() error { return talked(t, Command{Path: "cat", Env: os.Environ()}) },
		func() error { return talked(t, Script(path, "sleep 1000 & exit 1", Command{Env: os.Environ()})) },
		func() error { return talked(t, Command{Path: missing}) },
	}
	round := func(times int) {
		var group sync.WaitGroup
		for worker := range 8 {
			group.Go(func() {
				for i := range times / 8 {
					if err := sorts[(worker+i)%len(sorts)](); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
	}
	round(2 * len(sorts) * 8)                        // what is made once is made now
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector would close what we forget to
	files, routines := openFiles(t), runtime.NumGoroutine()
	round(2000)
	eventually(t, "the end of what left children hold open", func() bool {
		return openFiles(t) <= files && runtime.NumGoroutine() <= routines
	})
	var status unix.WaitStatus
	if pid, err := unix.Wait4(-1, &status, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("a child is left: %d, %v", pid, err)
	}
}

// A child that is left behind with the program's input does not hold on to what
// feeds it.
func TestInputOfAChildThatIsLeftBehind(t *testing.T) {
	routines := runtime.NumGoroutine()
	c := bash(t, `sleep 1000 <&0 >/dev/null 2>&1 & echo $! > pid`)
	c.Stdin = strings.NewReader(strings.Repeat("x", 1<<20))
	run(t, c)
	endAfterTest(t, readPid(t, filepath.Join(c.Dir, "pid")))
	eventually(t, "the end of the feeding goroutine", func() bool { return runtime.NumGoroutine() <= routines })
}

// talked talks to a program and leaves it.
func talked(t *testing.T, c Command) error {
	p, err := House{}.Talk(context.Background(), t.Context(), Errand{}, c)
	if err != nil {
		return each(Outcome{}, err)
	}
	_, _ = io.WriteString(p.In, "hello\n") // it may have ended
	p.Close()
	_, err = io.Copy(io.Discard, p.Out)
	return err
}

// each accepts the ends that this test provokes.
func each(_ Outcome, err error) error {
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrNoFolder) {
		return nil
	}
	return err
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
