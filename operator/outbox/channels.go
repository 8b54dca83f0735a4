package outbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"handrail/internal/channels"
	"handrail/operator/settings"
)

// Secrets are the person's, by name.
type Secrets interface {
	// Set keeps a secret in place of one of that name. The error never holds the value.
	Set(name, value string) error
}

// A Listed channel is one of the person's.
type Listed struct {
	Name    string
	Channel channels.Channel
	Problem string // why it cannot be used; "" if it can
	Host    string // that its webhook leads to; "": it has none, or that is not known
	Last    Result // of its last message; the zero Result: there is none
}

// List lists the person's channels by name.
func (b *Book) List(ctx context.Context) ([]Listed, error) {
	set, _, err := b.c.Settings.Load()
	if err != nil {
		return nil, err
	}
	lasts, err := b.memory.lasts(ctx)
	if err != nil {
		return nil, err
	}
	out := []Listed{}
	for _, name := range slices.Sorted(maps.Keys(set.Channels)) {
		l := Listed{Name: name, Channel: set.Channels[name], Host: hostOf(set.Channels[name], b.c.Fill), Last: lasts[name]}
		if err := l.Channel.Check(); err != nil {
			l.Problem = err.Error()
		}
		if err := channels.CheckName(name); err != nil {
			l.Problem = err.Error()
		}
		out = append(out, l)
	}
	return out, nil
}

// Filled is a channel with its secrets in it.
func (b *Book) Filled(name string) (channels.Channel, error) {
	c, problem := b.channel(name)
	if problem.End != "" {
		return channels.Channel{}, errors.New(problem.Reason)
	}
	return c, nil
}

// Sender is by what messages are sent.
func (b *Book) Sender() *channels.Sender { return b.c.Sender }

// SecretName is what the secret of a channel's field is called.
func SecretName(channel, key string) string { return "channel-" + channel + "-" + key }

// Save adds a channel, or puts it in the place of one of that name. Each of its values that is a secret goes into the
// keychain, and the settings get a reference; a secret that is left empty stays the one of the channel before.
func (b *Book) Save(ctx context.Context, name string, c channels.Channel, secrets Secrets) error {
	if err := channels.CheckName(name); err != nil {
		return err
	}
	k, ok := channels.KindOf(c.Type)
	if !ok {
		return c.Check()
	}
	set, _, err := b.c.Settings.Load()
	if err != nil {
		return err
	}
	old := set.Channels[name]
	if c.Headers == nil && old.Type == c.Type {
		c.Headers = old.Headers
	}
	values := map[string]string{}
	for _, f := range k.Fields {
		if !f.Secret {
			continue
		}
		switch text := c.Text(f.Key); {
		case text == "" && old.Type == c.Type:
			c.Set(f.Key, old.Text(f.Key))
		case text != "" && !strings.Contains(text, "${secret:"):
			values[SecretName(name, f.Key)] = text
		}
	}
	if err := c.Check(); err != nil {
		return err
	}
	for _, f := range k.Fields {
		secret := SecretName(name, f.Key)
		if value, ok := values[secret]; ok {
			if err := secrets.Set(secret, value); err != nil {
				return err
			}
			c.Set(f.Key, "${secret:"+secret+"}")
		}
	}
	_, err = b.c.Settings.Update(func(s *settings.Settings) error {
		if s.Channels == nil {
			s.Channels = map[string]channels.Channel{}
		}
		s.Channels[name] = c
		return nil
	})
	return errors.Join(err, b.memory.renew(ctx, name))
}

// Remove forgets a channel. Its secrets stay in the keychain, where the person sees that nothing uses them.
func (b *Book) Remove(ctx context.Context, name string) error {
	_, err := b.c.Settings.Update(func(s *settings.Settings) error {
		if _, ok := s.Channels[name]; !ok {
			return noChannel(name, slices.Sorted(maps.Keys(s.Channels)))
		}
		delete(s.Channels, name)
		return nil
	})
	if err != nil {
		return err
	}
	return b.memory.renew(ctx, name)
}

// noChannel says that there is no channel of a name, and which there are.
func noChannel(name string, are []string) error {
	if len(are) == 0 {
		return fmt.Errorf("there is no channel %.64q: there are none", name)
	}
	return fmt.Errorf("there is no channel %.64q: there are %s", name, strings.Join(are, ", "))
}

// Test sends a message by a channel once, or shows a notification, and keeps nothing of it but what became of it.
func (b *Book) Test(ctx context.Context, name, chat, text string) channels.Outcome {
	if name == channels.Desktop {
		return b.testDesktop(ctx, chat, text)
	}
	if set, _, err := b.c.Settings.Load(); err == nil {
		if _, ok := set.Channels[name]; !ok {
			return channels.Outcome{End: channels.Failed, Reason: noChannel(name, append([]string{channels.Desktop}, slices.Sorted(maps.Keys(set.Channels))...)).Error()}
		}
	}
	c, problem := b.channel(name)
	if problem.End != "" {
		return problem
	}
	target, err := c.Target(chat)
	if err != nil {
		return channels.Outcome{End: channels.Failed, Reason: err.Error()}
	}
	out := b.c.Sender.Send(ctx, c, channels.Message{ID: "test-" + time.Now().UTC().Format("20060102T150405.000"), ChatID: target, Text: text})
	out.Reason = b.c.Redact(out.Reason)
	if err := b.memory.remember(ctx, name, resultOfTest(out)); err != nil {
		b.c.Notice("warning", "what became of the test by %s is not kept: %v", name, err)
	}
	return out
}

func (b *Book) testDesktop(ctx context.Context, chat, text string) channels.Outcome {
	err := errors.New("no notification can be shown: there is no desktop here")
	switch {
	case chat != "":
		err = errors.New("a notification goes to this machine: leave the chat out")
	case b.c.Notify != nil:
		err = b.c.Notify(ctx, text)
	}
	if err != nil {
		return channels.Outcome{End: channels.Failed, Reason: err.Error()}
	}
	return channels.Outcome{End: channels.Sent}
}
