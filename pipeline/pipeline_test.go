package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// door is a pipeline with everything around it that a test wants to see.
type door struct {
	*pipeline.Pipeline
	mu      sync.Mutex
	events  []journal.Event
	ran     []string         // what really ran
	asked   []tools.Question // what the person was shown
	answer  tools.Answer
	nobody  error                                       // nobody can be asked
	hook    func(hooks.Event) (hooks.Decision, error)   // nil: no hooks
	record  func(e journal.Event) error                 // nil: never fails
	confirm func(context.Context) (tools.Answer, error) // nil: answer
	guard   guard.Config
	redact  pipeline.Redact
	echo    string               // what "print" returns, and shows before
	holds   func() tools.Holding // what an act is settled for; nil: nothing
}

type sayIn struct {
	Text string `json:"text" doc:"what to say"`
	Ask  bool   `json:"ask,omitempty" doc:"ask first"`
	Path string `json:"path,omitempty" doc:"a file"`
	Body string `json:"body,omitempty" doc:"what is in it"`
}

func (d *door) Run(_ context.Context, e hooks.Event) (hooks.Decision, error) {
	if d.hook == nil {
		return hooks.Decision{}, nil
	}
	return d.hook(e)
}

func (d *door) Record(_ context.Context, events ...journal.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range events {
		if d.record != nil {
			if err := d.record(e); err != nil {
				return err
			}
		}
		d.events = append(d.events, e)
	}
	return nil
}

func (d *door) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	d.asked = append(d.asked, q)
	if d.confirm != nil {
		return d.confirm(ctx)
	}
	return d.answer, d.nobody
}

func (d *door) Namespace() string { return "" }

func (d *door) Tools(context.Context) ([]tools.Tool, error) {
	say, err := tools.Define[sayIn, string](tools.Info{Name: "say", Source: "builtin", SideEffect: true},
		func(_ context.Context, call tools.Call, in sayIn) (tools.Act[string], error) {
			if in.Text == "unpreparable" {
				return tools.Act[string]{}, tools.Errorf(tools.InvalidPath, "no such place")
			}
			if in.Text == "unfit" {
				would := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: in.Path}}}
				return tools.Act[string]{}, &tools.Unfit{Err: tools.Errorf(tools.PatchFailed, "line 3 says plain-word"), Would: would}
			}
			p := tools.Preview{Title: "Say", Detail: in.Text + in.Body, Confirm: in.Ask, Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/said"}}}
			if in.Text == "linked" {
				p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectRead, Target: "/space/.env"})
			}
			var held tools.Holding
			if d.holds != nil {
				held = d.holds()
			}
			return tools.Act[string]{Preview: p, Held: held, Run: func(ctx context.Context, out tools.Output) (string, error) {
				d.mu.Lock()
				d.ran = append(d.ran, in.Text)
				d.mu.Unlock()
				switch in.Text {
				case "panic":
					panic("boom")
				case "fail":
					return "half", tools.Errorf(tools.Timeout, "too slow")
				case "wait":
					<-ctx.Done()
					return "", ctx.Err()
				case "print":
					fmt.Fprint(out.Stdout(), "live", d.echo)
					return d.echo, nil
				case "log":
					tools.Log(out, tools.LogLine{Level: "info", Logger: d.echo, Data: json.RawMessage(`{"says":"` + d.echo + `"}`)})
					return "", nil
				case "key":
					return call.Key, nil
				}
				return "said " + in.Text, nil
			}}, nil
		})
	return []tools.Tool{say}, err
}

func open(t *testing.T, d *door) *door {
	t.Helper()
	registry := tools.Build(context.Background(), []tools.Provision{{Source: d}}, nil)
	d.guard.Roots = func() []string { return []string{"/space"} }
	judge := guard.New(d.guard)
	d.Pipeline = pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return d },
		Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d, Redact: d.redact,
	})
	return d
}

func (d *door) say(t *testing.T, input string) (tools.Result, error) {
	t.Helper()
	return d.Call(context.Background(), pipeline.Request{Call: tools.Call{Tool: "say", Run: "r1", Turn: 2, Ordinal: 3, Input: json.RawMessage(input)}})
}

func (d *door) kinds() string {
	var out []string
	for _, e := range d.events {
		out = append(out, string(e.Kind))
	}
	return strings.Join(out, " ")
}

func stages(r tools.Result) string {
	var out []string
	for _, s := range r.Meta.Stages {
		out = append(out, s.Name+":"+s.Result)
	}
	return strings.Join(out, " ")
}

func TestEveryWayThroughTheDoor(t *testing.T) {
	ask := `{"text":"hi","ask":true}`
	pre := func(dec hooks.Decision) func(hooks.Event) (hooks.Decision, error) {
		return func(e hooks.Event) (hooks.Decision, error) {
			if e.Phase == hooks.PreTool {
				return dec, nil
			}
			return hooks.Decision{}, nil
		}
	}
	post := func(dec hooks.Decision) func(hooks.Event) (hooks.Decision, error) {
		return func(e hooks.Event) (hooks.Decision, error) {
			if e.Phase == hooks.PostTool {
				return dec, nil
			}
			return hooks.Decision{}, nil
		}
	}
	withheld := "withheld"
	const whole = "look-up:ok check:ok pre_tool:ok prepare:ok guard:allow run:ok post_tool:ok"
	tests := []struct {
		name, input string
		door        *door
		content     string
		code        tools.Code
		message     string // in the error
		ran         int
		events      string
		stages      string
	}{
		{name: "a call that nothing speaks against", input: `{"text":"hi"}`, content: "said hi", ran: 1,
			events: "called allowed started finished returned", stages: whole},
		{name: "an input that does not fit", input: `{"txt":"hi"}`, code: tools.InvalidArgs, message: "text", events: "called returned", stages: "look-up:ok check:refused"},
		{name: "text instead of JSON", input: `please`, code: tools.InvalidArgs, events: "called returned", stages: "look-up:ok check:refused"},
		{name: "an act that cannot be prepared", input: `{"text":"unpreparable"}`, code: tools.InvalidPath, message: "no such place", events: "called returned",
			stages: "look-up:ok check:ok pre_tool:ok prepare:refused"},
		{name: "asked and run", input: ask, door: &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "dialog"}}, content: "said hi", ran: 1,
			events: "called asked allowed started finished returned", stages: "look-up:ok check:ok pre_tool:ok prepare:ok guard:ask confirm:run once run:ok post_tool:ok"},
		{name: "asked and denied with a reason", input: ask, door: &door{answer: tools.Answer{Verdict: tools.Deny, Reason: "use a draft", Where: "window"}},
			code: tools.Declined, message: "use a draft", events: "called asked declined returned"},
		{name: "asked and not answered", input: ask, door: &door{answer: tools.Answer{Verdict: tools.Expire, Where: "dialog"}},
			code: tools.Expired, message: "nobody answered in time", events: "called asked expired returned"},
		{name: "asked in a dialog that was closed", input: ask, door: &door{answer: tools.Answer{Verdict: tools.Expire, Reason: "the dialog was closed without an answer", Where: "dialog"}},
			code: tools.Expired, message: "the dialog was closed without an answer; the call did not run", events: "called asked expired returned"},
		{name: "asked and answered with nothing is a no", input: ask, code: tools.Declined, events: "called asked declined returned"},
		{name: "nobody to ask", input: ask, door: &door{nobody: errors.New("there is no display")}, code: tools.Declined, message: "there is no display",
			events: "called asked declined returned"},
		{name: "a deny from the guard", input: `{"text":"hi"}`, door: &door{guard: guard.Config{Mode: guard.ReadOnly}}, code: tools.PermissionDenied,
			message: "read-only", events: "called blocked returned", stages: "look-up:ok check:ok pre_tool:ok prepare:ok guard:deny"},
		{name: "a hook that blocks", input: `{"text":"hi"}`, door: &door{hook: pre(hooks.Decision{Block: true, Reason: "not today", By: "agenda"})},
			code: tools.Blocked, message: "not today", events: "called blocked returned", stages: "look-up:ok check:ok pre_tool:blocked"},
		{name: "hooks that cannot run", input: `{"text":"hi"}`, door: &door{hook: func(hooks.Event) (hooks.Decision, error) { return hooks.Decision{}, errors.New("no bash") }},
			code: tools.Blocked, message: "no bash", events: "called blocked returned"},
		{name: "a hook that changes the input", input: `{"text":"hi"}`, door: &door{hook: pre(hooks.Decision{Input: json.RawMessage(`{"text":"bye"}`), By: "polite"})},
			content: "said bye", ran: 1, events: "called changed allowed started finished returned"},
		{name: "a hook's input is checked like the agent's", input: `{"text":"hi"}`, door: &door{hook: pre(hooks.Decision{Input: json.RawMessage(`{"text":4,"x":1}`), By: "wild"})},
			code: tools.InvalidArgs, message: "wild", events: "called returned"},
		{name: "what a hook made of it is what is asked about", input: `{"text":"hi"}`,
			door: &door{hook: pre(hooks.Decision{Input: json.RawMessage(`{"text":"hi","ask":true}`)}), answer: tools.Answer{Verdict: tools.Deny, Where: "window"}},
			code: tools.Declined, events: "called changed asked declined returned"},
		{name: "a hook that withholds the result", input: `{"text":"hi"}`, door: &door{hook: post(hooks.Decision{Block: true, Reason: "private", By: "filter"})},
			code: tools.Blocked, message: "private", ran: 1, events: "called allowed started finished blocked returned"},
		{name: "a hook that changes the result", input: `{"text":"hi"}`, door: &door{hook: post(hooks.Decision{Output: &withheld})}, content: "withheld", ran: 1,
			events: "called allowed started finished returned"},
		{name: "a failing act keeps what it printed", input: `{"text":"fail"}`, content: "half", code: tools.Timeout, message: "too slow", ran: 1,
			events: "called allowed started finished returned"},
		{name: "a filter also sees a failed act", input: `{"text":"fail"}`, door: &door{hook: post(hooks.Decision{Output: &withheld})}, content: "withheld", code: tools.Timeout, ran: 1,
			events: "called allowed started finished returned"},
		{name: "a tool that breaks down", input: `{"text":"panic"}`, code: tools.ExecutionFailed, message: "boom", ran: 1, events: "called allowed started finished returned"},
		{name: "the key of a call", input: `{"text":"key"}`, content: "handrail:r1:2:3:a7dc5892cb36f243", ran: 1, events: "called allowed started finished returned"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.door
			if d == nil {
				d = &door{}
			}
			open(t, d)
			got, err := d.say(t, tt.input)
			if err != nil {
				t.Fatal(err)
			}
			if got.Content != tt.content {
				t.Errorf("content is %q, want %q", got.Content, tt.content)
			}
			code, message := tools.Code(""), ""
			if got.Error != nil {
				code, message = got.Error.Code, got.Error.Message
			}
			if code != tt.code || !strings.Contains(message, tt.message) {
				t.Errorf("error is %s %q, want %s with %q", code, message, tt.code, tt.message)
			}
			if len(d.ran) != tt.ran {
				t.Errorf("it ran %d times, want %d", len(d.ran), tt.ran)
			}
			if diff := cmp.Diff(tt.events, d.kinds()); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			if tt.stages != "" && stages(got) != tt.stages {
				t.Errorf("stages are %q, want %q", stages(got), tt.stages)
			}
		})
	}
}

func TestAHookCanStopTheRun(t *testing.T) {
	for _, phase := range []hooks.Phase{hooks.PreTool, hooks.PostTool} {
		d := open(t, &door{hook: func(e hooks.Event) (hooks.Decision, error) {
			return hooks.Decision{Stop: e.Phase == phase, Reason: "the budget is used up", By: "budget"}, nil
		}})
		_, err := d.say(t, `{"text":"hi"}`)
		var stop *pipeline.Stop
		if !errors.As(err, &stop) || !strings.Contains(stop.Reason, "budget is used up") {
			t.Errorf("%s: the error is %v, want a Stop", phase, err)
		}
		if !strings.HasSuffix(d.kinds(), "blocked returned") {
			t.Errorf("%s: events are %s", phase, d.kinds())
		}
	}
}

func TestNothingRunsUnrecorded(t *testing.T) {
	for _, kind := range []journal.Kind{journal.Called, journal.Started} {
		d := open(t, &door{record: func(e journal.Event) error {
			if e.Kind == kind {
				return errors.New("the disk is full")
			}
			return nil
		}})
		if _, err := d.say(t, `{"text":"hi"}`); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s cannot be written, and the error is %v", kind, err)
		}
		if len(d.ran) != 0 {
			t.Errorf("%s could not be written, and it ran", kind)
		}
	}
}

func TestStartedIsRecordedBeforeTheAct(t *testing.T) {
	d := open(t, &door{})
	d.record = func(e journal.Event) error {
		if e.Kind == journal.Started && (len(d.ran) != 0 || !e.Durable) {
			t.Errorf("started came after %d acts, durable is %t", len(d.ran), e.Durable)
		}
		return nil
	}
	if _, err := d.say(t, `{"text":"hi"}`); err != nil {
		t.Fatal(err)
	}
}

func TestCancel(t *testing.T) {
	t.Run("while it runs", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		d := open(t, &door{})
		d.record = func(e journal.Event) error {
			if e.Kind == journal.Started {
				cancel()
			}
			return nil
		}
		_, err := d.Call(ctx, pipeline.Request{Call: tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"wait"}`)}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v, want that the run was cancelled", err)
		}
		if d.kinds() != "called allowed started finished returned" {
			t.Errorf("events are %s: a started call must have a finished event", d.kinds())
		}
	})
	t.Run("while it asks", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		d := open(t, &door{confirm: func(ctx context.Context) (tools.Answer, error) {
			cancel()
			return tools.Answer{}, ctx.Err()
		}})
		_, err := d.Call(ctx, pipeline.Request{Call: tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"hi","ask":true}`)}})
		if !errors.Is(err, context.Canceled) || len(d.ran) != 0 {
			t.Errorf("the error is %v and it ran %d times", err, len(d.ran))
		}
	})
}

func TestAnActThatIsNotTheOneShownAsksAgain(t *testing.T) {
	d := open(t, &door{answer: tools.Answer{Verdict: tools.Deny}})
	call := tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"hi"}`)}
	forecast := d.Forecast(context.Background(), pipeline.Request{Call: call})
	if forecast.Refusal != nil || forecast.Verdict.Outcome != guard.Allow || len(d.events) != 0 || len(d.ran) != 0 {
		t.Fatalf("forecast is %+v, with %d events and %d acts", forecast, len(d.events), len(d.ran))
	}
	same, err := d.Call(context.Background(), pipeline.Request{Call: call, Digest: forecast.Preview.Digest})
	if err != nil || same.Error != nil || len(d.asked) != 0 {
		t.Errorf("the act that was shown: %v, %v, asked %d times", same.Error, err, len(d.asked))
	}
	again := open(t, &door{guard: guard.Config{Mode: guard.AskAll}})
	told, err := again.Call(context.Background(), pipeline.Request{Call: call, Digest: forecast.Preview.Digest})
	if err != nil || told.Error != nil || len(again.asked) != 0 {
		t.Errorf("an act that the person was shown and told to run: %v, %v, asked %d times", told.Error, err, len(again.asked))
	}
	author := tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"hi","ask":true}`)}
	careful, err := again.Call(context.Background(), pipeline.Request{Call: author, Digest: forecast.Preview.Digest})
	if err != nil || careful.Error == nil || len(again.asked) != 1 {
		t.Errorf("an act whose author wants a question: %v, %v, asked %d times", careful.Error, err, len(again.asked))
	}
	call.Input = json.RawMessage(`{"text":"something else"}`)
	other, err := d.Call(context.Background(), pipeline.Request{Call: call, Digest: forecast.Preview.Digest})
	if err != nil || other.Error == nil || other.Error.Code != tools.Declined || len(d.asked) != 1 {
		t.Errorf("another act: %v, %v, asked %d times", other.Error, err, len(d.asked))
	}
}

func TestTheQuestionShowsTheSettledAct(t *testing.T) {
	d := open(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "dialog"}})
	got, err := d.say(t, `{"text":"hi","ask":true}`)
	if err != nil || len(d.asked) != 1 {
		t.Fatalf("asked %d times, %v", len(d.asked), err)
	}
	if q := d.asked[0]; q.Preview.Detail != "hi" || q.Preview.Digest != got.Meta.Digest || q.Tool != "say" || q.Reason == "" || q.Limit <= 0 {
		t.Errorf("the question is %+v", q)
	}
}
