package bridge

import (
	"context"

	"handrail/tools"
)

// An Announcer lets another Confirmer ask, and tells the person by a notification
// that somebody waits when the window is not in front (SPEC 11). What is asked is
// not in it: it may be read over a shoulder, and it can be answered nowhere but in
// the window or a dialog. It is taken back when the question has ended, where the
// desktop can do that. It implements tools.Confirmer.
type Announcer struct {
	Dialogs *Dialogs
	InFront func() bool // whether the person can see the window now
	Next    tools.Confirmer
}

// Confirm implements tools.Confirmer. A notification that cannot be shown changes
// nothing: the question stands all the same.
func (a *Announcer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if !a.InFront() && a.Dialogs.Notifies() == nil {
		telling, stop := context.WithCancel(ctx)
		told := make(chan struct{})
		go func() {
			defer close(told)
			_ = a.Dialogs.desktop.announce(telling, "Handrail waits for you", announcement(q))
		}()
		defer func() {
			stop()
			<-told
		}()
	}
	return a.Next.Confirm(ctx, q)
}

// announcement says who waits, in our words.
func announcement(q tools.Question) string {
	who := caller(q.Caller) + " asks"
	if q.Caller.Kind == tools.CallerPerson {
		who = "A call of yours asks"
	}
	return who + " to run " + oneLine(q.Tool, 60) + ".\nLook at it in Handrail: nothing runs until you answer."
}
