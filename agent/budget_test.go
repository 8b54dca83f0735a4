package agent

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
)

// conversation has n turns, each with the person's words, a call with a long
// input and a long result.
func conversation(n, size int) []llm.Message {
	var out []llm.Message
	for i := range n {
		id := fmt.Sprintf("c%d", i)
		out = append(out,
			llm.Message{Role: llm.User, Text: "My words " + strings.Repeat("w", 500)},
			llm.Message{Role: llm.Assistant, Text: "I write.", Calls: []llm.Call{{ID: id, Name: "write", Arguments: `{"content":"` + strings.Repeat("é", size/2) + `","path":"a"}`}}, Opaque: llm.Opaque{Provider: "p", Data: []byte("{}")}},
			llm.Message{Role: llm.Results, Results: []llm.Result{{CallID: id, Name: "write", Text: strings.Repeat("r", size), Images: []llm.Image{{MIME: "image/png"}}}}},
		)
	}
	return out
}

func TestNothingIsShortenedThatFits(t *testing.T) {
	history := conversation(5, 4000)
	req := llm.Request{System: "s"}
	full := estimate(history, req)
	for _, c := range []struct {
		window int
		cut    bool
	}{{full + 1000, false}, {full + 999, true}} { // 1,000 are kept for the answer
		got := Repair(history)
		b := newBudget(c.window, 1000)
		if cut := b.fit(got, req); cut != c.cut || cut == (cmp.Diff(history, got) == "") {
			t.Errorf("window %d for %d tokens: cut %v", c.window, full, cut)
		}
	}
}

func TestOldResultsAreShortenedFirstAndThePersonsWordsNever(t *testing.T) {
	history := conversation(10, 20_000)
	req := llm.Request{}
	for _, share := range []int{90, 60, 40, 20, 5, 1} {
		got := Repair(history)
		b := newBudget(estimate(history, req)*share/100+1000, 1000)
		if !b.fit(got, req) {
			t.Fatalf("%d%%: nothing was shortened", share)
		}
		if err := wellFormed(got); err != nil {
			t.Fatalf("%d%%: %v", share, err)
		}
		shortened := 0
		for i, m := range got {
			if m.Role != llm.Results && (m.Text != history[i].Text) {
				t.Fatalf("%d%%: words were changed in message %d", share, i)
			}
			for _, r := range m.Results {
				if len(r.Text) < 20_000 {
					shortened++
					if !strings.HasPrefix(r.Text, "rrr") || !strings.Contains(r.Text, "…]\nrrr") || !strings.Contains(r.Text, "call the tool again to see them") || r.Images != nil && i != len(got)-1 {
						t.Fatalf("%d%%: %q", share, r.Text)
					}
				} else if shortened > 0 && i == 2 {
					t.Fatalf("%d%%: the oldest result was kept", share)
				}
			}
			for _, c := range m.Calls {
				if changed := c.Arguments != history[i].Calls[0].Arguments; changed && (m.Opaque.Data != nil || !strings.Contains(c.Arguments, `bytes were left out]","path":"a"}`)) {
					t.Fatalf("%d%%: %s", share, c.Arguments)
				}
			}
		}
		if shortened == 0 {
			t.Errorf("%d%%: no result was shortened", share)
		}
		left := got[len(got)-1].Results[0]
		if share >= 40 && len(left.Text) != 20_000 || share == 1 && len(left.Text) > 9_000 {
			t.Errorf("%d%%: the newest result has %d bytes", share, len(left.Text))
		}
	}
}

func TestShorteningIsForGood(t *testing.T) {
	history := conversation(10, 20_000)
	b := newBudget(estimate(history, llm.Request{})*9/10, 1)
	b.fit(history, llm.Request{})
	again := Repair(history)
	if b.fit(again, llm.Request{}) || cmp.Diff(history, again) != "" {
		t.Error("it was shortened again, which no cache survives")
	}
}

func TestTheEstimateLearns(t *testing.T) {
	b := newBudget(1000, 100)
	history := []llm.Message{{Role: llm.User, Text: strings.Repeat("x", 1000)}}
	b.fit(history, llm.Request{})
	for _, c := range []struct {
		counted int
		want    float64
	}{{b.last * 2, 2}, {0, 2}, {b.last * 100, 4}, {1, 0.25}} {
		b.learn(llm.Usage{Input: c.counted})
		if b.factor != c.want {
			t.Errorf("%d tokens for %d: factor %v", c.counted, b.last, b.factor)
		}
	}
}

func TestAServerThatSaysTooLongGetsLess(t *testing.T) {
	tooLong := turn{err: &llm.Error{Kind: llm.ContextTooLong, Message: "too long"}}
	b := newBench(t, tooLong, tooLong, says("Done."))
	var notes []string
	b.Sink = func(u Update) {
		if u.Note != "" {
			notes = append(notes, u.Note)
		}
	}
	out, err := b.Run(t.Context(), Prompt{Run: "r", Text: "Go on.", History: conversation(6, 8000)})
	if err != nil || out.Text != "Done." || len(notes) != 2 {
		t.Fatalf("%v, %d notes", err, len(notes))
	}
	var sizes []int
	for _, req := range b.model.requests {
		sizes = append(sizes, estimate(req.Messages, req))
	}
	if sizes[1] >= sizes[0] || sizes[2] >= sizes[1] {
		t.Errorf("sizes %v", sizes)
	}
	b = newBench(t, tooLong)
	if out, err := b.run(t.Context(), strings.Repeat("words ", 1000)); !errors.Is(err, llm.ContextTooLong) || len(b.model.requests) != 1 || len(out.History[0].Text) != 6000 {
		t.Errorf("%d requests, %v", len(b.model.requests), err)
	}
}

func TestCost(t *testing.T) {
	price := &Price{Input: 3, Output: 15, CacheRead: 0.3, CacheWrite: 3.75}
	used := llm.Usage{Input: 1_000_000, Output: 100_000, CacheRead: 10_000, CacheWrite: 1_000}
	for _, c := range []struct {
		price *Price
		usage llm.Usage
		want  float64
	}{
		{price, used, 3 + 1.5 + 0.003 + 0.00375},
		{nil, used, 0},
		{nil, llm.Usage{Cost: 0.5}, 0.5},
		{price, llm.Usage{Input: 1, Cost: 0.5}, 0.5},
	} {
		if got := c.price.Cost(c.usage); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%v for %+v, wanted %v", got, c.usage, c.want)
		}
	}
}
