package bridge

import (
	"context"
	"time"

	"handrail/tools"
)

// How a dialog keeps out of the way of somebody who types.
const (
	// TypingPause is how long nobody has typed when a dialog may come up.
	TypingPause = time.Second
	// typingMost is how long a dialog waits for that.
	typingMost = 5 * time.Second
	// Settles is how long nothing that is pressed in a dialog counts, from when it is
	// asked for: what is pressed then was meant for something else. The dialog itself
	// needs up to 400 ms to come up; from there on it is 600 ms.
	Settles = time.Second
	// lookAgain is how often it is looked whether the moment has come.
	lookAgain = 100 * time.Millisecond
)

// Tact is what a dialog must know of a window in which the person may be at work, so
// as not to take the keyboard from them (docs/spec/11-guard.md).
type Tact struct {
	InFront func() bool      // whether the person can see the window now
	Typed   func() time.Time // when the person has last typed in the window
}

// allows reports whether a dialog may come up now for a question that was asked at a
// time: while the window is in front, only for what is not left to the window alone,
// and after a pause in typing.
func (t *Tact) allows(q tools.Question, asked time.Time) bool {
	if t == nil || !t.InFront() {
		return true
	}
	if q.By.Kind != tools.ByConfirm && q.By.Kind != tools.ByBuiltin {
		return false
	}
	return time.Since(t.Typed()) >= TypingPause || time.Since(asked) >= typingMost
}

// acquire waits for the moment for a dialog, until no other stands open. The caller
// must call release.
func (c *Confirmer) acquire(ctx context.Context, q tools.Question) (release func(), err error) {
	for asked := time.Now(); ; {
		release, err := c.Dialogs.acquire(ctx)
		if err != nil || c.Tact.allows(q, asked) {
			return release, err
		}
		release()
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// An Announcer lets another Confirmer ask, and tells the person by a notification
// that somebody waits when the window is not in front (docs/spec/11-guard.md).
// What is asked is not in it: it may be read over a shoulder, and it can be
// answered nowhere but in the window or a dialog. It is taken back when the
// question has ended, where the desktop can do that. It implements
// tools.Confirmer.
type Announcer struct {
	Dialogs *Dialogs
	InFront func() bool // whether the person can see the window now
	Next    tools.Confirmer
}

// Confirm implements tools.Confirmer. A notification that cannot be shown changes
// nothing: the question stands all the same.
func (a *Announcer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if !a.InFront() {
		defer a.Dialogs.announceWaiting(ctx, announcement(q))()
	}
	return a.Next.Confirm(ctx, q)
}

// A FormAnnouncer is an Announcer for servers' forms (docs/spec/08-mcp.md):
// nothing that the server says is in the notification. It implements
// tools.Former.
type FormAnnouncer struct {
	Dialogs *Dialogs
	InFront func() bool // whether the person can see the window now
	Next    tools.Former
}

// Fill implements tools.Former. A notification that cannot be shown changes
// nothing: the form waits all the same.
func (a *FormAnnouncer) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	if !a.InFront() {
		defer a.Dialogs.announceWaiting(ctx, formAnnouncement(f))()
	}
	return a.Next.Fill(ctx, f)
}

// announceWaiting shows a notification that somebody waits, until it is taken back or ctx ends.
func (d *Dialogs) announceWaiting(ctx context.Context, text string) (takeBack func()) {
	if d.Notifies() != nil {
		return func() {}
	}
	telling, stop := context.WithCancel(ctx)
	told := make(chan struct{})
	go func() {
		defer close(told)
		_ = d.desktop.announce(telling, "Handrail needs your answer", text)
	}()
	return func() {
		stop()
		<-told
	}
}

// announcement says who waits, in our words.
func announcement(q tools.Question) string {
	who := caller(q.Caller) + " asks"
	if q.Caller.Kind == tools.CallerPerson {
		who = "A call needs your approval"
	}
	return who + " to run " + oneLine(q.Tool, 60) + ".\nReview it in Handrail: nothing runs until you answer."
}

// formAnnouncement says which server waits, in our words.
func formAnnouncement(f tools.Form) string {
	who := "The server “" + oneLine(f.Server, 50) + "” asks you something"
	if f.Tool != "" {
		who += ", while " + oneLine(f.Tool, 60) + " runs"
	}
	return who + ".\nReview it in Handrail: nothing is sent until you answer."
}
