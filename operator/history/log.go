// Package history is what has happened, as a person reads it: runs, their calls with
// why each was allowed, and the pictures of results.
package history

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"handrail/internal/spool"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
	"handrail/tools"
)

// Config is what a Log is given.
type Config struct {
	Store    *sqlite.Store
	Pictures string         // the folder for pictures of results
	Settings *settings.File // how long runs stay
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
}

// A Log is what has happened in all spaces. It is safe for concurrent use.
type Log struct {
	c        Config
	pictures *spool.Store
}

// New returns a log. It reads nothing yet.
func New(c Config) *Log {
	return &Log{c: c, pictures: spool.New(spool.Config{Dir: c.Pictures, Files: keptPictures, Bytes: keptBytes})}
}

// Runs lists runs, newest first: of one space, or of all if it is "". Those of sub-agents
// are not among them: see Children. next is the cursor of the page after this one, "" if
// there is none.
func (l *Log) Runs(ctx context.Context, space, cursor string, limit int) (page []journal.Run, next string, err error) {
	return l.c.Store.History().Runs(ctx, sqlite.RunsQuery{Space: space, Top: true, Cursor: cursor, Limit: limit})
}

// mostCut is how many runs that were cut are listed.
const mostCut = 100

// Cut are the runs of agents that were cut and can go on, the newest first: of one space, or
// of all if it is "".
func (l *Log) Cut(ctx context.Context, space string) ([]journal.Run, error) {
	return l.cut(ctx, space, func(rehearsal string) bool { return rehearsal == "" })
}

// CutRehearsed are those that were cut and were only rehearsed: they do not go on, and what they
// would change can be looked at. The second result has the rehearsal of each.
func (l *Log) CutRehearsed(ctx context.Context, space string) (list []journal.Run, ids map[string]string, err error) {
	ids = map[string]string{}
	list, err = l.cut(ctx, space, func(rehearsal string) bool { return rehearsal != "" })
	for i := 0; i < len(list) && err == nil; i++ {
		ids[list[i].ID], _, err = l.RehearsedAs(ctx, list[i].ID)
	}
	return list, ids, err
}

// cut are runs that were cut after their task was recorded, of which what they were rehearsed as matches.
func (l *Log) cut(ctx context.Context, space string, match func(rehearsal string) bool) (out []journal.Run, err error) {
	list, _, err := l.c.Store.History().Runs(ctx, sqlite.RunsQuery{Space: space, Cut: true, Limit: mostCut})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		id, begun, err := l.RehearsedAs(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		if begun && match(id) {
			out = append(out, r)
		}
	}
	return out, nil
}

// RehearsedAs is the rehearsal that a run of an agent was; "" if it acted. begun says that it had a task: one that
// was cut before that was recorded has done nothing, and has nothing to go on with.
func (l *Log) RehearsedAs(ctx context.Context, run string) (id string, begun bool, err error) {
	events, err := l.c.Store.History().Events(ctx, run, 0, 4) // what was said comes first
	if err != nil {
		return "", false, err
	}
	for _, e := range events {
		var said journal.PromptedData
		if e.Kind == journal.Prompted && json.Unmarshal(e.Data, &said) == nil {
			return said.Rehearsal, true, nil
		}
	}
	return "", false, nil
}

// mostChildren is how many runs of sub-agents of one run are listed.
const mostChildren = 1000

// Families puts below each run those of its sub-agents, however deep.
func (l *Log) Families(ctx context.Context, runs []journal.Run) (all []journal.Run, err error) {
	for _, r := range runs {
		below, err := l.Children(ctx, r.ID)
		if err == nil {
			below, err = l.Families(ctx, below)
		}
		if err != nil {
			return nil, err
		}
		all = append(append(all, r), below...)
	}
	return all, nil
}

// Children are the runs of the sub-agents to which a run has given a task, the oldest first.
func (l *Log) Children(ctx context.Context, run string) ([]journal.Run, error) {
	list, _, err := l.c.Store.History().Runs(ctx, sqlite.RunsQuery{Parent: run, Limit: mostChildren})
	slices.Reverse(list)
	return list, err
}

// FindRun finds a run by its id or by the first characters of it.
func (l *Log) FindRun(ctx context.Context, id string) (journal.Run, error) {
	found, err := l.c.Store.History().FindRuns(ctx, id, 2)
	switch {
	case err != nil:
		return journal.Run{}, err
	case len(found) == 0:
		return journal.Run{}, tools.Advise(tools.Action{Kind: tools.ListRuns}, "there is no run %q", id)
	case len(found) > 1 && found[0].ID != id:
		return journal.Run{}, fmt.Errorf("%q could be %s, %s or more: write more of it", id, found[0].ID, found[1].ID)
	}
	return found[0], nil
}

// eventPage is how many events are read at a time.
const eventPage = 500

// EachEvent calls do with every event of a run, oldest first.
func (l *Log) EachEvent(ctx context.Context, run string, do func(journal.Event) error) error {
	for after := int64(0); ; {
		events, err := l.c.Store.History().Events(ctx, run, after, eventPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := do(e); err != nil {
				return err
			}
			after = e.Seq
		}
		if len(events) < eventPage {
			return nil
		}
	}
}

// Export writes a run as JSON lines or CSV.
func (l *Log) Export(ctx context.Context, run, format string, w io.Writer) error {
	return l.c.Store.History().Export(ctx, w, run, format)
}

// Events are at most limit events of a run after the one numbered after.
func (l *Log) Events(ctx context.Context, run string, after int64, limit int) ([]journal.Event, error) {
	return l.c.Store.History().Events(ctx, run, after, limit)
}

// ExportTo writes a run to a file, whole or not at all.
func (l *Log) ExportTo(ctx context.Context, run, format, path string) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handrail-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // after the rename it is gone already
	if err := l.Export(ctx, run, format, tmp); err != nil {
		_ = tmp.Close() // the export failed already
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
