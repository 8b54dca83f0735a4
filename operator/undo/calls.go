package undo

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"handrail/journal"
	"handrail/operator/history"
)

// CallsOf are the calls of a run, and of the sub-agents that worked for it, that come after a
// point: a turn ("3", "turn 3") or a call, by its first characters; "" is the beginning.
func (k *Keeper) CallsOf(ctx context.Context, run journal.Run, point string) (refs []Ref, err error) {
	turn, notTurn := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(point, "turn")))
	found, last := point == "" || notTurn == nil, 0
	after := map[string]bool{} // calls, whose sub-agents come after the point, too
	answers := func(e journal.Event) error {
		var d journal.RepliedData
		if e.Kind == journal.Replied && json.Unmarshal(e.Data, &d) == nil {
			last = max(last, d.Turn)
		}
		return nil
	}
	err = k.c.Log.EachCall(ctx, run, answers, func(c history.Call) error {
		last = max(last, c.Turn)
		switch {
		case point == "", notTurn == nil && c.Turn > turn, notTurn != nil && found:
			refs, after[c.ID] = append(refs, Ref{Run: run.ID, Call: c.ID}), true
		case notTurn != nil && strings.HasPrefix(c.ID, point):
			found = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if notTurn == nil && point != "" && (turn > last || turn < 0) {
		return nil, fmt.Errorf("run %s has no turn %d: its last is turn %d. Give 0 to take back all of it, or a turn before its last", run.ID, turn, last)
	}
	if !found {
		return nil, fmt.Errorf("%q is no turn and no call of run %s", point, run.ID)
	}
	below, err := k.c.Log.Children(ctx, run.ID)
	for _, child := range below {
		if err == nil && after[child.ParentCall] {
			var more []Ref
			more, err = k.CallsOf(ctx, child, "")
			refs = append(refs, more...)
		}
	}
	return refs, err
}
