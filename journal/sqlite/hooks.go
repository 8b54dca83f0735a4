package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// A HookCount is what is known of the runs of one hook in one space. Several
// processes count at once, so it lives here; hook-states.json is its view
// (docs/spec/10-hooks.md).
type HookCount struct {
	Enabled   *bool // what the person has set; nil: nothing, it is as its author says
	Shown     *bool // what hook-states.json said last; nil: nothing
	Runs      int64
	Blocked   int64
	Errors    int64
	Total     time.Duration // of all runs
	Slowest   time.Duration
	Last      time.Time // of the newest run; zero: none
	LastError string
}

// A HookRun is one run of a hook, to be added to its count.
type HookRun struct {
	Hook    string
	At      time.Time
	Took    time.Duration
	Blocked bool
	Error   string // "": none
}

// Hooks keeps what the hooks of all spaces have counted, and what the person has set
// for them. It is safe for concurrent use.
type Hooks struct{ db *database }

// CountHooks adds runs to the counts of a space, all or none. They are kept when
// the process is killed; a power cut may lose the last ones.
func (h *Hooks) CountHooks(ctx context.Context, space string, runs []HookRun) error {
	return h.db.change(ctx, false, func() error {
		for _, r := range runs {
			failed := r.Error != ""
			_, err := h.db.exec(ctx, `INSERT INTO hook_counts (space, hook, runs, blocked, errors, total, slowest, last, last_error) VALUES (?1, ?2, 1, ?3, ?4, ?5, ?5, ?6, ?7)
				ON CONFLICT (space, hook) DO UPDATE SET runs = runs + 1, blocked = blocked + ?3, errors = errors + ?4, total = total + ?5,
				slowest = max(slowest, ?5), last = max(last, ?6), last_error = iif(?4, ?7, last_error)`,
				space, r.Hook, r.Blocked, failed, r.Took.Nanoseconds(), r.At.UnixNano(), r.Error)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// SetHookEnabled keeps what the person has set; nil forgets it.
func (h *Hooks) SetHookEnabled(ctx context.Context, space, hook string, enabled *bool) error {
	return h.setHook(ctx, "enabled", space, hook, enabled)
}

// SetHookShown keeps what hook-states.json says of a hook, so that a change by
// hand can be told from ours.
func (h *Hooks) SetHookShown(ctx context.Context, space, hook string, shown *bool) error {
	return h.setHook(ctx, "shown", space, hook, shown)
}

func (h *Hooks) setHook(ctx context.Context, column, space, hook string, value *bool) error {
	return h.db.change(ctx, false, func() error {
		_, err := h.db.exec(ctx, `INSERT INTO hook_counts (space, hook, `+column+`, runs, blocked, errors, total, slowest, last, last_error) VALUES (?1, ?2, ?3, 0, 0, 0, 0, 0, 0, '')
			ON CONFLICT (space, hook) DO UPDATE SET `+column+` = ?3`, space, hook, value)
		return err
	})
}

// HookCounts returns the counts of a space, by the hook's id.
func (h *Hooks) HookCounts(ctx context.Context, space string) (all map[string]HookCount, err error) {
	rows, err := h.db.read.QueryContext(ctx, "SELECT hook, enabled, shown, runs, blocked, errors, total, slowest, last, last_error FROM hook_counts WHERE space = ?", space)
	if err != nil {
		return nil, h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	all = map[string]HookCount{}
	for rows.Next() {
		var id string
		var c HookCount
		var enabled, shown sql.NullBool
		var last int64
		if err := rows.Scan(&id, &enabled, &shown, &c.Runs, &c.Blocked, &c.Errors, &c.Total, &c.Slowest, &last, &c.LastError); err != nil {
			return nil, h.db.fault(err)
		}
		if enabled.Valid {
			c.Enabled = &enabled.Bool
		}
		if shown.Valid {
			c.Shown = &shown.Bool
		}
		if last > 0 {
			c.Last = time.Unix(0, last).UTC()
		}
		all[id] = c
	}
	return all, h.db.fault(rows.Err())
}
