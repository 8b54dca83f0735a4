// Package message is the tool that sends messages by the person's channels
// (docs/spec/05-built-in-tools.md#message).
package message

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"handrail/internal/builtins"
	"handrail/internal/channels"
	"handrail/tools"
)

// What a model reads about the tool.
//
//go:embed describe/*.md
var descriptions embed.FS

// Within is how long a call waits for a message to go before it says that it is queued.
const Within = 10 * time.Second

// mostDesktop is how many characters a notification may have.
const mostDesktop = 1000

// A Desktop shows notifications.
type Desktop interface {
	// Notifies is nil if notifications can be shown; its error says why not.
	Notifies() error
	// Notify shows one for a call. Its error reaches the agent.
	Notify(ctx context.Context, call tools.Call, text string) error
}

// A Message is what a call has settled.
type Message struct {
	Channel string
	Chat    string
	Text    string
}

// A Report is what became of a message.
type Report struct {
	End    channels.End // Later: it is queued
	ID     string
	Reason string
	Next   time.Time // with Later: when it is tried again
	Until  time.Time // likewise: and until when
}

// ErrFull says that the outbox takes no more messages.
var ErrFull = errors.New("the outbox is full")

// A Config says what the tool works with.
type Config struct {
	// Channels are the person's, by name, as they are now.
	Channels func() (map[string]channels.Channel, error)
	// Submit keeps a message and sends it, or leaves it to be sent. ErrFull: there is no room.
	Submit func(ctx context.Context, call tools.Call, m Message) (Report, error)
	// Desktop is nil where there is none.
	Desktop Desktop
	// Secret reports whether a text holds a secret, or what looks like one.
	Secret func(text string) bool
}

// A Source provides the tool.
type Source struct {
	c    Config
	list []tools.Tool
}

// NewSource makes it.
func NewSource(c Config) (*Source, error) {
	s := &Source{c: c}
	text, _ := descriptions.ReadFile("describe/message.md") // it is embedded
	facts, _ := builtins.Of("message")
	tool, err := tools.Define[input, tools.Result](tools.Info{
		Name: "message", Title: "Send a message", Icon: "send", Description: strings.TrimSpace(string(text)), Category: "messages", Source: "builtin", Facts: facts,
		SideEffect: true, Danger: tools.Moderate, Timeout: Within + 5*time.Second,
	}, s.settle)
	s.list = []tools.Tool{tool}
	return s, err
}

// Namespace implements tools.Source.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.list, nil }

type input struct {
	Channel string `json:"channel" doc:"desktop, or the name of one of the person's channels" maxlen:"64"`
	ChatID  string `json:"chat_id,omitempty" doc:"Where in the channel, if not at its usual place" maxlen:"256"`
	Content string `json:"content" doc:"The text, sent as it is"`
}

func (s *Source) settle(_ context.Context, call tools.Call, in input) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	text := strings.TrimSpace(Clean(in.Content))
	if text == "" {
		return none, tools.Errorf(tools.InvalidArgs, "there is nothing to send: content has no text")
	}
	if s.c.Secret(text) {
		return none, tools.Errorf(tools.PermissionDenied, "the message holds a secret, or what looks like one: a message leaves this machine; write it without")
	}
	if in.Channel == channels.Desktop {
		return s.settleDesktop(call, in, text)
	}
	m, service, err := s.find(in, text)
	if err != nil {
		return none, err
	}
	target, place := m.Channel, m.Chat
	if in.ChatID != "" && m.Chat != "" {
		target += " " + m.Chat
	}
	title := tools.Say(tools.TitleSend, m.Channel, service)
	if place != "" {
		title, place = tools.Say(tools.TitleSendTo, m.Channel, service, place), ", to "+place
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail:  fmt.Sprintf("By %s (%s%s):\n\n%s", m.Channel, service, place, text),
			Effects: []tools.Effect{{Kind: tools.EffectSend, Target: target}}, Digest: tools.Digest("message", m.Channel, m.Chat, text),
		}.Titled(title),
		Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			if err := ctx.Err(); err != nil {
				return tools.Result{}, err
			}
			r, err := s.c.Submit(ctx, call, m)
			switch {
			case errors.Is(err, ErrFull):
				return tools.Result{}, tools.Errorf(tools.Unavailable, "the outbox is full of messages that could not be sent, and this one was not taken: the person has to look at it first").Advise(tools.Action{Kind: tools.ReadOutbox})
			case err != nil:
				return tools.Result{}, err
			}
			return r.result(m.Channel)
		},
	}, nil
}

// find settles by which channel a message goes, and where to.
func (s *Source) find(in input, text string) (m Message, service string, err error) {
	all, err := s.c.Channels()
	if err != nil {
		return m, "", tools.Errorf(tools.Unavailable, "the person's channels cannot be read: %v", err)
	}
	c, ok := all[in.Channel]
	if !ok {
		return m, "", tools.Errorf(tools.NotFound, "there is no channel %.64q: there are %s", in.Channel, strings.Join(append([]string{channels.Desktop}, slices.Sorted(maps.Keys(all))...), ", ")).Advise(tools.Action{Kind: tools.AddChannel})
	}
	if err := errors.Join(channels.CheckName(in.Channel), c.Check()); err != nil {
		return m, "", tools.Errorf(tools.Unavailable, "the channel %s cannot be used: %v", in.Channel, err).Advise(tools.Action{Kind: tools.CorrectChannel, Subject: in.Channel})
	}
	chat, err := c.Target(in.ChatID)
	if err != nil {
		return m, "", tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	if err := c.TooLong(text); err != nil {
		return m, "", tools.Errorf(tools.TooLarge, "%v", err)
	}
	k, _ := channels.KindOf(c.Type) // Check knows it
	return Message{Channel: in.Channel, Chat: chat, Text: text}, k.Name, nil
}

// settleDesktop settles a notification on this machine, which reaches nobody else.
func (s *Source) settleDesktop(call tools.Call, in input, text string) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	switch n := len([]rune(text)); {
	case in.ChatID != "":
		return none, tools.Errorf(tools.InvalidArgs, "a notification goes to this machine: leave chat_id out")
	case n > mostDesktop:
		return none, tools.Errorf(tools.TooLarge, "the message has %d characters, and a notification takes %d: write a shorter one", n, mostDesktop)
	case s.c.Desktop == nil:
		return none, tools.Errorf(tools.Unavailable, "no notification can be shown: there is no desktop here")
	}
	if err := s.c.Desktop.Notifies(); err != nil {
		return none, tools.Errorf(tools.Unavailable, "%v", err)
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail: text, Reads: true,
			Effects: []tools.Effect{{Kind: tools.EffectSend, Target: channels.Desktop}}, Digest: tools.Digest("message", channels.Desktop, "", text),
		}.Titled(tools.Say(tools.TitleNotify)),
		Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			if err := ctx.Err(); err != nil {
				return tools.Result{}, err
			}
			if err := s.c.Desktop.Notify(ctx, call, text); err != nil {
				return tools.Result{}, err
			}
			return tools.Result{Content: "Shown on the desktop. Whether it was seen is not known."}, nil
		},
	}, nil
}

// result words a Report for the agent.
func (r Report) result(channel string) (tools.Result, error) {
	switch r.End {
	case channels.Sent:
		return tools.Result{Content: fmt.Sprintf("Sent by %s.", channel)}, nil
	case channels.Later:
		why := ""
		if r.Reason != "" {
			why = ": " + r.Reason
		}
		return tools.Result{Content: fmt.Sprintf("Queued as %s, not sent yet%s. It will be tried again by itself, at %s next and until %s, while Handrail runs: do not send it again.",
			r.ID, why, r.Next.Format(time.RFC3339), r.Until.Format(time.RFC3339))}, nil
	case channels.Unknown:
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "unknown whether the message %s was sent: %s. It will not be sent again by itself: ask the person before you repeat it", r.ID, r.Reason)
	}
	return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "not sent: %s", r.Reason).Advise(tools.Action{Kind: tools.CorrectChannel, Subject: channel})
}

// Clean is a text without what cannot be seen: control characters but tabs and the ends of lines, and those that turn the
// direction of text or hide in it. Who reads a preview shall see what is sent.
func Clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r == '\u200b', r == '\u200e', r == '\u200f', r == '\u061c', r == '\u2060', r == '\ufeff', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r >= 0xE0000 && r <= 0xE0FFF:
			return -1
		}
		return r
	}, text)
}
