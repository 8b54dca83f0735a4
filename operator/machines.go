package operator

import (
	"context"
	"errors"

	"handrail/journal/sqlite"
	"handrail/operator/machines"
	"handrail/operator/outbox"
	"handrail/tools"
)

// openMachines makes the way in which the person is asked: by this face and, where other machines are paired, on those as well.
func openMachines(o *Operator) {
	waits := o.config.Waits
	if waits == nil {
		waits = func(title string) {
			o.hub.Notice("info", "Nobody can be asked here, so your other machines are: %s.", title)
		}
	}
	o.machines = machines.New(machines.Config{
		Context: o.ctx, Go: o.Go, Settings: o.settings, Secrets: o.secrets.Store(), States: o.store.States(), Post: sqlite.PostIn(o.store), Record: o.store.History(), Outbox: outgoing{o},
		Owner: func(ctx context.Context) (string, error) { return sqlite.OwnerOf(ctx, o.store) }, Alive: func(owner string) bool { return sqlite.IsAlive(o.store, owner) },
		Redact: o.redact.Marshaled, Notice: o.hub.Notice, Space: o.spaces.nameOf, Waits: waits,
	})
	face := o.config.Confirmer(o)
	o.asking.AskThrough(func(tools.Confirmer) tools.Confirmer {
		here := askAfar(o, face)
		if o.config.Alone {
			return here
		}
		return o.machines.Through(here)
	})
	o.showMachines = func() { o.Go(func() { o.machines.Show(o.ctx, face) }) }
}

// MachinesOf is where the person's machines ask each other.
func MachinesOf(o *Operator) *machines.Desk { return o.machines }

// ShowMachines shows what waits on the person's other machines by this face, from now on. Nothing is connected to before a
// machine is paired.
func ShowMachines(o *Operator) { o.showMachines() }

// outgoing is the outbox of this machine as the others are told of it.
type outgoing struct{ o *Operator }

// Stamp names what is in it.
func (g outgoing) Stamp(ctx context.Context) (string, error) { return g.o.store.Outbox().Stamp(ctx) }

// Waiting is what is not sent.
func (g outgoing) Waiting(ctx context.Context) ([]machines.Message, error) {
	list, err := g.o.outbox.Messages(ctx, false)
	out := make([]machines.Message, 0, len(list))
	for _, m := range list {
		told := machines.Message{
			ID: m.ID, State: m.State, Channel: m.Channel, Chat: m.Chat, Text: g.o.redact.Text(m.Content), By: m.Sender, Created: m.Created, Changed: m.Changed, Reason: m.Reason,
		}
		if m.State == outbox.Queued {
			told.Next = m.Due
		}
		out = append(out, told)
	}
	return out, err
}

// Obey does what the person has said on another machine.
func (g outgoing) Obey(ctx context.Context, o machines.Order, m machines.Message) error {
	return g.o.outbox.Obey(ctx, m.ID, m.Changed, o == machines.RetryIt)
}

// DecideMessage tries a message again, or forgets it, on whichever of the person's machines it waits. It returns the name of another
// one, which does it as soon as it hears of it; "" for this one.
func DecideMessage(ctx context.Context, o *Operator, id string, order machines.Order) (machine string, err error) {
	do := o.outbox.Drop
	if order == machines.RetryIt {
		do = o.outbox.Retry
	}
	err = do(ctx, id)
	if !errors.Is(err, sqlite.ErrNoMessage) {
		return "", err
	}
	peer, elsewhere := o.machines.Outboxes().Ask(ctx, id, order)
	if errors.Is(elsewhere, machines.ErrNoMessage) {
		return "", err
	}
	return peer.Name, elsewhere
}
