//go:build unix

package replay_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/operator/replay"
	"handrail/pipeline/guard"
	"handrail/tools"
)

const greetTool = "---\nid: greet\nname: Greet\ndescription: Says hello\nparameters:\n  - name: name\n    type: string\n    description: Whom\n    required: true\ncommand: echo hello {{name}}\n---\n"

// recordedSpace is a space in which every sort of call has been made, and how
// many there are.
func recordedSpace(t *testing.T) (b *operatortest.Bench, calls int) {
	t.Helper()
	b = operatortest.New(t, operatortest.Options{Trusted: true, Walls: true, Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{"lines":{"description":"Counts lines","command":["wc","-l","{{file}}"],"params":{"file":{"type":"string"}}}}}`}})
	b.File("agent/tools/greet.md", greetTool)
	b.File("agent/rules.json", `{"deny":["bash(curl *)"],"ask":["read(secret*)"]}`)
	b.File("a.txt", "alpha\n")
	b.File("secret.txt", "beta\n")
	if err := b.S.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Trust()
	for _, c := range []struct{ tool, input string }{
		{"read", `{"path":"a.txt"}`}, {"read", `{"path":"secret.txt"}`}, {"write", `{"path":"b.txt","content":"x"}`}, {"bash", `{"command":"ls -l && echo $HOME"}`},
		{"bash", `{"command":"curl example.com"}`}, {"bash", `{"command":"rm -rf /"}`}, {"greet", `{"name":"Ada; rm -rf /"}`}, {"lines", `{"file":"a.txt"}`},
		{"read", `{"pth":"a.txt"}`}, {"nothing", `{}`}, {"read", `{"path":".env"}`}, {"bash", `{"command":"echo ` + strings.Repeat("x", journal.ActLimit) + `"}`},
	} {
		b.Call(c.tool, c.input)
		calls++
	}
	return b, calls
}

// last is the newest event of the journal.
func last(b *operatortest.Bench) int64 {
	b.T.Helper()
	n, err := b.O.Store().History().Last(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	return n
}

// Judged again by the rules by which they were judged, no call changes; all are
// accounted for; and nothing runs, is asked, or is written.
func TestAReplayByTheSameRulesChangesNothing(t *testing.T) {
	b, calls := recordedSpace(t)
	for len(b.Person.Asked) > 0 {
		<-b.Person.Asked
	}
	before := last(b)
	for _, hooks := range []bool{false, true} {
		r, err := replay.Run(t.Context(), b.O, b.S, replay.Config{Last: 1_000_000, Hooks: hooks, Keep: -1})
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
	if after := last(b); after != before {
		t.Errorf("the journal has %d events more", after-before)
	}
	if len(b.Person.Asked) > 0 {
		t.Errorf("somebody was asked: %+v", <-b.Person.Asked)
	}
}

func TestAReplayTellsWhatWouldChange(t *testing.T) {
	b, _ := recordedSpace(t)
	for name, tt := range map[string]struct {
		c    replay.Config
		want map[string]string // tool -> was and now
	}{
		"a deny":                      {replay.Config{Extra: []string{"deny read(a.txt)"}}, map[string]string{"read": "allow deny rule read(a.txt) in this replay"}},
		"a rule of the space is gone": {replay.Config{Without: []string{"ask read(secret*)"}}, map[string]string{"read": "ask allow mode workspace"}},
		"a rule for values alone":     {replay.Config{Extra: []string{"deny greet"}}, map[string]string{"greet": "allow deny rule greet in this replay"}},
		"the mode": {replay.Config{Mode: guard.ReadOnly}, map[string]string{
			"write": "allow deny mode read-only", "bash": "allow deny mode read-only", "greet": "allow deny mode read-only", "space__lines": "allow deny mode read-only",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := replay.Run(t.Context(), b.O, b.S, tt.c)
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
	for _, c := range []replay.Config{{Extra: []string{"deny"}}, {Without: []string{"deny nothing(x)"}}, {Mode: "loose"}} {
		if r, err := replay.Run(t.Context(), b.O, b.S, c); err == nil {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := replay.Run(ended, b.O, b.S, replay.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled replay: %+v, %v", r, err)
	}
}

// Hooks see again what was asked for and what came out; nothing of it is counted,
// and no tool runs.
func TestAReplayWithHooks(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	b.File("a.txt", "alpha\n")
	b.File("agent/hooks/g.json", `{"hooks":[{"id":"no-a","type":"pre_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q a.txt && { echo no; exit 1; }; exit 0"}]}`)
	b.Reload()
	b.Trust()
	if r := b.Call("read", `{"path":"a.txt"}`); operatortest.Code(r) != tools.Blocked {
		t.Fatalf("%+v", r)
	}
	b.File("b.txt", "beta\n")
	if r := b.Call("read", `{"path":"b.txt"}`); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	check := func(want map[string]string) {
		t.Helper()
		counts, err := b.O.Store().Hooks().HookCounts(t.Context(), b.Dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := replay.Run(t.Context(), b.O, b.S, replay.Config{Hooks: true})
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
		after, err := b.O.Store().Hooks().HookCounts(t.Context(), b.Dir)
		if err != nil || after["no-a"].Runs != counts["no-a"].Runs || after["late"].Runs != 0 {
			t.Errorf("it was counted: %+v, %v", after, err)
		}
	}
	check(nil)
	b.File("agent/hooks/g.json", `{"hooks":[
{"id":"late","type":"post_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q beta && { echo hush; exit 1; }; exit 0"}]}`)
	b.Reload()
	b.Trust()
	check(map[string]string{"a.txt": "blocked passed ", "b.txt": "allow blocked agent/hooks/g.json:2"})
	b.File("agent/hooks/g.json", `{"hooks":[
{"id":"other","type":"pre_tool","tools":["read"],"input":"stdin","command":"sed 's/b.txt/c.txt/'"},
{"id":"no-a","type":"pre_tool","tools":["read"],"blocking":true,"input":"stdin","command":"grep -q a.txt && { echo no; exit 1; }; exit 0"}]}`)
	b.Reload()
	b.Trust()
	check(map[string]string{"b.txt": "allow changed agent/hooks/g.json:2"})
}
