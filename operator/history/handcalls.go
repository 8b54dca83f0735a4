package history

import (
	"context"
	"encoding/json"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/tools"
)

// handCalls is how many past calls of a hand are listed.
const handCalls = 100

// A HandCall is a past call of a hand, or one that goes on.
type HandCall struct {
	Run, Call string
	Time      time.Time
	Status    string // running, requires-action, complete, incomplete
	Code      string // of an incomplete one
	Millis    int64
	Exit      *int
	Who       tools.Caller
	Detail    string // what ran, one element a line
}

// HandCalls lists the calls of a hand of a space, newest first, at most 100. names
// are those under which a call may have asked for the hand.
func (l *Log) HandCalls(ctx context.Context, space string, names []string) ([]HandCall, error) {
	called, err := l.c.Store.History().Calls(ctx, sqlite.CallsQuery{Space: space, Tools: names, Limit: handCalls})
	if err != nil {
		return nil, err
	}
	out := make([]HandCall, 0, len(called))
	for _, e := range called {
		events, err := l.c.Store.History().CallEvents(ctx, e.Call)
		if err != nil {
			return nil, err
		}
		c := HandCall{Run: e.Run, Call: e.Call, Time: e.Time, Status: "running"}
		for _, e := range events {
			c.apply(e)
		}
		out = append(out, c)
	}
	return out, nil
}

// apply adds an event of the call. What cannot be read is left out: the inspector
// shows the events themselves.
func (c *HandCall) apply(e journal.Event) {
	switch e.Kind {
	case journal.Called:
		var d journal.CalledData
		if json.Unmarshal(e.Data, &d) == nil {
			c.Who = tools.Caller{Kind: tools.CallerKind(d.Caller), Name: d.Name, Token: d.Token, CalledBy: d.By}
		}
	case journal.Asked:
		c.Status = "requires-action"
	case journal.Allowed:
		c.Status = "running"
	case journal.Started:
		var d journal.StartedData
		if json.Unmarshal(e.Data, &d) == nil {
			c.Detail = d.Detail
		}
	case journal.Finished, journal.Returned:
		c.outcome(e.Data)
	}
}

// outcome reads what finished and returned have in common.
func (c *HandCall) outcome(data json.RawMessage) {
	var d struct {
		Error   string `json:"error"`
		Code    string `json:"code"`
		Unknown bool   `json:"unknown"`
		Meta    struct {
			Millis int64 `json:"duration_ms"`
			Exit   *int  `json:"exit_code"`
		} `json:"meta"`
	}
	if json.Unmarshal(data, &d) != nil {
		return
	}
	c.Millis = max(c.Millis, d.Meta.Millis)
	if d.Meta.Exit != nil {
		c.Exit = d.Meta.Exit
	}
	switch {
	case d.Unknown:
		c.Status, c.Code = "incomplete", "unknown"
	case d.Code != "" || d.Error != "":
		c.Status, c.Code = "incomplete", d.Code
	case c.Status != "incomplete":
		c.Status = "complete"
	}
}
