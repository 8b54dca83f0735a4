// Package afar puts a question to the person by a channel of theirs as well, where a rule of theirs says so, and takes their
// answer from there (docs/spec/11-guard.md#answering-from-afar).
package afar

import (
	"context"
	"errors"
	"sync"
	"time"

	"handrail/internal/channels"
	"handrail/tools"
)

// A Config is what a Confirmer needs.
type Config struct {
	Next    tools.Confirmer // asks the person on this machine
	Channel func(name string) (channels.Channel, error)
	Send    func(ctx context.Context, c channels.Channel, m channels.Message) channels.Outcome
	Listen  func(ctx context.Context, c channels.Channel, ready func(), heard func(text string)) error
	Locks   string                  // a folder: one process at a time hears the person by a channel, since what one has heard, no other one hears
	Context context.Context         // ends when the app closes
	Name    func(dir string) string // what people call a space
	Notice  func(level, format string, args ...any)
	Go      func(work func()) // runs work that closing the app waits for
	// Delay is how long a question stands on this machine before it is sent, where somebody may be; 0: 5 s.
	Delay time.Duration
}

// delay is how long somebody who is there has before a question leaves the machine.
const delay = 5 * time.Second

const (
	// afterwards is how long it may take to tell the chat what became of a question.
	afterwards = 10 * time.Second
	// closing is how long that may hold up the end of the app.
	closing = 2 * time.Second
)

// A Confirmer asks on this machine and, by a channel, the person who is away: the first answer counts. It is safe for
// concurrent use.
type Confirmer struct {
	c Config

	mu  sync.Mutex
	on  map[string]*line // by the names of channels
	own secret
}

// New makes one.
func New(c Config) *Confirmer {
	if c.Delay == 0 {
		c.Delay = delay
	}
	return &Confirmer{c: c, on: map[string]*line{}, own: newSecret()}
}

// An outcome is what one way of asking came to.
type outcome struct {
	answer tools.Answer
	err    error
}

// errNotified says that the person was told that something waits, and cannot answer by the channel.
var errNotified = errors.New("its channel can only notify")

// errSilent says that nobody answers by the channel.
var errSilent = errors.New("nobody answered by the channel")

// Confirm implements tools.Confirmer. What a built-in rule asks, what text from elsewhere asks, and what a running act wants beyond is not sent
// anywhere, whatever the question says.
func (a *Confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if q.Via == "" || q.Grave || q.Present || q.During {
		return a.c.Next.Confirm(ctx, q)
	}
	asking, stop := context.WithCancel(ctx)
	defer stop()
	here, there, gone := make(chan outcome, 1), make(chan outcome, 1), make(chan struct{})
	go func() {
		answer, err := a.c.Next.Confirm(asking, q)
		here <- outcome{answer, err}
	}()
	a.c.Go(func() {
		select { // whoever is there answers first; where nobody can be asked, it leaves at once
		case <-time.After(a.c.Delay):
		case <-gone:
		case <-asking.Done():
			return
		}
		answer, err := a.ask(asking, q)
		there <- outcome{answer, err}
	})
	var unasked *outcome // nobody here
	for {
		select {
		case o := <-here:
			if o.err == nil || ctx.Err() != nil {
				return o.answer, o.err
			}
			unasked = &o
			close(gone)
			here = nil
		case o := <-there:
			if o.err == nil {
				return o.answer, nil
			}
			if unasked != nil {
				if errors.Is(o.err, errSilent) {
					return tools.Answer{Verdict: tools.Expire, Where: tools.WhereNobody, Reason: "nobody answered by the channel " + q.Via}, nil
				}
				return unasked.answer, unasked.err
			}
			there = nil // those who are here go on
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
}

// ask sends a question by its channel and waits for the answer.
func (a *Confirmer) ask(ctx context.Context, q tools.Question) (tools.Answer, error) {
	c, err := a.c.Channel(q.Via)
	if err == nil && !channels.Answers(c.Type) {
		if err := a.tell(ctx, c, q, "waiting", notice(q, a.c.Name(q.Space))); err != nil {
			return tools.Answer{}, a.failed(ctx, q, err)
		}
		return tools.Answer{}, errNotified
	}
	var l *line
	if err == nil {
		l, err = a.join(ctx, q.Via, c)
	}
	if err != nil {
		return tools.Answer{}, a.failed(ctx, q, err)
	}
	defer a.leave(l)
	p := l.add(q, a.own)
	defer l.remove(p)
	if err := a.tell(ctx, c, q, "question", question(q, a.c.Name(q.Space), p.code)); err != nil {
		return tools.Answer{}, a.failed(ctx, q, err)
	}
	said, err := p.wait(ctx, l.ended)
	switch {
	case err == nil && said.Verdict == tools.RunOnce:
		a.after(c, q, "Approved: it runs once.")
	case err == nil:
		a.after(c, q, "Denied.")
	case errors.Is(err, errGuessed):
		a.after(c, q, "Too many wrong codes. Answer at the machine.")
		return said, a.failed(ctx, q, err)
	case errors.Is(err, errSilent):
		a.after(c, q, "It has expired, and did not run.")
	case ctx.Err() != nil:
		a.after(c, q, "It waits no more: it was answered at the machine, or withdrawn.")
	default:
		return said, a.failed(ctx, q, err)
	}
	if err == nil {
		said.Where = "chat of the channel " + q.Via
	}
	return said, err
}

// failed tells the person why nobody is asked by a channel.
func (a *Confirmer) failed(ctx context.Context, q tools.Question, err error) error {
	if ctx.Err() == nil {
		a.c.Notice("warning", "the channel %s does not ask for you: %v", q.Via, err)
	}
	return err
}

// tell sends something about a question once.
func (a *Confirmer) tell(ctx context.Context, c channels.Channel, q tools.Question, what, text string) error {
	out := a.c.Send(ctx, c, channels.Message{ID: what + "-" + q.ID, ChatID: c.ChatID, Text: text})
	if out.End != channels.Sent && out.End != channels.Unknown {
		return errors.New(out.Reason)
	}
	return nil
}

// after tells the chat what became of a question, where it was sent.
func (a *Confirmer) after(c channels.Channel, q tools.Question, text string) {
	a.c.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(a.c.Context), afterwards)
		defer cancel()
		defer context.AfterFunc(a.c.Context, func() { time.AfterFunc(closing, cancel) })() // a code that is good no more is not left standing
		_ = a.tell(ctx, c, q, "end", text+"\n"+shown(q.Preview.Title))                     // the answer stands, whether the chat is told or not
	})
}
