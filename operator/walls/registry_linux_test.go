package walls_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/proc"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/walls"
	"handrail/tools"
)

// newRegistry is a bench whose package managers are set up with a registry on
// this machine, and a command that fetches from it n times at once.
func newRegistry(t *testing.T, change func(*operator.Config)) (b *bench, fetch func(n int) string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "package;") }))
	t.Cleanup(server.Close)
	b = newBench(t, "", func(c *operator.Config) {
		c.Registries = func() []string { return []string{strings.TrimPrefix(server.URL, "http://")} }
		if change != nil {
			change(c)
		}
	})
	return b, func(n int) string {
		// Each says what it has to say at once: curl writes an error letter by letter, and several at a time are no words.
		one := fmt.Sprintf(`said=$(curl -fsS --noproxy "" %s/p 2>&1) && echo "$said" || { echo "$said" >&2; exit 1; }`, server.URL)
		return fmt.Sprintf(`for i in $(seq %d); do (%s) & pids="$pids $!"; done; bad=0; for p in $pids; do wait $p || bad=1; done; exit $bad`, n, one)
	}
}

func (b *bench) fetches(command, what string) {
	b.T.Helper()
	if r := b.Bash(command); operatortest.Code(r) != "" || !strings.Contains(r.Content, "package;") {
		b.T.Errorf("%s: %s, %v", what, r.Content, r.Error)
	}
}

func (b *bench) isRefused(command, what, why string) {
	b.T.Helper()
	if r := b.Bash(command); operatortest.Code(r) != tools.NetworkDisabled || !strings.Contains(r.Error.Message, "127.0.0.1:") || !strings.Contains(r.Error.Message, why) {
		b.T.Errorf("%s: %s, %v", what, r.Content, r.Error)
	}
}

func (b *bench) asks(want int, what string) {
	b.T.Helper()
	if n := b.Questions(); n != want {
		b.T.Errorf("%s: asked %d times, want %d", what, n, want)
	}
}

func answers(a tools.Answer, err error) func(context.Context, tools.Question) (tools.Answer, error) {
	return func(context.Context, tools.Question) (tools.Answer, error) { return a, err }
}

func TestOneQuestionPerSpaceAboutRegistries(t *testing.T) {
	b, fetch := newRegistry(t, nil)
	var asked tools.Question
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		asked = q
		return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
	}
	r := b.Bash(fetch(8))
	if operatortest.Code(r) != "" || strings.Count(r.Content, "package;") != 8 {
		t.Errorf("%s, %v", r.Content, r.Error)
	}
	b.asks(1, "8 connections")
	if !strings.Contains(asked.Preview.Detail, "127.0.0.1:") || asked.Tool != "bash" || asked.Space != b.S.Dir() || asked.Yes == "" || asked.Limit != 10*time.Minute {
		t.Errorf("asked %+v", asked)
	}
	if got := strings.Join(b.S.Walls().Network(), " "); got != "registry" {
		t.Errorf("the space's network is %s", got)
	}
	b.fetches(fetch(1), "the next call")
	b.asks(0, "the next call")
	b.isRefused(`curl -fsS --noproxy "" http://127.0.0.1:1/`, "no registry", "is registry")

	t.Run("another app knows", func(t *testing.T) {
		o := b.another()
		s, err := o.OpenSpace(t.Context(), b.Dir)
		if err != nil {
			t.Fatal(err)
		}
		other := b.copy()
		other.T, other.O, other.S = t, o, s
		other.fetches(fetch(1), "another app")
		other.asks(0, "another app")
		if err := s.Walls().Revoke(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	// What the other app has taken back counts here, in the room that stands.
	b.Person.Answer = answers(tools.Answer{Verdict: tools.Deny, Where: "window"}, nil)
	b.isRefused(fetch(1), "taken back", "the package registries are closed to this space")
	b.asks(1, "taken back")
	b.isRefused(fetch(1), "a no", "closed to this space: the person said no, and is not asked again")
	b.asks(0, "a no is remembered")
	if err := b.S.Walls().Revoke(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(b.S.Walls().Network(), " "); got != "off" {
		t.Errorf("the space's network is %s", got)
	}
	b.Person.Answer = operatortest.Yes
	b.fetches(fetch(1), "a no that is taken back")
	b.asks(1, "a no that is taken back")
	o := b.another()
	s, err := o.OpenSpace(t.Context(), b.Dir)
	if err != nil || strings.Join(s.Walls().Network(), " ") != "registry" {
		t.Errorf("at the next start: %v, %v", s.Walls().Network(), err)
	}
}

func TestAnAnswerThatIsNoneHoldsForItsCall(t *testing.T) {
	b, fetch := newRegistry(t, nil)
	for name, answer := range map[string]func(context.Context, tools.Question) (tools.Answer, error){
		"nobody answered":                answers(tools.Answer{Verdict: tools.Expire, Where: "window"}, nil),
		"there is no terminal to ask in": answers(tools.Answer{}, errors.New("there is no terminal to ask in")),
	} {
		b.Person.Answer = answer
		b.isRefused(fetch(3)+"; "+fetch(1), name, "closed to this space: "+name)
		b.asks(1, name)
	}
	b.Person.Answer = operatortest.Yes
	b.fetches(fetch(1), "the next call")
	b.asks(1, "the next call")
}

func TestAFixedAnswerIsNotKept(t *testing.T) {
	b, fetch := newRegistry(t, nil)
	b.Person.Answer = answers(tools.Answer{Verdict: tools.RunOnce, Where: tools.WhereFixed}, nil)
	b.fetches(fetch(2), "--confirm allow")
	b.asks(1, "--confirm allow")
	if granted, err := b.S.Walls().Granted(t.Context()); granted || err != nil {
		t.Errorf("it is kept: %t, %v", granted, err)
	}
	o := b.another()
	s, err := o.OpenSpace(t.Context(), b.Dir)
	if err != nil || strings.Join(s.Walls().Network(), " ") != "off" {
		t.Errorf("at the next start: %v, %v", s.Walls().Network(), err)
	}
}

func TestTheCommandLineHasTheLastWordOnRegistries(t *testing.T) {
	for words, works := range map[string]bool{"off": false, "loopback,a.example.com": true, "registry": true, "a.example.com": false} {
		t.Run(words, func(t *testing.T) {
			b, fetch := newRegistry(t, func(c *operator.Config) { c.Network = strings.Split(words, ",") })
			if err := b.store().States().SetState(t.Context(), "network", b.S.Dir(), "registry x"); err != nil {
				t.Fatal(err)
			}
			if works {
				b.fetches(fetch(1), words)
			} else {
				b.isRefused(fetch(1), words, "network of this call is")
			}
			b.asks(0, words)
		})
	}
}

// Package managers give up after some seconds and try again: the question stands
// meanwhile, and is put once.
func TestAQuestionOutlivesItsConnection(t *testing.T) {
	b, _ := newRegistry(t, nil)
	said := make(chan tools.Answer)
	b.Person.Answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		select {
		case a := <-said:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	g := walls.NewStay(proc.Errand{Call: "c_1", Run: "r_1", Tool: "bash", Space: b.S.Dir()})
	for range 3 { // connections that give up
		ctx, cancel := context.WithCancel(t.Context())
		got := make(chan error)
		go func() { got <- b.S.Walls().AskRegistry(ctx, g, "x") }()
		for !b.S.Walls().Asking() {
			runtime.Gosched()
		}
		cancel()
		if err := <-got; err == nil {
			t.Error("an answer that nobody has given")
		}
	}
	got := make(chan error, 5)
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() { got <- b.S.Walls().AskRegistry(t.Context(), g, "x") })
	}
	said <- tools.Answer{Verdict: tools.RunOnce, Where: "window"}
	all.Wait()
	for range 5 {
		if err := <-got; err != nil {
			t.Error(err)
		}
	}
	b.asks(1, "8 connections")

	t.Run("it ends with its call", func(t *testing.T) {
		if err := b.S.Walls().Revoke(t.Context()); err != nil {
			t.Fatal(err)
		}
		next := walls.NewStay(proc.Errand{Call: "c_2", Run: "r_1", Tool: "bash", Space: b.S.Dir()})
		got := make(chan error)
		go func() { got <- b.S.Walls().AskRegistry(t.Context(), next, "x") }()
		for !b.S.Walls().Asking() {
			runtime.Gosched()
		}
		next.End()
		if err := <-got; err == nil {
			t.Error("it was answered")
		}
		b.asks(1, "a call that ends")
	})
}

// A question about registries, and its answer, are in the call's record.
func TestTheQuestionIsInTheJournal(t *testing.T) {
	b, fetch := newRegistry(t, nil)
	calls := b.Agent()
	in := fmt.Sprintf(`{"command":%q}`, fetch(1))
	id, r, err := calls.Call(t.Context(), "bash", []byte(in), tools.Scope{})
	if err != nil || operatortest.Code(r) != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	events, err := b.O.History().Events(t.Context(), calls.Run(), 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range events {
		if e.Call == id && (e.Kind == journal.Asked || e.Kind == journal.Allowed) {
			kinds = append(kinds, string(e.Kind))
		}
	}
	if strings.Join(kinds, " ") != "asked allowed" && strings.Join(kinds, " ") != "allowed asked allowed" {
		t.Errorf("the record has %q", kinds)
	}
}
