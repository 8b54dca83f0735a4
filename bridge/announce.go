package bridge

import (
	"context"
	"errors"
	"time"

	"handrail/tools"
	"handrail/tools/spoken"
)

// How a dialog keeps out of the way of somebody who types.
const (
	// TypingPause is how long nobody has typed when a dialog may come up.
	TypingPause = time.Second
	// typingMost is how long a dialog waits for that.
	typingMost = 5 * time.Second
	// Settles is how long nothing that is pressed in a dialog of the system counts, from when
	// it is asked for: what is pressed then was meant for something else. The dialog itself
	// needs up to 400 ms to come up; from there on it is 600 ms, as card.Settles is.
	Settles = time.Second
	// lookAgain is how often it is looked whether the moment has come.
	lookAgain = 100 * time.Millisecond
	// comesBack is how long the window may take to tell that it is in front, when a dialog has gone.
	comesBack = 400 * time.Millisecond
)

// When says when a call that asks comes as a dialog, and not in the window. The zero When is
// Usual.
type When string

// The person's choices (docs/spec/02-settings.md#settingsjson).
const (
	Usual  When = "usual"  // what its author or a built-in rule wants asked; all else while the window is not in front
	Always When = "always" // each
	Away   When = "away"   // while the window is not in front
	Never  When = "never"
)

// A Stand says whether a question stands in a dialog.
type Stand string

// The stands. The zero Stand is the window.
const (
	InWindow Stand = ""
	Coming   Stand = "coming" // a dialog comes up as soon as it takes no keys from the person
	Open     Stand = "open"
)

// Tact is what a dialog must know of a window in which the person may be at work, so
// as not to take the keyboard from them, nor to ask in two places (docs/spec/11-guard.md).
// InFront and Typed are set; the others may be nil.
type Tact struct {
	InFront func() bool                     // whether the person can see the window now
	Typed   func() time.Time                // when the person has last typed in the window
	When    func() When                     // what the person has set, asked again and again; nil: Usual
	Stands  func(id string, s Stand)        // hears where a question stands, again and again
	Taken   func(id string) <-chan struct{} // closed when the window takes a question over; nil of one that it does not list
	Dark    func() bool                     // whether the window is dark
}

// errTaken says that the window asks, and no dialog.
var errTaken = errors.New("the question is asked in the window")

// wants reports whether a question is to be asked by a dialog now, and not in the window.
func (t *Tact) wants(q tools.Question) bool {
	if t == nil {
		return true
	}
	when := Usual
	if t.When != nil {
		when = t.When()
	}
	switch when {
	case Always:
		return true
	case Never:
		return false
	case Away:
		return !t.InFront()
	}
	return !t.InFront() || q.By.Kind == tools.ByConfirm || q.By.Kind == tools.ByBuiltin
}

// disturbs reports whether a dialog would take keys from the person that are meant for the
// window. One that has been due since a time waits no longer than typingMost.
func (t *Tact) disturbs(due time.Time) bool {
	return t != nil && t.InFront() && time.Since(t.Typed()) < TypingPause && time.Since(due) < typingMost
}

// stands tells where a question stands.
func (t *Tact) stands(id string, s Stand) {
	if t != nil && t.Stands != nil {
		t.Stands(id, s)
	}
}

// taken is closed when the window takes a question over; nil: never.
func (t *Tact) taken(id string) <-chan struct{} {
	if t == nil || t.Taken == nil {
		return nil
	}
	return t.Taken(id)
}

// acquire waits for the moment for a dialog, until no other stands open. The caller
// must call release. The error is errTaken if the window asks from now on.
func (c *Confirmer) acquire(ctx context.Context, q tools.Question) (release func(), err error) {
	if err := c.Dialogs.asks(); err != nil {
		return nil, err
	}
	var due time.Time
	for taken := c.Tact.taken(q.ID); ; {
		if c.Tact.wants(q) {
			if due.IsZero() {
				due = time.Now()
			}
			c.Tact.stands(q.ID, Coming)
			began := time.Now()
			release, err := c.Dialogs.place(ctx, taken)
			if err == nil && c.Tact != nil && time.Since(began) > lookAgain {
				time.Sleep(comesBack) // the one before may have brought the window back
			}
			if err != nil || c.Tact.wants(q) && !c.Tact.disturbs(due) {
				return release, err
			}
			release()
		} else {
			due = time.Time{}
			c.Tact.stands(q.ID, InWindow)
		}
		select {
		case <-time.After(lookAgain):
		case <-taken:
			return nil, errTaken
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// standing lets a question stand in a dialog until end is called. The context ends as well when
// the window takes it over; over is errTaken then, and the given error else.
func (c *Confirmer) standing(ctx context.Context, id string) (_ context.Context, end func(), over func(error) error) {
	taken := c.Tact.taken(id)
	ctx, stop := context.WithCancel(ctx)
	go func() {
		select {
		case <-taken:
			stop()
		case <-ctx.Done():
		}
	}()
	c.Tact.stands(id, Open)
	over = func(err error) error {
		select {
		case <-taken:
			if err != nil {
				return errTaken
			}
		default:
		}
		return err
	}
	return ctx, func() {
		stop()
		c.Tact.stands(id, InWindow)
	}, over
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
		defer a.Dialogs.announceWaiting(ctx, announcement(q, a.Dialogs.tongue()))()
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
		defer a.Dialogs.announceWaiting(ctx, formAnnouncement(f, a.Dialogs.tongue()))()
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
		_ = d.desktop.announce(telling, d.tongue().Own("Handrail needs your answer"), text)
	}()
	return func() {
		stop()
		<-told
	}
}

// announcement says who waits, in our words.
func announcement(q tools.Question, t spoken.Tongue) string {
	if q.Caller.Kind == tools.CallerPerson {
		return t.Own("A call needs your approval to run %s.\nReview it in Handrail: nothing runs until you answer.", oneLine(q.Tool, 60))
	}
	return t.Own("%s asks to run %s.\nReview it in Handrail: nothing runs until you answer.", caller(q.Caller, t), oneLine(q.Tool, 60))
}

// formAnnouncement says which server waits, in our words.
func formAnnouncement(f tools.Form, t spoken.Tongue) string {
	if f.Tool != "" {
		return t.Own("The server “%s” asks you something, while %s runs.\nReview it in Handrail: nothing is sent until you answer.", oneLine(f.Server, 50), oneLine(f.Tool, 60))
	}
	return t.Own("The server “%s” asks you something.\nReview it in Handrail: nothing is sent until you answer.", oneLine(f.Server, 50))
}
