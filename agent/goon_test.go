package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// What the person says of a call that was lost: the model is told so, and only "again" runs it.
func TestFates(t *testing.T) {
	turns := []turn{asks(`send {"to":"a"}`, `send {"to":"b"}`), says("End.")}
	whole := newProcess(&world{done: map[string]int{}, keys: map[string]string{}}, turns, 0)
	if _, err := whole.Run(t.Context(), Prompt{Run: "r", Text: "Go."}); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		fate  journal.Fate
		state journal.RunState
		ran   string
		told  []string // of the first and the second call
	}{
		{journal.Happened, journal.Done, "r-1-2", []string{"The person says that it happened: do not make it again", `send {"to":"b"}`}},
		{journal.Again, journal.Done, "r-1-1 r-1-2", []string{"The person had it run again", `send {"to":"b"}`}},
		{journal.Halt, journal.Cancelled, "", []string{"the person stopped the run there", "this call was not run: the person stopped it"}},
	} {
		t.Run(string(x.fate), func(t *testing.T) {
			w := &world{done: map[string]int{}, keys: map[string]string{}}
			p, out, events, err := resume(t, w, whole.log.events[:4], turns, 0, func(c CutCall) journal.Fate {
				if c.Call.ID != "r-1-1" || c.Act.Title != "send" || c.Safe() {
					t.Errorf("the person is asked about %+v", c)
				}
				return x.fate
			})
			if out.State != x.state || (err == nil) != (x.state == journal.Done) || strings.Join(p.asked, " ") != x.ran {
				t.Errorf("%s, %v; ran %v", out.State, err, p.asked)
			}
			rebuilt, _ := Rebuild(events)
			for _, history := range [][]llm.Message{out.History, rebuilt} {
				for i, want := range x.told {
					if got := results(history)[i]; !strings.Contains(got, want) {
						t.Errorf("the model is told %q, want %q", got, want)
					}
				}
			}
			if x.state == journal.Done && !strings.Contains(results(p.player.last.Messages)[0], x.told[0]) {
				t.Errorf("the model read %q", results(p.player.last.Messages)[0])
			}
		})
	}
}

// What a run was cut by decides nothing that it should not: an input that is not kept whole is
// not run, a server's word that a call is harmless is not believed, and an answer that broke
// off is asked for again.
func TestWhatACutKnows(t *testing.T) {
	ev := func(call string, kind journal.Kind, d any) journal.Event { return journal.New("r", call, kind, d) }
	calls := func(inputs ...string) journal.RepliedData {
		d := journal.RepliedData{Turn: 1}
		for i, in := range inputs {
			c := tools.Call{Run: "r", Turn: 1, Ordinal: i + 1, Input: json.RawMessage(in)}
			id := fmt.Sprintf("r-1-%d", i+1)
			d.Calls = append(d.Calls, journal.ModelCall{ID: id, Call: id, Name: "send", Input: inputForJournal(in), Key: tools.KeyOf(c)})
		}
		return d
	}
	large := `{"to":"` + strings.Repeat("x", inputLimit) + `"}`
	reply := calls(`{"to":"a"}`, large, `{"path":".env","to":"x"}`, `{"to":"d"}`, `{"to":"e"}`)
	reply.Calls[3].Key = ""                              // of an older version
	reply.Calls[4].Input = []byte(`{"to":"[redacted]"}`) // a secret was taken out of it
	cut, err := CutOf("r", closed([]journal.Event{ev("", journal.Prompted, journal.PromptedData{Text: "Go."}), ev("", journal.Replied, reply)}))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cut.Calls {
		if c.State != Waiting || c.Whole != (i == 0) {
			t.Errorf("call %d is %s, whole %t", i, c.State, c.Whole)
		}
	}
	w := &world{done: map[string]int{}, keys: map[string]string{}}
	p := newProcess(w, []turn{{}, says("End.")}, 0)
	out, err := p.Resume(t.Context(), Resumption{Cut: cut, Deliver: p.deliver})
	if err != nil || strings.Join(p.asked, " ") != "r-1-1" {
		t.Errorf("%v; ran %v", err, p.asked)
	}
	for _, text := range results(out.History)[1:] {
		if !strings.Contains(text, "has not kept its whole input") {
			t.Errorf("the model is told %q", text)
		}
	}

	for _, x := range []struct {
		name string
		act  journal.StartedData
		safe bool
	}{
		{"pure", journal.StartedData{Tool: "read", Idempotent: true}, true},
		{"idempotent", journal.StartedData{Tool: "write", SideEffect: true, Idempotent: true}, true},
		{"neither", journal.StartedData{Tool: "bash", SideEffect: true}, false},
		{"a command that only reads", journal.StartedData{Tool: "bash", SideEffect: true, Act: &journal.ActData{Reads: true, Verdict: "allow"}}, true},
		{"as a server says", journal.StartedData{Tool: "peer__get", Idempotent: true, Claimed: true}, false},
		{"a task of an agent", journal.StartedData{Tool: InvokeAgent, SideEffect: true}, true},
	} {
		cut, err := CutOf("r", []journal.Event{
			ev("", journal.Prompted, journal.PromptedData{}), ev("", journal.Replied, calls(`{"to":"a"}`)), ev("r-1-1", journal.Called, nil), ev("r-1-1", journal.Started, x.act),
			ev("r-1-1", journal.Output, journal.OutputData{Stream: "stdout", Text: "half"}), ev("r-1-1", journal.Snapshot, map[string]int{"changed": 2}),
			ev("r-1-1", journal.Finished, journal.FinishedData{Unknown: true}),
		})
		if err != nil || cut.Calls[0].Safe() != x.safe || cut.Calls[0].Printed != "half" || cut.Calls[0].Changed != 2 {
			t.Errorf("%s: %+v, %v", x.name, cut.Calls, err)
		}
	}

	cut, err = CutOf("r", []journal.Event{
		ev("", journal.Prompted, journal.PromptedData{Text: "Go."}), ev("", journal.Replied, journal.RepliedData{Turn: 1, Text: "I was ab", Stop: stopCancelled}),
	})
	if err != nil || len(cut.history) != 1 || cut.over || cut.Asked != 0 || cut.Turns != 1 {
		t.Errorf("an answer that broke off: %+v, %v", cut, err)
	}
	if _, err := CutOf("r", nil); !errors.Is(err, ErrNotBegun) {
		t.Errorf("a run without a task: %v", err)
	}
}

type callerFunc func(context.Context, tools.Call) (tools.Result, error)

func (f callerFunc) Call(ctx context.Context, c tools.Call) (tools.Result, error) { return f(ctx, c) }

// A process that is asked to close leaves a run that can go on: what it ended in the middle
// is not known, and what did not run did not run.
func TestClosingCutsARun(t *testing.T) {
	b := newBench(t, asks(`write {"path":"a"}`, `write {"path":"b"}`))
	ctx, cancel := context.WithCancelCause(t.Context())
	b.Caller = callerFunc(func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		cancel(journal.ErrClosing)
		return tools.Result{}, ctx.Err()
	})
	out, _ := b.run(ctx, "Go.")
	last := data[journal.EndedData](t, b.log.events[len(b.log.events)-1])
	if out.State != journal.Unknown || last.State != journal.Unknown || last.Reason != "Handrail closed during this run" {
		t.Errorf("%s, %+v", out.State, last)
	}
	events := slices.DeleteFunc(slices.Clone(b.log.events), func(ev journal.Event) bool { return ev.Call == "r-1-1" })
	events = append(events, journal.New("r", "r-1-1", journal.Started, nil), journal.New("r", "r-1-1", journal.Finished, journal.FinishedData{Code: "cancelled"}),
		journal.New("r", "r-1-1", journal.Returned, journal.ReturnedData{Code: "cancelled", Closed: true})) // as the pipeline has them
	cut, err := CutOf("r", events)
	if err != nil || len(cut.Calls) != 2 || cut.Calls[0].State != Lost || cut.Calls[1].State != Waiting {
		t.Errorf("%+v, %v", cut.Calls, err)
	}
	if got, _ := Rebuild(events); results(got)[0] != unknown || results(got)[1] != neverRun {
		t.Errorf("who asks something else is told %q", results(got))
	}
}

// A line of the person's own that was cut ends with its call: no model is asked.
func TestALineGoesOn(t *testing.T) {
	key := tools.KeyOf(tools.Call{Run: "r", Turn: 1, Ordinal: 1, Input: json.RawMessage(`{"at":"a"}`)})
	for _, said := range []bool{false, true} {
		events := []journal.Event{journal.New("r", "", journal.Prompted, journal.PromptedData{Text: "/look at=a"})}
		if said {
			events = append(events, journal.New("r", "", journal.Replied, journal.RepliedData{Turn: 1, Own: true, Stop: "calls", Calls: []journal.ModelCall{
				{ID: "r-1-1", Call: "r-1-1", Name: "look", Input: []byte(`{"at":"a"}`), Key: key},
			}}))
		}
		p, out, all, err := resume(t, &world{done: map[string]int{}, keys: map[string]string{}}, events, nil, 0, nil)
		if err != nil || out.State != journal.Done || p.player.asked != 0 || out.Text != `look {"at":"a"}` {
			t.Errorf("%t: %+v, %v, asked %d times", said, out, err, p.player.asked)
		}
		for _, ev := range all {
			if ev.Kind == journal.Called && data[journal.CalledData](t, ev).Caller != string(tools.CallerPerson) {
				t.Errorf("%t: it was called as %s", said, ev.Data)
			}
		}
	}
}
