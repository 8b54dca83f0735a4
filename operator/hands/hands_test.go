package hands_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator/hands"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
)

func TestMain(m *testing.M) { os.Exit(operatortest.Main(m)) }

// newBench opens a space with hands in it, trusted.
func newBench(t *testing.T, ctxnest string) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{Files: map[string]string{"ctxnest.json": ctxnest}, Trusted: true})
}

// never is a dialog that stands until it is taken back.
func never(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}

// a file with one hand that asks, one that does not, one disabled and one broken.
const fourHands = `{"version":"1","tools":{
  "say": {"description":"Say it","command":["echo","{{text}}"],"params":{"text":{"type":"string"}}},
  "careful": {"description":"Ask first","command":["touch","done"],"confirm":true},
  "off": {"description":"Not now","command":["touch","done"],"disabled":true},
  "bad": {"description":"Broken","command":["{{x}}"]}
}}`

func TestConfirmation(t *testing.T) {
	t.Run("confirm shows the resolved argv, one element a line, and the folder, the answer expires after 60 s", func(t *testing.T) {
		b := newBench(t, fourHands)
		if r := b.Call("space__careful", `{}`); operatortest.Code(r) != "" || !strings.Contains(r.Content, `"status":"success"`) {
			t.Fatalf("%+v", r)
		}
		q := <-b.Person.Asked
		if lines := strings.Split(q.Preview.Detail, "\n"); len(lines) != 2 || filepath.Base(lines[0]) != "touch" || lines[1] != "done" {
			t.Errorf("detail %q", q.Preview.Detail)
		}
		if q.Limit != time.Minute || q.Preview.Folder != b.Dir || q.Preview.Digest == "" {
			t.Errorf("%+v", q)
		}
	})
	t.Run("an answer is single-use: every call asks anew", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.Call("careful", `{}`)
		b.Call("careful", `{}`)
		if n := len(b.Person.Asked); n != 2 {
			t.Errorf("asked %d times", n)
		}
	})
	t.Run("the agent gets no token that it could redeem", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
		}
		if r := b.Call("careful", `{}`); operatortest.Code(r) != tools.Declined || r.Content != "" {
			t.Errorf("%+v", r)
		}
		if r := b.Call("confirm_hand", `{"token":"x"}`); operatortest.Code(r) != tools.NotFound {
			t.Errorf("%+v", r)
		}
	})
	t.Run("no answer in time is expired", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Expire, Where: "test"}, nil
		}
		if r := b.Call("careful", `{}`); operatortest.Code(r) != tools.Expired {
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
			b := newBench(t, fourHands)
			b.Person.Answer = answer
			calls := b.Agent()
			got := make(chan tools.Result, 1)
			go func() {
				_, result, _ := calls.Call(t.Context(), "careful", json.RawMessage(`{}`), tools.Scope{}) // what came of it is in the result
				got <- result
			}()
			<-b.Person.Asked
			if err := b.S.Reload(t.Context()); err != nil {
				t.Fatal(err)
			}
			if r := <-got; operatortest.Code(r) != tools.Expired || !strings.Contains(r.Error.Message, "withdrawn") {
				t.Errorf("%+v", r)
			}
			if _, err := os.Stat(filepath.Join(b.Dir, "done")); err == nil {
				t.Error("it ran")
			}
		})
	}
	t.Run("a folder that becomes a link while the person is asked", func(t *testing.T) {
		b := newBench(t, `{"version":"1","tools":{"careful":{"description":"d","command":["touch","done"],"confirm":true,"workingDir":"work"}}}`)
		b.File("work/f", "")
		outside := t.TempDir()
		b.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
			if err := os.Rename(filepath.Join(b.Dir, "work"), filepath.Join(b.Dir, "was")); err != nil {
				t.Error(err)
			}
			if err := os.Symlink(outside, filepath.Join(b.Dir, "work")); err != nil {
				t.Error(err)
			}
			return operatortest.Yes(ctx, q)
		}
		if r := b.Call("careful", `{}`); operatortest.Code(r) != tools.InvalidPath || !strings.Contains(r.Content, `"status":"rejected"`) {
			t.Errorf("%+v", r)
		}
		if _, err := os.Stat(filepath.Join(outside, "done")); err == nil {
			t.Error("it ran outside the project")
		}
	})
}

func TestTheFileIsThePersons(t *testing.T) {
	t.Run("the agent cannot modify ctxnest.json through any tool without the person", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
		}
		calls := b.Agent()
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
			if err != nil || operatortest.Code(r) != tools.Declined {
				t.Errorf("%s: %+v, %v", tool, r, err)
				continue
			}
			if q := <-b.Person.Asked; !strings.Contains(q.Reason, "ctxnest.json") {
				t.Errorf("%s: asked because %q", tool, q.Reason)
			}
		}
	})
	t.Run("a changed file is held back, and reload_hands approves nothing", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.File("ctxnest.json", strings.Replace(fourHands, `"echo"`, `"printf"`, 1))
		if r := b.Call("say", `{"text":"a"}`); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "changed since you trusted") {
			t.Errorf("before the reload: %+v", r)
		}
		r := b.Call("reload_hands", `{}`)
		if operatortest.Code(r) != "" || !strings.Contains(r.Content, `"name":"space__say","description":"Say it","danger":"safe","confirm":false,"state":"held-back"`) {
			t.Errorf("reload: %+v", r)
		}
		if r := b.Call("say", `{"text":"a"}`); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "changed since you trusted it") {
			t.Errorf("after the reload: %+v", r)
		}
		if r := b.Call("careful", `{}`); operatortest.Code(r) != "" {
			t.Errorf("a hand that did not change: %+v", r)
		}
		b.Trust()
		if r := b.Call("say", `{"text":"a"}`); operatortest.Code(r) != "" || !strings.Contains(r.Content, `"stdout":"a"`) {
			t.Errorf("after it was trusted: %+v", r)
		}
	})
}

func TestTools(t *testing.T) {
	b := newBench(t, fourHands)
	t.Run("list_hands tells of each hand, and of no disabled one", func(t *testing.T) {
		r := b.Call("list_hands", `{}`)
		for _, want := range []string{`"name":"space__say"`, `"name":"space__careful","description":"Ask first","danger":"safe","confirm":true,"state":"ready"`, `"name":"bad","reason":"argv[0] must be literal","line":5`} {
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
		for _, e := range b.S.Registry().Entries() {
			if e.Info.Source == "hand" {
				got[e.Qualified] = string(e.State) + " " + e.Reason
			}
		}
		for name, want := range map[string]string{
			"space__say": "ready ", "space__careful": "ready ", "space__bad": "rejected argv[0] must be literal",
			"space__off": "disabled its author has disabled it in ctxnest.json",
		} {
			if got[name] != want {
				t.Errorf("%s: %q, want %q", name, got[name], want)
			}
		}
	})
	t.Run("a disabled hand cannot be called and is offered to nobody", func(t *testing.T) {
		if r := b.Call("space__off", `{}`); operatortest.Code(r) != tools.NotFound || !strings.Contains(r.Error.Message, "its author has disabled it") {
			t.Errorf("%+v", r)
		}
		for _, e := range b.S.Registry().Offered(tools.Scope{}) {
			if e.Info.Name == "off" || e.Info.Name == "bad" {
				t.Errorf("%s is offered", e.Qualified)
			}
		}
	})
	t.Run("reload_hands: at most one reload a second", func(t *testing.T) {
		first, second := b.Call("reload_hands", `{}`), b.Call("reload_hands", `{}`)
		if operatortest.Code(first) != "" || operatortest.Code(second) != tools.Unavailable {
			t.Errorf("%+v, %+v", first.Error, second.Error)
		}
	})
	t.Run("describe_hands_schema gives the reference", func(t *testing.T) {
		if r := b.Call("describe_hands_schema", `{}`); operatortest.Code(r) != "" || r.Content != hands.Reference() {
			t.Errorf("%+v", r.Error)
		}
	})
	t.Run("describe_hands_schema takes nothing, changes nothing, and needs no file", func(t *testing.T) {
		b := newBench(t, fourHands)
		b.Remove("ctxnest.json")
		b.Reload()
		for range 3 { // nothing limits how often
			if r := b.Call("describe_hands_schema", `{}`); operatortest.Code(r) != "" || r.Content != hands.Reference() {
				t.Errorf("without a file: %+v", r.Error)
			}
		}
		if r := b.Call("describe_hands_schema", `{"file":"ctxnest.json"}`); operatortest.Code(r) != tools.InvalidArgs {
			t.Errorf("with an input: %+v", r)
		}
		e, err := b.S.Registry().Lookup("describe_hands_schema", tools.Scope{})
		if err != nil || e.Info.SideEffect || !e.Info.Idempotent || e.Info.Category != "hands" {
			t.Errorf("%+v, %v", e.Info, err)
		}
		for _, word := range []string{"authoring reference", "schema", "limitations", "annotated example", "list_hands", "reload_hands"} {
			if !strings.Contains(e.Info.Description, word) {
				t.Errorf("its description does not speak of %q", word)
			}
		}
		if n := len(b.Person.Asked); n != 0 {
			t.Errorf("asked %d times", n)
		}
	})
	t.Run("register_project asks, adds the folder, and trusts nothing", func(t *testing.T) {
		other := filepath.Join(filepath.Dir(b.Dir), "other")
		if err := os.MkdirAll(other, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(other, "ctxnest.json"), []byte(fourHands), 0o600); err != nil {
			t.Fatal(err)
		}
		for len(b.Person.Asked) > 0 {
			<-b.Person.Asked
		}
		r := b.Call("register_project", `{"path":"../other"}`)
		if operatortest.Code(r) != "" || !strings.Contains(r.Content, `"trusted":false,"hands":3`) {
			t.Fatalf("%+v", r)
		}
		if q := <-b.Person.Asked; q.Preview.Detail != other {
			t.Errorf("asked about %q", q.Preview.Detail)
		}
		added, err := b.O.Space(other)
		if err != nil || added.Trust().State().Level() != trust.Untrusted {
			t.Errorf("%v, %v", added, err)
		}
		if r := b.Call("other__say", `{"text":"a"}`); operatortest.Code(r) != tools.NotFound {
			t.Errorf("a hand of another space: %+v", r)
		}
		for _, path := range []string{"/", filepath.Dir(b.Dir), "../../config", "../none", "ctxnest.json"} {
			if r := b.Call("register_project", `{"path":"`+path+`"}`); operatortest.Code(r) != tools.InvalidPath {
				t.Errorf("%s: %+v", path, r)
			}
		}
	})
	t.Run("a hand takes no built-in tool's name", func(t *testing.T) {
		b := newBench(t, `{"version":"1","tools":{"read":{"description":"d","command":["true"]}}}`)
		if e, err := b.S.Registry().Lookup("read", tools.Scope{}); err != nil || e.Info.Source != "builtin" {
			t.Errorf("%+v, %v", e.Info, err)
		}
		if e, err := b.S.Registry().Lookup("space__read", tools.Scope{}); err != nil || e.Info.Source != "hand" {
			t.Errorf("%+v, %v", e.Info, err)
		}
	})
}
