package afar_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/channels"
	"handrail/operator/afar"
	"handrail/tools"
)

// confirmer asks by a channel and, on this machine, as here says.
func confirmer(t *testing.T, c channels.Channel, here func(context.Context, tools.Question) (tools.Answer, error)) *afar.Confirmer {
	t.Helper()
	a, _ := closable(t, c, here)
	return a
}

// closable makes one whose app can be closed.
func closable(t *testing.T, c channels.Channel, here func(context.Context, tools.Question) (tools.Answer, error)) (a *afar.Confirmer, end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	end = func() { stop(); work.Wait() }
	t.Cleanup(end)
	sender := channels.NewSender("test", nil)
	return afar.New(afar.Config{
		Next: asks(here), Channel: func(string) (channels.Channel, error) { return c, nil }, Send: sender.Send, Listen: sender.Listen, Locks: t.TempDir(), Context: ctx,
		Name: func(string) string { return "Notes" }, Notice: func(_, format string, args ...any) { t.Logf(format, args...) }, Go: work.Go, Delay: time.Millisecond,
	}), end
}

type asks func(context.Context, tools.Question) (tools.Answer, error)

// Confirm implements tools.Confirmer.
func (a asks) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) { return a(ctx, q) }

// waits is somebody who is not there.
func waits(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}

func nobody(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{}, errors.New("nobody is there")
}

func questionOf(id string) tools.Question {
	return tools.Question{
		ID: id, Via: "phone", Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}, Space: "/s", Limit: time.Minute, Reason: "a rule says to ask",
		Preview: tools.Preview{Title: "Run git push", Detail: "git push origin main\u202e", Digest: "d-" + id},
	}
}

type answered struct {
	tools.Answer
	err error
}

func ask(t *testing.T, a *afar.Confirmer, q tools.Question) chan answered {
	t.Helper()
	out := make(chan answered, 1)
	go func() {
		answer, err := a.Confirm(t.Context(), q)
		out <- answered{answer, err}
	}()
	return out
}

// A question whose app is closed leaves no code behind that looks good.
func TestAQuestionWhoseAppCloses(t *testing.T) {
	p, address := phoneOf(t)
	a, end := closable(t, chatsOf(address)["telegram"].c, waits)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := a.Confirm(ctx, questionOf("c_1"))
		done <- err
	}()
	p.code(p.message(0))
	stop()
	end()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if told := p.message(1); !strings.HasPrefix(told, "It waits no more") {
		t.Errorf("the chat is told %q", told)
	}
}

// The person answers by the code, from their chat alone; whatever else is written there answers nothing.
func TestAnAnswerFromAfar(t *testing.T) {
	for _, kind := range []string{"telegram", "matrix"} {
		for verdict, want := range map[string]tools.Verdict{"approve": tools.RunOnce, "deny": tools.Deny} {
			for name, here := range map[string]asks{"nobody there": nobody, "somebody there": waits} {
				t.Run(kind+", "+verdict+", "+name, func(t *testing.T) {
					p, address := phoneOf(t)
					chat := chatsOf(address)[kind]
					p.send(chat.write("approve OLDCODE2"))
					out := ask(t, confirmer(t, chat.c, here), questionOf("c_1"))
					text := p.message(0)
					for _, part := range []string{`"main" asks in the space Notes`, "a rule says to ask", "Run git push\ngit push origin main⟨U+202E⟩", "for 1m0s"} {
						if !strings.Contains(text, part) {
							t.Errorf("%q is missing in %q", part, text)
						}
					}
					code := p.code(text)
					p.send(chat.eve("approve " + code))
					p.send(chat.write("please approve " + code))
					p.send(chat.write("approve"))
					p.send(chat.write("approve WRONGONE"))
					p.send(chat.write(" " + strings.ToUpper(verdict) + "  " + strings.ToLower(code) + "\n"))
					got := <-out
					if got.err != nil || got.Verdict != want || got.Where != "chat of the channel phone" || got.Decider().Kind != tools.ByPerson {
						t.Fatalf("%+v", got)
					}
					if end := p.message(1); !strings.HasPrefix(end, map[string]string{"approve": "Approved", "deny": "Denied"}[verdict]) || !strings.Contains(end, "Run git push") {
						t.Errorf("afterwards the chat is told %q", end)
					}
				})
			}
		}
	}
}

// Each question has a code of its own, which is good once.
func TestACodeIsForOneQuestion(t *testing.T) {
	p, address := phoneOf(t)
	chat := chatsOf(address)["telegram"]
	a := confirmer(t, chat.c, waits)
	first := ask(t, a, questionOf("c_1"))
	one := p.code(p.message(0))
	second := ask(t, a, questionOf("c_2"))
	two := p.code(p.message(1))
	if one == two {
		t.Fatal("two questions have one code")
	}
	p.send(chat.write("approve " + two))
	if got := <-second; got.Verdict != tools.RunOnce {
		t.Fatalf("%+v", got)
	}
	p.send(chat.write("approve " + two))
	p.send(chat.write("deny " + one))
	if got := <-first; got.Verdict != tools.Deny {
		t.Fatalf("%+v", got)
	}
	third := ask(t, a, questionOf("c_1"))
	p.until("the third question", func() bool { return len(p.got) >= 5 })
	p.send(chat.write("approve " + one))
	select {
	case got := <-third:
		t.Errorf("an old code has answered %+v", got)
	case <-time.After(100 * time.Millisecond):
	}
}

// Wrong codes end it; an expired one answers nothing; what is answered here waits there no more.
func TestAQuestionThatEndsOtherwise(t *testing.T) {
	t.Run("guessed", func(t *testing.T) {
		p, address := phoneOf(t)
		chat := chatsOf(address)["telegram"]
		out := ask(t, confirmer(t, chat.c, nobody), questionOf("c_1"))
		code := p.code(p.message(0))
		for n := range 5 {
			p.send(chat.write(fmt.Sprintf("approve WRONG%d", n)))
		}
		p.send(chat.write("approve " + code))
		if got := <-out; got.err == nil || !strings.Contains(got.err.Error(), "nobody is there") {
			t.Errorf("%+v", got)
		}
		if end := p.message(1); !strings.HasPrefix(end, "Too many wrong codes") {
			t.Errorf("the chat is told %q", end)
		}
	})
	t.Run("expired", func(t *testing.T) {
		p, address := phoneOf(t)
		chat := chatsOf(address)["matrix"]
		q := questionOf("c_1")
		q.Limit = 200 * time.Millisecond
		out := ask(t, confirmer(t, chat.c, nobody), q)
		if got := <-out; got.err != nil || got.Verdict != tools.Expire || got.Decider().Kind != tools.ByNobody {
			t.Errorf("%+v", got)
		}
		if end := p.message(1); !strings.HasPrefix(end, "It has expired") {
			t.Errorf("the chat is told %q", end)
		}
	})
	t.Run("answered here", func(t *testing.T) {
		p, address := phoneOf(t)
		yes := make(chan struct{})
		out := ask(t, confirmer(t, chatsOf(address)["telegram"].c, func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
			<-yes
			return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
		}), questionOf("c_1"))
		p.message(0)
		close(yes)
		if got := <-out; got.Verdict != tools.RunOnce || got.Where != "window" {
			t.Errorf("%+v", got)
		}
		if end := p.message(1); !strings.HasPrefix(end, "It waits no more") {
			t.Errorf("the chat is told %q", end)
		}
	})
	t.Run("not sent", func(t *testing.T) {
		p, address := phoneOf(t)
		p.fail = http.StatusForbidden
		if got := <-ask(t, confirmer(t, chatsOf(address)["telegram"].c, nobody), questionOf("c_1")); got.err == nil || got.err.Error() != "nobody is there" {
			t.Errorf("%+v", got)
		}
	})
}

// What a built-in rule asks, what text from elsewhere asks and what is said without a channel stays on this machine; a channel that cannot
// be heard only tells.
func TestWhatIsNotAskedFromAfar(t *testing.T) {
	p, address := phoneOf(t)
	yes := func(context.Context, tools.Question) (tools.Answer, error) {
		time.Sleep(50 * time.Millisecond)
		return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
	}
	for name, change := range map[string]func(*tools.Question){
		"no channel": func(q *tools.Question) { q.Via = "" }, "a built-in rule": func(q *tools.Question) { q.Grave = true },
		"text from elsewhere": func(q *tools.Question) { q.Present = true }, "a running act": func(q *tools.Question) { q.During = true },
	} {
		q := questionOf("c_1")
		change(&q)
		if got := <-ask(t, confirmer(t, chatsOf(address)["telegram"].c, yes), q); got.Where != "window" || len(p.got) != 0 {
			t.Errorf("%s: %+v, sent %q", name, got, p.got)
		}
	}
	got := <-ask(t, confirmer(t, channels.Channel{Type: "webhook", URL: address + "/hook"}, nobody), questionOf("c_1"))
	if got.err == nil || got.err.Error() != "nobody is there" {
		t.Errorf("%+v", got)
	}
	if text := p.message(0); !strings.Contains(text, "Answer at the machine") || strings.Contains(text, "approve") {
		t.Errorf("it is told %q", text)
	}
}

// An act that the message does not show whole can be denied from there, and not approved.
func TestALongActIsOnlyDenied(t *testing.T) {
	p, address := phoneOf(t)
	chat := chatsOf(address)["telegram"]
	q := questionOf("c_1")
	q.Preview.Detail = strings.Repeat("é", 4000)
	out := ask(t, confirmer(t, chat.c, waits), q)
	text := p.message(0)
	code := p.code(text)
	if strings.Contains(text, "approve "+code) || !strings.Contains(text, "too long to be approved") || len(text) > 4096 {
		t.Errorf("%d bytes: %q", len(text), text[max(0, len(text)-300):])
	}
	p.send(chat.write("approve " + code))
	p.send(chat.write("deny " + code))
	if got := <-out; got.Verdict != tools.Deny {
		t.Errorf("%+v", got)
	}
}
