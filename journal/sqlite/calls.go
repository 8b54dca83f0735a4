package sqlite

import (
	"context"
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
func (s *Store) Calls(ctx context.Context, q CallsQuery) ([]journal.Event, error) {
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
	return s.events(ctx, `SELECT e.seq, r.id, e.call, e.time, e.kind, e.data FROM events e INDEXED BY events_called JOIN runs r ON r.n = e.run
WHERE e.kind = 'called' AND r.space = ? AND json_extract(e.data, '$.tool') IN (`+marks+`) ORDER BY e.seq DESC LIMIT ?`, append(args, q.Limit)...)
}
