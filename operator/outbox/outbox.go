// Package outbox is where messages wait until they are sent by the person's channels
// (docs/spec/05-built-in-tools.md#message): written before they are sent, tried again while a service is down, and never
// sent twice.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"handrail/internal/channels"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// A Message is one in the outbox.
type Message = sqlite.OutMessage

// The states of a message.
const (
	Queued  = sqlite.OutQueued
	Sending = sqlite.OutSending
	Sent    = sqlite.OutSent
	Failed  = sqlite.OutFailed
	Unknown = sqlite.OutUnknown
)

// GiveUp is how long a message is tried.
const GiveUp = 24 * time.Hour

// Config is what a Book needs.
type Config struct {
	Context  context.Context   // ends when the app closes
	Go       func(work func()) // runs work that Close waits for
	Store    *sqlite.Outbox
	States   *sqlite.States // what is known of each channel
	Settings *settings.File
	Sender   *channels.Sender
	Fill     func(text string) (string, error) // puts secrets in the place of references
	Redact   func(text string) string
	Notify   func(ctx context.Context, text string) error // shows a notification on this machine; nil: nothing can
	Notice   func(level, format string, args ...any)
	// First is how long to wait after a first failure; 0: 5 s. It doubles up to 15 minutes.
	First time.Duration
}

// A Book is the outbox as this process has it. It is safe for concurrent use.
type Book struct {
	c      Config
	memory memory

	mu      sync.Mutex
	started bool
	wake    chan struct{} // holds a token while there may be something to send
	ended   chan struct{} // closed, and replaced, when something has become of a message
}

// New makes the book. It does nothing until something is to be sent.
func New(c Config) *Book {
	if c.First == 0 {
		c.First = 5 * time.Second
	}
	return &Book{c: c, memory: memory{c.States, c.Store}, wake: make(chan struct{}, 1), ended: make(chan struct{})}
}

// The most a message that fails waits until it is tried again, and how many are claimed at once.
const (
	longestPause = 15 * time.Minute
	batch        = 32
)

// look is how often a process that lives looks for what others have left waiting.
const look = 30 * time.Second

// Submit keeps a message and sends it, or waits until within is over, or ctx ends: it is told what has become of it by then. With
// a ctx that ends before its sending began, it is taken back.
func (b *Book) Submit(ctx context.Context, m sqlite.OutMessage, within time.Duration) (sqlite.OutMessage, error) {
	now := time.Now()
	m.Created, m.Due, m.Deadline = now, now, now.Add(GiveUp)
	m, err := b.c.Store.Put(ctx, m)
	if err != nil {
		return m, err
	}
	b.Start()
	b.kick()
	late := time.NewTimer(within)
	defer late.Stop()
	tick := time.NewTicker(250 * time.Millisecond) // another process may send it
	defer tick.Stop()
	for {
		ended := b.awaitEnd()
		now, err := b.c.Store.Message(context.WithoutCancel(ctx), m.ID)
		if err != nil || settled(now) {
			return now, err
		}
		select {
		case <-ended:
		case <-tick.C:
		case <-late.C:
			return now, nil
		case <-ctx.Done():
			if dropped, err := b.c.Store.Drop(context.WithoutCancel(ctx), m.ID); err != nil || dropped {
				return m, errors.Join(ctx.Err(), err)
			}
			return b.c.Store.Message(context.WithoutCancel(ctx), m.ID)
		}
	}
}

// settled reports whether there is something to tell of a message: it has an end, or was tried, or others of its channel
// wait, so that it waits with them.
func settled(m sqlite.OutMessage) bool {
	switch m.State {
	case sqlite.OutQueued:
		return m.Tries > 0 || m.Due.After(time.Now().Add(time.Second))
	case sqlite.OutSending:
		return false
	}
	return true
}

// Start has this process send what waits, also what other processes have left. It returns at once; where nothing waits
// this costs one look at the outbox now and then.
func (b *Book) Start() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.started {
		return
	}
	b.started = true
	b.c.Go(b.run)
}

func (b *Book) kick() {
	select {
	case b.wake <- struct{}{}:
	default: // it will look anyway
	}
}

func (b *Book) awaitEnd() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended
}

// tell wakes whoever waits for the end of a message.
func (b *Book) tell() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.ended)
	b.ended = make(chan struct{})
}

// run sends what waits until the app closes.
func (b *Book) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	told := false
	for {
		select {
		case <-b.c.Context.Done():
			return
		case <-timer.C:
		case <-b.wake:
		}
		err := b.Drain(b.c.Context)
		if err != nil && !told && b.c.Context.Err() == nil {
			told = true
			b.c.Notice("error", "messages that wait could not be sent: %v", err)
		}
		timer.Reset(b.next(b.c.Context))
	}
}

// next is how long there is nothing to do.
func (b *Book) next(ctx context.Context) time.Duration {
	due, err := b.c.Store.Due(ctx)
	if err != nil || due.IsZero() {
		return look
	}
	return min(max(time.Until(due), 10*time.Millisecond), look)
}

// Drain sends what is due now, once. Messages of one channel go one behind the other, those of several at once.
func (b *Book) Drain(ctx context.Context) error {
	if err := b.c.Store.Recover(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		claimed, err := b.c.Store.Claim(ctx, batch)
		if err != nil || len(claimed) == 0 {
			return err
		}
		var of []string
		byChannel := map[string][]sqlite.OutMessage{}
		for _, m := range claimed {
			if byChannel[m.Channel] == nil {
				of = append(of, m.Channel)
			}
			byChannel[m.Channel] = append(byChannel[m.Channel], m)
		}
		var work sync.WaitGroup
		errs := make([]error, len(of))
		for i, name := range of {
			work.Go(func() { errs[i] = b.sendAll(ctx, name, byChannel[name]) })
		}
		work.Wait()
		if err := errors.Join(errs...); err != nil {
			return errors.Join(err, b.c.Store.Release(context.WithoutCancel(ctx)))
		}
	}
	return nil
}

// sendAll sends claimed messages of one channel in their order. If one must wait, those behind it wait with it.
func (b *Book) sendAll(ctx context.Context, name string, list []sqlite.OutMessage) error {
	keep := context.WithoutCancel(ctx)
	channel, problem := b.channel(name)
	var step sqlite.Step
	until := time.Time{}
	for i := range list {
		m := &list[i]
		if ctx.Err() != nil || !until.IsZero() {
			if until.After(m.Due) {
				m.Due = until
			}
			m.State = sqlite.OutQueued
			if step.Done != nil {
				if _, err := b.c.Store.Note(keep, step); err != nil {
					return err
				}
			}
			step = sqlite.Step{Done: m}
			continue
		}
		step.Start = m.ID
		begun, err := b.c.Store.Note(keep, step)
		if err != nil {
			return err
		}
		if step.Done != nil {
			b.tell()
		}
		if !begun {
			step = sqlite.Step{}
			continue
		}
		out := problem
		if problem.End == "" {
			out = b.send(ctx, channel, *m)
		}
		pause := b.settle(m, out)
		step = sqlite.Step{Done: m, Pause: pause}
		if pause > 0 {
			until = time.Now().Add(pause)
		}
	}
	_, err := b.c.Store.Note(keep, step)
	b.tell()
	return err
}

// grace is how long a message that is being sent may go on when the app closes.
const grace = 3 * time.Second

// send sends one message. That the app closes does not cut it short at once: then nobody would know whether it went.
func (b *Book) send(ctx context.Context, c channels.Channel, m sqlite.OutMessage) channels.Outcome {
	sending, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case <-late.C:
			cancel()
		case <-sending.Done():
		}
	})
	defer stop()
	return b.c.Sender.Send(sending, c, channels.Message{ID: m.ID, ChatID: m.Chat, Text: m.Content})
}

// settle puts an outcome into a message, and says how long its channel is to be left alone.
func (b *Book) settle(m *sqlite.OutMessage, out channels.Outcome) (pause time.Duration) {
	m.Tries++
	m.Reason = b.c.Redact(out.Reason)
	switch out.End {
	case channels.Sent:
		m.State = sqlite.OutSent
	case channels.Unknown:
		m.State = sqlite.OutUnknown
	case channels.Later:
		pause = min(b.c.First<<min(m.Tries-1, 16), longestPause)
		pause = max(pause, out.Wait)
		m.State, m.Due = sqlite.OutQueued, time.Now().Add(pause)
		if m.Due.After(m.Deadline) {
			m.State, m.Reason = sqlite.OutFailed, fmt.Sprintf("it was tried for a day, in vain: %s", m.Reason)
		}
	case channels.Failed:
		m.State = sqlite.OutFailed
	}
	return pause
}

// channel is one of the person's, filled in. Where it cannot be used, the outcome says why.
func (b *Book) channel(name string) (channels.Channel, channels.Outcome) {
	set, _, err := b.c.Settings.Load()
	if err != nil {
		return channels.Channel{}, channels.Outcome{End: channels.Later, Reason: "the settings cannot be read"}
	}
	c, ok := set.Channels[name]
	if !ok {
		return c, channels.Outcome{End: channels.Failed, Reason: "there is no such channel any more"}
	}
	if err := c.Check(); err != nil {
		return c, channels.Outcome{End: channels.Failed, Reason: err.Error()}
	}
	c, err = c.Fill(b.c.Fill)
	if err != nil {
		return c, channels.Outcome{End: channels.Later, Reason: "a secret that it needs is not there: " + err.Error()}
	}
	return c, channels.Outcome{}
}

// Messages lists what waits, the oldest first, and with sent also what has gone.
func (b *Book) Messages(ctx context.Context, sent bool) ([]sqlite.OutMessage, error) {
	if err := b.c.Store.Recover(ctx); err != nil {
		return nil, err
	}
	return b.c.Store.Messages(ctx, sent)
}

// Wait waits until nothing is queued or being sent that a send could still change, at most within; it returns what is open
// then, the oldest first.
func (b *Book) Wait(ctx context.Context, within time.Duration) ([]sqlite.OutMessage, error) {
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		ended := b.awaitEnd()
		list, err := b.c.Store.Messages(ctx, false)
		if err != nil {
			return nil, err
		}
		soon := time.Now().Add(within)
		if !slices.ContainsFunc(list, func(m sqlite.OutMessage) bool {
			return m.State == sqlite.OutSending || m.State == sqlite.OutQueued && m.Due.Before(soon)
		}) {
			return list, nil
		}
		select {
		case <-ended:
		case <-late.C:
			return list, nil
		case <-ctx.Done():
			return list, nil
		}
	}
}
