package bridge

import (
	"context"

	"handrail/tools"
)

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
