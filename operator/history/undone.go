package history

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
)

// mostUndone is how many calls of one name are looked at.
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

// A Returned is a call that has come to its end, with what it was asked and what it has returned.
type Returned struct {
	Run, Call string
	Input     json.RawMessage // as requested
	Content   string
}

// Results are the last 200 calls of a space by this name that have come to their end, the oldest first.
func (l *Log) Results(ctx context.Context, space, tool string) (out []Returned, err error) {
	h := l.c.Store.History()
	called, err := h.Calls(ctx, sqlite.CallsQuery{Space: space, Tools: []string{tool}, Limit: mostUndone})
	for _, e := range slices.Backward(called) {
		var asked journal.CalledData
		if json.Unmarshal(e.Data, &asked) != nil {
			continue
		}
		events, err := h.CallEvents(ctx, e.Call)
		if err != nil {
			return nil, err
		}
		for _, found := range events {
			var d journal.FinishedData
			if found.Kind == journal.Finished && json.Unmarshal(found.Data, &d) == nil {
				out = append(out, Returned{Run: e.Run, Call: e.Call, Input: asked.Input, Content: d.Content})
			}
		}
	}
	return out, err
}
