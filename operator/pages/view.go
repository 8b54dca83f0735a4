package pages

import (
	"context"
	"fmt"
	"os"
	"strings"

	"handrail/internal/proc"
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

// A Screen shows a page at an address. watched says that it has returned because the person has closed the page; else
// somebody shows it from now on.
type Screen func(ctx context.Context, address string) (watched bool, err error)

// Show shows an open page until it is closed, or ctx ends.
func (s *Session) Show(ctx context.Context, screen Screen) error {
	defer context.AfterFunc(ctx, s.cancel)()
	watched, err := screen(s.ctx, s.Address())
	if err != nil || watched {
		s.Close()
		return err
	}
	<-s.Done()
	return nil
}
