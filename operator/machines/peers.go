package machines

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"handrail/internal/secrets"
)

// The kinds of state of this package.
const (
	peerKind = "machine"          // a paired machine, by its id
	hadKind  = "machine-letters"  // the numbers of the letters that were had from it
	sentKind = "machine-numbered" // the number of the last letter to it
)

// A book knows this machine and those that are paired with it.
type book struct {
	c Config

	mu       sync.Mutex
	identity *Identity
	wake     chan struct{} // closed, and another one, when a machine was paired or unpaired, and when state changes
}

// changed wakes who waits for a change.
func (d *book) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.wake)
	d.wake = make(chan struct{})
}

// A Peer is one of the person's other machines.
type Peer struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Keys   Keys      `json:"keys"`
	Paired time.Time `json:"paired"`
}

// nameLimit is how long a machine's name may be.
const nameLimit = 40

// cleanName makes a name of what another machine calls itself.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '"' {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > nameLimit {
		name = string(runes[:nameLimit])
	}
	return cmp.Or(strings.TrimSpace(name), "machine")
}

// Peers are the paired machines by their names.
func (d *book) Peers(ctx context.Context) ([]Peer, error) {
	kept, err := d.c.States.States(ctx, peerKind)
	if err != nil {
		return nil, err
	}
	peers := make([]Peer, 0, len(kept))
	for _, id := range slices.Sorted(maps.Keys(kept)) {
		var p Peer
		if err := json.Unmarshal([]byte(kept[id]), &p); err != nil || p.Keys.Check() != nil || p.Keys.ID() != id {
			return nil, fmt.Errorf("what is kept of the machine %.20s is damaged: unpair it, and pair it again", id)
		}
		peers = append(peers, p)
	}
	slices.SortStableFunc(peers, func(a, b Peer) int { return cmp.Compare(a.Name, b.Name) })
	return peers, nil
}

// peer finds a paired machine by its id.
func (d *book) peer(ctx context.Context, id string) (Peer, bool, error) {
	peers, err := d.Peers(ctx)
	if at := slices.IndexFunc(peers, func(p Peer) bool { return p.ID == id }); at >= 0 {
		return peers[at], true, err
	}
	return Peer{}, false, err
}

// NameOf is what people here call a machine.
func (d *book) NameOf(ctx context.Context, id string) string {
	if self, err := d.self(false); err == nil && self.Keys().ID() == id {
		return d.Name()
	}
	if p, ok, err := d.peer(ctx, id); err == nil && ok {
		return p.Name
	}
	return "a machine that is no longer paired"
}

// Name is what the others call this machine.
func (d *book) Name() string {
	set, _, _ := d.c.Settings.Load() // the host's name, then
	host, _ := os.Hostname()
	return cleanName(cmp.Or(set.Machines.Name, host))
}

// self is this machine's identity. With make, it is made if there is none.
func (d *book) self(make bool) (Identity, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.identity != nil {
		return *d.identity, nil
	}
	text, err := d.c.Secrets.Get(secrets.MachineName)
	if errors.Is(err, secrets.ErrNotFound) && make {
		i, err := NewIdentity()
		if err != nil {
			return Identity{}, err
		}
		if err := d.c.Secrets.Add(secrets.MachineName, i.Secret()); err != nil && !errors.Is(err, secrets.ErrTaken) {
			return Identity{}, err
		}
		text, err = d.c.Secrets.Get(secrets.MachineName) // another process may have been quicker
		if err != nil {
			return Identity{}, err
		}
	} else if err != nil {
		return Identity{}, fmt.Errorf("the keys of this machine: %w", err)
	}
	i, err := ReadIdentity(text)
	if err != nil {
		return Identity{}, fmt.Errorf("the keys of this machine are damaged; to have new ones, remove the secret %s, and pair your machines again", secrets.MachineName)
	}
	d.identity = &i
	return i, nil
}

// keep keeps a machine as paired. The numbers of its letters begin anew with its keys.
func (d *book) keep(ctx context.Context, p Peer) (Peer, error) {
	peers, err := d.Peers(ctx)
	if err != nil {
		return p, err
	}
	name := p.Name
	for n := 2; slices.ContainsFunc(peers, func(o Peer) bool { return o.Name == p.Name && o.ID != p.ID }); n++ {
		p.Name = fmt.Sprintf("%s-%d", name, n)
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return p, err
	}
	err = d.c.States.SetState(ctx, peerKind, p.ID, string(raw))
	d.changed()
	return p, err
}

// Find finds a paired machine by its name, or the beginning of its id.
func (d *book) Find(ctx context.Context, name string) (Peer, error) {
	peers, err := d.Peers(ctx)
	if err != nil {
		return Peer{}, err
	}
	var found []Peer
	for _, p := range peers {
		if p.Name == name || len(name) >= 4 && strings.HasPrefix(p.ID, name) {
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	names := make([]string, 0, len(peers))
	for _, p := range peers {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return Peer{}, fmt.Errorf("no machine %.40q is paired with this one: none is", name)
	}
	return Peer{}, fmt.Errorf("no machine %.40q is paired with this one: there are %s", name, strings.Join(names, ", "))
}

// Unpair forgets a machine: nothing that it says counts from now on, and it is told so. Its questions wait here no longer.
func (d *Desk) Unpair(ctx context.Context, p Peer) error {
	err := d.send(ctx, p, mail{Kind: unpairedMail})
	return errors.Join(err, d.forget(ctx, p))
}

// forget forgets a machine that was unpaired here or there. The numbers of its letters are kept: its old letters stay old if
// it is paired again.
func (d *Desk) forget(ctx context.Context, p Peer) error {
	for _, kind := range []string{peerKind, heardKind, outboxKind, outboxToldKind} {
		if err := d.c.States.SetState(ctx, kind, p.ID, ""); err != nil {
			return err
		}
	}
	d.changed()
	asks, err := d.Asks(ctx)
	errs := []error{err}
	for _, a := range asks {
		if a.Machine == p.ID {
			errs = append(errs, closed(ctx, d, a.Key, Outcome{By: p.ID, Verdict: Withdrawn, Reason: "the machines were unpaired"}))
		}
	}
	return errors.Join(errs...)
}
