//go:build unix

package clipboard

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/proc"
)

// patience is how long the program that holds the clipboard may take to hand it over.
const patience = 10 * time.Second

// errHung says that nobody hands the clipboard over.
var errHung = errors.New("the program that holds the clipboard does not answer; copy the text again")

// An enough is a writer that calls stop when it has seen more than is read: a hundred
// megabytes are never fetched for the first of them.
type enough struct {
	left int
	stop func()
}

// Write implements io.Writer.
func (e *enough) Write(p []byte) (int, error) {
	if e.left -= len(p); e.left < 0 {
		e.stop()
	}
	return len(p), nil
}

// A runner runs the programs of the clipboard.
type runner struct {
	env      []string
	patience time.Duration // how long the program that holds the clipboard may take
}

// take runs a program that prints what lies in the clipboard, as far as it is read. ok
// is false if the program says that there is nothing of that sort.
func (r runner) take(ctx context.Context, path string, args ...string) (text string, ok bool, err error) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	count := &enough{left: MostBytes, stop: stop}
	out, err := proc.Run(within, proc.Command{
		Path: path, Args: args, Dir: "/", Env: r.env, Timeout: r.patience, Stdout: count, Cap: 4 * MostBytes})
	switch {
	case ctx.Err() != nil:
		return "", false, ctx.Err()
	case out.Stdout.Total > MostBytes: // it was stopped for that
		return out.Stdout.Text, true, nil
	case err != nil:
		return "", false, err
	case out.TimedOut:
		return "", false, errHung
	case out.ExitCode != 0:
		return "", false, nil
	}
	return out.Stdout.Text, true, nil
}

// put runs a program that takes what it reads into the clipboard.
func (r runner) put(ctx context.Context, text, path string, args ...string) error {
	out, err := proc.Run(ctx, proc.Command{Path: path, Args: args, Dir: "/", Env: r.env, Timeout: r.patience, Stdin: strings.NewReader(text)})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case out.TimedOut:
		return errHung
	case out.ExitCode != 0:
		return fmt.Errorf("%s ended with code %d", filepath.Base(path), out.ExitCode)
	}
	return nil
}
