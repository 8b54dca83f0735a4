package walls

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/operator/settings"
	"handrail/tools"
)

// answerKind is where the journal's database keeps what the person has let the
// programs of a space reach, by folder. The value is "registry" and when.
const answerKind = "network"

// A Reach is what the programs of a space may reach and use, as settings,
// --network and the person's answers say. It does not change: reading the space again
// makes another.
type Reach struct {
	stated  sandbox.Network // what settings or --network say
	network sandbox.Network // the same, with what the person has answered
	limits  sandbox.Limits
}

// Allows reports whether programs may reach a place, if their tool's author says
// nothing of it.
func (r *Reach) Allows(host string, port int) bool { return r.network.Allows(host, port, nil) }

// Outside names what programs may reach beyond this machine, if their tool's author says nothing
// of it; "" is nothing.
func (r *Reach) Outside() string {
	switch r.network.Mode {
	case sandbox.On:
		return "any host"
	case sandbox.Hosts:
		return strings.Join(r.network.Hosts, ", ")
	}
	return ""
}

// Reach is what the programs of the space may reach: what --network says, else
// what the settings say for the space, else for all (that is stated), and what
// the person has answered (docs/spec/12-processes.md). With an error it is nothing.
func (s *Space) Reach(ctx context.Context, all settings.Settings) (*Reach, error) {
	r := &Reach{limits: sandbox.Limits{Memory: all.Limits.MemoryMB << 20, Processes: all.Limits.Processes}}
	stated, network, err := s.networks(ctx, all)
	if err != nil {
		stated, network = sandbox.Network{Mode: sandbox.Off}, sandbox.Network{Mode: sandbox.Off}
	}
	r.stated, r.network = stated, network
	return r, err
}

// networks are what is stated of the network, and that with what the person has
// answered.
func (s *Space) networks(ctx context.Context, all settings.Settings) (stated, network sandbox.Network, err error) {
	if s.k.c.Network != nil {
		stated, err = sandbox.ParseNetwork(s.k.c.Network)
		if err != nil {
			return stated, stated, fmt.Errorf("--network: %w", err)
		}
		return stated, stated, nil
	}
	words := []string(all.Network)
	if own := all.PerSpace[s.c.Dir]; own.Network != nil {
		words = own.Network
	}
	if stated, err = sandbox.ParseNetwork(words); err != nil {
		return stated, stated, fmt.Errorf("network in the settings: %w", err)
	}
	granted, err := s.registry.granted(ctx)
	if granted && err == nil {
		return stated, stated.With(sandbox.Network{Mode: sandbox.Hosts, Hosts: []string{sandbox.Registry}}), nil
	}
	return stated, stated, err
}

// networkOf is what a program may reach whose tool's author has said something of
// the network: that much more, or nothing at all. --network has the last word.
func (s *Space) networkOf(reach *Reach, author []string) (sandbox.Network, error) {
	if len(author) == 0 || s.k.c.Network != nil {
		return reach.network, nil
	}
	wanted, err := sandbox.ParseNetwork(author)
	switch {
	case err != nil:
		return sandbox.Network{}, tools.Errorf(tools.InvalidArgs, "network: %v", err)
	case wanted.Mode == sandbox.Off:
		return wanted, nil
	}
	return reach.network.With(wanted), nil
}

// Answered lists the folders whose programs the person has let reach the package
// registries, with when: zero if that is not known.
func (k *Keeper) Answered(ctx context.Context) (map[string]time.Time, error) {
	kept, err := k.c.States.States(ctx, answerKind)
	if err != nil {
		return nil, err
	}
	when := map[string]time.Time{}
	for dir, text := range kept {
		when[dir] = answeredAt(text)
	}
	return when, nil
}

// Forget takes back what the person has answered about the network of a space that
// is not open here.
func (k *Keeper) Forget(ctx context.Context, dir string) error {
	return k.c.States.SetState(ctx, answerKind, dir, "")
}

// answeredAt is when an answer was given; zero if the text does not say.
func answeredAt(text string) time.Time {
	_, when, _ := strings.Cut(text, " ")
	at, err := time.Parse(time.RFC3339, when)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Network is what the programs of the space may reach, as settings say it.
func (s *Space) Network() []string {
	reach, _ := s.c.Current()
	return reach.network.Words()
}

// ServerNetwork is what a server may reach: what its profile says, and nothing of
// what calls of the space may. --network has the last word.
func (s *Space) ServerNetwork(words []string) (sandbox.Network, error) {
	if s.k.c.Network != nil {
		n, err := sandbox.ParseNetwork(s.k.c.Network)
		if err != nil {
			return sandbox.Network{Mode: sandbox.Off}, nil //nolint:nilerr // closed, and reading the space has told of it
		}
		return n, nil
	}
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		return n, tools.Errorf(tools.InvalidArgs, "network: %v", err)
	}
	return n, nil
}

// NetworkState is what the programs of a space may reach, and why.
type NetworkState struct {
	Words  []string       `json:"network"`         // as sandbox.ParseNetwork reads it, with what the person has answered
	Origin string         `json:"origin"`          // who says so: "--network", "this space", "all spaces", "nobody"
	Answer RegistryAnswer `json:"answer,omitzero"` // about package registries
}

// State looks at what the programs of the space may reach. It starts
// nothing.
func (s *Space) State(ctx context.Context) (NetworkState, error) {
	state := NetworkState{Words: s.Network(), Origin: "nobody"}
	all, _, err := s.k.c.Settings.Load()
	if err != nil {
		return state, err
	}
	switch {
	case s.k.c.Network != nil:
		state.Origin = "--network"
	case all.PerSpace[s.c.Dir].Network != nil:
		state.Origin = "this space"
	case all.Network != nil:
		state.Origin = "all spaces"
	}
	state.Answer, err = s.registry.answer(ctx)
	return state, err
}

// Revoke takes back what the person has answered about the space's
// network, so that it is asked again: also programs that run now make no further
// connection without it. Settings stay as they are.
func (s *Space) Revoke(ctx context.Context) error {
	s.registry.reply.Store(nil)
	if err := s.k.c.States.SetState(ctx, answerKind, s.c.Dir, ""); err != nil {
		return err
	}
	return s.c.Answered(ctx)
}

// allow decides whether a program in the room may connect to a place. Package
// registries are asked about, once for each space; nothing else is: what is off
// stays off until the person changes it. n is what the room was made for; an
// answer about registries counts as it is now.
func (s *Space) allow(ctx context.Context, in *room, n sandbox.Network, host string, port int) (until <-chan struct{}, err error) {
	if n.Allows(host, port, nil) {
		return nil, nil
	}
	closed := fmt.Errorf("the network of this call is %s", n)
	if in.on != nil && in.on.isolated() || in.apart {
		return nil, errIsolated
	}
	if in.server != "" {
		if n.Has(sandbox.Registry) && sandbox.IsRegistry(host, port, s.k.registries()) {
			return nil, nil
		}
		if inside := s.k.staysIn(in); len(inside) > 0 {
			return s.c.Servers.Reach(ctx, inside[len(inside)-1], host, port)
		}
		return nil, fmt.Errorf("the server %s may reach: %s", in.server, n)
	}
	if in.hooks { // likewise
		if n.Has(sandbox.Registry) && sandbox.IsRegistry(host, port, s.k.registries()) {
			return nil, nil
		}
		return nil, fmt.Errorf("hooks may reach what they declare: %s", n)
	}
	reach, _ := s.c.Current()
	stated := reach.stated
	if s.k.c.Network != nil && !stated.Has(sandbox.Registry) {
		return nil, closed // the command line has the last word
	}
	registries := s.k.registries()
	inside := s.k.staysIn(in)
	switch {
	case !sandbox.IsRegistry(host, port, registries):
		return nil, closed
	case stated.Allows(host, port, registries):
		return nil, nil
	case slices.ContainsFunc(inside, func(st *Stay) bool {
		return st.errand.Network != nil && n.Has(sandbox.Registry) && slices.Contains(st.errand.Network, sandbox.Registry)
	}):
		return nil, nil // the author of a trusted tool has said so
	case len(inside) == 0: // what a finished call has left running
		if granted, err := s.registry.granted(ctx); granted || err != nil {
			return nil, err
		}
		return nil, errors.New("the package registries are closed to this space, and no call runs that could ask")
	}
	return nil, s.registry.ask(ctx, inside[len(inside)-1], host)
}

// UsualLimits are what the programs of one call can use up where nothing is set.
func UsualLimits() settings.Limits {
	return settings.Limits{MemoryMB: sandbox.DefaultMemory >> 20, Processes: sandbox.DefaultProcesses}
}
