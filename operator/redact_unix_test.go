//go:build unix

package operator_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/doctor"
	"handrail/operator/hookstate"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// What the planted-secrets test plants. None is anybody's.
const (
	plantedValue   = `pl4nted-"secret"/of the store`
	plantedEnv     = "planted-0815-of-the-environment"
	plantedLiteral = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
)

// newRedactBench is an open, trusted space with hands in it, in an environment with
// something secret.
func newRedactBench(t *testing.T, ctxnest string) *operatortest.Bench {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // never the keychain of whoever tests
	return operatortest.New(t, operatortest.Options{
		Files: map[string]string{"ctxnest.json": ctxnest}, Trusted: true,
		Change: func(c *operator.Config) { c.Environ.Vars = append(c.Environ.Vars, "MY_API_TOKEN="+plantedEnv) },
	})
}

// needles are all that may be nowhere.
func needles() map[string]string {
	quoted, _ := json.Marshal(plantedValue)
	twice, _ := json.Marshal(string(quoted))
	encoded := base64.StdEncoding.EncodeToString([]byte(plantedValue))
	return map[string]string{
		"the secret": plantedValue, "the secret as JSON": strings.Trim(string(quoted), `"`), "the secret as JSON in JSON": strings.Trim(string(twice), `\"`),
		"the secret in base64": encoded[:len(encoded)-4], "the end of the secret": "of the store",
		"the variable": plantedEnv, "half of the variable": "0815-of-the", "the token": plantedLiteral, "half of the token": "sT1vW4yZ7bC0eF3hI6",
	}
}

// A plant hears all that faces hear, and remembers it.
type plant struct {
	mu  sync.Mutex
	all strings.Builder
}

func (p *plant) hear(e news.Event) {
	raw, err := json.Marshal([]any{e.Journal, e.Delta, e.Output, e.Ask, e.Session, e.Notice})
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(&p.all, "%s %v %+v %+v %+v\n", raw, err, e.Delta, e.Output, e.Ask)
}

func (p *plant) tell(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(&p.all, format+"\n", args...)
}

// The issue's own test: secrets are planted, programs, models and people print
// them in every way, and afterwards they are in no file, no event, no question
// and no result.
func TestPlantedSecretsAreNowhere(t *testing.T) {
	b := newRedactBench(t, `{"version":"1","tools":{"show":{"description":"d","command":["bash","-c","echo \"$DB\"; echo \"$DB\" >&2; exit 4"],"env":{"DB":"${secret:db}"},"safety":"moderate"}}}`)
	heard := &plant{}
	defer b.O.News().Listen(heard.hear)()
	taken := 0
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		a := tools.Answer{Verdict: tools.RunOnce, Where: "test"}
		if len(q.Offers) > 0 && strings.Contains(q.Preview.Detail, "[secret ") { // a lasting yes is kept as text
			a.Offer = q.Offers[0].ID
			taken++
		}
		return a, nil
	}
	if err := b.O.Secrets().Set("db", plantedValue); err != nil {
		t.Fatal(err)
	}
	b.File("planted.txt", plantedValue+"\n"+plantedEnv+"\n"+plantedLiteral+"\n")
	b.File("agent/hooks/leaks.json", string(mustJSON(t, map[string]any{"hooks": []any{
		map[string]any{"id": "leak", "type": "post_tool", "tools": []string{"grep"}, "blocking": false, "command": "cat planted.txt; cat planted.txt >&2; exit 2"},
		map[string]any{"id": "wall", "type": "pre_tool", "tools": []string{"glob"}, "blocking": true, "command": "cat planted.txt; cat planted.txt >&2; exit 1"},
	}})))
	if err := b.S.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Trust()
	b.File("planted.json", string(mustJSON(t, map[string]string{"a": plantedValue, "b": plantedEnv})))
	calls := b.Agent()
	call := func(tool string, in map[string]any, code tools.Code) tools.Result {
		t.Helper()
		_, r, err := calls.Call(t.Context(), tool, mustJSON(t, in), tools.Scope{})
		if err != nil || code == "" && r.Error != nil || code != "" && (r.Error == nil || r.Error.Code != code) {
			t.Errorf("%s %v: %v, %v", tool, in, err, r.Error)
		}
		heard.tell("%s %s %+v", r.Content, mustJSON(t, r), r.Error)
		return r
	}
	shell := func(command string, code tools.Code) tools.Result {
		t.Helper()
		return call("bash", map[string]any{"command": command}, code)
	}

	shown := shell("cat planted.txt", "")
	for _, mark := range []string{"[secret db]", "[secret MY_API_TOKEN]", "[redacted]"} {
		if !strings.Contains(shown.Content, mark) {
			t.Errorf("%s is not in %s", mark, shown.Content)
		}
	}
	shell("cat planted.json; cat planted.txt planted.json >&2; exit 3", "")
	shell("tr -d '\\n' < planted.txt | head -c 9; sleep 0.2; tr -d '\\n' < planted.txt | tail -c +10", "")
	shell("head -c 29 planted.txt | base64; base64 planted.txt | tr -d '\\n'; od -An -tx1 planted.txt | tr -d ' '", "")
	long := shell("yes \"$(cat planted.txt)\" | head -n 9000", "")
	if long.Meta.Output == "" {
		t.Error("the long output was not kept whole")
	}
	call("job_output", map[string]any{"job": long.Meta.Output, "since": 60_000}, "")
	shell("echo "+plantedEnv+" '"+plantedValue+"' "+plantedLiteral, "")
	call("read", map[string]any{"path": "planted.txt"}, "")
	call("grep", map[string]any{"pattern": "planted"}, "")
	call("glob", map[string]any{"pattern": "*"}, tools.Blocked)
	trial, err := b.S.Hooks().Try(t.Context(), "wall", hookstate.Call{Tool: "glob", Input: mustJSON(t, map[string]any{"pattern": plantedEnv})})
	if err != nil || !strings.Contains(trial.Stderr, "[secret db]") {
		t.Errorf("the hook's trial: %v, %+v", err, trial)
	}
	heard.tell("%+v %s", trial, mustJSON(t, trial))
	shell("rm -rf 'x/"+plantedEnv+"'", "") // it asks
	shell("git push origin "+plantedEnv+" --force-with-lease || true", "")
	call("show", map[string]any{}, tools.ExecutionFailed)
	call("nope-"+plantedLiteral, map[string]any{"x": plantedValue}, tools.NotFound)
	call("write", map[string]any{"path": "written.txt", "content": "by an agent: " + plantedValue}, "")
	if raw, err := os.ReadFile(filepath.Join(b.Dir, "written.txt")); err != nil || !strings.Contains(string(raw), plantedValue) {
		t.Errorf("what runs is not what was asked for: %q, %v", raw, err)
	}
	refused := call("write", map[string]any{"path": "planted.txt", "content": shown.Content}, tools.InvalidArgs)
	if refused.Error == nil || !strings.Contains(refused.Error.Message, "[secret ") {
		t.Errorf("marks were written over what they stand for: %v", refused.Error)
	}
	call("edit", map[string]any{"path": "written.txt", "old_string": "by an agent", "new_string": "by nobody"}, "")
	job := call("bash", map[string]any{"command": "cat planted.txt; sleep 0.2; tr -d '\\n' < planted.txt", "background": true}, "")
	for range 200 {
		if r := call("job_output", map[string]any{"job": job.Meta.Output}, ""); strings.Contains(r.Content, `"running":false`) {
			break
		}
		shell("sleep 0.02", "")
	}

	chat, err := chats.New(b.O).Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"my key is " + plantedValue + " and " + plantedLiteral, "/bash command='echo " + plantedEnv + "'"} {
		run, err := chat.Send(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chat.Wait(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
	}
	jobs, err := b.O.Jobs().List("")
	if err != nil {
		t.Fatal(err)
	}
	heard.tell("%+v %+v", chat.Session(), jobs)
	if taken == 0 {
		t.Error("no lasting yes was offered for an act with a secret in it")
	}
	b.O.News().Notice("error", "a failure that names %s", plantedValue)
	for {
		select {
		case q := <-b.Person.Asked:
			heard.tell("question %s %+v", mustJSON(t, q), q)
			if strings.Contains(q.Preview.Detail, "rm -rf") && (q.Input != nil || !strings.Contains(q.Reason, "cannot be edited") || !strings.Contains(q.Preview.Detail, "[secret MY_API_TOKEN]")) {
				t.Errorf("the question is %+v", q)
			}
			continue
		default:
		}
		break
	}
	for _, f := range doctor.New(b.O).Examine(t.Context(), b.S) {
		heard.tell("%+v", f)
	}
	heard.mu.Lock()
	places := map[string]string{"what was told": heard.all.String()}
	heard.mu.Unlock()
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.O.RemoveSpace(b.Dir); err != nil { // writes what its hooks have counted
		t.Fatal(err)
	}
	states := filepath.Join(b.Dir, "agent", "hooks", "hook-states.json")
	raw, err := os.ReadFile(states)
	if err != nil || !strings.Contains(string(raw), "[secret db]") {
		t.Errorf("the states of hooks: %s, %v", raw, err)
	}
	places[states] = string(raw)
	files := 0
	for _, dir := range []string{b.O.Config().Dirs.Config, b.O.Config().Dirs.Data} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			raw, err := os.ReadFile(path)
			places[path] = string(raw)
			files++
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 4 { // the journal with its WAL, the secrets, the output
		t.Errorf("only %d files were looked at", files)
	}
	if told := places["what was told"]; !strings.Contains(told, "[secret db]") || !strings.Contains(told, "question ") {
		t.Error("nothing was told, so nothing is proven")
	}
	for place, text := range places {
		for what, needle := range needles() {
			if at := strings.Index(text, needle); at >= 0 {
				t.Errorf("%s is in %s: …%q…", what, place, text[max(0, at-150):min(len(text), at+80)])
			}
		}
	}
}

func mustJSON(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// What the person writes where a server asks for a secret is taken out of texts before
// the server has it; the rest of the form is not.
func TestFormsThatAskForSecrets(t *testing.T) {
	o := operatortest.New(t, operatortest.Options{Change: func(c *operator.Config) {
		c.Former = func(*operator.Operator) tools.Former {
			return answering(`{"apiKey":"kq7Zr2-vv91","pin":48216059,"color":"aquamarine"}`)
		}
	}}).O
	f := tools.Form{Server: "peer", Schema: json.RawMessage(`{"type":"object","properties":{"apiKey":{"type":"string"},"pin":{"type":"integer"},"color":{"type":"string"}}}`)}
	if a, err := o.Asking().Form()(t.Context(), f); err != nil || !strings.Contains(string(a.Content), "kq7Zr2-vv91") {
		t.Fatalf("the server gets %s, %v", a.Content, err)
	}
	got := o.Secrets().Redact("kq7Zr2-vv91 48216059 aquamarine")
	if strings.Contains(got, "kq7") || strings.Contains(got, "48216059") || !strings.Contains(got, "aquamarine") {
		t.Errorf("it is told as %q", got)
	}
}

// An answering is a face whose person fills in the same each time.
type answering string

func (a answering) Fill(context.Context, tools.Form) (tools.FormAnswer, error) {
	return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(a)}, nil
}
