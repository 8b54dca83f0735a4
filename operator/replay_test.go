//go:build unix

package operator

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

const greetTool = "---\nid: greet\nname: Greet\ndescription: Says hello\nparameters:\n  - name: name\n    type: string\n    description: Whom\n    required: true\ncommand: echo hello {{name}}\n---\n"

// recordedSpace is a space in which every sort of call has been made, and how
// many there are.
func recordedSpace(t *testing.T) (b *handBench, calls int) {
	t.Helper()
	b = newHandBench(t, `{"version":"1","tools":{"lines":{"description":"Counts lines","command":["wc","-l","{{file}}"],"params":{"file":{"type":"string"}}}}}`)
	b.file("agent/tools/greet.md", greetTool)
	b.file("agent/rules.json", `{"deny":["bash(curl *)"],"ask":["read(secret*)"]}`)
	b.file("a.txt", "alpha\n")
	b.file("secret.txt", "beta\n")
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.trust()
	for _, c := range []struct{ tool, input string }{
		{"read", `{"path":"a.txt"}`}, {"read", `{"path":"secret.txt"}`}, {"write", `{"path":"b.txt","content":"x"}`}, {"bash", `{"command":"ls -l && echo $HOME"}`},
		{"bash", `{"command":"curl example.com"}`}, {"bash", `{"command":"rm -rf /"}`}, {"greet", `{"name":"Ada; rm -rf /"}`}, {"lines", `{"file":"a.txt"}`},
		{"read", `{"pth":"a.txt"}`}, {"nothing", `{}`}, {"read", `{"path":".env"}`}, {"bash", `{"command":"echo ` + strings.Repeat("x", journal.ActLimit) + `"}`},
	} {
		b.call(c.tool, c.input)
		calls++
	}
	return b, calls
}

// last is the newest event of the journal.
func (b *handBench) last() int64 {
	b.t.Helper()
	n, err := b.o.store.Last(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// Judged again by the rules by which they were judged, no call changes; all are
// accounted for; and nothing runs, is asked, or is written.
func TestAReplayByTheSameRulesChangesNothing(t *testing.T) {
	b, calls := recordedSpace(t)
	for len(b.person.asked) > 0 {
		<-b.person.asked
	}
	before := b.last()
	for _, hooks := range []bool{false, true} {
		r, err := b.s.Replay(t.Context(), ReplayConfig{Last: 1_000_000, Hooks: hooks, Keep: -1})
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, l := range r.Left {
			left += l.Calls
		}
		if r.Calls != calls || r.Changes != 0 || r.Judged+left != calls || r.Same != r.Judged || left != 4 {
			t.Errorf("hooks %t: %+v", hooks, r)
		}
	}
	if after := b.last(); after != before {
		t.Errorf("the journal has %d events more", after-before)
	}
	if len(b.person.asked) > 0 {
		t.Errorf("somebody was asked: %+v", <-b.person.asked)
	}
}

func TestAReplayTellsWhatWouldChange(t *testing.T) {
	b, _ := recordedSpace(t)
	for name, tt := range map[string]struct {
		c    ReplayConfig
		want map[string]string // tool -> was and now
	}{
		"a deny":                      {ReplayConfig{Extra: []string{"deny read(a.txt)"}}, map[string]string{"read": "allow deny rule read(a.txt) in this replay"}},
		"a rule of the space is gone": {ReplayConfig{Without: []string{"ask read(secret*)"}}, map[string]string{"read": "ask allow mode workspace"}},
		"a rule for values alone":     {ReplayConfig{Extra: []string{"deny greet"}}, map[string]string{"greet": "allow deny rule greet in this replay"}},
		"the mode": {ReplayConfig{Mode: guard.ReadOnly}, map[string]string{
			"write": "allow deny mode read-only", "bash": "allow deny mode read-only", "greet": "allow deny mode read-only", "my-project__lines": "allow deny mode read-only",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := b.s.Replay(t.Context(), tt.c)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, c := range r.Changed {
				got[c.Tool] = strings.TrimSpace(strings.Join([]string{c.Was.Verdict, c.Now.Verdict, c.Now.By}, " "))
			}
			for tool, want := range tt.want {
				if got[tool] != want {
					t.Errorf("%s: %q, want %q", tool, got[tool], want)
				}
			}
			if len(got) != len(tt.want) || r.Changes != len(r.Changed) {
				t.Errorf("changed are %v", got)
			}
		})
	}
	for _, c := range []ReplayConfig{{Extra: []string{"deny"}}, {Without: []string{"deny nothing(x)"}}, {Mode: "loose"}} {
		if r, err := b.s.Replay(t.Context(), c); err == nil {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := b.s.Replay(over, ReplayConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled replay: %+v, %v", r, err)
	}
}

// Hooks see again what was asked for and what came out; nothing of it is counted,
// and no tool runs.
func TestAReplayWithHooks(t *testing.T) {
	b := newHandBench(t, noHands)
	b.file("a.txt", "alpha\n")
	b.file("agent/hooks/g.json", `{"hooks":[{"id":"no-a","type":"pre_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q a.txt && { echo no; exit 1; }; exit 0"}]}`)
	b.reloadTrusted()
	if r := b.call("read", `{"path":"a.txt"}`); code(r) != tools.Blocked {
		t.Fatalf("%+v", r)
	}
	b.file("b.txt", "beta\n")
	if r := b.call("read", `{"path":"b.txt"}`); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	replay := func(want map[string]string) {
		t.Helper()
		counts, err := b.o.store.HookCounts(t.Context(), b.dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.s.Replay(t.Context(), ReplayConfig{Hooks: true})
		if err != nil || r.Judged != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		got := map[string]string{}
		for _, c := range r.Changed {
			got[c.What] = c.Was.Verdict + " " + c.Now.Verdict + " " + c.Now.File
		}
		for what, fate := range want {
			found := false
			for text, g := range got {
				found = found || strings.Contains(text, what) && g == fate
			}
			if !found {
				t.Errorf("%s: want %q in %v", what, fate, got)
			}
		}
		if len(got) != len(want) {
			t.Errorf("changed are %v", got)
		}
		after, err := b.o.store.HookCounts(t.Context(), b.dir)
		if err != nil || after["no-a"].Runs != counts["no-a"].Runs || after["late"].Runs != 0 {
			t.Errorf("it was counted: %+v, %v", after, err)
		}
	}
	replay(nil)
	b.file("agent/hooks/g.json", `{"hooks":[
{"id":"late","type":"post_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q beta && { echo hush; exit 1; }; exit 0"}]}`)
	b.reloadTrusted()
	replay(map[string]string{"a.txt": "blocked passed ", "b.txt": "allow blocked agent/hooks/g.json:2"})
	b.file("agent/hooks/g.json", `{"hooks":[
{"id":"other","type":"pre_tool","tools":["read"],"input":"stdin","command":"sed 's/b.txt/c.txt/'"},
{"id":"no-a","type":"pre_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q a.txt && { echo no; exit 1; }; exit 0"}]}`)
	b.reloadTrusted()
	replay(map[string]string{"b.txt": "allow changed agent/hooks/g.json:2"})
}

func (b *handBench) reloadTrusted() {
	b.t.Helper()
	if err := b.s.Reload(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.trust()
}

// A record tells of a call that still asks, and of the answer when it has come.
func TestARecordOfACallThatGoesOn(t *testing.T) {
	b := newHandBench(t, noHands)
	answer, asked := make(chan tools.Answer), make(chan struct{})
	b.person.answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		close(asked)
		select {
		case a := <-answer:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	calls := b.agent()
	done := make(chan string)
	go func() {
		id, _, _ := calls.Call(context.Background(), "bash", json.RawMessage(`{"command":"rm -rf sub"}`), tools.Scope{})
		done <- id
	}()
	<-asked
	list, err := b.o.Records(t.Context(), calls.Run())
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	r := list[0]
	if r.State != CallAsking || r.Missing == "" || r.Act == nil || r.Act.Detail != "rm -rf sub" || !strings.HasPrefix(r.Why, "you are being asked: ") || len(r.Questions) != 1 || r.Questions[0].Answer != "" {
		t.Errorf("while it asks: %+v", r)
	}
	answer <- tools.Answer{Verdict: tools.Deny, Where: "window", Reason: "not now"}
	r, err = b.o.Record(t.Context(), <-done)
	if err != nil {
		t.Fatal(err)
	}
	if r.State != CallRefused || r.Missing != "" || len(r.Stages) == 0 || r.Questions[0].Answer != journal.Declined || !strings.Contains(r.Questions[0].Said, "not now") || !strings.Contains(r.Why, "the person, in the window declined it") {
		t.Errorf("when it was declined: %+v", r)
	}
	if _, err := b.o.Record(t.Context(), "c_nope"); err == nil {
		t.Error("a call that is not there has a record")
	}
	if id, err := b.o.FindCall(t.Context(), r.ID[:8]); err != nil || id != r.ID {
		t.Errorf("%q by its first characters: %q, %v", r.ID, id, err)
	}
}
