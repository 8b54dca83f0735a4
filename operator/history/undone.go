package history

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
)

// mostUndone is how many undos of a space are looked at.
const mostUndone = 200

// An Undone is a call that has taken back what others have changed.
type Undone struct {
	Run, Call string
	Time      time.Time
	journal.UndoneData
}

// Undone are the last 200 calls of a space by this name that have taken something back, the
// oldest first.
func (l *Log) Undone(ctx context.Context, space, tool string) (out []Undone, err error) {
	h := l.c.Store.History()
	called, err := h.Calls(ctx, sqlite.CallsQuery{Space: space, Tools: []string{tool}, Limit: mostUndone})
	for _, e := range slices.Backward(called) {
		events, err := h.CallEvents(ctx, e.Call)
		if err != nil {
			return nil, err
		}
		for _, found := range events {
			u := Undone{Run: e.Run, Call: e.Call, Time: found.Time}
			if found.Kind == journal.Undone && json.Unmarshal(found.Data, &u.UndoneData) == nil {
				out = append(out, u)
			}
		}
	}
	return out, err
}
