package operator

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"handrail/internal/channels"
	"handrail/journal/sqlite"
	"handrail/operator/afar"
	"handrail/operator/outbox"
	"handrail/tools"
	"handrail/tools/message"
)

// newOutbox makes the outbox of this process, which sends by the person's way out.
// run runs work that closing the app waits for.
func newOutbox(c *commons, run func(work func())) *outbox.Book {
	return outbox.New(outbox.Config{
		Notify:  func(ctx context.Context, text string) error { return notify(ctx, c, text) },
		Context: c.ctx, Go: run, Store: c.store.Outbox(), States: c.store.States(), Settings: c.settings, Fill: c.secrets.Store().Expand, Redact: c.redact.Text, Notice: c.hub.Notice,
		Sender: channels.NewSender("Handrail/"+cmp.Or(c.config.Version, "dev"), c.proxies.Way),
	})
}

// askAfar asks the person by a channel as well, where their rule says so.
func askAfar(o *Operator, next tools.Confirmer) tools.Confirmer {
	return afar.New(afar.Config{
		Next: next, Locks: filepath.Join(o.config.Dirs.Data, "afar"), Context: o.ctx, Go: o.Go, Notice: o.hub.Notice, Name: o.spaces.nameOf,
		Channel: func(name string) (channels.Channel, error) { return o.outbox.Filled(name) },
		Send: func(ctx context.Context, c channels.Channel, m channels.Message) channels.Outcome {
			return o.outbox.Sender().Send(ctx, c, m)
		},
		Listen: func(ctx context.Context, c channels.Channel, ready func(), heard func(text string)) error {
			return o.outbox.Sender().Listen(ctx, c, ready, heard)
		},
	})
}

// notify shows a notification that the person has asked for. The desktop is known only after the outbox.
func notify(ctx context.Context, c *commons, text string) error {
	desktop, ok := c.bridge.(message.Desktop)
	if !ok {
		return errors.New("no notification can be shown: there is no desktop here")
	}
	if err := desktop.Notifies(); err != nil {
		return err
	}
	return desktop.Notify(ctx, tools.Call{Caller: tools.Caller{Kind: tools.CallerPerson}}, text)
}

// newMessages makes the tool that sends messages.
func newMessages(s *Space) (*message.Source, error) {
	c := message.Config{
		Channels: func() (map[string]channels.Channel, error) {
			set, _, err := s.commons.settings.Load()
			return set.Channels, err
		},
		Secret: s.commons.redact.Holds,
		Submit: func(ctx context.Context, call tools.Call, m message.Message) (message.Report, error) {
			return submit(ctx, s.commons.outbox, call, m)
		},
	}
	if desktop, ok := s.commons.bridge.(message.Desktop); ok {
		c.Desktop = desktop
	}
	return message.NewSource(c)
}

// submit hands a message over to the outbox.
func submit(ctx context.Context, box *outbox.Book, call tools.Call, m message.Message) (message.Report, error) {
	out, err := box.Submit(ctx, sqlite.OutMessage{
		Key: call.Key, Channel: m.Channel, Chat: m.Chat, Content: m.Text, Space: call.Space, Session: call.Session, Sender: call.Caller.String(),
	}, message.Within)
	if errors.Is(err, sqlite.ErrOutboxFull) {
		return message.Report{}, message.ErrFull
	}
	r := message.Report{ID: out.ID, Reason: out.Reason, Next: out.Due, Until: out.Deadline}
	switch out.State {
	case sqlite.OutSent:
		r.End = channels.Sent
	case sqlite.OutUnknown:
		r.End = channels.Unknown
	case sqlite.OutFailed:
		r.End = channels.Failed
	case sqlite.OutSending: // it has begun, and takes long
		r.End = channels.Later
		r.Reason = "it is being sent just now, and has no answer yet"
	default:
		if r.End = channels.Later; r.Reason == "" {
			r.Reason = "its channel is left alone for a while, because an earlier message could not be sent"
		}
	}
	return r, err
}
