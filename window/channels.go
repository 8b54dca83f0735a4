package window

import (
	"handrail/internal/channels"
	"handrail/operator"
	"handrail/operator/machines"
	"handrail/operator/outbox"
)

// Channels is by what agents send messages, and the messages that wait, as the page asks for them.
type Channels struct{ *app }

// Channels lists the person's channels, without their secrets, and what waits.
func (a *Channels) Channels() (ChannelsView, error) { return a.channels(nil) }

// SaveChannel adds a channel, or puts it in the place of one of that name. What is secret goes into the keychain.
func (a *Channels) SaveChannel(form ChannelForm) (ChannelsView, error) {
	return a.channels(operator.OutboxOf(a.o).Save(a.ctx, form.Name, form.channel(), a.o.Secrets()))
}

// RemoveChannel forgets a channel. Its secrets stay in the keychain.
func (a *Channels) RemoveChannel(name string) (ChannelsView, error) {
	return a.channels(operator.OutboxOf(a.o).Remove(a.ctx, name))
}

// TestChannel sends a test message, once.
func (a *Channels) TestChannel(name string) (ChannelTestView, error) {
	out := operator.OutboxOf(a.o).Test(a.ctx, name, "", "This is a test message from Handrail.")
	return ChannelTestView{Sent: out.End == channels.Sent, Unknown: out.End == channels.Unknown, Reason: sentence(out.Reason)}, nil
}

// RetryMessage has a message sent again, also one that may have gone. One of another machine is tried there, as soon as it hears of it.
func (a *Channels) RetryMessage(id string) (ChannelsView, error) {
	_, err := operator.DecideMessage(a.ctx, a.o, id, machines.RetryIt)
	return a.channels(err)
}

// DropMessage forgets a message that was not sent, likewise.
func (a *Channels) DropMessage(id string) (ChannelsView, error) {
	_, err := operator.DecideMessage(a.ctx, a.o, id, machines.DropIt)
	return a.channels(err)
}

// channels shows the channels after a change that has not failed.
func (a *Channels) channels(err error) (ChannelsView, error) {
	if err != nil {
		return ChannelsView{}, err
	}
	list, err := operator.OutboxOf(a.o).List(a.ctx)
	if err != nil {
		return ChannelsView{}, err
	}
	waiting, err := operator.OutboxOf(a.o).Messages(a.ctx, false)
	if err != nil {
		return ChannelsView{}, err
	}
	others, err := operator.MachinesOf(a.o).Outboxes().All(a.ctx)
	if err != nil {
		return ChannelsView{}, err
	}
	v := ChannelsView{
		Channels: each(list, channelView), Kinds: each(channels.Kinds(), channelKindView),
		Messages: each(waiting, func(m outbox.Message) OutMessageView { return outMessageView(m, a.o.Secrets().Redact) }),
	}
	for _, out := range others {
		v.Messages = append(v.Messages, each(out.Messages, func(m machines.Message) OutMessageView { return theirMessageView(out.Machine, m) })...)
		v.More += out.More
	}
	return v, nil
}

// ChannelsView is the channels, what they can be, and the messages that wait.
type ChannelsView struct {
	Channels []ChannelView     `json:"channels"`
	Kinds    []ChannelKindView `json:"kinds"`
	// That are not sent, the oldest first: those of this machine, then what the others have told of theirs.
	Messages []OutMessageView `json:"messages"`
	// How many more wait on the others.
	More int `json:"more"`
}

// ChannelView is one channel, without its secrets.
type ChannelView struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// What it is made of; a secret has no value here.
	Fields []ChannelFieldView `json:"fields"`
	// Other places that a call may name; "*" is any.
	ChatIDs []string `json:"chatIds"`
	// Why it cannot be used; "" if it can.
	Problem string `json:"problem"`
	// That its webhook leads to; "" if it has none, or that is not known.
	Host string `json:"host"`
	// What became of its last message: sent, failed, unknown, or queued, which is tried again; "" if there is none.
	Last string `json:"last"`
	// When that was; "" if never.
	LastAt string `json:"lastAt"`
	// Why it was not sent.
	LastReason string `json:"lastReason"`
}

// ChannelFieldView is one thing that a channel is made of.
type ChannelFieldView struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Need   bool   `json:"need"`
	Secret bool   `json:"secret"`
	// There is a value; of a secret it is not shown.
	Set bool `json:"set"`
}

// ChannelKindView is a sort of channel.
type ChannelKindView struct {
	Type string `json:"type"`
	// As people know it, such as "E-mail".
	Name   string             `json:"name"`
	Fields []ChannelFieldView `json:"fields"`
	// It has places that a call may name.
	HasChats bool `json:"hasChats"`
}

// ChannelForm is a channel that the person saves. A secret that is "" stays what it is.
type ChannelForm struct {
	Name    string            `json:"name"`
	Type    string            `json:"type"`
	Fields  map[string]string `json:"fields"`
	ChatIDs []string          `json:"chatIds"`
}

// ChannelTestView is what became of a test message.
type ChannelTestView struct {
	Sent bool `json:"sent"`
	// It may have gone.
	Unknown bool `json:"unknown"`
	// Why it did not go; "" if it went.
	Reason string `json:"reason"`
}

// OutMessageView is a message that is not sent.
type OutMessageView struct {
	ID string `json:"id"`
	// queued, sending, failed or unknown.
	State   string `json:"state"`
	Channel string `json:"channel"`
	ChatID  string `json:"chatId"`
	Text    string `json:"text"`
	By      string `json:"by"`
	Created string `json:"created"`
	// When it is tried again; "" if it is not.
	Next   string `json:"next"`
	Reason string `json:"reason"`
	// That it waits on; "" = this one.
	Machine string `json:"machine"`
	// What that machine was asked to do with it from here, and has not answered: retry or drop; "" = nothing.
	Asked string `json:"asked"`
}

func (f ChannelForm) channel() channels.Channel {
	c := channels.Channel{Type: f.Type, ChatIDs: f.ChatIDs}
	for key, value := range f.Fields {
		c.Set(key, value)
	}
	return c
}

func channelView(l outbox.Listed) ChannelView {
	kind, _ := channels.KindOf(l.Channel.Type) // of one that cannot be used there are no fields
	v := ChannelView{
		Host: l.Host, Last: l.Last.State,
		Name: l.Name, Type: l.Channel.Type, ChatIDs: append([]string{}, l.Channel.ChatIDs...), Problem: sentence(l.Problem),
		Fields: each(kind.Fields, func(f channels.Field) ChannelFieldView {
			v := channelFieldView(f)
			value := l.Channel.Text(f.Key)
			if v.Set = value != ""; !f.Secret {
				v.Value = value
			}
			return v
		}),
	}
	if v.Last != "" {
		v.LastAt, v.LastReason = timeText(l.Last.At), sentence(l.Last.Reason)
	}
	return v
}

func channelFieldView(f channels.Field) ChannelFieldView {
	return ChannelFieldView{Key: f.Key, Need: f.Need, Secret: f.Secret}
}

func channelKindView(k channels.Kind) ChannelKindView {
	return ChannelKindView{Type: k.Type, Name: k.Name, Fields: each(k.Fields, channelFieldView), HasChats: k.Chat != ""}
}

func outMessageView(m outbox.Message, redact func(string) string) OutMessageView {
	v := OutMessageView{ID: m.ID, State: m.State, Channel: m.Channel, ChatID: m.Chat, Text: redact(m.Content), By: m.Sender, Created: timeText(m.Created), Reason: sentence(m.Reason)}
	if m.State == outbox.Queued {
		v.Next = timeText(m.Due)
	}
	return v
}

// theirMessageView is a message of another machine, whose secrets that one has taken out.
func theirMessageView(machine string, m machines.Message) OutMessageView {
	return OutMessageView{
		ID: m.ID, State: m.State, Channel: m.Channel, ChatID: m.Chat, Text: m.Text, By: m.By, Created: timeText(m.Created), Next: timeText(m.Next), Reason: sentence(m.Reason),
		Machine: machine, Asked: string(m.Asked),
	}
}
