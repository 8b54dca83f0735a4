package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// A turn is what the model of a test answers.
type turn struct {
	events []llm.Event
	err    error
}

// A model plays turns, whatever it is asked, and keeps what it was asked.
type model struct {
	turns    []turn
	requests []llm.Request
	check    func(llm.Request) // sees each request; may be nil
}

func (m *model) Name() string { return "test" }

func (m *model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		req.Messages = copied(req.Messages)
		m.requests = append(m.requests, req)
		if m.check != nil {
			m.check(req)
		}
		n := len(m.requests)
		if n > len(m.turns) {
			yield(nil, &llm.Error{Kind: llm.BadScript, Message: "the test has no more turns"})
			return
		}
		t := m.turns[n-1]
		for _, ev := range t.events {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(ev, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		} else if t.err != nil {
			yield(nil, t.err)
		}
	}
}

func copied(ms []llm.Message) []llm.Message {
	out := make([]llm.Message, len(ms))
	for i, m := range ms {
		m.Calls = append([]llm.Call(nil), m.Calls...)
		m.Results = append([]llm.Result(nil), m.Results...)
		out[i] = m
	}
	return out
}

// says is a turn of text, which ends a run.
func says(text string) turn {
	return turn{events: []llm.Event{llm.TextDelta{Text: text}, llm.Used{Usage: llm.Usage{Input: 10, Output: 2}}, llm.Stop{Reason: llm.StopEnd}}}
}

// asks is a turn of calls, written "name {arguments}".
func asks(calls ...string) turn {
	var t turn
	for i, c := range calls {
		name, args, _ := strings.Cut(c, " ")
		call := llm.Call{ID: fmt.Sprintf("%s_%d", name, i), Name: name, Arguments: args}
		t.events = append(t.events, llm.CallStart{Index: i, ID: call.ID, Name: name}, llm.CallDelta{Index: i, Arguments: args}, llm.CallDone{Index: i, Call: call})
	}
	t.events = append(t.events, llm.Stop{Reason: llm.StopCalls})
	return t
}

// record is a journal in memory. It fails from the event number fail on, if
// that is not 0.
type record struct {
	mu     sync.Mutex
	events []journal.Event
	fail   int
}

var errDisk = errors.New("the disk is full")

func (r *record) Record(_ context.Context, events ...journal.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail > 0 && len(r.events)+len(events) >= r.fail {
		return errDisk
	}
	r.events = append(r.events, events...)
	return nil
}

// kinds lists the events in short.
func (r *record) kinds() string {
	var out []string
	for _, ev := range r.events {
		out = append(out, string(ev.Kind))
	}
	return strings.Join(out, " ")
}

// A door is the pipeline as far as a loop can see it: it looks a tool up,
// checks the input, runs it, and journals called and returned.
type door struct {
	registry *tools.Registry
	journal  *record
	mu       sync.Mutex
	calls    []tools.Call
	stop     func(tools.Call) error // what stops the run at a call; may be nil
}

func (d *door) Call(ctx context.Context, call tools.Call) (tools.Result, error) {
	d.mu.Lock()
	d.calls = append(d.calls, call)
	d.mu.Unlock()
	result, err := d.run(ctx, call)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && d.stop != nil {
		err = d.stop(call)
	}
	data := journal.ReturnedData{Content: result.Content}
	if err != nil {
		result = tools.Result{Error: tools.Errorf(tools.Cancelled, "%v", err)}
		data.Content = ""
	}
	if result.Error != nil {
		data.Error, data.Code = result.Error.Message, string(result.Error.Code)
		data.Action, _ = json.Marshal(result.Error.Action)
	}
	return result, join(err, d.journal.Record(ctx, journal.New(call.Run, call.ID, journal.Returned, data)))
}

func (d *door) run(ctx context.Context, call tools.Call) (tools.Result, error) {
	e, err := d.registry.Lookup(call.Tool, tools.Scope{})
	if err != nil {
		return tools.Result{Error: tools.AsError(err)}, nil
	}
	in, err := e.Info.Input.Check(call.Input)
	if err != nil {
		return tools.Result{Error: tools.Errorf(tools.InvalidArgs, "%s: %v", call.Tool, err)}, nil
	}
	act, err := e.Tool.Prepare(ctx, call, in)
	if err != nil {
		return tools.Result{Error: tools.AsError(err)}, nil
	}
	result, err := act.Run(ctx, tools.Discard{})
	result.Error = tools.AsError(err)
	return result, nil
}

// source is a list of tools.
type source []tools.Tool

func (s source) Namespace() string                           { return "" }
func (s source) Tools(context.Context) ([]tools.Tool, error) { return s, nil }

type pathInput struct {
	Path string `json:"path" alias:"-p"`
}

type numbers struct {
	Count int      `json:"count,omitempty"`
	Flag  bool     `json:"flag,omitempty"`
	Names []string `json:"names,omitempty"`
	Text  string   `json:"text,omitempty"`
}

// bench is what most tests need.
type bench struct {
	*Loop
	model *model
	door  *door
	log   *record
	mu    sync.Mutex
	order []string // what the tools did, in order
}

func (b *bench) did(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.order = append(b.order, what)
}

// newBench makes a loop with four tools: read (waits a second if time is
// false, and returns its path), write (likewise, with a side effect), big
// (returns as many bytes as asked) and picture.
func newBench(t testing.TB, turns ...turn) *bench {
	t.Helper()
	b := &bench{model: &model{turns: turns}, log: &record{}}
	act := func(name string) func(context.Context, pathInput) (string, error) {
		return func(ctx context.Context, in pathInput) (string, error) {
			b.did("begin " + name + " " + in.Path)
			if strings.HasPrefix(in.Path, "slow") {
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
				}
			}
			b.did("end " + name + " " + in.Path)
			return name + " " + in.Path, nil
		}
	}
	list := source{
		define[pathInput, string](t, tools.Info{Name: "read", Description: "Reads."}, act("read")),
		define[pathInput, string](t, tools.Info{Name: "write", SideEffect: true, Idempotent: true}, act("write")),
		define[numbers, string](t, tools.Info{Name: "big"}, func(_ context.Context, in numbers) (string, error) {
			return strings.Repeat("x", in.Count), nil
		}),
		define[numbers, tools.Result](t, tools.Info{Name: "picture"}, func(_ context.Context, in numbers) (tools.Result, error) {
			return tools.Result{Parts: []tools.Part{{MIME: in.Text, Data: pictured(t, in.Text, in.Count)}}}, nil
		}),
	}
	registry := tools.Build(t.Context(), []tools.Provision{{Source: list}}, nil)
	b.door = &door{registry: registry, journal: b.log}
	b.Loop = &Loop{
		Provider: b.model, Caller: b.door, Journal: b.log,
		Tools: func() []tools.Entry { return registry.Offered(tools.Scope{}) },
		Agent: tools.Caller{Kind: tools.CallerAgent, Name: "tester", User: "ann"}, Session: "s", Space: "/space", Model: "m", System: func(Offer) string { return "Be brief." },
	}
	return b
}

// pictured is a white picture of a kind, with a width, and one pixel high; of a kind that is no picture, so many bytes.
func pictured(t testing.TB, mime string, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch p := image.NewGray(image.Rect(0, 0, width, 1)); mime {
	case "image/png":
		err = png.Encode(&b, p)
	case "image/jpeg":
		err = jpeg.Encode(&b, p, nil)
	default:
		return make([]byte, width)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func define[In, Out any](t testing.TB, info tools.Info, f func(context.Context, In) (Out, error)) tools.Tool {
	t.Helper()
	tool, err := tools.Define[In, Out](info, f)
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func (b *bench) run(ctx context.Context, text string) (Outcome, error) {
	return b.Run(ctx, Prompt{Run: "r", Text: text})
}

// results lists what the model was given, in order.
func results(history []llm.Message) []string {
	var out []string
	for _, m := range history {
		for _, r := range m.Results {
			out = append(out, r.Text)
		}
	}
	return out
}

// wellFormed says what is wrong with a conversation; nil if nothing is.
func wellFormed(history []llm.Message) error {
	seen := map[string]bool{}
	for i, m := range history {
		switch m.Role {
		case llm.User:
			if m.Calls != nil || m.Results != nil {
				return fmt.Errorf("message %d of the person has calls or results", i)
			}
		case llm.Assistant:
			if blank(m.Text) && len(m.Calls) == 0 {
				return fmt.Errorf("message %d says nothing", i)
			}
			for j, c := range m.Calls {
				if seen[c.ID] || acceptable(c.ID, "") != c.ID || acceptable(c.Name, "") != c.Name {
					return fmt.Errorf("message %d: call %q of %q", i, c.ID, c.Name)
				}
				seen[c.ID] = true
				if i+1 >= len(history) || len(history[i+1].Results) != len(m.Calls) || history[i+1].Results[j].CallID != c.ID {
					return fmt.Errorf("message %d: call %s has no result in its place", i, c.ID)
				}
			}
		case llm.Results:
			if i == 0 || len(history[i-1].Calls) != len(m.Results) || len(m.Results) == 0 {
				return fmt.Errorf("message %d has results for nothing", i)
			}
		default:
			return fmt.Errorf("message %d has the role %q", i, m.Role)
		}
	}
	return nil
}

// data reads an event's data.
func data[T any](t testing.TB, ev journal.Event) T {
	t.Helper()
	var d T
	if err := json.Unmarshal(ev.Data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}
