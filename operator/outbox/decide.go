package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"handrail/journal/sqlite"
)

// Retry has a message sent again, which the person has decided: also one that may have gone.
func (b *Book) Retry(ctx context.Context, id string) error {
	done, err := b.c.Store.Requeue(ctx, id, time.Now().Add(GiveUp))
	b.kick()
	return b.changed(ctx, id, done, err)
}

// Obey does what the person has said elsewhere of a message that had changed last at a time: it is tried again if it has not changed
// since, else forgotten. What is not there, was sent or is being sent stays as it is, which is no error: whoever asked is told what there is.
func (b *Book) Obey(ctx context.Context, id string, changed time.Time, retry bool) error {
	if retry {
		_, err := b.c.Store.RequeueAs(ctx, id, changed, time.Now().Add(GiveUp))
		b.kick()
		return err
	}
	m, err := b.c.Store.Message(ctx, id)
	if err == nil && (m.State == Queued || m.State == Failed || m.State == Unknown) {
		err = b.Drop(ctx, id)
	}
	if errors.Is(err, sqlite.ErrNoMessage) {
		return nil
	}
	return err
}

// Drop forgets a message that was not sent.
func (b *Book) Drop(ctx context.Context, id string) error {
	m, err := b.c.Store.Message(ctx, id)
	if err != nil {
		return err
	}
	done, err := b.c.Store.Drop(ctx, id)
	if done && (m.Tries > 0 || m.State == Unknown) { // its channel is none the better for it
		if lasts, lookErr := b.memory.lasts(ctx); lookErr == nil && lasts[m.Channel].At.Before(m.Changed) {
			err = errors.Join(err, b.memory.remember(ctx, m.Channel, resultOf(m)))
		}
	}
	return b.changed(ctx, id, done, err)
}

func (b *Book) changed(ctx context.Context, id string, done bool, err error) error {
	if err != nil || done {
		return err
	}
	m, err := b.c.Store.Message(ctx, id)
	if err != nil {
		return err
	}
	return fmt.Errorf("the message %s is %s, and stays as it is", id, map[bool]string{true: "sent already", false: "being sent just now"}[m.State == sqlite.OutSent])
}
