package scripted

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
)

func mustParse(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse("test.jsonl", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answered is a conversation in which the model has answered n times.
func answered(n int) llm.Request {
	req := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "go"}}}
	for range n {
		req.Messages = append(req.Messages, llm.Message{Role: llm.Assistant, Text: "x"})
	}
	return req
}

const tour = `# a tour
{"text": "I look.", "thinking": "hm", "calls": [{"name": "listdir", "arguments": {"path": "."}}, {"id": "c2", "name": "read", "arguments": "not json"}], "usage": {"input": 7, "output": 3}}

{"text": "Done.", "stop": "max_tokens"}
`

func TestPlaysTheTurnThatIsDue(t *testing.T) {
	p := New(Config{Script: mustParse(t, tour)})
	want := []llm.Answer{
		{
			Text: "I look.", Thinking: "hm", Stop: llm.StopCalls, Usage: llm.Usage{Input: 7, Output: 3},
			Calls: []llm.Call{
				{ID: "call_1_1", Name: "listdir", Arguments: `{"path":"."}`},
				{ID: "c2", Name: "read", Arguments: "not json"},
			},
		},
		{Text: "Done.", Stop: llm.StopLength},
		{Text: "The script is over: it had 2 turns.", Stop: llm.StopEnd},
	}
	for n := range want {
		got, err := llm.Collect(p.Stream(t.Context(), answered(n)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want[n], got); d != "" {
			t.Errorf("turn %d (-want +got):\n%s", n+1, d)
		}
	}
}

// A script plays several agents: each has its own turns, and all others those of nobody.
func TestPlaysSeveralAgents(t *testing.T) {
	s := mustParse(t, `{"text": "one"}
{"agent": "reader", "text": "reader one"}
{"text": "two"}
{"agent": "reader", "text": "reader two"}
`)
	for _, x := range []struct {
		agent string
		turn  int
		want  string
	}{
		{"reader", 0, "reader one"}, {"reader", 1, "reader two"}, {"reader", 2, "The script is over: it had 2 turns."},
		{"lead", 0, "one"}, {"lead", 1, "two"}, {"", 0, "one"}, {"Reader", 0, "one"},
	} {
		p := New(Config{Script: s.For(x.agent)})
		answer, err := llm.Collect(p.Stream(t.Context(), answered(x.turn)), nil)
		if err != nil || answer.Text != x.want {
			t.Errorf("%q, turn %d: %q, %v", x.agent, x.turn, answer.Text, err)
		}
	}
	only := mustParse(t, `{"agent": "reader", "text": "x"}`+"\n")
	if n := only.For("lead").Len(); n != 0 {
		t.Errorf("an agent without turns has %d", n)
	}
}

func TestStreamsSlowlyAndCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{Script: mustParse(t, `{"text": "one two three"}`), Delay: time.Second})
		start := time.Now()
		if _, err := llm.Collect(p.Stream(t.Context(), answered(0)), nil); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("three words with a second before each took %s", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		words := 0
		_, err := llm.Collect(p.Stream(ctx, answered(0)), func(llm.Event) {
			if words++; words == 2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || words != 2 {
			t.Errorf("after %d words: %v", words, err)
		}
	})
}

func TestPlaysWaitsAndErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{Name: "demo", Script: mustParse(t,
			`{"retry": {"wait_ms": 2000, "reason": "the server said 429"}, "text": "a b", "error": {"kind": "overloaded", "message": "too much to do"}}`)})
		var waits []llm.Retry
		answer, err := llm.Collect(p.Stream(t.Context(), answered(0)), func(ev llm.Event) {
			if r, ok := ev.(llm.Retry); ok {
				waits = append(waits, r)
			}
		})
		if !errors.Is(err, llm.Overloaded) || err.Error() != "demo: too much to do" {
			t.Errorf("error %v", err)
		}
		if answer.Text != "a b" {
			t.Errorf("text %q", answer.Text)
		}
		if d := cmp.Diff([]llm.Retry{{Wait: 2 * time.Second, Try: 2, Reason: "the server said 429"}}, waits); d != "" {
			t.Error(d)
		}
	})
}

func TestReaderMayLeaveAtAnyEvent(t *testing.T) {
	p := New(Config{Script: mustParse(t, tour)})
	for stop := 1; stop < 9; stop++ {
		seen := 0
		for range p.Stream(t.Context(), answered(0)) {
			if seen++; seen == stop {
				break
			}
		}
		if seen != stop {
			t.Errorf("left after %d events, wanted %d", seen, stop)
		}
	}
}

func TestBadScriptsNameTheirLine(t *testing.T) {
	cases := []struct{ name, script, want string }{
		{"empty", "", "the script has no turn"},
		{"comments only", "# a\n\n# b\n", "the script has no turn"},
		{"not JSON", "{\"text\": \"a\"}\nhello\n", "s.jsonl:2: not JSON at character 1"},
		{"cut", "\n{\"text\": \"a\"", "s.jsonl:2: the JSON object is not finished"},
		{"two on a line", `{} {}`, "s.jsonl:1: there is text after the object"},
		{"a list", `[]`, "s.jsonl:1: the line is a JSON array"},
		{"unknown field", `{"txt": "a"}`, `s.jsonl:1: json: unknown field "txt"`},
		{"wrong type", `{"text": 5}`, `s.jsonl:1: "text" cannot be a number`},
		{"negative delay", `{"delay_ms": -1}`, "s.jsonl:1: delay_ms is -1"},
		{"long delay", `{"delay_ms": 10001}`, "s.jsonl:1: delay_ms is 10001"},
		{"long wait", `{"retry": {"wait_ms": 10001}}`, "s.jsonl:1: retry.wait_ms is 10001"},
		{"unknown stop", `{"stop": "bored"}`, `s.jsonl:1: stop is "bored"`},
		{"error without kind", `{"error": {"message": "x"}}`, "s.jsonl:1: error needs a kind"},
		{"list as arguments", `{"calls": [{"name": "a"}, {"name": "b", "arguments": [1]}]}`, "s.jsonl:1: the arguments of call 2"},
		{"too large", strings.Repeat("#", maxScript+1), "the script has 10485761 bytes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("s.jsonl", []byte(c.script))
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, llm.BadScript) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Parse("s.jsonl", []byte(`{"delay_ms": 10000, "retry": {"wait_ms": 10000}}`)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	if _, err := Parse("s.jsonl", []byte("{}\n"+strings.Repeat("#", maxScript-3))); err != nil {
		t.Errorf("at the size limit: %v", err)
	}
}

// Whatever a script holds, it is refused or every turn keeps the provider's rules.
func FuzzScript(f *testing.F) {
	f.Add([]byte(tour))
	f.Add([]byte(`{"calls": [{"name": "", "arguments": ""}], "error": {"kind": "x"}}`))
	f.Add([]byte("{\"text\": \"\\ud800 \xff\"}\r\n# x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("f", data)
		if err != nil {
			return
		}
		for i := range s.turns {
			s.turns[i].DelayMS, s.turns[i].Retry = nil, nil
		}
		p := New(Config{Script: s})
		for n := range s.Len() + 1 {
			_, err := llm.Collect(p.Stream(t.Context(), answered(n)), nil)
			if errors.Is(err, llm.BrokenStream) && (n == s.Len() || s.turns[n].Error == nil) {
				t.Fatalf("turn %d: %v", n+1, err)
			}
		}
	})
}
