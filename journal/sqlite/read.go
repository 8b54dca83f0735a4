package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"handrail/journal"
)

const runColumns = "id, session, space, origin, agent, model, title, started, ended, state, reason, calls, input_tokens, output_tokens, parent, parent_call"

const eventColumns = "e.seq, r.id, e.call, e.time, e.kind, e.data FROM events e JOIN runs r ON r.n = e.run"

// A History lists what has happened: runs, their events and calls, as every process
// has recorded them. It is safe for concurrent use.
type History struct {
	db      *database
	changed broadcast // of new events and runs, and of the end
}

// A RunsQuery says which runs to list. The zero value asks for the newest ones.
type RunsQuery struct {
	Space   string // only this folder; "" for all
	Session string // only this session; "" for all
	Top     bool   // none of a sub-agent
	Cut     bool   // only runs of agents that were cut, each the last of its conversation
	Parent  string // only runs of sub-agents that this run has given a task; "" for all
	Cursor  string // where a page before ended; "" for the first page
	Limit   int    // at most this many; 0 means 50
}

// Runs lists runs, newest first. next is the Cursor of the following page, ""
// if there is none.
func (h *History) Runs(ctx context.Context, q RunsQuery) (page []journal.Run, next string, err error) {
	if q.Limit < 1 {
		q.Limit = 50
	}
	where, args := []string{"1"}, []any{}
	if q.Space != "" {
		where, args = append(where, "space = ?"), append(args, q.Space)
	}
	if q.Session != "" {
		where, args = append(where, "session = ?"), append(args, q.Session)
	}
	if q.Top {
		where = append(where, "parent = ''")
	}
	if q.Cut {
		where = append(where, `state = 'unknown' AND origin = 'chat' AND parent = '' AND NOT EXISTS (
	SELECT 1 FROM runs later WHERE later.session = runs.session AND later.parent = '' AND later.n > runs.n) AND `+notGone)
	}
	if q.Parent != "" {
		where, args = append(where, "parent = ? AND parent != ''"), append(args, q.Parent)
	}
	if q.Cursor != "" {
		before, err := strconv.ParseInt(q.Cursor, 10, 64)
		if err != nil {
			return nil, "", fmt.Errorf("%q is not the cursor of a list of runs; begin with the first page", q.Cursor)
		}
		where, args = append(where, "n < ?"), append(args, before)
	}
	rows, err := h.db.read.QueryContext(ctx, "SELECT n, "+runColumns+" FROM runs WHERE "+strings.Join(where, " AND ")+" ORDER BY n DESC LIMIT ?",
		append(args, q.Limit+1)...)
	if err != nil {
		return nil, "", h.db.fault(err)
	}
	page, numbers, err := scanRuns(rows)
	if err != nil {
		return nil, "", h.db.fault(err)
	}
	if len(page) > q.Limit {
		page, next = page[:q.Limit], strconv.FormatInt(numbers[q.Limit-1], 10)
	}
	return page, next, nil
}

// Spaces lists the folders of all runs that are kept, each once.
func (h *History) Spaces(ctx context.Context) (dirs []string, err error) {
	rows, err := h.db.read.QueryContext(ctx, "SELECT DISTINCT space FROM runs ORDER BY space")
	if err != nil {
		return nil, h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	for rows.Next() {
		var dir string
		if err := rows.Scan(&dir); err != nil {
			return nil, h.db.fault(err)
		}
		dirs = append(dirs, dir)
	}
	return dirs, h.db.fault(rows.Err())
}

// FindRuns lists at most limit runs whose id begins with prefix; a run of just
// that id comes first.
func (h *History) FindRuns(ctx context.Context, prefix string, limit int) ([]journal.Run, error) {
	rows, err := h.db.read.QueryContext(ctx, "SELECT n, "+runColumns+" FROM runs WHERE id >= ?1 AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2", prefix, limit)
	if err != nil {
		return nil, h.db.fault(err)
	}
	page, _, err := scanRuns(rows)
	return page, h.db.fault(err)
}

func scanRuns(rows *sql.Rows) (page []journal.Run, numbers []int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var r journal.Run
		var n, started, ended int64
		err := rows.Scan(&n, &r.ID, &r.Session, &r.Space, &r.Origin, &r.Agent, &r.Model, &r.Title, &started, &ended, &r.State, &r.Reason,
			&r.Calls, &r.InputTokens, &r.OutputTokens, &r.Parent, &r.ParentCall)
		if err != nil {
			return nil, nil, err
		}
		r.Started = timeOf(started)
		if ended != 0 {
			r.Ended = timeOf(ended)
		}
		page, numbers = append(page, r), append(numbers, n)
	}
	return page, numbers, rows.Err()
}

// Events lists at most limit events of a run whose Seq is above after, oldest
// first. An unknown run has none.
func (h *History) Events(ctx context.Context, run string, after int64, limit int) ([]journal.Event, error) {
	return h.events(ctx, "SELECT "+eventColumns+" WHERE e.run = (SELECT n FROM runs WHERE id = ?) AND e.seq > ? ORDER BY e.seq LIMIT ?", run, after, limit)
}

// SessionEvents is Events for all runs of a session together.
func (h *History) SessionEvents(ctx context.Context, session string, after int64, limit int) ([]journal.Event, error) {
	return h.events(ctx, "SELECT "+eventColumns+" WHERE e.run IN (SELECT n FROM runs WHERE session = ?) AND e.seq > ? ORDER BY e.seq LIMIT ?", session, after, limit)
}

// AllEvents is Events for all runs together.
func (h *History) AllEvents(ctx context.Context, after int64, limit int) ([]journal.Event, error) {
	return h.events(ctx, "SELECT "+eventColumns+" WHERE e.seq > ? ORDER BY e.seq LIMIT ?", after, limit)
}

// after is Events for one run, or for all if run is "".
func (h *History) after(ctx context.Context, run string, after int64, limit int) ([]journal.Event, error) {
	if run == "" {
		return h.AllEvents(ctx, after, limit)
	}
	return h.Events(ctx, run, after, limit)
}

// CallEvents lists all events of a call, oldest first.
func (h *History) CallEvents(ctx context.Context, call string) ([]journal.Event, error) {
	return h.events(ctx, `SELECT `+eventColumns+` WHERE e.run = (SELECT run FROM events WHERE call = ?1 AND kind = 'called')
AND e.seq >= (SELECT seq FROM events WHERE call = ?1 AND kind = 'called') AND e.call = ?1 ORDER BY e.seq`, call)
}

func (h *History) events(ctx context.Context, query string, args ...any) ([]journal.Event, error) {
	rows, err := h.db.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, h.db.fault(err)
	}
	defer rows.Close()
	var events []journal.Event
	for rows.Next() {
		var e journal.Event
		var at int64
		if err := rows.Scan(&e.Seq, &e.Run, &e.Call, &at, &e.Kind, (*[]byte)(&e.Data)); err != nil {
			return nil, h.db.fault(err)
		}
		e.Time = timeOf(at)
		events = append(events, e)
	}
	return events, h.db.fault(rows.Err())
}

// Last is the Seq of the newest event; 0 if there is none.
func (h *History) Last(ctx context.Context) (int64, error) {
	var last sql.NullInt64
	err := h.db.read.QueryRowContext(ctx, "SELECT max(seq) FROM events").Scan(&last)
	return last.Int64, h.db.fault(err)
}

func timeOf(ns int64) time.Time { return time.Unix(0, ns).UTC() }
