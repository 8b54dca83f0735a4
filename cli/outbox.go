package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/internal/channels"
	"handrail/operator"
	"handrail/operator/outbox"
)

// channelsCmd is the person's channels (docs/spec/02-settings.md#channels).
type channelsCmd struct {
	List   channelsListCmd   `cmd:"" default:"1" help:"List your channels, and what is wrong with one."`
	Add    channelsAddCmd    `cmd:"" help:"Add a channel, or replace one. Enter its secrets when asked, or pass one on standard input."`
	Remove channelsRemoveCmd `cmd:"" help:"Remove a channel."`
	Test   channelsTestCmd   `cmd:"" help:"Send a test message."`
}

type channelsListCmd struct{}

// channelLine is a channel in JSON. It has no secret.
type channelLine struct {
	Name    string         `json:"name"`
	Type    string         `json:"type"`
	ChatID  string         `json:"chat_id,omitempty"`
	ChatIDs []string       `json:"chat_ids,omitempty"`
	Host    string         `json:"host,omitempty"` // of a webhook, whose path can be a secret
	Problem string         `json:"problem,omitempty"`
	Last    *outbox.Result `json:"last,omitempty"` // what became of its last message
}

// Run lists names and what is wrong, never a secret.
func (channelsListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := operator.OutboxOf(o).List(s.ctx)
	if err != nil {
		return err
	}
	lines := []channelLine{}
	for _, l := range list {
		line := channelLine{l.Name, l.Channel.Type, l.Channel.ChatID, l.Channel.ChatIDs, l.Host, l.Problem, nil}
		if l.Last.State != "" {
			line.Last = &l.Last
		}
		lines = append(lines, line)
	}
	if s.app.JSON {
		return s.print(map[string]any{"channels": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stderr, "No channels yet: agents can only show notifications on this machine (desktop). To add one: handrail channels add NAME TYPE")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tTYPE\tGOES TO\tSTATE")
	for _, l := range lines {
		to := strings.Join(slices.DeleteFunc(append([]string{l.Host, l.ChatID}, l.ChatIDs...), func(s string) bool { return s == "" }), " ")
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", clean(l.Name), clean(l.Type), clean(to), clean(l.state()))
	}
	return w.Flush()
}

// state says whether a channel can be used, and what became of its last message.
func (l channelLine) state() string {
	switch {
	case l.Problem != "":
		return "cannot be used: " + l.Problem
	case l.Last == nil:
		return "ready"
	}
	words := map[string]string{outbox.Sent: "ready, last message sent", outbox.Failed: "last message not sent", outbox.Unknown: "last message may have been sent", outbox.Queued: "last message not sent yet"}[l.Last.State]
	words += " " + l.Last.At.Local().Format("2006-01-02 15:04")
	if l.Last.State != outbox.Sent && l.Last.Reason != "" {
		words += ": " + l.Last.Reason
	}
	return words
}

type channelsAddCmd struct {
	Name  string   `arg:"" help:"What agents call it: small letters, digits, - and _."`
	Type  string   `arg:"" help:"telegram, slack, discord, matrix, email, ntfy or webhook."`
	Field []string `arg:"" optional:"" help:"What it is made of, as key=value, such as chat_id=-1001. chat_ids=A,B names other places that agents may choose; header.NAME=VALUE adds a header to a webhook."`
	With  []string `help:"Ask for these secrets as well, which not every channel of the type has, such as token." sep:","`
}

// Run keeps the channel, and its secrets in the keychain. These are no arguments, which every program sees.
func (c channelsAddCmd) Run(s *session) (err error) {
	if err := ownHand("changing and testing channels"); err != nil {
		return err
	}
	kind, ok := channels.KindOf(c.Type)
	if !ok {
		return usage{channels.Channel{Type: c.Type}.Check()}
	}
	channel, wrong := c.read(kind)
	for _, key := range channel.Missing() {
		if f, _ := kind.Field(key); !f.Secret { // those are asked for
			wrong = append(wrong, fmt.Sprintf("%s is missing: write %s=VALUE", key, key))
		}
	}
	if len(wrong) > 0 {
		return usagef("%s", strings.Join(wrong, "\n"))
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := channels.CheckName(c.Name); err != nil {
		return usage{err}
	}
	for _, f := range kind.Fields {
		if !f.Secret || channel.Text(f.Key) != "" || !f.Need && !slices.Contains(c.With, f.Key) {
			continue
		}
		value, err := s.readSecret(f.Key)
		if err != nil {
			return err
		}
		channel.Set(f.Key, strings.TrimSpace(value))
	}
	if err := operator.OutboxOf(o).Save(s.ctx, c.Name, channel, o.Secrets()); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Added. To try it: handrail channels test %s\n", clean(c.Name))
	return nil
}

// read reads the fields, and says all that is wrong with them.
func (c channelsAddCmd) read(kind channels.Kind) (out channels.Channel, wrong []string) {
	out = channels.Channel{Type: c.Type}
	note := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for _, field := range c.Field {
		key, value, ok := strings.Cut(field, "=")
		if !ok {
			note("%q is no field: write key=value", field)
			continue
		}
		f, known := kind.Field(key)
		name, isHeader := strings.CutPrefix(key, "header.")
		switch {
		case key == "chat_ids" && kind.Chat != "":
			out.ChatIDs = strings.Split(value, ",")
		case isHeader && c.Type == "webhook":
			if out.Headers == nil {
				out.Headers = map[string]string{}
			}
			out.Headers[name] = value
		case known && f.Secret && !strings.Contains(value, "${secret:"):
			note("%s is a secret, and arguments are seen by every program: leave it out and enter it when asked (with --with %s), or write %s='${secret:NAME}'", key, key, key)
		case !out.Set(key, value):
			var keys []string
			for _, f := range kind.Fields {
				keys = append(keys, f.Key)
			}
			note("%s has no %q: it has %s", kind.Name, key, strings.Join(keys, ", "))
		}
	}
	return out, wrong
}

type channelsRemoveCmd struct {
	Name string `arg:"" help:"The channel's name."`
}

// Run forgets the channel.
func (c channelsRemoveCmd) Run(s *session) (err error) {
	if err := ownHand("changing and testing channels"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := operator.OutboxOf(o).Remove(s.ctx, c.Name); err != nil {
		return usage{err}
	}
	fmt.Fprintln(s.Stderr, "Removed. Its secrets are still stored: handrail secrets list shows those that nothing uses.")
	return nil
}

type channelsTestCmd struct {
	Name   string `arg:"" help:"The channel's name."`
	ChatID string `name:"chat-id" help:"Where to, if not to its usual place."`
}

// Run sends a message now, once.
func (c channelsTestCmd) Run(s *session) (err error) {
	if err := ownHand("changing and testing channels"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	out := operator.OutboxOf(o).Test(s.ctx, c.Name, c.ChatID, testText)
	if out.End != channels.Sent {
		fmt.Fprintf(s.Stderr, "handrail: %s: %s\n", map[channels.End]string{channels.Unknown: "it may have been sent"}[out.End]+map[bool]string{true: "not sent"}[out.End != channels.Unknown], clean(out.Reason))
		return exit(ExitFailed)
	}
	fmt.Fprintln(s.Stderr, "Sent.")
	return nil
}

// testText is what a test sends.
const testText = "This is a test message from Handrail."

// outboxCmd is the messages that wait.
type outboxCmd struct {
	List  outboxListCmd  `cmd:"" default:"1" help:"List messages that wait, could not be sent, or may have been sent."`
	Retry outboxRetryCmd `cmd:"" help:"Try messages again, also those that may have been sent."`
	Drop  outboxDropCmd  `cmd:"" help:"Forget messages that were not sent."`
}

type outboxListCmd struct {
	All bool `help:"List those that were sent in the last days, too; their text is not kept."`
}

// outLine is a message in JSON.
type outLine struct {
	ID      string     `json:"id"`
	State   string     `json:"state"`
	Channel string     `json:"channel"`
	ChatID  string     `json:"chat_id,omitempty"`
	Text    string     `json:"text,omitempty"`
	By      string     `json:"by"`
	Created time.Time  `json:"created"`
	Tries   int        `json:"tries"`
	Next    *time.Time `json:"next,omitempty"`
	Reason  string     `json:"reason,omitempty"`
}

// Run lists messages, the oldest first.
func (c outboxListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := operator.OutboxOf(o).Messages(s.ctx, c.All)
	if err != nil {
		return err
	}
	if s.app.JSON {
		lines := []outLine{}
		for _, m := range list {
			line := outLine{ID: m.ID, State: m.State, Channel: m.Channel, ChatID: m.Chat, Text: o.Secrets().Redact(m.Content), By: m.Sender, Created: m.Created, Tries: m.Tries, Reason: m.Reason}
			if m.State == outbox.Queued {
				line.Next = &m.Due
			}
			lines = append(lines, line)
		}
		return s.print(map[string]any{"messages": lines})
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stderr, "The outbox is empty.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTATE\tCHANNEL\tWRITTEN\tTEXT\tWHY")
	for _, m := range list {
		state := m.State
		if m.State == outbox.Queued && m.Tries > 0 {
			state += ", next at " + m.Due.Local().Format("15:04:05")
		}
		text := cut(strings.ReplaceAll(o.Secrets().Redact(m.Content), "\n", " "), 60)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", m.ID, state, clean(strings.TrimSpace(m.Channel+" "+m.Chat)), m.Created.Local().Format("2006-01-02 15:04"), clean(text), clean(m.Reason))
	}
	return w.Flush()
}

type outboxRetryCmd struct {
	ID  []string `arg:"" optional:"" help:"The messages' ids."`
	All bool     `help:"All that could not be sent; not those that may have been sent."`
}

// Run has messages tried again, and waits for a moment to see what becomes of them.
func (c outboxRetryCmd) Run(s *session) (err error) {
	return decide(s, c.ID, c.All, func(m outbox.Message) bool { return m.State == outbox.Failed || m.State == outbox.Queued }, func(ctx context.Context, b *outbox.Book, id string) error {
		return b.Retry(ctx, id)
	}, func(b *outbox.Book, ids []string) error {
		b.Start()
		return showRetried(s, b, ids)
	})
}

// showRetried waits a moment for messages to go, and says of each what has become of it.
func showRetried(s *session, b *outbox.Book, ids []string) error {
	if _, err := b.Wait(s.ctx, outboxWithin); err != nil {
		return err
	}
	list, err := b.Messages(s.ctx, true)
	if err != nil {
		return err
	}
	for _, m := range list {
		if !slices.Contains(ids, m.ID) {
			continue
		}
		words := map[string]string{outbox.Sent: "sent", outbox.Sending: "being sent just now", outbox.Failed: "not sent", outbox.Unknown: "it may have been sent"}[m.State]
		if m.State == outbox.Queued {
			words = "not sent yet, and tried again at " + m.Due.Local().Format("15:04:05") + " while Handrail runs"
		}
		if m.Reason != "" && m.State != outbox.Sent {
			words += ": " + m.Reason
		}
		fmt.Fprintf(s.Stderr, "%s, by %s: %s\n", m.ID, clean(m.Channel), clean(words))
	}
	return nil
}

type outboxDropCmd struct {
	ID  []string `arg:"" optional:"" help:"The messages' ids."`
	All bool     `help:"All that were not sent, or may have been."`
}

// Run forgets messages.
func (c outboxDropCmd) Run(s *session) (err error) {
	return decide(s, c.ID, c.All, func(outbox.Message) bool { return true }, func(ctx context.Context, b *outbox.Book, id string) error {
		return b.Drop(ctx, id)
	}, func(*outbox.Book, []string) error {
		fmt.Fprintln(s.Stderr, "Dropped.")
		return nil
	})
}

// decide does something with messages, by their ids or with all that fit, and then something more.
func decide(s *session, ids []string, all bool, fits func(outbox.Message) bool, do func(context.Context, *outbox.Book, string) error, then func(b *outbox.Book, ids []string) error) (err error) {
	if all == (len(ids) > 0) {
		return usagef("name the messages by their ids, or say --all; handrail outbox list shows them")
	}
	if err := ownHand("changing the outbox"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	b := operator.OutboxOf(o)
	if all {
		list, err := b.Messages(s.ctx, false)
		if err != nil {
			return err
		}
		for _, m := range list {
			if fits(m) {
				ids = append(ids, m.ID)
			}
		}
	}
	for _, id := range ids {
		if err := do(s.ctx, b, id); err != nil {
			return usage{err}
		}
	}
	return then(b, ids)
}

// outboxWithin is how long a command waits at its end for messages to go.
const outboxWithin = 10 * time.Second

// awaitOutbox waits a moment for messages to go, and says what still waits.
func awaitOutbox(s *session, b *outbox.Book) error {
	left, err := b.Wait(s.ctx, outboxWithin)
	if err != nil {
		return err
	}
	count := map[string]int{}
	for _, m := range left {
		count[m.State]++
	}
	for _, state := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(s.Stderr, "handrail: %d %s of the outbox %s: handrail outbox list\n", count[state], map[bool]string{true: "message", false: "messages"}[count[state] == 1], map[string]string{
			outbox.Queued: "still to be sent, while Handrail runs", outbox.Sending: "being sent just now", outbox.Failed: "not sent", outbox.Unknown: "may have been sent",
		}[state])
	}
	return nil
}
