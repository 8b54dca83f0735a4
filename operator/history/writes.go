package history

import (
	"context"
	"encoding/json"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/tools"
)

// mostWrites is how many calls are looked at for what wrote something.
const mostWrites = 1000

// A Write is a call that was done and had a content to write.
type Write struct {
	Run, Session string
	Time         time.Time
	Who          tools.Caller
	Content      string
}

// Writes are the calls of a tool in a space that wrote its input "content", newest first, of the last 1,000. Of the
// content only what the journal keeps is there: without secrets.
func (l *Log) Writes(ctx context.Context, space, tool string) ([]Write, error) {
	h := l.c.Store.History()
	called, err := h.Calls(ctx, sqlite.CallsQuery{Space: space, Tools: []string{tool}, Limit: mostWrites})
	if err != nil {
		return nil, err
	}
	var out []Write
	sessions := map[string]string{}
	for _, e := range called {
		events, err := h.CallEvents(ctx, e.Call)
		if err != nil {
			return nil, err
		}
		w := Write{Run: e.Run, Time: e.Time}
		if !w.read(events) {
			continue
		}
		if _, known := sessions[e.Run]; !known {
			run, err := l.FindRun(ctx, e.Run)
			if err != nil {
				return nil, err
			}
			sessions[e.Run] = run.Session
		}
		w.Session = sessions[e.Run]
		out = append(out, w)
	}
	return out, nil
}

// read takes in what became of the call, and reports whether it was done.
func (w *Write) read(events []journal.Event) (done bool) {
	var in struct {
		Content string `json:"content"`
	}
	for _, e := range events {
		switch e.Kind {
		case journal.Called:
			var d journal.CalledData
			if json.Unmarshal(e.Data, &d) == nil {
				if d.Rehearsal != "" { // what is kept of it is the person's own call
					return false
				}
				_ = json.Unmarshal(d.Input, &in) // what is no object has no content
				w.Who = tools.Caller{Kind: tools.CallerKind(d.Caller), Name: d.Name, Token: d.Token, CalledBy: d.By}
			}
		case journal.Changed: // by a hook
			var d journal.ChangedData
			if json.Unmarshal(e.Data, &d) == nil {
				_ = json.Unmarshal(d.Input, &in)
			}
		case journal.Finished:
			var d struct{ Error, Code string }
			done = json.Unmarshal(e.Data, &d) == nil && d.Error == "" && d.Code == ""
		}
	}
	w.Content = in.Content
	return done
}
