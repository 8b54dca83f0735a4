package operator

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/settings"
	"handrail/tools"
)

// A person is a Confirmer that a test plays.
type person struct {
	asked  chan tools.Question
	answer func(context.Context, tools.Question) (tools.Answer, error)
}

// Confirm implements tools.Confirmer.
func (p *person) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	select {
	case p.asked <- q:
	default: // nobody looks
	}
	return p.answer(ctx, q)
}

func yes(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
}

// never is a dialog that stands until it is taken back.
func never(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}

const noHands = `{"version":"1","tools":{}}`

// A handBench is an open space with hands in it, trusted.
type handBench struct {
	t      *testing.T
	o      *Operator
	s      *Space
	dir    string
	person *person
}

func newHandBench(t *testing.T, ctxnest string) *handBench {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return newHandBenchAt(t, home, settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}, ctxnest)
}

// newHandBenchAt is newHandBench with folders of the caller's choice; home is
// real.
func newHandBenchAt(t *testing.T, home string, dirs settings.Dirs, ctxnest string) *handBench {
	t.Helper()
	var err error
	b := &handBench{t: t, dir: filepath.Join(home, "my-project"), person: &person{asked: make(chan tools.Question, 8), answer: yes}}
	b.file("ctxnest.json", ctxnest)
	b.o, err = Open(t.Context(), Config{
		Dirs: dirs, Version: "0", Home: home,
		Environ:   settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer: func(*Operator) tools.Confirmer { return b.person },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.o.Close(); err != nil {
			t.Error(err)
		}
	})
	if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	b.trust()
	return b
}

func (b *handBench) trust() {
	b.t.Helper()
	if err := b.s.SetTrusted(b.t.Context(), b.s.Inventory().Digest); err != nil {
		b.t.Fatal(err)
	}
}

func (b *handBench) file(name, text string) {
	b.t.Helper()
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// agent makes calls as an agent of the space does.
func (b *handBench) agent() *Calls {
	b.t.Helper()
	calls, err := b.s.Calls(CallsConfig{Origin: journal.FromTry, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := calls.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return calls
}

func (b *handBench) call(tool, input string) tools.Result {
	b.t.Helper()
	_, result, err := b.agent().Call(b.t.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err != nil {
		b.t.Fatalf("%s: %v", tool, err)
	}
	return result
}

func code(r tools.Result) tools.Code {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// a file with one hand that asks, one that does not, one disabled and one broken.
const fourHands = `{"version":"1","tools":{
  "say": {"description":"Say it","command":["echo","{{text}}"],"params":{"text":{"type":"string"}}},
  "careful": {"description":"Ask first","command":["touch","done"],"confirm":true},
  "off": {"description":"Not now","command":["touch","done"],"disabled":true},
  "bad": {"description":"Broken","command":["{{x}}"]}
}}`

func TestHandConfirmation(t *testing.T) {
	t.Run("confirm shows the resolved argv, one element a line, and the folder; the answer expires after 60 s", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		if r := b.call("my-project__careful", `{}`); code(r) != "" || !strings.Contains(r.Content, `"status":"success"`) {
			t.Fatalf("%+v", r)
		}
		q := <-b.person.asked
		if lines := strings.Split(q.Preview.Detail, "\n"); len(lines) != 2 || filepath.Base(lines[0]) != "touch" || lines[1] != "done" {
			t.Errorf("detail %q", q.Preview.Detail)
		}
		if q.Limit != time.Minute || q.Preview.Folder != b.dir || q.Preview.Digest == "" {
			t.Errorf("%+v", q)
		}
	})
	t.Run("an answer is single-use: every call asks anew", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		b.call("careful", `{}`)
		b.call("careful", `{}`)
		if n := len(b.person.asked); n != 2 {
			t.Errorf("asked %d times", n)
		}
	})
	t.Run("the agent gets no token that it could redeem", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		b.person.answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
		}
		if r := b.call("careful", `{}`); code(r) != tools.Declined || r.Content != "" {
			t.Errorf("%+v", r)
		}
		if r := b.call("confirm_hand", `{"token":"x"}`); code(r) != tools.NotFound {
			t.Errorf("%+v", r)
		}
	})
	t.Run("no answer in time is expired", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		b.person.answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Expire, Where: "test"}, nil
		}
		if r := b.call("careful", `{}`); code(r) != tools.Expired {
			t.Errorf("%+v", r)
		}
	})
	for name, answer := range map[string]func(context.Context, tools.Question) (tools.Answer, error){
		"a reload withdraws the question": never,
		"a yes that comes with the reload counts for nothing": func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
			<-ctx.Done()
			return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newHandBench(t, fourHands)
			b.person.answer = answer
			calls := b.agent()
			got := make(chan tools.Result, 1)
			go func() {
				_, result, _ := calls.Call(t.Context(), "careful", json.RawMessage(`{}`), tools.Scope{}) // what came of it is in the result
				got <- result
			}()
			<-b.person.asked
			if err := b.s.Reload(t.Context()); err != nil {
				t.Fatal(err)
			}
			if r := <-got; code(r) != tools.Expired || !strings.Contains(r.Error.Message, "withdrawn") {
				t.Errorf("%+v", r)
			}
			if _, err := os.Stat(filepath.Join(b.dir, "done")); err == nil {
				t.Error("it ran")
			}
		})
	}
	t.Run("a folder that becomes a link while the person is asked", func(t *testing.T) {
		b := newHandBench(t, `{"version":"1","tools":{"careful":{"description":"d","command":["touch","done"],"confirm":true,"workingDir":"work"}}}`)
		b.file("work/f", "")
		outside := t.TempDir()
		b.person.answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
			if err := os.Rename(filepath.Join(b.dir, "work"), filepath.Join(b.dir, "was")); err != nil {
				t.Error(err)
			}
			if err := os.Symlink(outside, filepath.Join(b.dir, "work")); err != nil {
				t.Error(err)
			}
			return yes(ctx, q)
		}
		if r := b.call("careful", `{}`); code(r) != tools.InvalidPath || !strings.Contains(r.Content, `"status":"rejected"`) {
			t.Errorf("%+v", r)
		}
		if _, err := os.Stat(filepath.Join(outside, "done")); err == nil {
			t.Error("it ran outside the project")
		}
	})
}

func TestHandsFileIsThePersons(t *testing.T) {
	t.Run("the agent cannot modify ctxnest.json through any tool without the person", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		b.person.answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
		}
		calls := b.agent()
		for tool, input := range map[string]string{
			"write": `{"path":"ctxnest.json","content":"{}"}`,
			"edit":  `{"path":"CTXNEST.JSON/../ctxnest.json","old_string":"Say it","new_string":"x"}`,
			"patch": `{"patch":"--- a/ctxnest.json\n+++ b/ctxnest.json\n@@ -1,1 +1,1 @@\n-{\"version\":\"1\",\"tools\":{\n+{\"version\":\"2\",\"tools\":{\n"}`,
		} {
			if tool == "edit" {
				input = `{"path":"./ctxnest.json","old_string":"Say it","new_string":"x"}`
			}
			if _, _, err := calls.Call(t.Context(), "read", json.RawMessage(`{"path":"ctxnest.json"}`), tools.Scope{}); err != nil {
				t.Fatal(err)
			}
			_, r, err := calls.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{})
			if err != nil || code(r) != tools.Declined {
				t.Errorf("%s: %+v, %v", tool, r, err)
				continue
			}
			if q := <-b.person.asked; !strings.Contains(q.Reason, "ctxnest.json") {
				t.Errorf("%s: asked because %q", tool, q.Reason)
			}
		}
	})
	t.Run("a changed file is held back, and reload_hands approves nothing", func(t *testing.T) {
		b := newHandBench(t, fourHands)
		b.file("ctxnest.json", strings.Replace(fourHands, `"echo"`, `"printf"`, 1))
		if r := b.call("say", `{"text":"a"}`); code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "changed since you trusted") {
			t.Errorf("before the reload: %+v", r)
		}
		r := b.call("reload_hands", `{}`)
		if code(r) != "" || !strings.Contains(r.Content, `"name":"my-project__say","description":"Say it","danger":"safe","confirm":false,"state":"held-back"`) {
			t.Errorf("reload: %+v", r)
		}
		if r := b.call("say", `{"text":"a"}`); code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "changed since you trusted it") {
			t.Errorf("after the reload: %+v", r)
		}
		if r := b.call("careful", `{}`); code(r) != "" {
			t.Errorf("a hand that did not change: %+v", r)
		}
		b.trust()
		if r := b.call("say", `{"text":"a"}`); code(r) != "" || !strings.Contains(r.Content, `"stdout":"a"`) {
			t.Errorf("after it was trusted: %+v", r)
		}
	})
}

func TestHandTools(t *testing.T) {
	b := newHandBench(t, fourHands)
	t.Run("list_hands tells of each hand, and of no disabled one", func(t *testing.T) {
		r := b.call("list_hands", `{}`)
		for _, want := range []string{`"name":"my-project__say"`, `"name":"my-project__careful","description":"Ask first","danger":"safe","confirm":true,"state":"ready"`, `"name":"bad","reason":"argv[0] must be literal","line":5`} {
			if !strings.Contains(r.Content, want) {
				t.Errorf("no %s in %s", want, r.Content)
			}
		}
		if strings.Contains(r.Content, "off") {
			t.Errorf("the disabled hand is listed: %s", r.Content)
		}
	})
	t.Run("every hand is listed for the person, with the reason", func(t *testing.T) {
		got := map[string]string{}
		for _, e := range b.s.Registry().Entries() {
			if e.Info.Source == "hand" {
				got[e.Qualified] = string(e.State) + " " + e.Reason
			}
		}
		for name, want := range map[string]string{
			"my-project__say": "ready ", "my-project__careful": "ready ", "my-project__bad": "rejected argv[0] must be literal",
			"my-project__off": "disabled its author has disabled it in ctxnest.json",
		} {
			if got[name] != want {
				t.Errorf("%s: %q, want %q", name, got[name], want)
			}
		}
	})
	t.Run("a disabled hand cannot be called and is offered to nobody", func(t *testing.T) {
		if r := b.call("my-project__off", `{}`); code(r) != tools.NotFound {
			t.Errorf("%+v", r)
		}
		for _, e := range b.s.Registry().Offered(tools.Scope{}) {
			if e.Info.Name == "off" || e.Info.Name == "bad" {
				t.Errorf("%s is offered", e.Qualified)
			}
		}
	})
	t.Run("reload_hands: at most one reload a second", func(t *testing.T) {
		first, second := b.call("reload_hands", `{}`), b.call("reload_hands", `{}`)
		if code(first) != "" || code(second) != tools.Unavailable {
			t.Errorf("%+v, %+v", first.Error, second.Error)
		}
	})
	t.Run("describe_hands_schema gives the reference", func(t *testing.T) {
		if r := b.call("describe_hands_schema", `{}`); code(r) != "" || r.Content != HandsReference() {
			t.Errorf("%+v", r.Error)
		}
	})
	t.Run("register_project asks, adds the folder, and trusts nothing", func(t *testing.T) {
		other := filepath.Join(filepath.Dir(b.dir), "other")
		if err := os.MkdirAll(other, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(other, "ctxnest.json"), []byte(fourHands), 0o600); err != nil {
			t.Fatal(err)
		}
		for len(b.person.asked) > 0 {
			<-b.person.asked
		}
		r := b.call("register_project", `{"path":"../other"}`)
		if code(r) != "" || !strings.Contains(r.Content, `"trusted":false,"hands":3`) {
			t.Fatalf("%+v", r)
		}
		if q := <-b.person.asked; q.Preview.Detail != other {
			t.Errorf("asked about %q", q.Preview.Detail)
		}
		added, err := b.o.Space(other)
		if err != nil || added.Trust() != Untrusted {
			t.Errorf("%v, %v", added, err)
		}
		for _, path := range []string{"/", filepath.Dir(b.dir), "../config", "../none", "ctxnest.json"} {
			if r := b.call("register_project", `{"path":"`+path+`"}`); code(r) != tools.InvalidPath {
				t.Errorf("%s: %+v", path, r)
			}
		}
	})
	t.Run("a hand takes no built-in tool's name", func(t *testing.T) {
		b := newHandBench(t, `{"version":"1","tools":{"read":{"description":"d","command":["true"]}}}`)
		if e, err := b.s.Registry().Lookup("read", tools.Scope{}); err != nil || e.Info.Source != "builtin" {
			t.Errorf("%+v, %v", e.Info, err)
		}
		if e, err := b.s.Registry().Lookup("my-project__read", tools.Scope{}); err != nil || e.Info.Source != "hand" {
			t.Errorf("%+v, %v", e.Info, err)
		}
	})
}
