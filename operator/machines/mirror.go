package machines

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"handrail/journal"
	"handrail/journal/jetstream"
)

const (
	firstRetry = 100 * time.Millisecond
	lookEvery  = time.Minute // for questions of processes that have died
)

// Start begins to exchange letters with the server, and goes on as long as the app is open.
func (d *Desk) Start() {
	d.start.Do(func() { d.c.Go((&exchange{Desk: d}).run) })
}

// An exchange of letters is with one server after the other.
type exchange struct {
	*Desk
	looked time.Time // when questions of dead processes were last looked for
}

// toBox is the box on the server of letters to a machine.
func toBox(machine string) string { return "to." + machine }

// run connects again and again. Each time all letters that are still to be sent are put anew: one that lies there already
// stays as it is, and one that the server has lost, or was restored without, is there again.
func (d *exchange) run() {
	ctx := d.c.Context
	told := false
	for wait := firstRetry; ctx.Err() == nil; {
		err := d.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if s, _ := d.now(); s.Connected { // it was, until now
			wait, told = firstRetry, false
		}
		if errors.Is(err, errChanged) {
			d.setState(State{})
			continue
		}
		d.setState(State{Err: err})
		_, changes := d.now()
		if set, _, loadErr := d.c.Settings.Load(); loadErr == nil && set.Machines.URL == "" {
			wait = d.c.Retry // nothing is set, which is no failure
		} else if wait >= time.Second && !told {
			d.c.Notice("warning", "Your other machines cannot be reached now: %v. It is tried again; nothing is lost.", err)
			told = true
		}
		select {
		case <-time.After(wait):
		case <-changes: // such as another server
		case <-ctx.Done():
		}
		wait = min(2*wait, d.c.Retry)
	}
}

// session is one connection, until it ends.
func (d *exchange) session(ctx context.Context) error {
	d.mu.Lock()
	renewed := d.renewed
	d.mu.Unlock()
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return err
	}
	server, err := set.Machines.Server(d.c.Secrets.Expand)
	if err != nil {
		return err
	}
	remote, err := jetstream.Open(ctx, server)
	if err != nil {
		return err
	}
	defer remote.Close()
	self, err := d.self(true)
	if err != nil {
		return err
	}
	if err := d.sweep(ctx); err != nil {
		return err
	}
	if err := d.fetch(ctx, remote, self); err != nil {
		return err
	}
	letters, err := d.c.Post.Letters(ctx, outBox)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if err := d.deliver(ctx, remote, self, l); err != nil {
			return err
		}
	}
	d.setState(State{Connected: true})
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work := []func() error{
		func() error { return d.deliverAll(ctx, remote, self) },
		func() error { return d.takeAll(ctx, remote, self) },
		func() error { return d.tellRecord(ctx) },
		func() error { return d.tellOutbox(ctx) },
		func() error { return d.watch(ctx, set.Machines, renewed) },
	}
	var wait sync.WaitGroup
	for _, one := range work {
		wait.Go(func() { stop(one()) })
	}
	wait.Wait()
	return context.Cause(ctx)
}

// deliverAll puts each letter on the server as it is written.
func (d *exchange) deliverAll(ctx context.Context, remote *jetstream.Post, self Identity) error {
	for l, err := range d.c.Post.Follow(ctx, outBox) {
		if err == nil {
			err = d.deliver(ctx, remote, self, l)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (d *exchange) deliver(ctx context.Context, remote *jetstream.Post, self Identity, l journal.Letter) error {
	to, number, ok := strings.Cut(l.ID, "-")
	if !ok {
		return d.c.Post.Drop(ctx, outBox, l.ID)
	}
	if err := remote.Put(ctx, journal.Letter{Box: toBox(to), ID: self.Keys().ID() + "-" + number, Body: l.Body}); err != nil {
		return err
	}
	d.mu.Lock()
	d.put[l.ID] = true
	d.mu.Unlock()
	d.changed()
	return nil
}

// fetch takes what lies on the server.
func (d *exchange) fetch(ctx context.Context, remote *jetstream.Post, self Identity) error {
	letters, err := remote.Letters(ctx, toBox(self.Keys().ID()))
	if err != nil {
		return err
	}
	for _, l := range letters {
		if err := d.accept(ctx, remote, l); err != nil {
			return err
		}
	}
	return nil
}

// takeAll takes each letter as it comes.
func (d *exchange) takeAll(ctx context.Context, remote *jetstream.Post, self Identity) error {
	for l, err := range remote.Follow(ctx, toBox(self.Keys().ID())) {
		if err == nil {
			err = d.accept(ctx, remote, l)
		}
		if err == nil && time.Since(d.looked) > lookEvery {
			err = d.sweep(ctx)
		}
		if err != nil {
			return err
		}
	}
	if ctx.Err() == nil {
		return errors.New("the server has ended the connection")
	}
	return ctx.Err()
}

// accept takes a letter and drops it from the server: it is here then.
func (d *exchange) accept(ctx context.Context, remote *jetstream.Post, l journal.Letter) error {
	if _, err := take(ctx, d.Desk, l.Body); err != nil { // what counts for nothing needs nobody's attention: the server may be anybody's
		return fmt.Errorf("a letter of another machine could not be kept: %w", err)
	}
	return remote.Drop(ctx, l.Box, l.ID)
}

// sweep closes the questions of this machine whose process has died, and forgets old letters.
func (d *exchange) sweep(ctx context.Context) error {
	d.looked = time.Now()
	self, err := d.self(false)
	if err != nil {
		return err
	}
	asks, err := d.Asks(ctx)
	errs := []error{err}
	for _, a := range asks {
		if a.Machine == self.Keys().ID() && !d.c.Alive(a.Owner) {
			errs = append(errs, settle(ctx, d.Desk, a, Outcome{By: a.Machine, Verdict: Withdrawn, Reason: "the program that asked has ended"}))
		}
	}
	for box, age := range map[string]time.Duration{outBox: keepOut, answersBox: keepOut, closedBox: keepClosed, recordBox(""): keepRecord} {
		errs = append(errs, d.c.Post.DropOld(ctx, box, time.Now().Add(-age)))
	}
	return errors.Join(errs...)
}
