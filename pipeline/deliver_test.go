package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/tools"
)

// A result that nobody was given is handed over without the act: hooks of now filter it, it is
// fitted to the limit, and "returned" is all that is recorded.
func TestARecordedResultIsDelivered(t *testing.T) {
	post := func(dec hooks.Decision) func(hooks.Event) (hooks.Decision, error) {
		return func(e hooks.Event) (hooks.Decision, error) {
			if e.Phase != hooks.PostTool || e.Content != "said hi" || string(e.Input) != `{"text":"bye"}` {
				return hooks.Decision{}, errors.New("the hook sees something else")
			}
			return dec, nil
		}
	}
	for _, x := range []struct {
		name, tool, content, events string
		hook                        hooks.Decision
		code                        tools.Code
		stops                       bool
		same                        bool
	}{
		{name: "as it is", tool: "say", content: "said hi", events: "returned", same: true},
		{name: "filtered", tool: "say", hook: hooks.Decision{Output: new("less")}, content: "less", events: "returned"},
		{name: "withheld", tool: "say", hook: hooks.Decision{Block: true, Reason: "private", By: "filter"}, code: tools.Blocked, events: "blocked returned"},
		{name: "a hook stops the run", tool: "say", hook: hooks.Decision{Stop: true, Reason: "enough", By: "filter"}, code: tools.ExecutionFailed, stops: true, events: "blocked returned"},
		{name: "a tool that is gone", tool: "said", code: tools.NotFound, events: "returned"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := open(t, &door{hook: post(x.hook)})
			got, err := d.Deliver(context.Background(), pipeline.Recorded{
				Call:  tools.Call{ID: "c1", Tool: x.tool, Run: "r1", Turn: 2, Ordinal: 3, Input: json.RawMessage(`{"text":"hi"}`)},
				Input: json.RawMessage(`{"text":"bye"}`), Result: tools.Result{Content: "said hi"},
			})
			code := tools.Code("")
			if got.Error != nil {
				code = got.Error.Code
			}
			if got.Content != x.content || code != x.code || (err != nil) != x.stops || len(d.ran) != 0 || len(d.asked) != 0 || d.kinds() != x.events {
				t.Errorf("%+v, %v; ran %v; events %s", got, err, d.ran, d.kinds())
			}
			var returned journal.ReturnedData
			if err := json.Unmarshal(d.events[len(d.events)-1].Data, &returned); err != nil || returned.Same != x.same || returned.Closed {
				t.Errorf("returned %+v, %v", returned, err)
			}
		})
	}
}

// A call that ends because Handrail closes is recorded so: nobody was given what it says.
func TestACallThatHandrailClosesOn(t *testing.T) {
	for _, why := range []error{journal.ErrClosing, context.Canceled} {
		ctx, cancel := context.WithCancelCause(context.Background())
		d := open(t, &door{})
		d.record = func(e journal.Event) error {
			if e.Kind == journal.Started {
				cancel(why)
			}
			return nil
		}
		_, err := d.Call(ctx, pipeline.Request{Call: tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"wait"}`)}})
		last := string(d.events[len(d.events)-1].Data)
		if err == nil || strings.Contains(last, `"closed":true`) != errors.Is(why, journal.ErrClosing) {
			t.Errorf("%v: %v, %s", why, err, last)
		}
	}
}
