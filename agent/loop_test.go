package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

func TestRunAsksCallsAndAnswers(t *testing.T) {
	b := newBench(t, asks(`read {"path":"a"}`, `write {"path": "b"}`), says("Done."))
	var seen []string
	b.Sink = func(u Update) { seen = append(seen, fmt.Sprintf("%s %d %s %T", u.Run, u.Turn, u.Call, u.Event)) }
	b.Price = &Price{Input: 3, Output: 15}
	out, err := b.run(t.Context(), "Go.")
	if err != nil {
		t.Fatal(err)
	}
	wantHistory := []llm.Message{
		{Role: llm.User, Text: "Go."},
		{Role: llm.Assistant, Calls: []llm.Call{{ID: "read_0", Name: "read", Arguments: `{"path":"a"}`}, {ID: "write_1", Name: "write", Arguments: `{"path": "b"}`}}},
		{Role: llm.Results, Results: []llm.Result{{CallID: "read_0", Name: "read", Text: "read a"}, {CallID: "write_1", Name: "write", Text: "write b"}}},
		{Role: llm.Assistant, Text: "Done."},
	}
	want := Outcome{History: wantHistory, Text: "Done.", Usage: llm.Usage{Input: 10, Output: 2}, Cost: 0.00006, Turns: 2, State: journal.Done}
	if d := cmp.Diff(want, out); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if got, want := b.log.kinds(), "prompted replied returned returned replied ended"; got != want {
		t.Errorf("journal: %s\nwanted:  %s", got, want)
	}
	if d := cmp.Diff(journal.PromptedData{Text: "Go.", Agent: "tester", Model: "test/m"}, data[journal.PromptedData](t, b.log.events[0])); d != "" {
		t.Error(d)
	}
	wantReply := journal.RepliedData{Turn: 1, Stop: "calls", Calls: []journal.ModelCall{
		{ID: "read_0", Call: "r-1-1", Name: "read", Input: []byte(`{"path":"a"}`), Key: "handrail:r:1:1:fde64ffe7a4a0bbd"},
		{ID: "write_1", Call: "r-1-2", Name: "write", Input: []byte(`{"path":"b"}`), Key: "handrail:r:1:2:9202535d7f9ddfd8"}}}
	if d := cmp.Diff(wantReply, data[journal.RepliedData](t, b.log.events[1])); d != "" {
		t.Error(d)
	}
	wantCall := tools.Call{ID: "r-1-2", Tool: "write", Input: []byte(`{"path": "b"}`), Caller: b.Agent, Session: "s", Run: "r", Turn: 1, Ordinal: 2, Space: "/space"}
	if d := cmp.Diff(wantCall, b.door.calls[1]); d != "" {
		t.Error(d)
	}
	req := b.model.requests[1]
	if req.System != "Be brief." || req.Model != "m" || len(req.Tools) != 4 || req.Tools[0].Name != "read" || len(req.Messages) != 3 {
		t.Errorf("asked %+v", req)
	}
	wantSeen := []string{
		"r 1 r-1-1 llm.CallStart", "r 1 r-1-1 llm.CallDelta", "r 1 r-1-1 llm.CallDone", "r 1 r-1-2 llm.CallStart", "r 1 r-1-2 llm.CallDelta", "r 1 r-1-2 llm.CallDone", "r 1  llm.Stop",
		"r 2  llm.TextDelta", "r 2  llm.Used", "r 2  llm.Stop",
	}
	if d := cmp.Diff(wantSeen, seen); d != "" {
		t.Error(d)
	}
}

func TestAConversationGoesOn(t *testing.T) {
	b := newBench(t, asks(`read {"path":"a"}`), says("One."), asks(`read {"path":"b"}`), says("Two."))
	first, err := b.run(t.Context(), "First.")
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Run(t.Context(), Prompt{Run: "r", Text: "Second.", History: first.History, Turn: first.Turns})
	if err != nil || wellFormed(second.History) != nil || len(second.History) != 8 || second.Turns != 2 {
		t.Fatalf("%v, %v, %d messages, %d turns", err, wellFormed(second.History), len(second.History), second.Turns)
	}
	if got := b.door.calls[1]; got.ID != "r-3-1" || got.Turn != 3 {
		t.Errorf("the second call is %s of turn %d", got.ID, got.Turn)
	}
	if got := second.History[5].Calls[0].ID; got == "read_0" {
		t.Error("an id is used twice in one conversation")
	}
}

func TestIterationsEnd(t *testing.T) {
	for _, c := range []struct{ max, turns, asked int }{{0, 20, 20}, {0, 21, 20}, {3, 2, 2}, {3, 3, 3}, {3, 4, 3}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			var turns []turn
			for i := range c.turns - 1 {
				turns = append(turns, asks(fmt.Sprintf(`read {"path":"%d"}`, i)))
			}
			b := newBench(t, append(turns, says("Done."))...)
			b.MaxIterations = c.max
			out, err := b.run(t.Context(), "Go.")
			var limit *IterationsError
			if over := c.turns > c.asked; errors.As(err, &limit) != over || len(b.model.requests) != c.asked || (out.State == journal.Halted) != over {
				t.Errorf("asked %d times: %v, %s", len(b.model.requests), err, out.State)
			}
			if err := wellFormed(out.History); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReadsRunSideBySideAndWritesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, asks(`read {"path":"slow 1"}`, `read {"path":"slow 2"}`, `write {"path":"slow 3"}`, `write {"path":"slow 4"}`, `read {"path":"slow 5"}`), says("Done."))
		began := time.Now()
		out, err := b.run(t.Context(), "Go.")
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 4*time.Second {
			t.Errorf("took %s, wanted 4 s: the two reads at once, then one after the other", took)
		}
		if d := cmp.Diff([]string{"read slow 1", "read slow 2", "write slow 3", "write slow 4", "read slow 5"}, results(out.History)); d != "" {
			t.Errorf("results out of order:\n%s", d)
		}
		order := strings.Join(b.order[4:], ", ")
		if order != "begin write slow 3, end write slow 3, begin write slow 4, end write slow 4, begin read slow 5, end read slow 5" {
			t.Errorf("order: %s", order)
		}
	})
}

func TestAtMostEightReadsAtOnce(t *testing.T) {
	for n, want := range map[int]time.Duration{7: time.Second, 8: time.Second, 9: 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var calls []string
			for i := range n {
				calls = append(calls, fmt.Sprintf(`read {"path":"slow %d"}`, i))
			}
			b := newBench(t, asks(calls...), says("Done."))
			began := time.Now()
			if _, err := b.run(t.Context(), "Go."); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%d reads took %s", n, took)
			}
		})
	}
}

// What models get wrong is an answer to them, never an end of the run.
func TestMalformedCalls(t *testing.T) {
	cut := asks(`read {"path":"a`)
	cut.events[len(cut.events)-1] = llm.Stop{Reason: llm.StopLength}
	same := asks(`read {"path":"a"}`, `read {"path":"b"}`)
	for i, ev := range same.events {
		if d, ok := ev.(llm.CallDone); ok {
			d.Call.ID = "same"
			same.events[i] = d
		}
	}
	cases := []struct {
		name string
		turn turn
		want []string // the beginnings of the results
	}{
		{"unknown tool", asks(`raed {"path":"a"}`), []string{`Error (not_found): there is no tool "raed"; did you mean read?`}},
		{"no name", asks(` {"path":"a"}`), []string{`Error (not_found): there is no tool ""`}},
		{"a name that no server takes", asks(`../x {}`), []string{`Error (not_found): there is no tool "../x"`}},
		{"a name without end", asks(strings.Repeat("ä", 1<<19) + " {}"), []string{`Error (not_found): there is no tool "` + strings.Repeat("ä", 128) + "…\""}},
		{"alias", asks(`read_file {"path":"a"}`), []string{"read a"}},
		{"text instead of JSON", asks(`read please read a`), []string{"Error (invalid_args): read: the input is not valid JSON"}},
		{"half JSON", asks(`read {"path":`), []string{"Error (invalid_args): read: "}},
		{"a list", asks(`read ["a"]`), []string{"Error (invalid_args): read: "}},
		{"null", asks(`read null`), []string{"Error (invalid_args): read: "}},
		{"no arguments", asks(`read`), []string{"Error (invalid_args): read: "}},
		{"no arguments where none are needed", asks(`big`), []string{"(no output)"}},
		{"JSON in JSON", asks(`read "{\"path\":\"a\"}"`), []string{"read a"}},
		{"unknown input", asks(`read {"path":"a","x":1}`), []string{"Error (invalid_args): read: "}},
		{"cut at the limit", cut, []string{"Error (invalid_args): your answer was cut at its limit"}},
		{"the same id twice", same, []string{"read a", "read b"}},
		{"good and bad together", asks(`nope {}`, `read {"path":"a"}`, `write x`), []string{"Error (not_found)", "read a", "Error (invalid_args)"}},
		{"invalid UTF-8", asks("read {\"path\":\"a\xff\"}"), []string{"read a\uFFFD"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.turn, says("Sorry."))
			out, err := b.run(t.Context(), "Go.")
			if err != nil || out.Text != "Sorry." {
				t.Fatalf("%q, %v", out.Text, err)
			}
			if err := wellFormed(out.History); err != nil {
				t.Error(err)
			}
			got := results(out.History)
			if len(got) != len(c.want) {
				t.Fatalf("results: %q", got)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], c.want[i]) {
					t.Errorf("result %d is %q, wanted %q", i, got[i], c.want[i])
				}
			}
		})
	}
}

func TestRepeatsAreToldThenStopped(t *testing.T) {
	same := func() turn { return asks(`read {"path": "a"}`) }
	spaced := asks(`read {"path":"a"}`)
	other := asks(`read {"path":"b"}`)
	t.Run("four times", func(t *testing.T) {
		b := newBench(t, same(), spaced, same(), same(), says("never"))
		out, err := b.run(t.Context(), "Go.")
		var repeat *RepeatError
		if !errors.As(err, &repeat) || out.State != journal.Halted || len(b.door.calls) != 3 {
			t.Fatalf("%v, %s, %d calls", err, out.State, len(b.door.calls))
		}
		if err := wellFormed(out.History); err != nil {
			t.Error(err)
		}
		got := results(out.History)
		for i, told := range []bool{false, false, true} {
			if strings.Contains(got[i], "[Handrail: you have now asked") != told {
				t.Errorf("result %d: %q", i+1, got[i])
			}
		}
		if !strings.HasPrefix(got[3], "Error (cancelled): this call was not run: the agent repeated the same call 4 times") {
			t.Errorf("result 4: %q", got[3])
		}
		if got, want := b.log.kinds(), "prompted replied returned replied returned replied returned replied returned halted ended"; got != want {
			t.Errorf("journal: %s", got)
		}
	})
	t.Run("three times, then something else", func(t *testing.T) {
		b := newBench(t, same(), same(), same(), other, same(), says("Done."))
		if out, err := b.run(t.Context(), "Go."); err != nil || out.Text != "Done." {
			t.Errorf("%q, %v", out.Text, err)
		}
	})
	t.Run("twice is nothing", func(t *testing.T) {
		b := newBench(t, same(), same(), says("Done."))
		out, err := b.run(t.Context(), "Go.")
		if err != nil || strings.Contains(strings.Join(results(out.History), ""), "Handrail") {
			t.Errorf("%v, %q", err, results(out.History))
		}
	})
}

func TestSilenceIsAnError(t *testing.T) {
	for _, reason := range []llm.StopReason{llm.StopEnd, llm.StopRefusal, llm.StopLength} {
		b := newBench(t, turn{events: []llm.Event{llm.TextDelta{Text: " \n"}, llm.Stop{Reason: reason}}})
		out, err := b.run(t.Context(), "Go.")
		var silent *SilentError
		if !errors.As(err, &silent) || out.State != journal.Failed || len(out.History) != 1 || silent.Error() == "" {
			t.Errorf("%s: %v, %s, %d messages", reason, err, out.State, len(out.History))
		}
	}
}

func TestAFailedProviderEndsTheRun(t *testing.T) {
	broken := &llm.Error{Kind: llm.Overloaded, Message: "busy"}
	b := newBench(t, turn{events: []llm.Event{llm.TextDelta{Text: "Half"}, llm.CallStart{Index: 0, ID: "x", Name: "read"}}, err: broken})
	out, err := b.run(t.Context(), "Go.")
	if !errors.Is(err, llm.Overloaded) || out.State != journal.Failed || out.Text != "Half" {
		t.Errorf("%v, %s, %q", err, out.State, out.Text)
	}
	want := []llm.Message{{Role: llm.User, Text: "Go."}, {Role: llm.Assistant, Text: "Half"}}
	if d := cmp.Diff(want, out.History); d != "" {
		t.Error(d)
	}
	ended := b.log.events[len(b.log.events)-1]
	if d := cmp.Diff(journal.EndedData{State: journal.Failed, Reason: "busy"}, data[journal.EndedData](t, ended)); d != "" {
		t.Error(d)
	}
}

func TestCancelledAtAnyPoint(t *testing.T) {
	cases := []struct {
		name    string
		at      func(b *bench, cancel func())
		results []string
	}{
		{"before the first answer", func(b *bench, cancel func()) { b.model.check = func(llm.Request) { cancel() } }, nil},
		{"within the text", func(b *bench, cancel func()) {
			b.Sink = func(u Update) {
				if _, ok := u.Event.(llm.TextDelta); ok {
					cancel()
				}
			}
		}, nil},
		{"within a call's arguments", func(b *bench, cancel func()) {
			b.Sink = func(u Update) {
				if _, ok := u.Event.(llm.CallStart); ok {
					cancel()
				}
			}
		}, nil},
		{"within the second call", func(b *bench, cancel func()) {
			b.door.stop = func(c tools.Call) error {
				if c.Ordinal == 2 {
					cancel()
					return context.Canceled
				}
				return nil
			}
		}, []string{"write a", "Error (cancelled): context canceled", "Error (cancelled): this call was not run: it was cancelled"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			first := asks(`write {"path":"a"}`, `write {"path":"b"}`, `write {"path":"c"}`)
			first.events = append([]llm.Event{llm.TextDelta{Text: "I write."}}, first.events...)
			b := newBench(t, first, says("never"))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c.at(b, cancel)
			out, err := b.run(ctx, "Go.")
			if !errors.Is(err, context.Canceled) || out.State != journal.Cancelled {
				t.Errorf("%v, %s", err, out.State)
			}
			if err := wellFormed(out.History); err != nil {
				t.Error(err)
			}
			if d := cmp.Diff(c.results, results(out.History)); d != "" {
				t.Error(d)
			}
			if !strings.HasSuffix(b.log.kinds(), "halted ended") {
				t.Errorf("journal: %s", b.log.kinds())
			}
		})
	}
}

func TestAHookThatStopsTheRunStopsTheOthersToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := errors.New("the hook says stop")
		b := newBench(t, asks(`read {"path":"quick"}`, `read {"path":"slow 2"}`, `write {"path":"c"}`), says("never"))
		b.door.stop = func(c tools.Call) error {
			if c.Ordinal == 1 {
				time.Sleep(time.Millisecond) // of the bubble: until the other one has begun, too
				return stop
			}
			return nil
		}
		out, err := b.run(t.Context(), "Go.")
		if !errors.Is(err, stop) || out.State != journal.Halted {
			t.Errorf("%v, %s", err, out.State)
		}
		want := []string{"Error (cancelled): the hook says stop", "Error (cancelled): context canceled", "Error (cancelled): this call was not run: the hook says stop"}
		if d := cmp.Diff(want, results(out.History)); d != "" {
			t.Error(d)
		}
	})
}

// Nothing acts unrecorded, and a run whose journal fails says so.
func TestJournalThatCannotBeWritten(t *testing.T) {
	for fail := 1; fail <= 5; fail++ {
		b := newBench(t, asks(`write {"path":"a"}`), says("Done."))
		b.log.fail = fail
		out, err := b.run(t.Context(), "Go.")
		if !errors.Is(err, errDisk) || out.State == journal.Done {
			t.Errorf("failing at event %d: %v, %s", fail, err, out.State)
		}
		if ran := len(b.door.calls); (ran > 0) != (fail > 2) {
			t.Errorf("failing at event %d: %d calls ran", fail, ran)
		}
		if err := wellFormed(out.History); err != nil {
			t.Errorf("failing at event %d: %v", fail, err)
		}
	}
}

// What a model thinks is kept with its answer, bounded and with its time, and told to no model.
func TestThinkingIsKeptForThePerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, turn{events: []llm.Event{
			llm.ThinkingDelta{Text: strings.Repeat("hm ", 1<<20)}, llm.ThinkingDelta{Text: "so."}, llm.TextDelta{Text: "Yes."}, llm.Stop{Reason: llm.StopEnd},
		}}, says("No."))
		b.Sink = func(u Update) {
			if _, thinks := u.Event.(llm.ThinkingDelta); thinks {
				time.Sleep(700 * time.Millisecond)
			}
		}
		out, err := b.run(t.Context(), "Really?")
		if err != nil {
			t.Fatal(err)
		}
		got := data[journal.RepliedData](t, b.log.events[1])
		if got.Text != "Yes." || got.Thought != 1400 || len(got.Thinking) > thoughts || !strings.HasPrefix(got.Thinking, "hm hm") || !strings.HasSuffix(got.Thinking, "so.") {
			t.Errorf("%d ms, %d bytes, %.20q, %q", got.Thought, len(got.Thinking), got.Thinking, got.Text)
		}
		if d := cmp.Diff(llm.Message{Role: llm.Assistant, Text: "Yes."}, out.History[1]); d != "" {
			t.Error(d)
		}
		if again, _ := Rebuild(b.log.events); !cmp.Equal(out.History, again) {
			t.Errorf("made again: %+v", again)
		}
	})
}
