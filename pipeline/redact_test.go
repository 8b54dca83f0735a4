package pipeline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"handrail/hooks"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// hiding is a Redact that knows one secret, and takes text in whole writes.
type hiding struct{ value string }

func (h hiding) Text(text string) string { return strings.ReplaceAll(text, h.value, "[secret x]") }
func (h hiding) JSON(raw json.RawMessage) json.RawMessage {
	return json.RawMessage(h.Text(string(raw)))
}
func (h hiding) Holds(text string) bool            { return strings.Contains(text, h.value) }
func (h hiding) Stream(w io.Writer) io.WriteCloser { return &hidden{h: h, w: w} }
func (h hiding) Placeholder(text string) string {
	if strings.Contains(text, "[secret x]") {
		return "[secret x]"
	}
	return ""
}

// hidden holds everything until it is closed.
type hidden struct {
	h    hiding
	w    io.Writer
	held bytes.Buffer
}

func (s *hidden) Write(p []byte) (int, error) { return s.held.Write(p) }
func (s *hidden) Close() error {
	_, err := io.WriteString(s.w, s.h.Text(s.held.String()))
	return err
}

// lines is a live view.
type lines struct{ bytes.Buffer }

func (l *lines) Stdout() io.Writer                { return &l.Buffer }
func (l *lines) Stderr() io.Writer                { return &l.Buffer }
func (l *lines) Progress(_, _ int64, note string) { l.WriteString(note) }
func secretDoor(t *testing.T, d *door) *door {
	d.redact = hiding{"hunter22"}
	return open(t, d)
}

func TestWhatRunsIsRealAndWhatIsToldIsNot(t *testing.T) {
	var seen hooks.Event
	d := secretDoor(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window"}, hook: func(e hooks.Event) (hooks.Decision, error) {
		if e.Phase == hooks.PostTool {
			seen = e
		}
		return hooks.Decision{}, nil
	}})
	r, err := d.say(t, `{"text":"it is hunter22","ask":true}`)
	if err != nil || r.Error != nil || r.Content != "said it is [secret x]" {
		t.Errorf("the model gets %q, %v, %v", r.Content, r.Error, err)
	}
	if len(d.ran) != 1 || d.ran[0] != "it is hunter22" {
		t.Errorf("what ran is %q", d.ran)
	}
	if seen.Content != "said it is [secret x]" || !strings.Contains(string(seen.Input), "hunter22") {
		t.Errorf("a hook guards %s and is shown %q", seen.Input, seen.Content)
	}
	if len(d.asked) != 1 || d.asked[0].Preview.Detail != "it is [secret x]" || d.asked[0].Input != nil || !strings.Contains(d.asked[0].Reason, "cannot be edited") {
		t.Errorf("the person is shown %+v", d.asked)
	}
	raw, _ := json.Marshal(r.Meta)
	if strings.Contains(string(raw), "hunter22") {
		t.Errorf("the stages tell it: %s", raw)
	}
	plain, err := d.say(t, `{"text":"nothing","ask":true}`)
	if err != nil || plain.Error != nil || d.asked[1].Input == nil {
		t.Errorf("an input without secrets cannot be edited: %+v, %v", d.asked[1], err)
	}
}

func TestNoWayOutOfTheDoorTellsASecret(t *testing.T) {
	hook := func(phase hooks.Phase, dec hooks.Decision) func(hooks.Event) (hooks.Decision, error) {
		return func(e hooks.Event) (hooks.Decision, error) {
			if e.Phase == phase {
				return dec, nil
			}
			return hooks.Decision{}, nil
		}
	}
	leak, changed := "it was hunter22", "changed to hunter22"
	for name, d := range map[string]*door{
		"a block":             {hook: hook(hooks.PreTool, hooks.Decision{Block: true, By: "h", Reason: leak})},
		"a block afterwards":  {hook: hook(hooks.PostTool, hooks.Decision{Block: true, By: "h", Reason: leak})},
		"a stop":              {hook: hook(hooks.PreTool, hooks.Decision{Stop: true, By: "h", Reason: leak})},
		"a changed output":    {hook: hook(hooks.PostTool, hooks.Decision{By: "h", Output: &changed})},
		"a broken hook":       {hook: func(hooks.Event) (hooks.Decision, error) { return hooks.Decision{}, errors.New(leak) }},
		"a reason to decline": {answer: tools.Answer{Verdict: tools.Deny, Reason: leak, Where: "window"}},
		"nobody to ask":       {nobody: errors.New(leak)},
		"a mode":              {guard: guard.Config{Mode: guard.ReadOnly, Why: leak}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := secretDoor(t, d).say(t, `{"text":"x","ask":true}`)
			raw, marshalErr := json.Marshal(r)
			if marshalErr != nil {
				t.Fatal(marshalErr)
			}
			told := string(raw)
			if err != nil {
				told += err.Error()
			}
			if strings.Contains(told, "hunter22") {
				t.Errorf("it tells %s", told)
			}
			if name != "a mode" && name != "a broken hook" && name != "nobody to ask" && !strings.Contains(told, "[secret x]") && d.answer.Verdict == "" && d.nobody == nil && len(d.asked) == 0 {
				t.Errorf("nothing was said at all: %s", told)
			}
		})
	}
}

func TestLiveOutputIsRedactedAndWhole(t *testing.T) {
	d := secretDoor(t, &door{echo: ` {"a":"hunter22"}`})
	var live lines
	r, err := d.Call(context.Background(), pipeline.Request{Output: &live, Call: tools.Call{Tool: "say", Run: "r", Input: json.RawMessage(`{"text":"print"}`)}})
	if err != nil || r.Error != nil {
		t.Fatal(err, r.Error)
	}
	if got, want := live.String(), `live {"a":"[secret x]"}`; got != want {
		t.Errorf("the person sees %q, want %q", got, want)
	}
	if r.Content != ` {"a":"[secret x]"}` {
		t.Errorf("the model gets %q", r.Content)
	}
}

// logs is a live view that takes a server's log as such.
type logs struct {
	lines
	got []tools.LogLine
}

func (l *logs) Log(line tools.LogLine) { l.got = append(l.got, line) }

// What a server logs is redacted as well, in every part of it, for whoever takes lines as such and for
// whoever reads text.
func TestAServersLogIsRedacted(t *testing.T) {
	d := secretDoor(t, &door{echo: "hunter22"})
	request := pipeline.Request{Call: tools.Call{Tool: "say", Run: "r", Input: json.RawMessage(`{"text":"log"}`)}}
	var text lines
	var live logs
	for _, out := range []tools.Output{&text, &live} {
		request.Output = out
		if r, err := d.Call(context.Background(), request); err != nil || r.Error != nil {
			t.Fatal(err, r.Error)
		}
	}
	if got := text.String(); got != "info: {\"says\":\"[secret x]\"}\n" {
		t.Errorf("text is %q", got)
	}
	if len(live.got) != 1 || live.got[0].Logger != "[secret x]" || string(live.got[0].Data) != `{"says":"[secret x]"}` || live.String() != "" {
		t.Errorf("lines are %+v, and text %q", live.got, live.String())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if told := fmt.Sprint(d.events); strings.Contains(told, "hunter22") {
		t.Errorf("the journal has %s", told)
	}
}

func TestAMarkIsNoInput(t *testing.T) {
	d := secretDoor(t, &door{})
	r, err := d.say(t, `{"text":"put [secret x] there"}`)
	if err != nil || r.Error == nil || r.Error.Code != tools.InvalidArgs || !strings.Contains(r.Error.Message, "[secret x]") || len(d.ran) > 0 {
		t.Errorf("got %v, %v; %q ran", r.Error, err, d.ran)
	}
	if r, err := d.say(t, `{"text":"put [secret y] there"}`); err != nil || r.Error != nil {
		t.Errorf("another mark: %v, %v", r.Error, err)
	}
	d = secretDoor(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window", Input: json.RawMessage(`{"text":"[secret x]"}`), Digest: "d"}})
	if r, err := d.say(t, `{"text":"hi","ask":true}`); err != nil || r.Error == nil || len(d.ran) > 0 {
		t.Errorf("edited into a mark: %v, %v; %q ran", r.Error, err, d.ran)
	}
}
