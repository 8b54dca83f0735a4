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
	_, end := r.Ahead(t.Context(), reqs)
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
	_, end := r.Ahead(t.Context(), reqs)
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

// A thing is what an act is settled for, as a folder is.
type thing struct {
	is   string
	open *atomic.Int64
}

func (h *thing) Release() { h.open.Add(-1) }

func (h *thing) Same(other any) bool { o, ok := other.(*thing); return ok && o.is == h.is }

// An answer is about the very things that the question was put for: where others have their names by the time of the
// call, it is asked anew, and what was held is let go.
func TestAnAnswerIsAboutTheVeryThings(t *testing.T) {
	for name, c := range map[string]struct {
		then string
		want tools.Code
	}{"the same folder": {"a folder", ""}, "another one of that name": {"another", tools.Declined}} {
		t.Run(name, func(t *testing.T) {
			r := openRoom(t, guard.AskAll)
			var is atomic.Value
			var open atomic.Int64
			is.Store("a folder")
			r.holds = func() tools.Holding {
				open.Add(1)
				return &thing{is.Load().(string), &open}
			}
			put := make(chan string, 9)
			yes := func(_ context.Context, q tools.Question) (tools.Answer, error) {
				put <- q.ID
				return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
			}
			r.answers = append(r.answers, yes, yes, says(tools.Answer{Verdict: tools.Deny, Reason: "asked anew"}))
			reqs := sayings("one", "two")
			_, end := r.Ahead(t.Context(), reqs)
			for range reqs {
				<-put
			}
			is.Store(c.then)
			got, err := r.Call(t.Context(), reqs[0])
			if err != nil || codeOf(got) != c.want {
				t.Errorf("%+v, %v, want %q", got.Error, err, c.want)
			}
			end()
			if n := open.Load(); n > 0 {
				t.Errorf("%d things are held open still", n)
			}
		})
	}
}

// What nobody is asked about runs before the questions of the calls behind it are put.
func TestNothingUnaskedRunsWhileQuestionsStand(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	var put atomic.Int64
	for range 9 {
		r.answers = append(r.answers, func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
			put.Add(1)
			<-ctx.Done()
			return tools.Answer{}, ctx.Err()
		})
	}
	allow, err := guard.ParseRule(guard.Allow, "say", "settings")
	if err != nil {
		t.Fatal(err)
	}
	r.rules(allow)
	reqs := sayings("one", "two", "three", "four", "five")
	for i := range reqs {
		if i != 2 {
			reqs[i].Call.Input = json.RawMessage(`{"text":"a","ask":true}`) // its author wants the person asked
		}
	}
	if f := r.Forecast(t.Context(), reqs[2]); f.Verdict.Outcome != guard.Allow {
		t.Fatalf("the third asks: %+v", f.Verdict)
	}
	n, end := r.Ahead(t.Context(), reqs)
	end()
	if n != 3 || put.Load() > 2 {
		t.Errorf("looked at %d calls, and put %d questions", n, put.Load())
	}
	if n, end = r.Ahead(t.Context(), reqs[n:]); n != 2 {
		t.Errorf("then looked at %d calls", n)
	}
	end()
}

// One question alone is not put before its call, and a run that ends takes back what it has put.
func TestAQuestionAlone(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	_, alone := r.Ahead(t.Context(), sayings("one"))
	alone()
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
	_, end := r.Ahead(ctx, sayings("one", "two"))
	cancel()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	end()
}
