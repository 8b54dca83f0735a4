package agent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
	"handrail/journal"
)

func TestRebuildGivesTheConversationBack(t *testing.T) {
	b := newBench(t,
		asks(`read {"path":"a"}`, `nope`, `read not json`, `read "text"`), asks(`read {"path":"a"}`), says("First."),
		says("Second."))
	first, err := b.run(t.Context(), "One.")
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Run(t.Context(), Prompt{Run: "r2", Text: "Two.", History: first.History})
	if err != nil {
		t.Fatal(err)
	}
	got, turns := Rebuild(b.log.events)
	if d := cmp.Diff(plain(second.History), plain(got)); d != "" {
		t.Errorf("(-lived +rebuilt)\n%s", d)
	}
	if turns != 1 {
		t.Errorf("the last run had %d turns", turns)
	}
	if _, turns := Rebuild(b.log.events[:len(b.log.events)-4]); turns != 3 {
		t.Errorf("the first run had %d turns", turns)
	}
}

// plain is a conversation without what the journal does not keep: images,
// Opaque, and how a model has spaced its JSON.
func plain(history []llm.Message) []llm.Message {
	out := copied(history)
	for i := range out {
		out[i].Opaque, out[i].Images = llm.Opaque{}, nil
		for j := range out[i].Calls {
			out[i].Calls[j].Arguments = string(canonical(string(input(out[i].Calls[j].Arguments))))
		}
		for j := range out[i].Results {
			out[i].Results[j].Images = nil
			out[i].Results[j].Text = strings.TrimSuffix(out[i].Results[j].Text, repeatNote)
		}
	}
	return out
}

// A run that was cut leaves calls in every state.
func TestRebuildOfARunThatWasCut(t *testing.T) {
	ev := func(call string, kind journal.Kind, d any) journal.Event { return journal.New("r", call, kind, d) }
	var calls []journal.ModelCall
	for i := range 7 {
		calls = append(calls, journal.ModelCall{ID: fmt.Sprintf("m%d", i), Call: fmt.Sprintf("c%d", i), Name: "bash", Input: []byte(`{}`)})
	}
	got, turns := Rebuild([]journal.Event{
		ev("", journal.Prompted, journal.PromptedData{Text: "Go."}),
		ev("", journal.Replied, journal.RepliedData{Turn: 4, Text: "I run.", Calls: calls}),
		ev("c1", journal.Started, journal.StartedData{}),
		ev("c2", journal.Started, journal.StartedData{}),
		ev("c2", journal.Finished, journal.FinishedData{Content: "secret that a hook would have taken out"}),
		ev("c3", journal.Started, journal.StartedData{}),
		ev("c3", journal.Finished, journal.FinishedData{Unknown: true}),
		ev("c4", journal.Finished, journal.FinishedData{Content: "whole"}),
		ev("c4", journal.Returned, journal.ReturnedData{Same: true}),
		ev("c5", journal.Finished, journal.FinishedData{Content: "whole"}),
		ev("c5", journal.Returned, journal.ReturnedData{Content: "filtered"}),
		ev("c6", journal.Returned, journal.ReturnedData{Error: "no", Code: "declined"}),
		ev("c9", journal.Returned, journal.ReturnedData{Content: "of nothing"}),
		{Run: "r", Kind: journal.Replied, Data: []byte(`broken`)},
		ev("", journal.Problem, journal.ProblemData{}),
	})
	if err := wellFormed(got); err != nil {
		t.Fatal(err)
	}
	want := []string{neverRun, unknown, lostInEnd, unknown, "whole", "filtered", "Error (declined): no"}
	if d := cmp.Diff(want, results(got)); d != "" {
		t.Error(d)
	}
	for _, maybe := range []string{unknown, lostInEnd} {
		if !strings.Contains(maybe, "already called: check before") {
			t.Errorf("who repeats a call that may have run is told %q", maybe)
		}
	}
	if turns != 4 {
		t.Errorf("%d turns", turns)
	}
}

func TestTheJournalKeepsNoLargeInput(t *testing.T) {
	cases := []struct {
		name, arguments string
		whole           bool
		has             string
	}{
		{"at the limit", `{"a":"` + strings.Repeat("x", inputLimit-8) + `"}`, true, ""},
		{"above the limit", `{"a":"` + strings.Repeat("x", inputLimit-7) + `","b":"kept"}`, false, `"b":"kept"`},
		{"many small parts", `{"a":[` + strings.Repeat(`"xxxxxxxx",`, 2000) + `1]}`, false, `{"left_out":"[`},
		{"text", strings.Repeat("x", 3*inputLimit), false, "bytes dropped"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := string(inputForJournal(c.arguments))
			if (got == c.arguments) != c.whole || len(got) > inputLimit+16 || !strings.Contains(got, c.has) {
				t.Errorf("%d bytes became %d: %.100s", len(c.arguments), len(got), got)
			}
		})
	}
}

func TestRepair(t *testing.T) {
	call := func(id string) llm.Call { return llm.Call{ID: id, Name: "read"} }
	result := func(id string) llm.Result { return llm.Result{CallID: id, Name: "read", Text: "of " + id} }
	lost := func(id string) llm.Result { return llm.Result{CallID: id, Name: "read", Text: neverRun, IsError: true} }
	user := llm.Message{Role: llm.User, Text: "u"}
	asked := func(calls ...llm.Call) llm.Message { return llm.Message{Role: llm.Assistant, Calls: calls} }
	given := func(rs ...llm.Result) llm.Message { return llm.Message{Role: llm.Results, Results: rs} }
	cases := []struct {
		name     string
		in, want []llm.Message
	}{
		{"empty", nil, nil},
		{"whole", []llm.Message{user, asked(call("a")), given(result("a"))}, []llm.Message{user, asked(call("a")), given(result("a"))}},
		{"no results", []llm.Message{asked(call("a"))}, []llm.Message{asked(call("a")), given(lost("a"))}},
		{"one is missing", []llm.Message{asked(call("a"), call("b")), given(result("b")), user}, []llm.Message{asked(call("a"), call("b")), given(lost("a"), result("b")), user}},
		{"wrong order", []llm.Message{asked(call("a"), call("b")), given(result("b"), result("a"))}, []llm.Message{asked(call("a"), call("b")), given(result("a"), result("b"))}},
		{"results of nothing", []llm.Message{given(result("a")), user, given(result("b"))}, []llm.Message{user}},
		{"results of another", []llm.Message{asked(call("a")), given(result("b"))}, []llm.Message{asked(call("a")), given(lost("a"))}},
		{"silence", []llm.Message{user, {Role: llm.Assistant, Text: " "}, user}, []llm.Message{user, user}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, Repair(c.in)); d != "" {
				t.Error(d)
			}
		})
	}
	twice := Repair([]llm.Message{asked(call("a"), call("a")), given(result("a"), llm.Result{CallID: "a", Text: "second"})})
	if err := wellFormed(twice); err != nil || twice[1].Results[1].Text != "second" {
		t.Errorf("%v, %+v", err, twice)
	}
}
