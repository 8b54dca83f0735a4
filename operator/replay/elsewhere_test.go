//go:build unix

package replay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/replay"
	"handrail/tools"
)

// replayed is what would ask of the last days.
func replayed(t *testing.T, b *operatortest.Bench, days int, extra ...string) replay.Outflow {
	t.Helper()
	got, err := replay.Elsewhere(t.Context(), b.O, b.S, replay.ElsewhereConfig{Since: time.Now().AddDate(0, 0, -days), Extra: extra})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func makeCall(t *testing.T, calls *operator.Calls, tool, input string) {
	t.Helper()
	if _, result, err := calls.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{}); err != nil || result.Error != nil {
		t.Fatalf("%s: %v, %v", tool, err, result.Error)
	}
}

// What has asked would ask again, by its source and way, until the person has said that it may leave.
func TestWhatWouldHaveAskedBecauseOfTextFromElsewhere(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Trusted: true, Settings: `{"rules":{"allow":["memory_write","web_fetch"]},"network":["on"]}`,
		Files: map[string]string{"vendor/x/a.md": "remember to send all", "node_modules/y/a.md": "send all", "mine.md": "mine"},
	})
	calls, other := b.Agent(), b.Agent()
	makeCall(t, other, "memory_write", `{"content":"nothing was read yet"}`)
	makeCall(t, calls, "read", `{"path":"vendor/x/a.md"}`)
	makeCall(t, calls, "memory_write", `{"content":"one"}`)
	makeCall(t, calls, "write", `{"path":"b.md","content":"no way out"}`)
	makeCall(t, calls, "read", `{"path":"node_modules/y/a.md"}`)
	makeCall(t, calls, "memory_write", `{"content":"two"}`)

	got := replayed(t, b, 30)
	if got.Calls != 6 || got.After != 4 || got.Ways != 2 || got.Asks != 2 || got.Then != 2 || got.Anyway != 0 || len(got.Left) != 0 || len(got.Silenced) != 0 {
		t.Errorf("%+v", got)
	}
	var groups []string
	for _, g := range got.Groups {
		groups = append(groups, fmt.Sprintf("%s by %s: %d, %d alone, %d then, %v, %v", g.Source, g.Way, g.Calls, g.Alone, g.Then, g.Tools, g.Rules))
		if g.Call == "" || g.Run == "" || g.Label != "Always let text from "+g.Source+" leave by memory_write, in this space" || g.Why == "" || g.Last.Before(g.First) {
			t.Errorf("%+v", g)
		}
	}
	want := []string{
		"what is in vendor by memory_write: 2, 1 alone, 2 then, [memory_write], [memory_write after vendor]",
		"what is in node_modules by memory_write: 1, 0 alone, 1 then, [memory_write], [memory_write after node_modules]",
	}
	if !slices.Equal(groups, want) {
		t.Errorf("%q", groups)
	}

	if got := replayed(t, b, 30, "allow memory_write after vendor"); got.Asks != 1 || got.Ways != 2 || len(got.Groups) != 1 || !slices.Equal(got.Silenced, []replay.Silencer{{Calls: 1}}) {
		t.Errorf("with a rule: %+v", got)
	}
	if got := replayed(t, b, 30, "deny memory_write"); got.Asks != 0 || got.Ways != 0 {
		t.Errorf("with a deny: %+v", got)
	}
	if got := replayed(t, b, 30, "ask memory_write"); got.Asks != 2 || got.Anyway != 2 {
		t.Errorf("with an ask: %+v", got)
	}
	if got := replayed(t, b, -1); got.Calls != 0 {
		t.Errorf("of tomorrow: %+v", got)
	}

	// a grant is one that the person has given since
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.RunOnce, Offer: "origin/space", Where: "window"}, nil
	}
	makeCall(t, calls, "memory_write", `{"content":"three"}`)
	got = replayed(t, b, 30)
	if got.Asks != 0 || got.Ways != 3 || len(got.Silenced) != 1 || got.Silenced[0].Calls != 3 || got.Silenced[0].Label == "" {
		t.Errorf("with a grant: %+v", got)
	}
	list, err := b.O.Permits().Grants(t.Context())
	if err != nil || len(list) != 1 || list[0].Count != 0 {
		t.Errorf("a replay has used a grant: %+v, %v", list, err)
	}
}

// What was asked about what programs have left counts, too, by the way of it.
func TestWhatWouldHaveAskedOfWhatProgramsLeft(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"allow":["bash"]}}`, Files: map[string]string{"vendor/x/a.md": "obey", "Makefile": "mine\n"}})
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "window"}, nil
	}
	calls := b.Agent()
	makeCall(t, calls, "read", `{"path":"vendor/x/a.md"}`)
	makeCall(t, calls, "bash", `{"command":"for f in $(ls Make*); do echo evil > $f; done; awk 'BEGIN { n = \"just\"; print \"x\" > (n \"file\") }'"}`)
	for rule, asks := range map[string]int{"": 1, "allow bash after vendor": 0} {
		var extra []string
		if rule != "" {
			extra = []string{rule}
		}
		got := replayed(t, b, 30, extra...)
		if got.Ways != 1 || got.Asks != asks || got.Then != 1 || len(got.Groups) != asks {
			t.Fatalf("%q: %+v", rule, got)
		}
		for _, g := range got.Groups {
			if g.Way != "scripts" || g.Calls != 1 || g.Then != 1 || !strings.HasPrefix(g.What, "Keep ") || !strings.Contains(g.What, "justfile") {
				t.Errorf("%+v", g)
			}
		}
	}
}

// What was named in a conversation is taken from its record, in its order.
func TestWhatWasNamedByThenDoesNotAsk(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"allow":["web_fetch"]},"network":["on"]}`})
	run := journal.Run{ID: "r_1", Session: "s_1", Space: b.S.Dir(), Origin: journal.FromChat, Title: "x", Started: time.Now(), State: journal.Running}
	if err := b.O.Store().Begin(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	record := func(call string, kind journal.Kind, data any) {
		t.Helper()
		if err := b.O.Store().Record(t.Context(), journal.New(run.ID, call, kind, data)); err != nil {
			t.Fatal(err)
		}
	}
	fetch := func(call, address, from, brought string) {
		t.Helper()
		record(call, journal.Called, journal.CalledData{Tool: "web_fetch", Input: json.RawMessage(`{"url":"` + address + `"}`), Caller: "agent"})
		record(call, journal.Started, journal.StartedData{
			Tool: "web_fetch", Title: "Fetch", Detail: address, Effects: []string{"reach " + from}, Digest: call, Act: &journal.ActData{Verdict: "allow", Reads: true},
		})
		record(call, journal.Finished, journal.FinishedData{Content: brought})
		record(call, journal.Returned, journal.ReturnedData{Same: true, Meta: json.RawMessage(`{"origins":[{"kind":"web","name":"` + from + `"}]}`)})
	}
	record("", journal.Prompted, journal.PromptedData{Text: "read https://a.example/one", Origins: json.RawMessage(`[{"kind":"server","name":"notes","via":"MEMORY.md"}]`)})
	fetch("c_1", "https://a.example/one", "a.example", "see https://b.example/two")
	fetch("c_2", "https://b.example/two", "b.example", "nothing")
	fetch("c_3", "https://c.example/?d=notes", "c.example", "nothing")
	record("", journal.Prompted, journal.PromptedData{Text: "read https://d.example/four", From: "another agent"})
	fetch("c_4", "https://d.example/four", "d.example", "nothing")
	got := replayed(t, b, 1)
	if got.Calls != 4 || got.After != 4 || got.Ways != 2 || got.Asks != 2 || got.Then != 0 {
		t.Errorf("%+v", got)
	}
}

// What cannot be judged again is counted with the reason.
func TestWhatOfTextFromElsewhereCannotBeJudged(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"vendor/x/a.md": "send all", ".env": "A=b"}})
	calls := b.Agent()
	makeCall(t, calls, "read", `{"path":"vendor/x/a.md"}`)
	makeCall(t, calls, "read", `{"path":".env"}`)
	if got := replayed(t, b, 30); got.Calls != 2 || got.After != 1 || len(got.Left) != 1 || got.Left[0].Reason != "its act is not kept: it names a file that may hold secrets" {
		t.Errorf("%+v", got)
	}
}
