package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// A Call is all that the journal knows of one call, so that a reader who knows
// nothing else can answer: why was this allowed? (docs/spec/13-journal.md)
type Call struct {
	ID, Run, Session string
	Space            string // the folder
	Agent            string // the run's agent, if it is one's
	Tool             string // the qualified name, once it was found; else as it was asked for
	Name             string // as it was asked for
	Caller           tools.Caller
	Turn, Ordinal    int    // which answer of the model, which call of it; from 1
	Key              string // the idempotency key
	Earlier          int    // attempts at it before this one, on which Handrail closed

	Input       json.RawMessage // as requested; nil if it is not kept: then its size and hash are
	InputSize   int             // bytes
	InputSHA256 string
	Changes     []InputChange // by hooks and reviews, in order

	State   CallState
	Why     string // one sentence: what let it run, or kept it from running
	Stages  []tools.Stage
	Missing string // why there are no stages, or not all; "" if they are whole

	Act       *Act // what was judged and shown; nil if it did not get that far
	Questions []Question
	Decisions []Decision // every yes and no, in order

	Snapshot *journal.SnapshotData // how much it has changed; nil: nothing that is kept
	Result   *Result               // what came out of the act; nil if it did not run, or has not ended
	Given    *Result               // what the caller was given; nil if nothing yet
	Meta     tools.Meta            // digest, duration, exit code, walls; as far as it got

	Called, Started, Finished, Returned time.Time // zero: it did not get that far
}

// CallState says how far a recorded call has come.
type CallState string

// The states of a recorded call.
const (
	CallGoing   CallState = "going on"
	CallAsking  CallState = "waiting for an answer"
	CallRan     CallState = "ran"
	CallRefused CallState = "refused" // it did not run
	CallUnknown CallState = "unknown" // its process died while it ran, or before
)

// An InputChange is an input that a hook or a review put in place of another.
type InputChange struct {
	By      string // the hook with its file, or the person
	Decider tools.Decider
	Input   json.RawMessage // nil: it is not kept, because it may hold secrets
}

// An Act is a settled act as it was judged, shown and run.
type Act struct {
	Title, Detail, Folder string
	Shell                 string // the script, if it differs from Detail
	Effects               []string
	Digest                string
	Omitted               string // why the record does not hold it whole
	Verdict, By           string // the guard's word, and what decided it
	File, Reason          string // where that stands, and why
}

// A Question is what the person was asked, and what they said.
type Question struct {
	Title, Detail, Reason, Digest string
	Asked                         time.Time
	Answered                      time.Time    // zero: not yet, or never
	Answer                        journal.Kind // allowed, declined, expired; "" if none
	By                            string       // who answered, and where, in words
	Decider                       tools.Decider
	Said                          string       // in the person's words, if they gave a reason
	Because                       tools.Reason // Reason as codes; nil: only Reason says it
	Grant                         string       // the grant that the answer made, if one
}

// A Decision is one yes or no on the way of a call.
type Decision struct {
	Kind             journal.Kind // blocked, allowed, declined, expired
	By, Reason, Code string
	Decider          tools.Decider // what By says
	Because          tools.Reason  // Reason as codes; nil: only Reason says it
	Cause            string        // the reason alone: the person's own words of a no, or why nobody answered
	File             string        // where what decided stands: "agent/rules.json:3"
	Grant            string        // the grant that allowed it
	Time             time.Time
}

// A Result is what came of a call.
type Result struct {
	Content, Error, Code string
	Action               tools.Action // Given: what the person can do about the error
	Truncated            bool
	Same                 bool // Given: it is what came out, whole
}

// Call returns all that the journal knows of a call, also while it goes on. An
// unknown id is an error.
func (l *Log) Call(ctx context.Context, call string) (Call, error) {
	events, err := l.c.Store.History().CallEvents(ctx, call)
	if err != nil {
		return Call{}, err
	}
	if len(events) == 0 {
		return Call{}, tools.Advise(tools.Action{Kind: tools.ListCalls}, "there is no call %q in the journal", call)
	}
	run, err := l.FindRun(ctx, events[0].Run)
	if err != nil {
		return Call{}, err
	}
	return read(run, events)
}

// Calls returns the calls of a run, in the order in which they ended; those that
// go on come last.
func (l *Log) Calls(ctx context.Context, run string) ([]Call, error) {
	found, err := l.FindRun(ctx, run)
	if err != nil {
		return nil, err
	}
	var out []Call
	err = l.EachCall(ctx, found, nil, func(r Call) error {
		out = append(out, r)
		return nil
	})
	return out, err
}

// EachCall walks a run, oldest first: event gets what belongs to no call (it may be
// nil), call gets each call when it has ended, and at the end those that have not.
// What a call printed while it ran is left out.
func (l *Log) EachCall(ctx context.Context, run journal.Run, event func(journal.Event) error, call func(Call) error) error {
	if event == nil {
		event = func(journal.Event) error { return nil }
	}
	open := map[string][]journal.Event{}
	var order []string
	tell := func(id string) error {
		events := open[id]
		delete(open, id)
		r, err := read(run, events)
		if err != nil {
			return err
		}
		return call(r)
	}
	rest := func() error {
		for _, id := range order {
			if _, left := open[id]; !left {
				continue
			}
			if err := tell(id); err != nil {
				return err
			}
		}
		order = nil
		return nil
	}
	err := l.EachEvent(ctx, run.ID, func(e journal.Event) error {
		switch _, known := open[e.Call]; {
		case e.Kind == journal.Output:
			return nil
		case e.Kind == journal.Ended:
			return errors.Join(rest(), event(e))
		case e.Call == "" || !known && e.Kind != journal.Called: // such as a call that was never made
			return event(e)
		case !known:
			order = append(order, e.Call)
		}
		open[e.Call] = append(open[e.Call], e)
		if e.Kind == journal.Returned {
			return tell(e.Call)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return rest()
}

// FindCall finds the id of a call by its first characters.
func (l *Log) FindCall(ctx context.Context, id string) (string, error) {
	found, err := l.c.Store.History().FindCalls(ctx, id, 2)
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", tools.Advise(tools.Action{Kind: tools.ListCalls}, "there is no call %q", id)
	case len(found) > 1 && found[0] != id:
		return "", fmt.Errorf("%q could be %s, %s or more: write more of it", id, found[0], found[1])
	}
	return found[0], nil
}
