package llm

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// events is a stream of the events, then of the error if there is one.
func events(err error, evs ...Event) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for _, ev := range evs {
			if !yield(ev, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

func TestCollectAddsUp(t *testing.T) {
	a, b := Call{ID: "1", Name: "read", Arguments: "{}"}, Call{ID: "2", Name: "grep", Arguments: `{"a":1}`}
	kept := Opaque{Provider: "p", Model: "m", Data: []byte(`{}`)}
	got, err := Collect(events(nil,
		Used{Usage{Input: 5, CacheRead: 2}}, ThinkingDelta{"hm"}, TextDelta{"Hel"}, TextDelta{"lo"},
		CallStart{0, "1", "read"}, CallStart{1, "2", "grep"}, CallDelta{1, `{"a"`}, CallDelta{0, "{}"},
		CallDone{0, a}, CallDelta{1, ":1}"}, CallDone{1, b}, Used{Usage{Output: 9, Cost: 0.5}}, Kept{kept}, Stop{StopCalls},
	), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Answer{Text: "Hello", Thinking: "hm", Calls: []Call{a, b}, Usage: Usage{Input: 5, Output: 9, CacheRead: 2, Cost: 0.5}, Opaque: kept, Stop: StopCalls}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(Message{Role: Assistant, Text: "Hello", Calls: want.Calls, Opaque: kept}, got.Message()); d != "" {
		t.Error(d)
	}
}

func TestCollectRetryVoidsAllButUsage(t *testing.T) {
	got, err := Collect(events(nil, TextDelta{"old"}, Used{Usage{Output: 1}}, CallStart{0, "1", "x"}, Retry{Try: 2}, TextDelta{"new"}, Used{Usage{Output: 2}}, Stop{StopEnd}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(Answer{Text: "new", Usage: Usage{Output: 3}, Stop: StopEnd}, got); d != "" {
		t.Error(d)
	}
}

func TestCollectKeepsTextOfABrokenAnswerButNoCalls(t *testing.T) {
	boom := errors.New("boom")
	got, err := Collect(events(boom, TextDelta{"half"}, CallStart{0, "1", "x"}, CallDone{0, Call{ID: "1"}}, Used{Usage{Output: 1}}), nil)
	if !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff(Answer{Text: "half", Usage: Usage{Output: 1}}, got); d != "" {
		t.Error(d)
	}
}

// TestCollectKeepsTheAttemptThatCameFurthest holds that a person who has read much of an answer is not left with the first letter
// of the last attempt.
func TestCollectKeepsTheAttemptThatCameFurthest(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		events []Event
		want   Answer
	}{
		"the first": {
			[]Event{ThinkingDelta{"hm"}, TextDelta{"half of it"}, Retry{Try: 2}, TextDelta{"ha"}, Retry{Try: 3}, ThinkingDelta{"so"}, TextDelta{"h"}, Used{Usage{Output: 1}}},
			Answer{Text: "half of it", Thinking: "hm", Usage: Usage{Output: 1}},
		},
		"the last":                       {[]Event{TextDelta{"ha"}, Retry{Try: 2}, TextDelta{"half of it"}}, Answer{Text: "half of it"}},
		"one before that said nothing":   {[]Event{TextDelta{"half"}, Retry{Try: 2}, Retry{Try: 3}}, Answer{Text: "half"}},
		"none of which thought anything": {[]Event{ThinkingDelta{"hm"}, Retry{Try: 2}, ThinkingDelta{"so"}}, Answer{Thinking: "so"}},
	} {
		got, err := Collect(events(boom, c.events...), nil)
		if d := cmp.Diff(c.want, got); d != "" || !errors.Is(err, boom) {
			t.Errorf("%s: %v, %s", name, err, d)
		}
	}
}

func TestCollectBoundsAllThatAnAnswerSays(t *testing.T) {
	piece := strings.Repeat("a", TextLimit/4)
	for name, ev := range map[string]Event{"text": TextDelta{piece}, "thinking": ThinkingDelta{piece}, "arguments": CallDelta{0, piece}} {
		start := CallStart{0, "1", "x"}
		if _, err := Collect(events(nil, start, ev, ev, TextDelta{piece}, ev, CallDone{0, Call{ID: "1"}}, Stop{StopCalls}), nil); err != nil {
			t.Errorf("%s at the limit: %v", name, err)
		}
		_, err := Collect(events(nil, start, ev, ev, TextDelta{piece}, ev, ThinkingDelta{"b"}, CallDone{0, Call{ID: "1"}}, Stop{StopCalls}), nil)
		if e := AsError(err); e == nil || !e.Final || !strings.Contains(e.Message, "too large") {
			t.Errorf("%s beyond the limit: %v", name, err)
		}
	}
}

func TestCollectRefusesStreamsThatBreakTheRules(t *testing.T) {
	cases := []struct {
		name, want string
		events     []Event
	}{
		{"no stop", "without saying why", []Event{TextDelta{"a"}}},
		{"empty stop", "without saying why", []Event{Stop{}}},
		{"after stop", "went on after its end", []Event{Stop{StopEnd}, TextDelta{"a"}}},
		{"open call", "ended within call 0", []Event{CallStart{0, "", ""}, Stop{StopCalls}}},
		{"skipped index", "call 1 began", []Event{CallStart{1, "", ""}}},
		{"same index twice", "call 0 began", []Event{CallStart{0, "", ""}, CallStart{0, "", ""}}},
		{"delta of no call", "not open", []Event{CallDelta{0, "x"}}},
		{"negative", "not open", []Event{CallDone{Index: -1}}},
		{"done twice", "not open", []Event{CallStart{0, "", ""}, CallDone{Index: 0}, CallDone{Index: 0}}},
		{"not UTF-8", "not UTF-8", []Event{TextDelta{"\xff"}}},
		{"nil event", "unknown type", []Event{nil}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Collect(events(nil, c.events...), func(Event) {})
			if !errors.Is(err, BrokenStream) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCallObjectIsAlwaysAnObject(t *testing.T) {
	cases := map[string]string{
		"":           `{}`,
		`{"a": 1}`:   `{"a": 1}`,
		`null`:       `{"invalid_arguments":"null"}`,
		`[1]`:        `{"invalid_arguments":"[1]"}`,
		`{"a": `:     `{"invalid_arguments":"{\"a\": "}`,
		`say "hi"`:   `{"invalid_arguments":"say \"hi\""}`,
		`{"a":1} {}`: `{"invalid_arguments":"{\"a\":1} {}"}`,
	}
	for in, want := range cases {
		if got := string((Call{Arguments: in}).Object()); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestOpaqueIsForItsMakerOnly(t *testing.T) {
	o := Opaque{Provider: "p", Model: "m", Data: []byte("1")}
	if string(o.For("p", "m")) != "1" || o.For("p", "n") != nil || o.For("q", "m") != nil {
		t.Error("given to another provider or model")
	}
}
