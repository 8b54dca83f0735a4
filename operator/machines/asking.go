package machines

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// An Act is what a question shows, on each machine: all that the person would see on its own.
type Act struct {
	Tool      string          `json:"tool"`
	Space     string          `json:"space"`
	SpaceName string          `json:"space_name"`
	Caller    tools.Caller    `json:"caller"`
	Preview   tools.Preview   `json:"preview"`
	Reason    string          `json:"reason"`
	By        tools.Decider   `json:"by"`
	File      string          `json:"file,omitempty"`
	Yes       string          `json:"yes,omitempty"`
	Grave     bool            `json:"grave,omitempty"`
	During    bool            `json:"during,omitempty"`
	Came      []tools.Passage `json:"came,omitempty"`
	Would     []string        `json:"would,omitempty"`
	Because   tools.Reason    `json:"because,omitempty"` // Reason and Would as codes; an older machine sends none
	Deeds     []tools.Clause  `json:"deeds,omitempty"`
}

// An Ask is a question that waits, on this machine or another one.
type Ask struct {
	Key     string          `json:"key"`     // names it among those of all machines
	Machine string          `json:"machine"` // the id of the one whose call waits
	ID      string          `json:"id"`      // what that one calls the asking
	Owner   string          `json:"owner,omitempty"`
	Asked   time.Time       `json:"asked"`
	Raw     json.RawMessage `json:"act"`
}

// Act is what it shows.
func (a Ask) Act() (act Act, err error) {
	err = json.Unmarshal(a.Raw, &act)
	return act, err
}

// Shown names all that is shown of it.
func (a Ask) Shown() string {
	sum := sha256.Sum256(a.Raw)
	return hex.EncodeToString(sum[:])
}

// Asks are the questions that wait, of all machines, oldest first.
func (d *Desk) Asks(ctx context.Context) ([]Ask, error) {
	letters, err := d.c.Post.Letters(ctx, asksBox)
	if err != nil {
		return nil, err
	}
	asks := make([]Ask, 0, len(letters))
	for _, l := range letters {
		var a Ask
		if err := json.Unmarshal(l.Body, &a); err != nil {
			return nil, fmt.Errorf("a question that waits is damaged: %w", err)
		}
		asks = append(asks, a)
	}
	return asks, nil
}

// A confirmer asks the person here as ever, and on their other machines: the first answer counts.
type confirmer struct {
	desk *Desk
	next tools.Confirmer
}

// Through returns a Confirmer that asks by next and, where other machines are paired, on those as well.
func (d *Desk) Through(next tools.Confirmer) tools.Confirmer { return confirmer{d, next} }

// Confirm implements tools.Confirmer.
func (c confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if !c.desk.On(ctx) {
		return c.next.Confirm(ctx, q)
	}
	a, err := c.desk.ask(ctx, q)
	if err != nil {
		c.desk.c.Notice("warning", "Your other machines are not asked about %s: %v.", q.Preview.Title, err)
		return c.next.Confirm(ctx, q)
	}
	c.desk.Start()
	return c.await(ctx, a, q)
}

// reply is what came of asking in one of two ways.
type reply struct {
	answer tools.Answer
	err    error
	by     string // the machine
	here   bool
}

// await waits for the first answer. Where nobody here can be asked, another machine is waited for.
func (c confirmer) await(ctx context.Context, a Ask, q tools.Question) (tools.Answer, error) {
	asking, stop := context.WithCancel(ctx)
	defer stop()
	replies := make(chan reply, 2)
	go func() {
		answer, err := c.next.Confirm(asking, q)
		replies <- reply{answer: answer, err: err, by: a.Machine, here: true}
	}()
	go func() {
		answer, by, err := awaitAnswer(asking, c.desk, a, q.Preview.Digest)
		replies <- reply{answer: answer, err: err, by: by}
	}()
	var first *reply
	var why error // nobody here could be asked
	var late <-chan time.Time
	for left := 2; left > 0; {
		select {
		case r := <-replies:
			left--
			switch {
			case first != nil:
			case r.err == nil:
				first = &r
				stop()
			case r.here && ctx.Err() == nil:
				why, late = r.err, time.After(c.desk.c.Patience)
				c.desk.c.Waits(q.Preview.Title)
			}
		case <-late:
			stop()
		}
	}
	became, answer, err := outcome(ctx, a, first, why)
	if settleErr := settle(context.WithoutCancel(ctx), c.desk, a, became); settleErr != nil && err == nil {
		return tools.Answer{}, fmt.Errorf("the answer could not be kept: %w", settleErr)
	}
	return answer, err
}

// outcome is what became of a question, as this machine and the others take it.
func outcome(ctx context.Context, a Ask, first *reply, why error) (Outcome, tools.Answer, error) {
	switch {
	case first != nil:
		verdict := map[tools.Verdict]Verdict{tools.RunOnce: Allowed, tools.Expire: Expired}[first.answer.Verdict]
		if verdict == "" {
			verdict = Declined
		}
		return Outcome{By: first.by, Verdict: verdict, Reason: first.answer.Reason}, first.answer, nil
	case ctx.Err() != nil:
		return Outcome{By: a.Machine, Verdict: Withdrawn, Reason: "the call no longer waits"}, tools.Answer{}, ctx.Err()
	}
	return Outcome{By: a.Machine, Verdict: Expired}, tools.Answer{}, fmt.Errorf("%w; nobody has answered on your other machines either", why)
}

// ask has a question wait in the inbox of all machines.
func (d *Desk) ask(ctx context.Context, q tools.Question) (Ask, error) {
	self, err := d.self(false)
	if err != nil {
		return Ask{}, err
	}
	raw, err := json.Marshal(Act{
		Tool: q.Tool, Space: q.Space, SpaceName: d.c.Space(q.Space), Caller: q.Caller, Preview: q.Preview, Reason: q.Reason, By: q.By, File: q.File, Yes: q.Yes,
		Grave: q.Grave, During: q.During, Came: q.Came, Would: q.Would, Because: q.Because.Bounded(), Deeds: q.Deeds,
	})
	if err != nil {
		return Ask{}, err
	}
	owner, err := d.c.Owner(ctx)
	if err != nil {
		return Ask{}, err
	}
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	a := Ask{Machine: self.Keys().ID(), ID: hex.EncodeToString(b[:]), Owner: owner, Asked: time.Now().UTC(), Raw: d.c.Redact(raw)}
	a.Key = keyOf(a.Machine, a.ID)
	if err := keepAsk(ctx, d, a); err != nil {
		return Ask{}, err
	}
	if err := d.sendAll(ctx, "", mail{Kind: askMail, Ask: a.ID, Asked: a.Asked, Act: a.Raw}); err != nil {
		return Ask{}, errors.Join(err, d.c.Post.Drop(ctx, asksBox, a.Key))
	}
	return a, nil
}

func keepAsk(ctx context.Context, d *Desk, a Ask) error {
	raw, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return d.c.Post.Put(ctx, journal.Letter{Box: asksBox, ID: a.Key, Body: raw})
}

// given is an answer as it lies here.
type given struct {
	From   string `json:"from"` // the machine
	Answer Answer `json:"answer"`
}

// awaitAnswer waits for an answer that is one to this very question. digest is that of the act that waits.
func awaitAnswer(ctx context.Context, d *Desk, a Ask, digest string) (answer tools.Answer, by string, err error) {
	for l, err := range d.c.Post.Follow(ctx, answersBox) {
		if err != nil {
			return tools.Answer{}, "", err
		}
		if !strings.HasPrefix(l.ID, a.Key+"-") {
			continue
		}
		var g given
		if err := json.Unmarshal(l.Body, &g); err != nil {
			continue
		}
		if g.Answer.Digest != digest || g.Answer.Shown != a.Shown() {
			d.c.Notice("warning", "An answer of the machine %s was to another act than the one that waits, and counts for nothing.", d.NameOf(ctx, g.From))
			continue
		}
		where := "inbox"
		if g.From != a.Machine {
			where += " on " + d.NameOf(ctx, g.From)
		}
		if g.Answer.Run {
			return tools.Answer{Verdict: tools.RunOnce, Where: where}, g.From, nil
		}
		return tools.Answer{Verdict: tools.Deny, Reason: g.Answer.Reason, Where: where}, g.From, nil
	}
	return tools.Answer{}, "", ctx.Err()
}

// settle ends a question of this machine, here and on the others. The first outcome counts.
func settle(ctx context.Context, d *Desk, a Ask, o Outcome) error {
	if err := closed(ctx, d, a.Key, o); err != nil {
		return err
	}
	letters, err := d.c.Post.Letters(ctx, answersBox)
	errs := []error{err}
	for _, l := range letters {
		if strings.HasPrefix(l.ID, a.Key+"-") {
			errs = append(errs, d.c.Post.Drop(ctx, answersBox, l.ID))
		}
	}
	kept, ok, err := outcomeOf(ctx, d, a.Key)
	if err == nil && ok {
		err = d.sendAll(ctx, "", mail{Kind: closedMail, Ask: a.ID, Outcome: &kept})
	}
	return errors.Join(append(errs, err)...)
}
