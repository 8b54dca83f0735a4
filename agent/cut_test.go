package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"

	"github.com/google/go-cmp/cmp"
)

// A player answers by how many answers the conversation has, as a real model would by what
// was said.
type player struct {
	turns []turn
	asked int
	last  llm.Request
}

func (p *player) Name() string { return "test" }

func (p *player) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	n := 0
	for _, m := range req.Messages {
		if m.Role == llm.Assistant {
			n++
		}
	}
	p.asked++
	req.Messages = copied(req.Messages)
	p.last = req
	one := &model{turns: []turn{says("The script is over.")}}
	if n < len(p.turns) {
		one.turns = p.turns[n : n+1]
	}
	return one.Stream(ctx, req)
}

// A world is what calls act on, over all processes: how often each was done, with which keys.
type world struct {
	mu   sync.Mutex
	done map[string]int
	keys map[string]string
}

// A process is a loop with a door that journals as the pipeline does, and ends when its
// journal has had as many events as it takes.
type process struct {
	*Loop
	world  *world
	player *player
	log    *record
	asked  []string // calls that came to the door
	shown  []string // that were delivered
}

var facts = map[string]tools.Info{
	"look": {Name: "look", Idempotent: true}, "put": {Name: "put", SideEffect: true, Idempotent: true}, "send": {Name: "send", SideEffect: true},
}

func newProcess(w *world, turns []turn, fail int) *process {
	p := &process{world: w, player: &player{turns: turns}, log: &record{fail: fail}}
	p.Loop = &Loop{
		Provider: p.player, Caller: p, Journal: p.log, Agent: tools.Caller{Kind: tools.CallerAgent, Name: "tester", User: "ann"},
		Session: "s", Space: "/space", Model: "m", MaxIterations: 6,
	}
	return p
}

func (p *process) Call(ctx context.Context, c tools.Call) (tools.Result, error) {
	info := facts[c.Tool]
	if c.Key == "" {
		c.Key = tools.KeyOf(c)
	}
	p.world.mu.Lock()
	p.asked = append(p.asked, c.ID)
	p.world.mu.Unlock()
	write := func(events ...journal.Event) error { return p.log.Record(ctx, events...) }
	started := journal.New(c.Run, c.ID, journal.Started, journal.StartedData{Tool: c.Tool, Title: c.Tool, SideEffect: info.SideEffect, Idempotent: info.Idempotent})
	if err := write(journal.New(c.Run, c.ID, journal.Called, journal.CalledData{Tool: c.Tool, Key: c.Key, Caller: string(c.Caller.Kind)}), started); err != nil {
		return tools.Result{}, err
	}
	p.world.act(c, info)
	content := nameOf(c)
	if err := write(journal.New(c.Run, c.ID, journal.Finished, journal.FinishedData{Content: content})); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Content: content}, write(journal.New(c.Run, c.ID, journal.Returned, journal.ReturnedData{Same: true}))
}

func (w *world) act(c tools.Call, info tools.Info) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := nameOf(c)
	if info.SideEffect {
		w.done[id]++
	}
	if known := w.keys[c.ID]; known != "" && known != c.Key {
		w.keys[c.ID] = "two keys"
		return
	}
	w.keys[c.ID] = c.Key
}

// nameOf names what a call does, however its input is written.
func nameOf(c tools.Call) string { return c.Tool + " " + string(canonical(string(c.Input))) }

func (p *process) deliver(ctx context.Context, c tools.Call, _ json.RawMessage, r tools.Result) (tools.Result, error) {
	p.shown = append(p.shown, c.ID)
	return r, p.log.Record(ctx, journal.New(c.Run, c.ID, journal.Returned, journal.ReturnedData{Same: true}))
}

// tenCalls is a script of ten calls in four answers.
func tenCalls() []turn {
	return []turn{
		asks(`send {"to": "a"}`),
		asks(`look {"at":"b"}`, `look {"at":"c"}`, `put {"as":"d"}`, `send {"to":"e"}`, `send {"to":"f"}`),
		asks(`put {"as":"g<&>"}`, `look {"at":"h"}`),
		asks(`send {"to":"i"}`, `put {"as":"j"}`),
		says("All ten."),
	}
}

// closed is what the journal holds once a run's process is dead: as sqlite closes it.
func closed(events []journal.Event) []journal.Event {
	out := slices.Clone(events)
	last := map[string]journal.Kind{}
	var order []string
	for _, ev := range out {
		if ev.Kind == journal.Resumed {
			clear(last)
		}
		if ev.Call != "" && ev.Kind != journal.Snapshot {
			if _, known := last[ev.Call]; !known {
				order = append(order, ev.Call)
			}
			last[ev.Call] = ev.Kind
		}
	}
	for _, id := range order {
		switch last[id] {
		case journal.Started, journal.Output:
			out = append(out, journal.New("r", id, journal.Finished, journal.FinishedData{Unknown: true}))
		case journal.Called:
			out = append(out, journal.New("r", id, journal.Returned, journal.ReturnedData{Code: "cancelled", Closed: true}))
		}
	}
	return append(out, journal.New("r", "", journal.Ended, journal.EndedData{State: journal.Unknown}))
}

// resume goes on with what events hold, in a process that takes some more of them. It
// returns all that is journalled then.
func resume(t *testing.T, w *world, events []journal.Event, turns []turn, fail int, fate func(CutCall) journal.Fate) (*process, Outcome, []journal.Event, error) {
	t.Helper()
	events = closed(events)
	cut, err := CutOf("r", events)
	if err != nil {
		t.Fatal(err)
	}
	p := newProcess(w, turns, fail)
	fates := map[string]journal.Fate{}
	data := journal.ResumedData{By: "the person"}
	for _, c := range cut.Calls {
		if c.State != Lost {
			continue
		}
		one := journal.ResumedCall{Call: c.Call.ID, Fate: journal.Repeated}
		if !c.Safe() {
			one.Fate = fate(c)
		}
		fates[c.Call.ID] = one.Fate
		if d, ok := c.Returned(one.Fate); ok {
			events = append(events, journal.New("r", c.Call.ID, journal.Returned, d))
		} else {
			one.Told = c.Told(one.Fate)
		}
		data.Calls = append(data.Calls, one)
	}
	events = append(events, journal.New("r", "", journal.Resumed, data))
	out, err := p.Resume(t.Context(), Resumption{Cut: cut, Fates: fates, Deliver: p.deliver})
	return p, out, append(events, p.log.events...), err
}

// A run of ten calls is cut behind every one of its events, once before and once after what
// the event announces was done, and goes on: nothing with a side effect is done twice that is
// not safe to do twice, nothing is lost, the keys stay the same, and the model has the
// conversation that it would have had, with a word on what was lost.
func TestARunGoesOnBehindEveryEvent(t *testing.T) {
	w := &world{done: map[string]int{}, keys: map[string]string{}}
	whole := newProcess(w, tenCalls(), 0)
	want, err := whole.Run(t.Context(), Prompt{Run: "r", Text: "Go."})
	if err != nil || want.Text != "All ten." {
		t.Fatalf("%+v, %v", want, err)
	}
	all := whole.log.events
	for cutAt := 1; cutAt < len(all); cutAt++ {
		for _, done := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d %s %t", cutAt, all[cutAt-1].Kind, done), func(t *testing.T) {
				goesOn(t, all[:cutAt], done, want)
			})
		}
	}
}

func goesOn(t *testing.T, before []journal.Event, done bool, want Outcome) {
	w := &world{done: map[string]int{}, keys: map[string]string{}}
	open := map[string]journal.Event{}
	tool := map[string]tools.Call{}
	for _, ev := range before { // what these processes did
		switch ev.Kind {
		case journal.Replied:
			d := data[journal.RepliedData](t, ev)
			for _, c := range d.Calls {
				tool[c.Call] = tools.Call{ID: c.Call, Tool: c.Name, Input: input(argumentsOf(c.Input)), Key: c.Key}
			}
		case journal.Started:
			open[ev.Call] = ev
		case journal.Finished:
			delete(open, ev.Call)
			w.act(tool[ev.Call], facts[tool[ev.Call].Tool])
		}
	}
	if done {
		for id := range open {
			w.act(tool[id], facts[tool[id].Tool])
		}
	}
	p, out, events, err := resume(t, w, before, tenCalls(), 0, func(CutCall) journal.Fate {
		if done {
			return journal.Happened
		}
		return journal.Again
	})
	if err != nil || out.State != journal.Done || out.Text != "All ten." {
		t.Fatalf("%s %q, %v", out.State, out.Text, err)
	}
	for id, n := range w.done {
		if safe := strings.HasPrefix(id, "put"); n != 1 && (!safe || n != 2 || !done) {
			t.Errorf("%s was done %d times", id, n)
		}
	}
	if len(w.done) != 7 {
		t.Errorf("%d things were done: %v", len(w.done), w.done)
	}
	for id, key := range w.keys {
		if key == "two keys" {
			t.Errorf("%s had two keys", id)
		}
	}
	got := results(out.History)
	for i, text := range results(want.History) {
		if !strings.HasPrefix(got[i], text) && !strings.Contains(got[i], "The person says that it happened") {
			t.Errorf("result %d is %q, want %q", i, got[i], text)
		}
	}
	if err := wellFormed(out.History); err != nil || len(got) != 10 {
		t.Errorf("%d results, %v", len(got), err)
	}
	rebuilt, _ := Rebuild(append(events, journal.New("r", "", journal.Ended, journal.EndedData{State: journal.Done})))
	if d := cmp.Diff(plain(out.History), plain(rebuilt)); d != "" {
		t.Errorf("(-lived +rebuilt)\n%s", d)
	}
	answers := 0
	for _, ev := range before {
		if ev.Kind == journal.Replied {
			answers++
		}
	}
	if p.player.asked != 5-answers {
		t.Errorf("the model was asked %d times after %d answers", p.player.asked, answers)
	}
}

// A run that is cut again and again ends as one that was never cut.
func TestARunIsCutAgainAndAgain(t *testing.T) {
	for _, step := range []int{1, 2, 3, 5} {
		w := &world{done: map[string]int{}, keys: map[string]string{}}
		first := newProcess(w, tenCalls(), 3)
		_, err := first.Run(t.Context(), Prompt{Run: "r", Text: "Go."})
		events := first.log.events
		cuts := 0
		for ; err != nil; cuts++ {
			if cuts > 200 {
				t.Fatalf("step %d: it does not come to an end", step)
			}
			// a process that can write nothing does nothing, and the next one takes more
			_, _, events, err = resume(t, w, events, tenCalls(), step+1+cuts%4, func(c CutCall) journal.Fate {
				if w.done[nameOf(c.Call)] > 0 {
					return journal.Happened
				}
				return journal.Again
			})
		}
		for id, n := range w.done {
			if n != 1 && strings.HasPrefix(id, "send") {
				t.Errorf("step %d: %s was done %d times", step, id, n)
			}
		}
		if len(w.done) != 7 || cuts < 3 {
			t.Errorf("step %d: after %d cuts, done is %v", step, cuts, w.done)
		}
	}
}
