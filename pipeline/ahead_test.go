package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"

	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// sayings are calls of one answer, each of which asks.
func sayings(texts ...string) (out []pipeline.Request) {
	for _, text := range texts {
		raw, _ := json.Marshal(map[string]string{"text": text})
		out = append(out, pipeline.Request{Call: tools.Call{ID: "c-" + text, Tool: "say", Run: "r1", Session: "s1", Space: "/space", Input: raw}})
	}
	return out
}

// Questions of one answer are put together, before the first of its calls, and each call finds its own answer.
func TestQuestionsOfOneAnswerArePutTogether(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	put, answered := make(chan string, 9), make(chan struct{})
	var asked atomic.Int64
	answer := func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		asked.Add(1)
		put <- q.ID
		select {
		case <-answered:
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
		if q.ID == "c-two" {
			return tools.Answer{Verdict: tools.Deny, Reason: "not this", Where: "window"}, nil
		}
		return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
	}
	for range 9 {
		r.answers = append(r.answers, answer)
	}
	reqs := sayings("one", "two", "three")
	end := r.Ahead(t.Context(), reqs)
	seen := map[string]bool{}
	for range 3 { // all of them wait before any of the calls is made
		seen[<-put] = true
	}
	if len(seen) != 3 {
		t.Errorf("there wait %v", seen)
	}
	close(answered)
	for i, want := range []tools.Code{"", tools.Declined, ""} {
		got, err := r.Call(t.Context(), reqs[i])
		if err != nil {
			t.Fatal(err)
		}
		if code := codeOf(got); code != want {
			t.Errorf("call %d: %q, want %q (%+v)", i+1, code, want, got.Error)
		}
	}
	end()
	if n := asked.Load(); n != 3 {
		t.Errorf("%d questions were put", n)
	}
}

func codeOf(r tools.Result) tools.Code {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// An answer counts for nothing if the call asks something else by then; a question that needs no answer any more, or that no
// call comes to, is taken back.
func TestAQuestionThatIsAnotherByThen(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	put, back := make(chan string, 9), make(chan string, 9)
	waits := func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		put <- q.ID
		<-ctx.Done()
		back <- q.ID
		return tools.Answer{}, ctx.Err()
	}
	r.answers = append(r.answers, waits, waits, waits, says(tools.Answer{Verdict: tools.Deny, Reason: "asked anew"}))
	reqs := sayings("one", "two", "three")
	end := r.Ahead(t.Context(), reqs)
	for range reqs { // else the question that is asked anew could come before one of them, and take its answer
		<-put
	}
	rule, err := guard.ParseRule(guard.Ask, "say", "settings")
	if err != nil {
		t.Fatal(err)
	}
	r.rules(rule)
	got, err := r.Call(t.Context(), reqs[0])
	if err != nil || codeOf(got) != tools.Declined || <-back != "c-one" {
		t.Errorf("another reason: %+v, %v", got.Error, err)
	}
	allow, err := guard.ParseRule(guard.Allow, "say", "settings")
	if err != nil {
		t.Fatal(err)
	}
	r.rules(allow)
	if got, err = r.Call(t.Context(), reqs[1]); err != nil || got.Error != nil || <-back != "c-two" {
		t.Errorf("allowed by then: %+v, %v", got.Error, err)
	}
	end()
	if id := <-back; id != "c-three" {
		t.Errorf("%s is taken back", id)
	}
}

// One question alone is not put before its call, and a run that ends takes back what it has put.
func TestAQuestionAlone(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	r.Ahead(t.Context(), sayings("one"))()
	if len(r.shown) != 0 {
		t.Errorf("%d questions were put", len(r.shown))
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	waits := func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		<-ctx.Done()
		ended <- ctx.Err()
		return tools.Answer{}, ctx.Err()
	}
	r.answers = append(r.answers, waits, waits)
	end := r.Ahead(ctx, sayings("one", "two"))
	cancel()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	end()
}
