package window

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/operator"
	"handrail/operator/hookstate"
	"handrail/operator/replay"
)

func TestSentence(t *testing.T) {
	for clause, want := range map[string]string{
		"": "", "über": "Über", "it is new": "It is new", "gone.": "Gone.", "what's new": "What's new", "no: it is": "No: it is",
		"allowed_tools has": "allowed_tools has", "deploy.md is gone": "deploy.md is gone", "bash(git push*) asks": "bash(git push*) asks", "a/b is": "a/b is", "${secret:x}": "${secret:x}",
	} {
		if got := sentence(clause); got != want {
			t.Errorf("%q became %q", clause, got)
		}
	}
	if got := named("tracker", "tracker changed"); got != "tracker changed" {
		t.Errorf("%q", got)
	}
	if got := named("", "it changed"); got != "It changed" {
		t.Errorf("%q", got)
	}
}

func TestWhatAHookKeepsShut(t *testing.T) {
	for name, c := range map[string]struct {
		hook hookstate.Line
		want string
	}{
		"it runs":               {hookstate.Line{Tools: []string{"bash"}}, ""},
		"the tools that it has": {hookstate.Line{Shuts: true, Tools: []string{"bash", "write"}}, "bash, write"},
		"none named is all":     {hookstate.Line{Shuts: true}, "every tool"},
		"a file that is broken": {hookstate.Line{Shuts: true, Acts: true}, "every tool with a side effect"},
		"of these, what acts":   {hookstate.Line{Shuts: true, Acts: true, Tools: []string{"git__*"}}, "what has a side effect of git__*"},
	} {
		if got := shuts(c.hook); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAHookThatCannotBeLoadedHasEmptyLists(t *testing.T) {
	v := hooksView([]hookstate.Line{{Key: "agent/hooks/a.json:3", File: "agent/hooks/a.json", Line: 3, State: hookstate.Broken, Reason: "type is missing", Shuts: true}})
	want := HookView{
		Key: "agent/hooks/a.json:3", Tools: []string{}, File: "agent/hooks/a.json", Line: 3, State: "broken", Why: "type is missing", Shuts: "every tool",
	}
	if diff := cmp.Diff([]HookView{want}, v.Hooks); diff != "" {
		t.Error(diff)
	}
}

// A hook that is held back bars its tools by an entry of its own.
func TestAHookThatIsHeldBackIsListedOnce(t *testing.T) {
	v := hooksView([]hookstate.Line{
		{Key: "log", ID: "log", State: hookstate.Ready},
		{Key: "guard", ID: "guard", File: "a.json", State: hookstate.Held, Reason: "guard changed", Tools: []string{"bash"}, Shuts: true},
		{Key: "a.json:0", Of: "guard", File: "a.json", State: hookstate.Broken, Reason: "the hook guard changed; until then, the tools it checks can't run", Tools: []string{"bash", "write", "bash"}, Shuts: true},
		{Key: "a.json:9", State: hookstate.Broken, Reason: "the hook bad cannot be loaded", Shuts: true},
		{Key: "b.json:0", Of: "guard", File: "b.json", State: hookstate.Broken, Reason: "the hook guard is gone", Shuts: true},
	})
	got := map[string]string{}
	for _, h := range v.Hooks {
		got[h.Key] = h.Shuts
	}
	if diff := cmp.Diff(map[string]string{"log": "", "guard": "bash, write", "a.json:9": "every tool", "b.json:0": "every tool"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatAHookMadeOfACall(t *testing.T) {
	empty := ""
	for name, c := range map[string]struct {
		trial hookstate.Trial
		want  HookTestView
	}{
		"it changed the input": {
			hookstate.Trial{Outcome: "changes", Covers: true, Words: "the call would go on", Input: []byte(`{"a":1}`), Took: 1500 * time.Microsecond},
			HookTestView{Outcome: "changes", Covers: true, Words: "The call would go on", ExitCode: "0", Input: `{"a":1}`, TookMs: 1.5},
		},
		"it left no content": {
			hookstate.Trial{Outcome: "changes", Content: &empty},
			HookTestView{Outcome: "changes", ExitCode: "0", ContentChanged: true},
		},
		"it ran out of time": {
			hookstate.Trial{Outcome: "stops", ExitCode: 137, TimedOut: true},
			HookTestView{Outcome: "stops"},
		},
		"its program is missing": {
			hookstate.Trial{Outcome: "stops", ExitCode: -1, Misfit: "no", Violations: []operator.Violation{{Path: "tags[2]", Message: "no"}}},
			HookTestView{Outcome: "stops", Misfit: "No", Violations: []ViolationView{{Path: "/tags/2", Message: "no"}}},
		},
	} {
		if c.want.Violations == nil {
			c.want.Violations = []ViolationView{}
		}
		if diff := cmp.Diff(c.want, hookTestView(c.trial)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What a replay does not know to be a yes is counted as a no.
func TestReplayedCallsAreCountedByWhatWouldBecomeOfThem(t *testing.T) {
	v := replayView(replay.Report{
		Calls: 20, Same: 8, Answered: 2, Changes: 10,
		Ways: []replay.Way{
			{Now: "allow", Calls: 1}, {Now: "ask", Calls: 2}, {Now: "deny", Calls: 1}, {Now: "blocked", Calls: 1}, {Now: "not_found", Calls: 1}, {Now: "some day", Calls: 1},
			{Now: "changed", Calls: 3},
		},
		Left:    []replay.LeftOut{{Reason: "it was never settled", Calls: 2, First: "c1"}},
		Changed: []replay.Call{{Call: "c2", Run: "r", Was: replay.Fate{Verdict: "allow"}, Now: replay.Fate{Verdict: "ask", File: "agent/rules.json:3"}, Note: "you answered it then"}},
	}, true, 2*time.Second)
	want := ReplayView{
		Calls: 20, Unchanged: 8, Answered: 2, Changed: 10, WouldRun: 1, WouldAsk: 2, WouldDeny: 4, WouldChange: 3, Hooks: true, TookMs: 2000,
		Skipped: []ReplaySkippedView{{Why: "It was never settled", Count: 2, Call: "c1"}},
		Changes: []ReplayChangeView{{Call: "c2", Run: "r", Was: FateView{Verdict: "allow"}, Now: FateView{Verdict: "ask", File: "agent/rules.json:3"}, Note: "You answered it then"}},
	}
	if diff := cmp.Diff(want, v); diff != "" {
		t.Error(diff)
	}
}
