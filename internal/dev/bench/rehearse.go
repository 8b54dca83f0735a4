package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/operator"
	"handrail/tools"
)

// rehearseRounds is how often a call, and the same call rehearsed, are made in turn.
const rehearseRounds = 40

// rehearsalAdds is how much longer than the call itself a rehearsal of it may take.
const rehearsalAdds = 5 * time.Millisecond

// measureRehearsal takes the time of a call that is rehearsed, with reading what it would change and
// dropping it, beside the same call in earnest: from the command line, where each opens a room; and in
// an app that is open, where the call in earnest finds a room and a rehearsal has its own.
func measureRehearsal(ctx context.Context, b bench) (lines []line, err error) {
	dir := filepath.Join(b.work, "rehearsed")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("notes\n"), 0o600)); err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	const command = "echo more >> notes.txt"
	args := []string{"--space", dir, "--confirm", "allow", "call", "bash", "command=" + command}
	samples, err := turns(rehearseRounds,
		func() error {
			return quiet(ctx, dir, b.env, b.handrail, append(slices.Clone(args), "--rehearse", "--discard")...)
		},
		func() error { return quiet(ctx, dir, b.env, b.handrail, args...) },
	)
	if err != nil {
		return nil, err
	}
	rehearsed, real := samples[0].median(), samples[1].median()
	lines = append(lines, line{
		what: "a rehearsed call, from the command line", ours: rehearsed, floor: "the call itself", least: real,
		aim: "adds at most 5 ms", met: rehearsed-real <= rehearsalAdds, remark: "adds " + short(rehearsed-real),
	})
	d, err := openDoor(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	samples, err = turns(rehearseRounds, d.rehearse(ctx, "bash", map[string]any{"command": command}), d.call(ctx, "bash", map[string]any{"command": command}))
	if err != nil {
		return nil, err
	}
	rehearsed, real = samples[0].median(), samples[1].median()
	return append(lines, line{
		what: "a rehearsed call in an open app", ours: rehearsed, floor: "the call in a room that stands", least: real,
		aim: "adds at most 5 ms", met: rehearsed-real <= rehearsalAdds,
		remark: "adds " + short(rehearsed-real) + ": it builds a room of its own, and ends it",
	}), nil
}

// rehearse is a subject: one call that is rehearsed, and dropped.
func (d door) rehearse(ctx context.Context, tool string, input map[string]any) subject {
	raw, err := json.Marshal(input)
	return func() error {
		if err != nil {
			return err
		}
		r, _, result, err := d.calls.Rehearse(ctx, tool, raw, tools.Scope{})
		if err != nil {
			return err
		}
		if result.Error != nil {
			return result.Error
		}
		return operator.RehearsalsOf(d.app).Drop(r.ID)
	}
}
