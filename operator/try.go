package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"handrail/internal/proc"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/tools"
)

// trySession is the session of all calls that the person tries in one space.
func trySession(dir string) string { return "s_try_" + tools.Digest(dir)[:16] }

// Try starts one call of the person in the background, as a run of its own, and
// returns at once. digest is what the preview showed: another act asks.
func (o *Operator) Try(dir, tool, input, digest string) (run, call string, err error) {
	s, err := o.Space(dir)
	if err != nil {
		return "", "", err
	}
	call = "c_" + pipeline.NewID()
	ctx, cancel := context.WithCancel(o.ctx)
	calls, err := s.Calls(CallsConfig{Session: trySession(dir), Origin: journal.FromTry, Title: tool, Cancel: cancel})
	if err != nil {
		cancel()
		return "", "", err
	}
	calls.c.Live = o.runs.Live(calls.run, call)
	ctx, done := o.runs.TrackCall(ctx, calls.run, call)
	o.work.Go(func() {
		defer cancel()
		defer done()
		_, _, _ = calls.shown(ctx, call, tool, json.RawMessage(input), tools.Scope{}, digest) // what came of it is in the journal
		if err := calls.Close(); err != nil {
			o.hub.Notice("error", "%v", err)
		}
	})
	return calls.run, call, nil
}

// Tool finds an entry of a space by its qualified name, whatever its state.
func (o *Operator) Tool(dir, qualified string) (tools.Entry, error) {
	s, err := o.Space(dir)
	if err != nil {
		return tools.Entry{}, err
	}
	for _, e := range s.Registry().Entries() {
		if e.Qualified == qualified {
			return e, nil
		}
	}
	return tools.Entry{}, fmt.Errorf("there is no tool %q here", qualified)
}

// StartWindow runs the program with the window and waits for it. It returns its
// exit code.
func StartWindow(ctx context.Context, program, space string) int {
	c := proc.Command{Path: program, Env: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr}
	if space != "" {
		c.Args = []string{"--space", space}
	}
	out, err := proc.Run(ctx, c)
	if err != nil {
		fmt.Fprintln(os.Stderr, "handrail:", err)
		return 1
	}
	return out.ExitCode
}
