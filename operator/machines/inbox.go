package machines

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// closed notes what became of a question, if that is not known yet; it waits no longer.
func closed(ctx context.Context, d *Desk, key string, o Outcome) error {
	if o.At.IsZero() {
		o.At = time.Now().UTC()
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := d.c.Post.Put(ctx, journal.Letter{Box: closedBox, ID: key, Body: raw}); err != nil {
		return err
	}
	return d.c.Post.Drop(ctx, asksBox, key)
}

// outcomeOf is what became of a question, as far as that is known.
func outcomeOf(ctx context.Context, d *Desk, key string) (o Outcome, ok bool, err error) {
	letters, err := d.c.Post.Letters(ctx, closedBox)
	for _, l := range letters {
		if l.ID == key {
			err := json.Unmarshal(l.Body, &o)
			return o, err == nil, err
		}
	}
	return o, false, err
}

// takeAsk takes a question of another machine.
func takeAsk(ctx context.Context, d *Desk, from Peer, m mail) (nothing, other error) {
	a := Ask{Key: keyOf(from.ID, m.Ask), Machine: from.ID, ID: m.Ask, Asked: m.Asked, Raw: m.Act}
	if act, err := a.Act(); err != nil || act.Preview.Title == "" {
		return errors.New("it shows nothing that could be asked about"), nil
	}
	if err := keepAsk(ctx, d, a); err != nil {
		return nil, err
	}
	_, over, err := outcomeOf(ctx, d, a.Key) // what became of it may come first
	if err == nil && over {
		err = d.c.Post.Drop(ctx, asksBox, a.Key)
	}
	return nil, err
}

// takeAnswer takes another machine's answer to a question of this one. One that comes too late is told what became of it.
func takeAnswer(ctx context.Context, d *Desk, from Peer, number uint64, m mail) error {
	self, err := d.self(false)
	if err != nil {
		return err
	}
	key := keyOf(self.Keys().ID(), m.Ask)
	if _, err := d.FindAsk(ctx, key); errors.Is(err, ErrNoAsk) { // what became of it is noted before it waits no longer
		o, over, err := outcomeOf(ctx, d, key)
		if err != nil {
			return err
		}
		if !over {
			o = Outcome{By: self.Keys().ID(), Verdict: Gone}
		}
		return d.send(ctx, from, mail{Kind: closedMail, Ask: m.Ask, Outcome: &o})
	} else if err != nil {
		return err
	}
	return give(ctx, d, key, fmt.Sprintf("%s-%d", from.ID, number), given{From: from.ID, Answer: *m.Answer})
}

// give leaves an answer for the process that waits for it.
func give(ctx context.Context, d *Desk, key, name string, g given) error {
	raw, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return d.c.Post.Put(ctx, journal.Letter{Box: answersBox, ID: key + "-" + name, Body: raw})
}

// FindAsk finds a question that waits by the beginning of its key, or of what its machine calls it.
func (d *Desk) FindAsk(ctx context.Context, id string) (Ask, error) {
	asks, err := d.Asks(ctx)
	if err != nil {
		return Ask{}, err
	}
	var found []Ask
	for _, a := range asks {
		if id != "" && (strings.HasPrefix(a.Key, id) || strings.HasPrefix(a.ID, id)) {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 0:
		return Ask{}, ErrNoAsk
	case 1:
		return found[0], nil
	}
	return Ask{}, fmt.Errorf("%d waiting questions begin with %.64q: write more of it", len(found), id)
}

// ErrNoAsk says that a question does not wait.
var ErrNoAsk = errors.New("no such question waits: it was answered, withdrawn or has expired")

// Answer answers a question. It counts if it is the first that its machine gets: Became tells.
func (d *Desk) Answer(ctx context.Context, a Ask, run bool, reason string) error {
	act, err := a.Act()
	if err != nil {
		return err
	}
	self, err := d.self(false)
	if err != nil {
		return err
	}
	answer := Answer{Run: run, Reason: reason, Digest: act.Preview.Digest, Shown: a.Shown()}
	if a.Machine == self.Keys().ID() { // another process here waits for it
		var b [8]byte
		rand.Read(b[:]) // never fails (crypto/rand)
		return give(ctx, d, a.Key, hex.EncodeToString(b[:]), given{From: a.Machine, Answer: answer})
	}
	peer, ok, err := d.peer(ctx, a.Machine)
	if err != nil {
		return err
	}
	if !ok {
		return ErrNoAsk
	}
	d.Start()
	return d.send(ctx, peer, mail{Kind: answerMail, Ask: a.ID, Answer: &answer})
}

// Became waits until it is known what became of a question.
func (d *Desk) Became(ctx context.Context, key string) (Outcome, error) {
	for l, err := range d.c.Post.Follow(ctx, closedBox) {
		if err != nil {
			return Outcome{}, err
		}
		if l.ID == key {
			var o Outcome
			err := json.Unmarshal(l.Body, &o)
			return o, err
		}
	}
	return Outcome{}, ctx.Err()
}

// Say says what became of a question to who has answered it here.
func (d *Desk) Say(ctx context.Context, o Outcome) (text string, counted bool) {
	self, err := d.self(false)
	mine := err == nil && o.By == self.Keys().ID()
	how := map[Verdict]string{
		Allowed: "allowed", Declined: "declined", Expired: "nobody had answered in time", Withdrawn: "the call no longer waits", Gone: "nothing is known of it there any more",
	}[o.Verdict]
	answered := o.Verdict == Allowed || o.Verdict == Declined
	switch {
	case answered && mine:
		return "Your answer counts: " + how + ".", true
	case answered:
		return fmt.Sprintf("Your answer came too late: it was %s on %s before.", how, d.NameOf(ctx, o.By)), false
	}
	return fmt.Sprintf("Your answer came too late: %s.", how), false
}

// Show shows the questions of other machines, and of other processes of this one, by a face's Confirmer, and sends its
// answers. It ends with ctx.
func (d *Desk) Show(ctx context.Context, face tools.Confirmer) {
	if !awaitOn(ctx, d) {
		return
	}
	d.Start()
	owner, err := d.c.Owner(ctx)
	if err != nil {
		d.c.Notice("warning", "Questions of your other machines are not shown: %v.", err)
		return
	}
	shown := &showing{desk: d, face: face, owner: owner, open: map[string]context.CancelCauseFunc{}}
	var wait sync.WaitGroup
	wait.Go(func() {
		for l, err := range d.c.Post.Follow(ctx, closedBox) {
			if err == nil {
				shown.close(ctx, l)
			}
		}
	})
	for l, err := range d.c.Post.Follow(ctx, asksBox) {
		var a Ask
		if err != nil || json.Unmarshal(l.Body, &a) != nil || a.Owner == owner {
			continue
		}
		if asking, ok := shown.begin(ctx, a.Key); ok {
			wait.Go(func() { shown.ask(asking, a) })
		}
	}
	wait.Wait()
}

// awaitOn waits until there are other machines, which another process may have paired. It is false if ctx ends first.
func awaitOn(ctx context.Context, d *Desk) bool {
	tick := time.NewTicker(d.c.Retry)
	defer tick.Stop()
	for {
		_, changes := d.now()
		if d.On(ctx) {
			return true
		}
		select {
		case <-changes:
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
}

// showing are the questions of others that a face shows.
type showing struct {
	desk  *Desk
	face  tools.Confirmer
	owner string

	mu   sync.Mutex
	open map[string]context.CancelCauseFunc
}

func (s *showing) begin(ctx context.Context, key string) (context.Context, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[key] != nil {
		return nil, false
	}
	asking, stop := context.WithCancelCause(ctx)
	s.open[key] = stop
	if o, over, err := outcomeOf(ctx, s.desk, key); err == nil && over { // it ended before it could be taken back
		stop(s.desk.ended(ctx, o))
	}
	return asking, true
}

func (s *showing) close(ctx context.Context, l journal.Letter) {
	var o Outcome
	if err := json.Unmarshal(l.Body, &o); err != nil {
		o = Outcome{Verdict: Gone}
	}
	why := s.desk.ended(ctx, o)
	s.mu.Lock()
	defer s.mu.Unlock()
	if stop := s.open[l.ID]; stop != nil {
		stop(why)
	}
}

// ended says what became of a question that was not answered here.
func (d *book) ended(ctx context.Context, o Outcome) tools.TakenBack {
	switch o.Verdict {
	case Allowed:
		return tools.TakenBack("allowed on " + d.NameOf(ctx, o.By))
	case Declined:
		return tools.TakenBack("denied on " + d.NameOf(ctx, o.By))
	case Expired:
		return "nobody answered in time"
	case Withdrawn, Gone:
	}
	return tools.TakenBack(cmp.Or(o.Reason, "the call no longer waits"))
}

// noLimit is how long another machine's question may stand here: its own machine says when it is over.
const noLimit = 365 * 24 * time.Hour

// replyLimit is how long it may take until a machine has an answer, before the person is told that it waits.
const replyLimit = 10 * time.Second

func (s *showing) ask(ctx context.Context, a Ask) {
	d := s.desk
	act, err := a.Act()
	if err != nil {
		return
	}
	q := tools.Question{
		ID: a.Key, Caller: act.Caller, Tool: act.Tool, Space: act.Space, Preview: act.Preview, Reason: act.Reason, By: act.By, File: act.File, Grave: act.Grave, During: act.During,
		Present: true, Limit: noLimit, Yes: act.Yes, Came: act.Came, Would: act.Would, Because: act.Because, Deeds: act.Deeds, Machine: d.NameOf(ctx, a.Machine), Called: act.SpaceName,
	}
	answer, err := s.face.Confirm(ctx, q)
	if err != nil || answer.Verdict == tools.Expire || ctx.Err() != nil {
		return
	}
	if err := d.Answer(ctx, a, answer.Verdict == tools.RunOnce, answer.Reason); err != nil {
		d.c.Notice("error", "Your answer could not be sent to %s: %v.", q.Machine, err)
		return
	}
	waiting, stop := context.WithTimeout(d.c.Context, replyLimit)
	o, err := d.Became(waiting, a.Key)
	stop()
	if err != nil && d.c.Context.Err() == nil {
		d.c.Notice("info", "%s cannot be reached now. Your answer about “%s” waits, and counts if it is the first to come there.", q.Machine, act.Preview.Title)
		o, err = d.Became(d.c.Context, a.Key)
	}
	if err != nil {
		return
	}
	if text, counted := d.Say(d.c.Context, o); !counted {
		d.c.Notice("warning", "%s (%s on %s)", text, act.Preview.Title, q.Machine)
	}
}
