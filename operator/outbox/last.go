package outbox

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"handrail/internal/channels"
	"handrail/journal/sqlite"
)

// A Result is what became of the last message of a channel, a test included.
type Result struct {
	State  string    `json:"state"` // Sent, Failed, Unknown; Queued: not sent yet, and tried again
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty"` // why it was not sent
}

// noteKind is where the journal's database keeps a note of each channel.
const noteKind = "channel"

// A note is what is known of a channel beside its messages.
type note struct {
	Since time.Time `json:"since"` // when the person has last changed it: what came before says nothing of it now
	Last  *Result   `json:"last,omitempty"`
}

// A memory is what is known of the channels beside their settings.
type memory struct {
	states *sqlite.States
	store  *sqlite.Outbox
}

// lasts are the last results of the channels that have one, by their names.
func (m memory) lasts(ctx context.Context) (map[string]Result, error) {
	notes, err := m.states.States(ctx, noteKind)
	if err != nil {
		return nil, err
	}
	tried, err := m.store.Lasts(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]Result{}
	for _, one := range tried {
		out[one.Channel] = resultOf(one)
	}
	for name, text := range notes {
		var n note
		if json.Unmarshal([]byte(text), &n) != nil {
			continue // it says nothing, which is what a channel without a note has
		}
		if n.Last != nil && n.Last.At.After(out[name].At) {
			out[name] = *n.Last
		}
		if out[name].At.Before(n.Since) {
			delete(out, name)
		}
	}
	return out, nil
}

func resultOf(m sqlite.OutMessage) Result {
	return Result{State: m.State, At: m.Changed, Reason: m.Reason}
}

// remember keeps the last result of a channel, which no message in the outbox says.
func (m memory) remember(ctx context.Context, name string, r Result) error {
	return m.renote(ctx, name, func(n *note) { n.Last = &r })
}

// renew says that a channel is another one from now on.
func (m memory) renew(ctx context.Context, name string) error {
	return m.renote(ctx, name, func(n *note) { *n = note{Since: time.Now()} })
}

func (m memory) renote(ctx context.Context, name string, change func(*note)) error {
	return m.states.ChangeState(context.WithoutCancel(ctx), noteKind, name, func(old string) string {
		var n note
		_ = json.Unmarshal([]byte(old), &n) // nothing is kept yet, or nothing that can be read
		change(&n)
		text, err := json.Marshal(n)
		if err != nil { // it is times and texts
			return old
		}
		return string(text)
	})
}

// resultOfTest is what a test says of a channel.
func resultOfTest(out channels.Outcome) Result {
	state := map[channels.End]string{channels.Sent: Sent, channels.Unknown: Unknown}[out.End]
	if state == "" {
		state = Failed // a test is not tried again
	}
	return Result{State: state, At: time.Now(), Reason: out.Reason}
}

// hostOf is the host that a channel's webhook leads to. Its path can be a secret, and is not shown; "" where nothing is known.
func hostOf(c channels.Channel, fill func(text string) (string, error)) string {
	text, err := fill(c.URL)
	if err != nil {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return u.Host
}
