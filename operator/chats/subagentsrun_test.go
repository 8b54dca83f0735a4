package chats

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/subagents"
	"handrail/tools"
)

// A gate holds calls of programs until it is opened, and counts those that wait.
type gate struct {
	mu      sync.Mutex
	waiting int
	most    int
	arrived chan struct{}
	open    chan struct{}
}

func newGate() *gate { return &gate{arrived: make(chan struct{}, 100), open: make(chan struct{})} }

// Confirm implements tools.Confirmer: the question stands until the gate opens.
func (g *gate) answer(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	g.mu.Lock()
	g.waiting++
	g.most = max(g.most, g.waiting)
	g.mu.Unlock()
	g.arrived <- struct{}{}
	defer func() {
		g.mu.Lock()
		g.waiting--
		g.mu.Unlock()
	}()
	select {
	case <-g.open:
		return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
	case <-ctx.Done():
		return tools.Answer{}, ctx.Err()
	}
}

// wait waits until so many have arrived.
func (g *gate) wait(t *testing.T, count int) {
	t.Helper()
	for range count {
		select {
		case <-g.arrived:
		case <-time.After(30 * time.Second):
			t.Fatal("nobody comes")
		}
	}
}

// askingTeam is a team whose helpers each ask before they write.
func askingTeam(t *testing.T, tasks int) (*bench, *gate) {
	t.Helper()
	var list []string
	for i := range tasks {
		list = append(list, give("helper", fmt.Sprintf("part %d", i)))
	}
	b := benchOf(t, operatortest.Options{Trusted: true, Settings: `{"mode":"ask"}`, Files: teamOf(
		line("lead", "", list...)+line("lead", "all done")+line("helper", "", `write {"path":"out.txt","content":"x"}`)+line("helper", "ok"),
		map[string]string{"agent/rules.json": `{"ask":["write"]}`})})
	g := newGate()
	b.Person.Answer = g.answer
	return b, g
}

// Seven tasks of one answer: five agents work side by side, the others after them.
func TestFiveWorkAtOnce(t *testing.T) {
	b, g := askingTeam(t, 7)
	c := b.chat()
	run, err := c.Send("go")
	if err != nil {
		t.Fatal(err)
	}
	g.wait(t, subagents.MostAtOnce)
	if n := len(b.children(run.ID)); n != subagents.MostAtOnce {
		t.Errorf("%d have begun", n)
	}
	close(g.open)
	if run, err = c.Wait(t.Context(), run.ID); err != nil || run.State != journal.Done {
		t.Fatal(run, err)
	}
	if n := len(b.children(run.ID)); n != 7 || g.most != subagents.MostAtOnce {
		t.Errorf("%d have worked, at most %d at once", n, g.most)
	}
}

// The question names who asks and who has called it.
func TestTheQuestionNamesBoth(t *testing.T) {
	b, g := askingTeam(t, 1)
	close(g.open)
	b.say(b.chat(), "go")
	q := <-b.Person.Asked
	if got := q.Caller.String(); got != `The agent "Helper" (called by "Lead")` || q.Caller.ID != "helper" {
		t.Errorf("%s, %+v", got, q.Caller)
	}
}

// Whatever is cancelled, all below it ends: the run of the caller, the call, the run of the
// sub-agent. Who stands above goes on, and knows.
func TestCancelledTogether(t *testing.T) {
	for _, x := range []struct {
		name   string
		cancel func(b *bench, run, call, sub string)
		state  journal.RunState // of the caller's run
		want   string
	}{
		{"the run", func(b *bench, run, _, _ string) { _ = b.O.Runs().Cancel(run) }, journal.Cancelled, "cancelled"},
		{"the call", func(b *bench, _, call, _ string) { b.O.Runs().CancelCall(call) }, journal.Done, "cancelled: "},
		{"the sub-agent", func(b *bench, _, _, sub string) { _ = b.O.Runs().Cancel(sub) }, journal.Done, "cancelled: the person stopped the agent helper"},
	} {
		t.Run(x.name, func(t *testing.T) {
			b, g := askingTeam(t, 1)
			c := b.chat()
			run, err := c.Send("go")
			if err != nil {
				t.Fatal(err)
			}
			g.wait(t, 1)
			x.cancel(b, run.ID, run.ID+"-1-1", b.children(run.ID)[0].ID)
			if run, err = c.Wait(t.Context(), run.ID); err != nil || run.State != x.state {
				t.Fatalf("%+v, %v", run, err)
			}
			sub := b.children(run.ID)[0]
			if sub.State != journal.Cancelled {
				t.Errorf("the sub-agent's run is %s", sub.State)
			}
			var told string
			_ = b.O.History().EachEvent(t.Context(), run.ID, func(e journal.Event) error {
				var d journal.ReturnedData
				if e.Kind == journal.Returned && json.Unmarshal(e.Data, &d) == nil {
					told = d.Code + ": " + d.Error
				}
				return nil
			})
			if !strings.HasPrefix(told, x.want) {
				t.Errorf("the caller is told %q", told)
			}
			for _, r := range []string{run.ID, sub.ID} {
				if b.O.Runs().Cancel(r) != nil || b.O.Runs().Busy(b.Dir) {
					t.Errorf("%s still goes on", r)
				}
			}
		})
	}
}

// What does not end well is told as that, with what was said by then.
func TestTasksThatDoNotEndWell(t *testing.T) {
	for _, x := range []struct{ name, helper, script, want string }{
		{"out of turns", "maxIterations: 2\n", line("helper", "first", `glob {"pattern":"*"}`) + line("helper", "second", `listdir {"path":"."}`), "execution_failed: the agent helper used all of its 2 turns without finishing"},
		{"a model that breaks", "", `{"agent":"helper","text":"half","error":{"kind":"unauthorized","message":"no key"}}` + "\n", "execution_failed: the agent helper ended as failed:"},
		{"a model that is not there", "model: nowhere/x\n", line("helper", "x"), "unavailable: the agent helper cannot begin: there is no provider \"nowhere\""},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(
				line("lead", "", give("helper", "go"))+line("lead", "ok")+x.script, map[string]string{"agent/helper.md": "---\nid: helper\n" + x.helper + "---\nHelp."})})
			got, run := b.say(b.chat(), "go")
			if run.State != journal.Done {
				t.Errorf("the caller's run is %s", run.State)
			}
			contains(t, got, x.want)
		})
	}
}

// All agents below one prompt have 200 turns together.
func TestTurnsOfATeam(t *testing.T) {
	script := line("lead", "", give("helper", "a"))
	for i := range 10 {
		script += line("lead", fmt.Sprint(i), give("helper", fmt.Sprint(i)))
	}
	script += line("lead", "ok")
	for i := range 60 {
		script += line("helper", fmt.Sprint(i), `glob {"pattern":"*"}`)
	}
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(script, map[string]string{"agent/helper.md": "---\nid: helper\nmaxIterations: 60\n---\nHelp."})})
	got, _ := b.say(b.chat(), "go")
	if len(got) != 11 {
		t.Fatalf("%d results", len(got))
	}
	for i, want := range []string{"all of its 60 turns", "all of its 60 turns", "all of its 60 turns", "all of its 20 turns", "have all of the 200 turns", "have all of the 200 turns"} {
		if !strings.Contains(got[i], want) {
			t.Errorf("%d: %q", i, got[i])
		}
	}
}

// A rule says no to one agent and lets another one be called; a hook sees the call, and the
// sub-agent as the caller of its own.
func TestRulesAboutAgents(t *testing.T) {
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(
		line("lead", "", give("helper", "x"), give("other", "x"))+line("lead", "ok")+line("helper", "ok")+line("other", "ok"),
		map[string]string{
			"agent/config.md":  "---\nid: lead\ncanInvokeAgents: [\"*\"]\n---\nLead.",
			"agent/other.md":   "---\nid: other\n---\nHelp.",
			"agent/rules.json": `{"deny":["invoke_agent(helper)"]}`,
		})})
	got, run := b.say(b.chat(), "go")
	contains(t, got, "permission_denied", "The agent other is done.")
	if below := b.children(run.ID); len(below) != 1 || below[0].Agent != "other" {
		t.Errorf("%+v", below)
	}
}

// In a space that is not trusted nobody gives tasks; while one is at work and trust is taken
// back, its next is refused.
func TestAnUntrustedSpaceGivesNoTasks(t *testing.T) {
	b := benchOf(t, operatortest.Options{Files: teamOf(line("lead", "ok"), nil)})
	for _, name := range []string{"invoke_agent", "spawn_agent"} {
		_, err := b.S.Registry().Lookup(name, tools.Scope{Keys: []string{"*"}})
		if e := tools.AsError(err); e.Code != tools.PermissionDenied || !strings.Contains(e.Message, "not trusted") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Nobody but an agent at work gives tasks: not the person, not a program, not a dispatch.
func TestOnlyAgentsAtWorkGiveTasks(t *testing.T) {
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(line("lead", "ok"), nil)})
	in := json.RawMessage(`{"agent":"helper","task":"x"}`)
	calls := b.Agent()
	if _, r, err := calls.Call(t.Context(), "invoke_agent", in, tools.Scope{}); err != nil || operatortest.Code(r) != tools.NotFound {
		t.Errorf("%+v, %v", r, err)
	}
	scope, err := calls.Dispatch("lead", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, r, err := calls.Call(t.Context(), "invoke_agent", in, scope); err != nil || operatortest.Code(r) != tools.Unavailable || !strings.Contains(r.Error.Message, "only while it works") {
		t.Errorf("%+v, %v", r, err)
	}
	offered := b.S.Registry().Offered(tools.Scope{Raised: []string{}})
	if slices.ContainsFunc(offered, func(e tools.Entry) bool { return e.Info.Key != "" }) {
		t.Error("a program of others is offered one")
	}
}

// Handrail dies while a sub-agent works: both runs are unknown at the next start, and the
// caller's model is told that nobody knows how far its call came.
func TestASubagentThatWasCut(t *testing.T) {
	b, g := askingTeam(t, 1)
	c := b.chat()
	run, err := c.Send("go")
	if err != nil {
		t.Fatal(err)
	}
	g.wait(t, 1)
	died := b.Options
	died.Dirs.Data = filepath.Join(t.TempDir(), "data") // as it stood at that moment, and no process holds it
	for _, name := range []string{"journal.db", "journal.db-wal"} {
		raw, err := os.ReadFile(filepath.Join(b.Options.Dirs.Data, name))
		if err != nil {
			t.Fatal(err)
		}
		operatortest.WriteFile(t, filepath.Join(died.Dirs.Data, name), string(raw))
	}
	later := operatortest.Open(t, died, b.Person)
	for _, id := range []string{run.ID, b.children(run.ID)[0].ID} {
		if r, err := later.History().FindRun(t.Context(), id); err != nil || r.State != journal.Unknown {
			t.Errorf("%s of %s, %v", r.State, r.Agent, err)
		}
	}
	again, err := New(later).Find(t.Context(), c.Session().ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(again.history)
	if err != nil || len(again.history) != 3 || !strings.Contains(string(raw), "the app ended while this call ran") {
		t.Errorf("the conversation has %d messages, %v: %s", len(again.history), err, raw)
	}
	close(g.open)
	if _, err := c.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
}

// Its words are told on the way, as those of its run and not of its caller's: they would grow in the answer of that one.
func TestItsWordsAreItsOwn(t *testing.T) {
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(
		line("lead", "", give("helper", "go"))+line("lead", "THE ANSWER")+line("helper", "HELPERS WORDS"), nil)})
	words := make(chan news.Delta, 100)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnDelta {
			words <- *e.Delta
		}
	})()
	c := b.chat()
	_, run := b.say(c, "go")
	below, err := b.O.History().Children(t.Context(), run.ID)
	if err != nil || len(below) != 1 {
		t.Fatalf("below it there are %+v, %v", below, err)
	}
	want := map[string]string{run.ID: "THE ANSWER", below[0].ID: "HELPERS WORDS"}
	said := map[string]string{}
	for !maps.Equal(said, want) {
		select {
		case d := <-words:
			said[d.Run] += d.Text
			if d.Session != c.Session().ID {
				t.Errorf("%+v is told of another chat", d)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("told: %q, want %q", said, want)
		}
	}
}

// What a sub-agent answers is a model's words: an address in it has not come in.
func TestAddressesOfASubagent(t *testing.T) {
	const bait = "https://example.com/?d=secret"
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(
		line("lead", "", give("helper", "go"))+line("lead", "", `web_fetch {"url":"`+bait+`"}`)+line("lead", "ok")+line("helper", "See "+bait), nil)})
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	got, _ := b.say(b.chat(), "go")
	contains(t, got, bait, "declined")
}

// Giving a task asks nobody, whatever the mode: what the sub-agent does is judged by it. What
// the person allows in the chat holds for every agent in it.
func TestModesAndGrantsOfSubagents(t *testing.T) {
	const act = `bash {"command":"true"}`
	for _, x := range []struct {
		mode, told string
		asked      int
	}{{"read-only", "permission_denied", 0}, {"ask", "", 1}, {"workspace", "", 0}} {
		t.Run(x.mode, func(t *testing.T) {
			b := benchOf(t, operatortest.Options{Trusted: true, Settings: `{"mode":"` + x.mode + `"}`, Files: teamOf(
				line("lead", "", give("helper", "first"))+line("lead", "", give("helper", "second"))+line("lead", "", act)+line("lead", "ok")+
					line("helper", "", act)+line("helper", "ok"), nil)})
			asked := 0
			b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
				asked++
				for _, o := range q.Offers {
					if strings.HasSuffix(o.ID, "/session") && strings.HasPrefix(o.ID, "act") {
						return tools.Answer{Verdict: tools.RunOnce, Offer: o.ID, Where: "test"}, nil
					}
				}
				return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
			}
			got, run := b.say(b.chat(), "go")
			if len(got) != 3 || !strings.HasPrefix(got[0], "The agent helper is done.") || !strings.HasPrefix(got[2], x.told) || asked != x.asked {
				t.Errorf("asked %d times, and the caller is told %q", asked, got)
			}
			for _, sub := range b.children(run.ID) {
				calls, err := b.O.History().Calls(t.Context(), sub.ID)
				if err != nil || len(calls) != 1 || calls[0].Given.Code != x.told {
					t.Errorf("a sub-agent is told %+v, %v", calls, err)
				}
			}
		})
	}
}
