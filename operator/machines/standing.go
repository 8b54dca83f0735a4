package machines

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"handrail/operator/settings"
)

// heardKind is the kind of state that holds when a machine was last heard from, by this machine's clock, to the minute.
const heardKind = "machine-heard"

// Link says whether this machine reaches the server.
type Link string

// What a Link can be.
const (
	Unset      Link = "unset" // no server is set
	Connecting Link = "connecting"
	Connected  Link = "connected"
	Failing    Link = "failing" // it is tried again
)

// A Standing is how this machine stands with the person's others.
type Standing struct {
	Name   string // what the others call it
	Set    settings.Machines
	Link   Link
	Reason string // why the server is not reached
	Known  []Known
}

// A Known machine is one that is paired, and what is known of it.
type Known struct {
	Peer
	Heard time.Time // when something of it came here last; when it was paired, if nothing has
	Tells bool      // it has told what it records
}

// Standing begins to exchange letters, if a server is set, and says how that goes. It does not wait.
func (d *Desk) Standing(ctx context.Context) (Standing, error) {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return Standing{}, err
	}
	s := Standing{Name: d.Name(), Set: set.Machines}
	if s.Link, s.Reason = linkOf(d, set.Machines); s.Link != Unset {
		d.Start()
	}
	peers, err := d.Peers(ctx)
	if err != nil {
		return s, err
	}
	for _, p := range peers {
		k := Known{Peer: p, Heard: p.Paired}
		text, _, err := d.c.States.State(ctx, heardKind, p.ID)
		if err != nil {
			return s, err
		}
		if at, err := time.Parse(time.RFC3339, text); err == nil && at.After(k.Heard) {
			k.Heard = at
		}
		letters, err := d.c.Post.Letters(ctx, recordBox(p.ID))
		if err != nil {
			return s, err
		}
		k.Tells = len(letters) > 0
		s.Known = append(s.Known, k)
	}
	return s, nil
}

// linkOf is how a desk stands with the server that is set.
func linkOf(d *Desk, set settings.Machines) (Link, string) {
	if set == (settings.Machines{Name: set.Name, Record: set.Record}) {
		return Unset, ""
	}
	if err := set.Check(); err != nil {
		return Failing, err.Error()
	}
	switch s, _ := d.now(); {
	case s.Connected:
		return Connected, ""
	case s.Err != nil && !errors.Is(s.Err, errChanged):
		return Failing, s.Err.Error()
	}
	return Connecting, ""
}

// A Server is what the person says of where their machines meet.
type Server struct {
	URL         string // "": nowhere
	Credentials string // kept as a secret; "": those from before, or none
	Open        bool   // the server wants no credentials
	CA          string
	Name        string // of this machine; "": its host name
	Record      bool   // the paired machines can read what is recorded here
}

// CredentialsName is what the secret with the server's credentials is called, where Handrail has named it.
const CredentialsName = "machines-server"

var errCA = errors.New("the file of certificates is named by its whole path, such as /home/ada/nats.pem")

// SetServer sets the server that this machine reaches from now on. A server that cannot be reached is set all the same: Standing
// says why. Credentials go nowhere but among the secrets, and are kept there when no server is set any more.
func (d *Desk) SetServer(s Server, secrets interface {
	Set(name, value string) error
}) error {
	was, _, err := d.c.Settings.Load()
	if err != nil {
		return err
	}
	m := settings.Machines{Name: strings.TrimSpace(s.Name), Record: s.Record, URL: strings.TrimSpace(s.URL)}
	if m.URL != "" {
		m.CA = strings.TrimSpace(s.CA)
		if m.CA != "" && !filepath.IsAbs(m.CA) {
			return errCA
		}
		if m.Credentials = was.Machines.Credentials; s.Open {
			m.Credentials = ""
		}
		if s.Credentials != "" {
			m.Credentials = "${secret:" + CredentialsName + "}"
		}
	}
	if err := m.Check(); err != nil {
		return err
	}
	if m.URL != "" && s.Credentials != "" {
		if err := secrets.Set(CredentialsName, strings.TrimSpace(s.Credentials)); err != nil {
			return err
		}
	}
	if _, err := d.c.Settings.Update(func(set *settings.Settings) error { set.Machines = m; return nil }); err != nil {
		return err
	}
	renew(d, s.Credentials != "")
	return nil
}

// renew has the exchange look at the settings. With secret, it connects anew even if these are the same.
func renew(d *Desk, secret bool) {
	d.mu.Lock()
	if secret {
		d.renewed++
	}
	d.state = State{}
	d.mu.Unlock()
	d.changed()
}

// errChanged ends a session with a server that is not the person's any more.
var errChanged = errors.New("another server was set")

// watch ends a session when the person has set another server, here or by another process.
func (d *exchange) watch(ctx context.Context, began settings.Machines, renewed int) error {
	tick := time.NewTicker(d.c.Retry)
	defer tick.Stop()
	for {
		d.mu.Lock()
		changes, now := d.wake, d.renewed
		d.mu.Unlock()
		set, _, err := d.c.Settings.Load()
		if now != renewed || err == nil && set.Machines != began {
			return errChanged
		}
		if err == nil { // it is the one that was set all the time
			reached(d.Desk)
		}
		select {
		case <-changes:
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reached says again that the server is reached, after somebody has saved what was set already.
func reached(d *Desk) {
	d.mu.Lock()
	was := d.state.Connected
	d.state = State{Connected: true}
	d.mu.Unlock()
	if !was {
		d.changed()
	}
}

// heard notes that something came from a machine just now.
func heard(ctx context.Context, d *Desk, from Peer) error {
	now := time.Now().UTC().Truncate(time.Minute).Format(time.RFC3339)
	if was, _, err := d.c.States.State(ctx, heardKind, from.ID); err != nil || was == now {
		return err
	}
	return d.c.States.SetState(ctx, heardKind, from.ID, now)
}
