package sqlite

import (
	"context"
	"errors"
	"strings"

	"handrail/journal"
)

// A CallsQuery says which calls to list.
type CallsQuery struct {
	Space string   // only this folder
	Tools []string // the names by which they were called
	Limit int      // at most this many; 0 means 50
}

// Calls lists the "called" events of tools, newest first. It looks at every call
// of the journal, by the index that has nothing else in it.
func (h *History) Calls(ctx context.Context, q CallsQuery) ([]journal.Event, error) {
	if len(q.Tools) == 0 {
		return nil, nil
	}
	if q.Limit < 1 {
		q.Limit = 50
	}
	args := []any{q.Space}
	for _, name := range q.Tools {
		args = append(args, name)
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(q.Tools)), ", ")
	return h.events(ctx, `SELECT e.seq, r.id, e.call, e.time, e.kind, e.data FROM events e INDEXED BY events_called JOIN runs r ON r.n = e.run
WHERE e.kind = 'called' AND r.space = ? AND json_extract(e.data, '$.tool') IN (`+marks+`) ORDER BY e.seq DESC LIMIT ?`, append(args, q.Limit)...)
}

// FindCalls lists at most limit ids of calls that begin with prefix; a call of
// just that id comes first.
func (h *History) FindCalls(ctx context.Context, prefix string, limit int) (ids []string, err error) {
	rows, err := h.db.read.QueryContext(ctx, `SELECT DISTINCT call FROM events INDEXED BY events_called
WHERE kind = 'called' AND call >= ?1 AND substr(call, 1, length(?1)) = ?1 ORDER BY call LIMIT ?2`, prefix, limit)
	if err != nil {
		return nil, h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, h.db.fault(err)
		}
		ids = append(ids, id)
	}
	return ids, h.db.fault(rows.Err())
}
