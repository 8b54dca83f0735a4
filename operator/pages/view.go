package pages

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

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
	return screen(s.ctx, s.Address())
}
