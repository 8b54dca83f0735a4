package pages

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"handrail/internal/proc"
	"handrail/tools"
)

// ViewerArgument is the only argument of the desktop program that makes it a viewer of one page.
const ViewerArgument = "--page-viewer"

// View shows the page at address in a window of its own, by the desktop program, until the person closes it or ctx
// ends. The address goes over standard input: what stands in an argument can be read by other users' programs.
func View(ctx context.Context, program, address string) error {
	out, err := proc.Run(ctx, proc.Command{Path: program, Args: []string{ViewerArgument}, Env: os.Environ(), Stdin: strings.NewReader(address + "\n")})
	if ctx.Err() != nil { // it was closed from here
		return nil //nolint:nilerr // likewise
	}
	switch {
	case err != nil:
		return fmt.Errorf("the page's window can't be opened: %w", err)
	case out.ExitCode != 0:
		return fmt.Errorf("the page's window can't be opened: %s", strings.TrimSpace(out.Stderr.Text))
	}
	return nil
}

// A Screen shows the page at an address until the person closes it, or ctx ends. It is nil where nothing can.
type Screen func(ctx context.Context, address string) error

// Check says by an error with the code unavailable that nothing here can show a page
// (docs/spec/09-bridge.md#space-pages), and what the person can do.
func (show Screen) Check() error {
	switch {
	case show != nil:
		return nil
	case runtime.GOOS != "linux":
		return tools.Errorf(tools.Unavailable, "pages can't be opened on this system yet: Handrail's own window for them is there on Linux only, and in a browser a page could send out what it has read; open it on a machine with Linux")
	}
	return tools.Errorf(tools.Unavailable, "pages can't be opened: there is no program handrail-desktop with a window for them beside this one, and in a browser a page could send out what it has read; install handrail-desktop in the same folder as handrail, and open the page again")
}

// Show shows an open page until it is closed, or ctx ends. The screen is not nil.
func (s *Session) Show(ctx context.Context, screen Screen) error {
	defer context.AfterFunc(ctx, s.cancel)()
	defer s.Close()
	for range mostStuck {
		if again, err := s.attempt(screen); !again {
			return err
		}
	}
	return screen(s.ctx, s.Address())
}

const (
	// mostStuck is how many windows are closed for being stuck; the next one is left alone.
	mostStuck = 2
	// stuckAfter is how long a window may have the page without running it. On a busy machine, WebKit now and then never runs what it
	// has loaded, once in fifty times with six others beside it, and stays blank.
	stuckAfter = 10 * time.Second
)

// attempt shows the page in a window, and closes that again if it is stuck. What it was given is worth nothing then.
func (s *Session) attempt(screen Screen) (stuck bool, err error) {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	ended := make(chan struct{})
	watched := make(chan bool, 1)
	go func() { watched <- s.waitStuck(ended, stop) }()
	err = screen(ctx, s.Address())
	close(ended)
	return <-watched, err
}

// waitStuck waits until the window has ended, or the page runs in it, or is stuck: then it gives the page new keys, and stops the window.
func (s *Session) waitStuck(ended <-chan struct{}, stop func()) bool {
	var since time.Time
	look := time.NewTicker(stuckAfter / 50)
	defer look.Stop()
	for {
		select {
		case <-ended:
			return false
		case <-look.C:
		}
		s.mu.Lock()
		opened, heard := s.opened, s.heard
		if opened && since.IsZero() {
			since = time.Now()
		}
		stuck := opened && !heard && time.Since(since) > stuckAfter
		if stuck {
			s.keys, s.opened = newKeys(), false
		}
		s.mu.Unlock()
		if heard {
			return false
		}
		if stuck {
			stop()
			return true
		}
	}
}
