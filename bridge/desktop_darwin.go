package bridge

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ncruces/zenity"

	"handrail/internal/proc"
)

// scriptHost shows the dialogs of macOS. The library finds it on PATH at every
// call, so it is checked before every call that PATH leads to the system's.
const scriptHost = "/usr/bin/osascript"

func checkSystem() error {
	found, err := proc.Look("osascript", os.Getenv("PATH"))
	if err != nil {
		return &UnavailableError{NoProgram, fmt.Sprintf("no dialog can be shown: %v", err)}
	}
	if found != scriptHost {
		return &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: PATH leads to %s instead of %s; take that folder off PATH and start Handrail again", found, scriptHost)}
	}
	return nil
}

func (d *desktop) name() string { return scriptHost }

func (d *desktop) notifies() error { return d.missing }

// notify shows a notification. A line break would make the library take what
// is before it for a subtitle. Nobody is told of a click.
func (d *desktop) notify(ctx context.Context, title, text string, _ func()) error {
	if err := checkSystem(); err != nil {
		return err
	}
	return zenity.Notify(strings.ReplaceAll(text, "\n", " "), zenity.Title(title), zenity.Context(ctx))
}
