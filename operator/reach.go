package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"handrail/internal/sandbox"
	"handrail/operator/news"
	"handrail/tools"
)

// networkKind is where the journal's database keeps what the person has let the
// programs of a space reach, by folder. The value is "registry" and when.
const networkKind = "network"

// reach is what the programs of a space may reach: what --network says, else
// what the settings say for the space, else for all (that is stated), and what
// the person has answered (docs/spec/12-processes.md).
func (s *Space) reach(ctx context.Context, settings Settings) (stated, reach sandbox.Network, err error) {
	closed := sandbox.Network{Mode: sandbox.Off}
	if s.o.c.Network != nil {
		stated, err = sandbox.ParseNetwork(s.o.c.Network)
		if err != nil {
			return closed, closed, fmt.Errorf("--network: %w", err)
		}
		return stated, stated, nil
	}
	words := []string(settings.Network)
	if own := settings.PerSpace[s.dir]; own.Network != nil {
		words = own.Network
	}
	if stated, err = sandbox.ParseNetwork(words); err != nil {
		return closed, closed, fmt.Errorf("network in the settings: %w", err)
	}
	granted, err := s.registryGranted(ctx)
	if err != nil {
		return closed, closed, err
	}
	if granted {
		return stated, stated.With(sandbox.Network{Mode: sandbox.Hosts, Hosts: []string{sandbox.Registry}}), nil
	}
	return stated, stated, nil
}

// reachOf is what a program may reach whose tool's author has said something of
// the network: that much more, or nothing at all. --network has the last word.
func (s *Space) reachOf(now *loaded, author []string) (sandbox.Network, error) {
	if len(author) == 0 || s.o.c.Network != nil {
		return now.network, nil
	}
	own, err := sandbox.ParseNetwork(author)
	switch {
	case err != nil:
		return sandbox.Network{}, tools.Errorf(tools.InvalidArgs, "network: %v", err)
	case own.Mode == sandbox.Off:
		return own, nil
	}
	return now.network.With(own), nil
}

// registryGranted reports whether the person has let builds of the space reach
// the package registries, in this app or another.
func (s *Space) registryGranted(ctx context.Context) (bool, error) {
	_, granted, err := s.o.store.State(ctx, networkKind, s.dir)
	return granted, err
}

// Network is what the programs of the space may reach, as settings say it.
func (s *Space) Network() []string { return s.current.Load().network.Words() }

// NetworkState is what the programs of a space may reach, and why.
type NetworkState struct {
	Words  []string       `json:"network"`         // as sandbox.ParseNetwork reads it, with what the person has answered
	Origin string         `json:"origin"`          // who says so: "--network", "this space", "all spaces", "nobody"
	Answer RegistryAnswer `json:"answer,omitzero"` // about package registries
}

// NetworkState looks at what the programs of the space may reach. It starts
// nothing.
func (s *Space) NetworkState(ctx context.Context) (NetworkState, error) {
	state := NetworkState{Words: s.Network(), Origin: "nobody"}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return state, err
	}
	switch {
	case s.o.c.Network != nil:
		state.Origin = "--network"
	case settings.PerSpace[s.dir].Network != nil:
		state.Origin = "this space"
	case settings.Network != nil:
		state.Origin = "all spaces"
	}
	state.Answer, err = s.registryAnswer(ctx)
	return state, err
}

// RevokeNetwork takes back what the person has answered about the space's
// network, so that it is asked again: also programs that run now make no further
// connection without it. Settings stay as they are.
func (s *Space) RevokeNetwork(ctx context.Context) error {
	s.registrySaid.Store(nil)
	if err := s.o.store.SetState(ctx, networkKind, s.dir, ""); err != nil {
		return err
	}
	return s.answered(ctx)
}

// answered takes over what the person has answered about the network, and tells
// the window. The space is not read again, which would withdraw the questions that wait.
func (s *Space) answered(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return nil // broken settings have closed the space, and are told of there
	}
	next := *s.current.Load()
	if next.stated, next.network, err = s.reach(ctx, settings); err != nil {
		return err
	}
	s.current.Store(&next)
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}

// allow decides whether a program in the room may connect to a place. Package
// registries are asked about, once for each space; nothing else is: what is off
// stays off until the person changes it. n is what the room was made for; an
// answer about registries counts as it is now.
func (r *rooms) allow(ctx context.Context, s *Space, in *room, n sandbox.Network, host string, port int) error {
	if n.Allows(host, port, nil) {
		return nil
	}
	closed := fmt.Errorf("the network of this call is %s", n)
	if in.server != "" { // nobody is asked for it: its profile says all, and its page what it lacks
		if n.Has(sandbox.Registry) && sandbox.IsRegistry(host, port, s.o.registries()) {
			return nil
		}
		return fmt.Errorf("the server %s may reach: %s", in.server, n)
	}
	stated := s.current.Load().stated
	if s.o.c.Network != nil && !stated.Has(sandbox.Registry) {
		return closed // the command line has the last word
	}
	registries := s.o.registries()
	inside := r.staysIn(in)
	switch {
	case !sandbox.IsRegistry(host, port, registries):
		return closed
	case stated.Allows(host, port, registries):
		return nil
	case slices.ContainsFunc(inside, func(g *stay) bool {
		return g.errand.Network != nil && n.Has(sandbox.Registry) && slices.Contains(g.errand.Network, sandbox.Registry)
	}):
		return nil // the author of a trusted tool has said so
	case len(inside) == 0: // what a finished call has left running
		if granted, err := s.registryGranted(ctx); granted || err != nil {
			return err
		}
		return errors.New("the package registries are closed to this space, and no call runs that could ask")
	}
	return s.askRegistry(ctx, inside[len(inside)-1], host)
}

// staysIn are the calls in a room. The one that has entered last comes last: it
// most likely asks.
func (r *rooms) staysIn(in *room) []*stay {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(in.stays)
}
