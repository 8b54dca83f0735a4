package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"handrail/journal"
)

// The boxes of this machine's own post.
const (
	asksBox    = "machines.asks"    // questions that wait, here and on others, under their keys
	answersBox = "machines.answers" // to questions of this machine, from anywhere
	closedBox  = "machines.closed"  // what became of questions, under their keys
	outBox     = "machines.out"     // sealed letters to others, under machine-number
)

// How long it is kept what nobody has fetched, and what became of a question.
const (
	keepOut    = 7 * 24 * time.Hour
	keepClosed = 30 * 24 * time.Hour
	keepRecord = 30 * 24 * time.Hour
)

// mailKind says what a letter between machines is about.
type mailKind string

const (
	askMail      mailKind = "question"
	answerMail   mailKind = "answer"
	closedMail   mailKind = "closed"
	unpairedMail mailKind = "unpaired"
	recordMail   mailKind = "record"
	outboxMail   mailKind = "outbox" // what waits in the sender's
	orderMail    mailKind = "order"  // what to do with a message of the reader's
)

// mail is what is in a sealed letter.
type mail struct {
	Kind    mailKind        `json:"kind"`
	Ask     string          `json:"ask,omitempty"`  // the asking, as its machine calls it
	Asked   time.Time       `json:"asked,omitzero"` // by that machine's clock: it is shown, and nothing depends on it
	Act     json.RawMessage `json:"act,omitempty"`  // of a question: what is shown
	Answer  *Answer         `json:"answer,omitempty"`
	Outcome *Outcome        `json:"outcome,omitempty"`
	Events  []journal.Event `json:"events,omitempty"`
	Outbox  *Outgoing       `json:"outbox,omitempty"`
	Order   Order           `json:"order,omitempty"`
	Message *Message        `json:"message,omitempty"` // of an order
}

// An Answer is what the person says to a question that waits on this machine or another one.
type Answer struct {
	Run    bool   `json:"run"`
	Reason string `json:"reason,omitempty"` // of a no
	Digest string `json:"digest"`           // of the settled act that was shown
	Shown  string `json:"shown"`            // SHA-256 of all that was shown
}

// Verdict is what became of a question.
type Verdict string

// What can become of a question.
const (
	Allowed   Verdict = "allowed"
	Declined  Verdict = "declined"
	Expired   Verdict = "expired"
	Withdrawn Verdict = "withdrawn" // nobody has answered, and nobody needs to
	Gone      Verdict = "gone"      // nothing is known of it
)

// An Outcome says what became of a question, and by whom.
type Outcome struct {
	By      string    `json:"by"` // the id of the machine on which it was answered
	Verdict Verdict   `json:"verdict"`
	Reason  string    `json:"reason,omitempty"`
	At      time.Time `json:"at,omitzero"`
}

// send seals a letter to a machine and leaves it here, until a server has it.
func (d *Desk) send(ctx context.Context, to Peer, m mail) error {
	self, err := d.self(false)
	if err != nil {
		return err
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var number uint64
	err = d.c.States.ChangeState(ctx, sentKind, to.ID, func(old string) string {
		number, _ = strconv.ParseUint(old, 10, 64) // "" is none
		number++
		return strconv.FormatUint(number, 10)
	})
	if err != nil {
		return err
	}
	sealed, err := self.Seal(to.Keys, number, body)
	if err != nil {
		return err
	}
	return d.c.Post.Put(ctx, journal.Letter{Box: outBox, ID: fmt.Sprintf("%s-%d", to.ID, number), Body: sealed})
}

// sendAll is send to all machines but one.
func (d *Desk) sendAll(ctx context.Context, but string, m mail) error {
	peers, err := d.Peers(ctx)
	errs := []error{err}
	for _, p := range peers {
		if p.ID != but {
			errs = append(errs, d.send(ctx, p, m))
		}
	}
	return errors.Join(errs...)
}

// take does what a letter from the server says. What counts for nothing is an error that says why; it needs nothing more
// to be done. other is an error of this machine's: then the letter is to be taken again.
func take(ctx context.Context, d *Desk, letter []byte) (nothing, other error) {
	self, err := d.self(false)
	if err != nil {
		return nil, err
	}
	from, ok, err := d.peer(ctx, senderOf(letter))
	if err != nil {
		return nil, err
	}
	if !ok {
		return errors.New("it is from a machine that is not paired with this one"), nil
	}
	number, body, err := self.Open(from.Keys, letter)
	if err != nil {
		return err, nil
	}
	had, _, err := d.c.States.State(ctx, hadKind, from.ID)
	if err != nil {
		return nil, err
	}
	numbers, err := ReadNumbers(had)
	if err != nil {
		return nil, err
	}
	if numbers.Has(number) {
		return errors.New("it was had before"), nil
	}
	var m mail
	if err := json.Unmarshal(body, &m); err != nil {
		nothing = errors.New("it cannot be read: is the other machine's Handrail newer?")
	} else if nothing, err = do(ctx, d, from, number, m); err != nil {
		return nil, err
	}
	var damaged error
	err = d.c.States.ChangeState(ctx, hadKind, from.ID, func(old string) string {
		numbers, err := ReadNumbers(old)
		if err != nil {
			damaged = err
			return old
		}
		return numbers.With(number).String()
	})
	if nothing == nil && err == nil && m.Kind != unpairedMail {
		err = heard(ctx, d, from)
	}
	return nothing, errors.Join(err, damaged)
}

// do does what a paired machine says. All of it may be done twice.
func do(ctx context.Context, d *Desk, from Peer, number uint64, m mail) (nothing, other error) {
	if (m.Kind == askMail || m.Kind == answerMail || m.Kind == closedMail) && !isAsk(m.Ask) {
		return errors.New("it names no question"), nil
	}
	switch m.Kind {
	case askMail:
		return takeAsk(ctx, d, from, m)
	case closedMail:
		if m.Outcome == nil {
			return errors.New("it does not say what became of the question"), nil
		}
		return nil, closed(ctx, d, keyOf(from.ID, m.Ask), *m.Outcome)
	case answerMail:
		if m.Answer == nil {
			return errors.New("it holds no answer"), nil
		}
		return nil, takeAnswer(ctx, d, from, number, m)
	case recordMail:
		return nil, takeRecord(ctx, d, from, number, m.Events)
	case outboxMail:
		if m.Outbox == nil {
			return errors.New("it does not say what waits"), nil
		}
		return nil, takeOutgoing(ctx, d, from, number, *m.Outbox)
	case orderMail:
		return takeOrder(ctx, d, from, m)
	case unpairedMail:
		d.c.Notice("warning", "The machine %s was unpaired from this one there.", from.Name)
		return nil, d.forget(ctx, from)
	}
	return fmt.Errorf("it is a %.20q, which is not known here: is the other machine's Handrail newer?", m.Kind), nil
}

// isAsk reports whether a text can name an asking.
func isAsk(text string) bool {
	return len(text) == 32 && strings.Trim(text, "0123456789abcdef") == ""
}

// keyOf names the asking of a machine among those of all.
func keyOf(machine, ask string) string { return machine + "-" + ask }
