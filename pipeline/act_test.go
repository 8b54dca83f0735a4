package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// The act that was judged is in exactly one event of each call, whole, so that it
// can be judged again; of a call that names a file with secrets, only the verdict.
func TestTheJudgedActIsKeptOnce(t *testing.T) {
	deny, err := guard.ParseRule(guard.Deny, "say(said)", "agent/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	deny.File = "agent/rules.json:3"
	for name, tt := range map[string]struct {
		door  *door
		input string
		in    journal.Kind
		want  journal.ActData
	}{
		"allowed": {&door{}, `{"text":"hi"}`, journal.Started, journal.ActData{Tool: "say", Title: "Say", Detail: "hi", Verdict: "allow", Stage: "mode", By: "mode workspace"}},
		"asked and allowed": {
			&door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window"}}, `{"text":"hi","ask":true}`, journal.Asked,
			journal.ActData{Tool: "say", Title: "Say", Detail: "hi", Verdict: "ask", Stage: "confirm", By: "confirm: true", Confirm: true},
		},
		"asked and declined": {
			&door{answer: tools.Answer{Verdict: tools.Deny, Where: "window"}}, `{"text":"hi","ask":true}`, journal.Asked,
			journal.ActData{Tool: "say", Title: "Say", Detail: "hi", Verdict: "ask", Stage: "confirm", By: "confirm: true", Confirm: true},
		},
		"denied": {
			&door{guard: guard.Config{Rules: []guard.Rule{deny}}}, `{"text":"hi"}`, journal.Blocked,
			journal.ActData{Tool: "say", Title: "Say", Detail: "hi", Verdict: "deny", Stage: "deny-rule", By: deny.String(), File: "agent/rules.json:3"},
		},
		"a hook asks": {
			&door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window"}, hook: func(hooks.Event) (hooks.Decision, error) {
				return hooks.Decision{Ask: "the hook h: look"}, nil
			}}, `{"text":"hi"}`, journal.Asked, journal.ActData{Tool: "say", Title: "Say", Detail: "hi", Verdict: "ask", Stage: "hook", By: "a hook", Forced: true},
		},
		"secrets": {&door{}, `{"text":"hi","path":".env"}`, journal.Started, journal.ActData{Tool: "say", Title: "Say", Verdict: "allow", Stage: "mode", By: "mode workspace", Omitted: "it names a file that may hold secrets"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t, tt.door)
			if _, err := d.say(t, tt.input); err != nil {
				t.Fatal(err)
			}
			var got []journal.ActData
			for _, e := range d.events {
				act, ok, err := journal.Judged(e.Data)
				if err != nil {
					t.Fatalf("%s: %v", e.Data, err)
				}
				if ok && e.Kind != tt.in {
					t.Errorf("%s has an act: %s", e.Kind, e.Data)
				}
				if ok {
					got = append(got, act)
				}
			}
			if len(got) != 1 {
				t.Fatalf("%d acts in %s", len(got), d.kinds())
			}
			a := got[0]
			if tt.want.Omitted != "" {
				a.Detail = ""
			} else if len(a.Effects) != 1 || a.Effects[0] != "write /space/said" || a.Digest == "" {
				t.Errorf("the act is not whole: %+v", a)
			}
			a.Effects, a.Digest, a.Reason, a.Folder = nil, "", "", ""
			if raw, want := text(t, a), text(t, tt.want); raw != want {
				t.Errorf("got  %s\nwant %s", raw, want)
			}
		})
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// An act too large to keep says so, and its script is nowhere a second time.
func TestALargeActIsLeftOut(t *testing.T) {
	script := "echo " + strings.Repeat("x", journal.ActLimit)
	d := open(t, &door{})
	registry := tools.Build(context.Background(), []tools.Provision{{Source: only{shellTool(t, script)}}}, nil)
	p := d.with(registry)
	if _, err := p.Call(t.Context(), request("shell")); err != nil {
		t.Fatal(err)
	}
	copies := 0
	for _, e := range d.events {
		copies += strings.Count(string(e.Data), script)
		if act, ok, err := journal.Judged(e.Data); err != nil || ok && !strings.Contains(act.Omitted, "bytes") {
			t.Errorf("%+v, %v", act, err)
		}
	}
	if copies != 1 { // "started" shows what ran
		t.Errorf("the script is in the record %d times", copies)
	}
	d.events = nil
	registry = tools.Build(context.Background(), []tools.Provision{{Source: only{shellTool(t, "ls -l")}}}, nil)
	if _, err := d.with(registry).Call(t.Context(), request("shell")); err != nil {
		t.Fatal(err)
	}
	for _, e := range d.events {
		if act, ok, err := journal.Judged(e.Data); err != nil || ok && (act.Shell != "ls -l" || strings.Count(string(e.Data), "ls -l") != 2) { // title and detail
			t.Errorf("%s: %+v, %v", e.Data, act, err)
		}
	}
}

// Each stage says where what decided stands, and why.
func TestStagesSayWhereAndWhy(t *testing.T) {
	deny, err := guard.ParseRule(guard.Deny, "say(said)", "agent/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	deny.File = "agent/rules.json:3"
	d := open(t, &door{guard: guard.Config{Rules: []guard.Rule{deny}}})
	got, err := d.say(t, `{"text":"hi"}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range got.Meta.Stages {
		if s.Name == "guard" && (s.File != "agent/rules.json:3" || s.Reason == "" || s.By != deny.String()) {
			t.Errorf("%+v", s)
		}
		if s.Name == "prepare" && s.Reason != "Say" {
			t.Errorf("%+v", s)
		}
	}
	long := open(t, &door{})
	if got, err = long.say(t, `{"text":"`+strings.Repeat("x", 200_000)+`"}`); err != nil {
		t.Fatal(err)
	}
	if last := got.Meta.Stages[len(got.Meta.Stages)-1]; last.Name != "return" || last.Result != "cut" || !strings.Contains(last.Reason, "of 200005 bytes") {
		t.Errorf("%+v", last)
	}
}

// shellTool is a tool that would run a script, and does not.
func shellTool(t *testing.T, script string) tools.Tool {
	t.Helper()
	tool, err := tools.Define[sayIn, string](tools.Info{Name: "shell", Source: "builtin"},
		func(context.Context, tools.Call, sayIn) (tools.Act[string], error) {
			title := "Run"
			if len(script) < 100 {
				title += ": " + script
			}
			return tools.Act[string]{
				Preview: tools.Preview{Title: title, Detail: script, Shell: script, Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "bash"}}},
				Run:     func(context.Context, tools.Output) (string, error) { return "", nil },
			}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// with is the door with other tools.
func (d *door) with(registry *tools.Registry) *pipeline.Pipeline {
	judge := guard.New(d.guard)
	return pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return d }, Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d,
	})
}

func request(tool string) pipeline.Request {
	return pipeline.Request{Call: tools.Call{Tool: tool, Input: json.RawMessage(`{"text":"x"}`)}}
}

// Who made an act ask is told by the stage, never by words.
func TestAskedByHook(t *testing.T) {
	for name, tt := range map[string]struct {
		act  journal.ActData
		want bool
	}{
		"a hook":                         {journal.ActData{Stage: "hook", By: "the hook guard", Forced: true}, true},
		"another act":                    {journal.ActData{Stage: "changed-act", Forced: true}, false},
		"a rule of that name":            {journal.ActData{Stage: "ask-rule", By: "a hook"}, false},
		"what the guard asked, likewise": {journal.ActData{By: "a hook"}, false},
	} {
		if got := pipeline.AskedByHook(tt.act); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Who has answered is named as far as it is known.
func TestWhoAnswered(t *testing.T) {
	for where, want := range map[string]journal.VerdictData{
		"window":          {By: "the person, in the window", Decider: journal.DeciderData{Kind: "person", Name: "window"}},
		tools.WhereFixed:  {By: "--confirm on the command line", Decider: journal.DeciderData{Kind: "flag"}},
		tools.WhereClient: {By: "the asking program (in the person's name)", Decider: journal.DeciderData{Kind: "program"}},
		tools.WhereNobody: {By: "nobody", Decider: journal.DeciderData{Kind: "nobody"}},
	} {
		d := open(t, &door{answer: tools.Answer{Verdict: tools.Deny, Where: where, Reason: "not today"}})
		if _, err := d.say(t, `{"text":"hi","ask":true}`); err != nil {
			t.Fatal(err)
		}
		var got journal.VerdictData
		for _, e := range d.events {
			if e.Kind == journal.Declined {
				if err := json.Unmarshal(e.Data, &got); err != nil {
					t.Fatal(err)
				}
			}
		}
		want.Reason, want.Cause, want.Code = "the call was declined: not today", "not today", "declined"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %+v, want %+v", where, got, want)
		}
	}
}

// What is denied is denied whether it could be settled or not: the reason why it could not be, which may tell what is in a file, is
// told only to who might do it.
func TestWhatIsDeniedIsDeniedBeforeItIsSettled(t *testing.T) {
	deny, err := guard.ParseRule(guard.Deny, "say(/space/secret)", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, path string
		guard      guard.Config
		denied     bool
	}{
		{"by a rule", "/space/secret", guard.Config{Rules: []guard.Rule{deny}}, true},
		{"by the mode", "/space/plain", guard.Config{Mode: guard.ReadOnly}, true},
		{"not denied", "/space/plain", guard.Config{Rules: []guard.Rule{deny}}, false},
		{"it would ask", "/space/plain", guard.Config{Mode: guard.AskAll}, false},
	} {
		d := open(t, &door{guard: tt.guard})
		r, err := d.say(t, `{"text":"unfit","path":"`+tt.path+`"}`)
		if err != nil || r.Error == nil {
			t.Fatalf("%s: %+v, %v", tt.name, r, err)
		}
		recorded, err := json.Marshal(d.events)
		if err != nil {
			t.Fatal(err)
		}
		told := strings.Contains(r.Error.Message+fmt.Sprint(r.Meta.Stages)+string(recorded), "plain-word")
		if got := r.Error.Code == tools.PermissionDenied; got != tt.denied || told == tt.denied || len(d.asked) > 0 {
			t.Errorf("%s: %+v; told: %t", tt.name, r.Error, told)
		}
	}
}

// A file with secrets may be called otherwise, as by a link: the record keeps nothing of its content then, either.
func TestWhatIsASecretFileByItsRealNameIsNotRecorded(t *testing.T) {
	for text, kept := range map[string]bool{"linked": false, "plain": true} {
		d := open(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "dialog"}})
		r, err := d.say(t, `{"text":"`+text+`","body":" shown"}`)
		if err != nil || r.Content != "said "+text {
			t.Fatalf("%s: %+v, %v", text, r, err)
		}
		found := false
		for _, e := range d.events {
			raw, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind != journal.Called { // that is what the agent has written itself
				found = found || strings.Contains(string(raw), "said "+text) || strings.Contains(string(raw), text+" shown")
			}
		}
		if found != kept {
			t.Errorf("%s: its content is recorded: %t, want %t", text, found, kept)
		}
	}
}
