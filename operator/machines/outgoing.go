package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The kinds of state of the outboxes, by machine.
const (
	outboxKind     = "machine-outbox"      // what it has told of its outbox
	outboxToldKind = "machine-outbox-told" // the stamp of this machine's outbox that it was told last
)

// How much of an outbox is told: the oldest messages, up to so many bytes, each cut to so many.
const (
	outgoingBytes = 400 << 10
	messageBytes  = 8 << 10
	outgoingEvery = time.Second // it is looked for changes
)

// A Message is one in the outbox of a machine, as it tells the others.
type Message struct {
	ID      string    `json:"id"`
	State   string    `json:"state"`
	Channel string    `json:"channel"`
	Chat    string    `json:"chat,omitempty"`
	Text    string    `json:"text"`
	By      string    `json:"by"`
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"` // names what it was when it was told: a retry of anything else counts for nothing
	Next    time.Time `json:"next,omitzero"`
	Reason  string    `json:"reason,omitempty"`
	Asked   Order     `json:"asked,omitempty"` // what its machine was asked to do with it from here, and has not answered
}

// Outgoing is what a machine has told of its outbox.
type Outgoing struct {
	Messages []Message `json:"messages"`       // not sent, the oldest first
	More     int       `json:"more,omitempty"` // that are not among them
	Number   uint64    `json:"number"`         // of the letter
}

// An Order is what the person wants done with a message of another machine.
type Order string

// The orders.
const (
	RetryIt Order = "retry"
	DropIt  Order = "drop"
)

// An Outbox is this machine's own.
type Outbox interface {
	// Stamp is another one whenever the outbox is; "": it is empty.
	Stamp(ctx context.Context) (string, error)
	Waiting(ctx context.Context) ([]Message, error)
	// Obey does what the person has said elsewhere of a message, which was as told. It does nothing to one that is not there, was sent, or is
	// being sent; nor does it try one again that is another by now.
	Obey(ctx context.Context, o Order, m Message) error
}

// Outboxes are those of the person's other machines.
type Outboxes struct{ desk *Desk }

// Outboxes are what the other machines have told of their outboxes.
func (d *Desk) Outboxes() Outboxes { return Outboxes{d} }

// Of is what a machine has told last; nothing if it has told nothing.
func (o Outboxes) Of(ctx context.Context, p Peer) (out Outgoing, err error) {
	text, ok, err := o.desk.c.States.State(ctx, outboxKind, p.ID)
	if err != nil || !ok || text == "" {
		return out, err
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return out, fmt.Errorf("what %s has told of its outbox is damaged: %w", p.Name, err)
	}
	return out, nil
}

// Theirs is the outbox of another machine.
type Theirs struct {
	Machine string // its name
	Outgoing
}

// All are the outboxes of all machines in which something waits.
func (o Outboxes) All(ctx context.Context) (all []Theirs, err error) {
	peers, err := o.desk.Peers(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range peers {
		out, err := o.Of(ctx, p)
		if err != nil {
			return nil, err
		}
		if len(out.Messages) > 0 {
			all = append(all, Theirs{Machine: p.Name, Outgoing: out})
		}
	}
	return all, nil
}

// ErrNoMessage says that no machine has told of a message.
var ErrNoMessage = errors.New("there is no such message in the outboxes of your machines")

// Ask asks the machine that has a message to try it again or to forget it. It is done as soon as the machine hears of it, if the message is
// still there, and not done twice; what becomes of it that machine tells.
func (o Outboxes) Ask(ctx context.Context, id string, order Order) (Peer, error) {
	peers, err := o.desk.Peers(ctx)
	if err != nil {
		return Peer{}, err
	}
	for _, p := range peers {
		out, err := o.Of(ctx, p)
		if err != nil {
			return p, err
		}
		for _, m := range out.Messages {
			if m.ID == id {
				return p, o.ask(ctx, p, m, order)
			}
		}
	}
	return Peer{}, ErrNoMessage
}

func (o Outboxes) ask(ctx context.Context, p Peer, m Message, order Order) error {
	o.desk.Start()
	err := o.desk.send(ctx, p, mail{Kind: orderMail, Order: order, Message: &Message{ID: m.ID, Changed: m.Changed}})
	if err != nil {
		return err
	}
	return o.desk.c.States.ChangeState(ctx, outboxKind, p.ID, func(old string) string {
		var out Outgoing
		if json.Unmarshal([]byte(old), &out) != nil {
			return old
		}
		for i := range out.Messages {
			if out.Messages[i].ID == m.ID {
				out.Messages[i].Asked = order
			}
		}
		return textOf(out, old)
	})
}

// textOf is what is kept of an outbox; old if that cannot be written.
func textOf(out Outgoing, old string) string {
	raw, err := json.Marshal(out)
	if err != nil { // it is texts and times
		return old
	}
	return string(raw)
}

// takeOutgoing keeps what a machine tells of its outbox, unless a later letter was here first.
func takeOutgoing(ctx context.Context, d *Desk, from Peer, number uint64, told Outgoing) error {
	told.Number = number
	return d.c.States.ChangeState(ctx, outboxKind, from.ID, func(old string) string {
		var had Outgoing
		if json.Unmarshal([]byte(old), &had) == nil && had.Number >= number {
			return old
		}
		return textOf(told, old)
	})
}

// takeOrder does what the person has said on another machine of a message of this one, which is told afterwards what its outbox is.
func takeOrder(ctx context.Context, d *Desk, from Peer, m mail) (nothing, other error) {
	if m.Message == nil || m.Message.ID == "" || m.Order != RetryIt && m.Order != DropIt {
		return errors.New("it does not say what to do with which message"), nil
	}
	if err := d.c.Outbox.Obey(ctx, m.Order, *m.Message); err != nil {
		return nil, err
	}
	return nil, d.c.States.SetState(ctx, outboxToldKind, from.ID, "anew")
}

// tellOutbox tells the others what waits in the outbox here, whenever that changes.
func (d *exchange) tellOutbox(ctx context.Context) error {
	tick := time.NewTicker(outgoingEvery)
	defer tick.Stop()
	for {
		if err := tellOutgoing(ctx, d.Desk); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tellOutgoing tells those of the others that have been told something else before, or nothing. Two processes that do that at once
// tell the same twice, or look again.
func tellOutgoing(ctx context.Context, d *Desk) error {
	stamp, err := d.c.Outbox.Stamp(ctx)
	if err != nil {
		return err
	}
	peers, err := d.Peers(ctx)
	if err != nil {
		return err
	}
	var out *Outgoing
	for _, p := range peers {
		told, _, err := d.c.States.State(ctx, outboxToldKind, p.ID)
		if err != nil {
			return err
		}
		if told == stamp {
			continue
		}
		if out == nil {
			waiting, err := d.c.Outbox.Waiting(ctx)
			if err != nil {
				return err
			}
			cut := cutOutgoing(waiting)
			out = &cut
		}
		if err := d.send(ctx, p, mail{Kind: outboxMail, Outbox: out}); err != nil {
			return err
		}
		if err := d.c.States.SetState(ctx, outboxToldKind, p.ID, stamp); err != nil {
			return err
		}
	}
	return nil
}

// cutOutgoing is as much of an outbox as is told.
func cutOutgoing(waiting []Message) Outgoing {
	out, size := Outgoing{Messages: []Message{}}, 0
	for i, m := range waiting {
		if len(m.Text) > messageBytes {
			m.Text = strings.ToValidUTF8(m.Text[:messageBytes], "") + "…"
		}
		if size += len(m.Text) + len(m.Reason) + len(m.By) + 256; size > outgoingBytes {
			out.More = len(waiting) - i
			break
		}
		out.Messages = append(out.Messages, m)
	}
	return out
}
