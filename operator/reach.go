package operator

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/journal"
	"handrail/tools"
)

// networkKind is where the journal's database keeps what the person has let the
// programs of a space reach, by folder. The value is "registry" and when.
const networkKind = "network"

// reach is what the programs of a space may reach: what --network says, else
// what the settings say for the space, else for all, and what the person has
// answered (SPEC 12).
func (s *Space) reach(ctx context.Context, settings Settings) (sandbox.Network, error) {
	words := []string(settings.Network)
	if own := settings.PerSpace[s.dir]; own.Network != nil {
		words = own.Network
	}
	if s.o.c.Network != nil {
		return sandbox.ParseNetwork(s.o.c.Network)
	}
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		return sandbox.Network{Mode: sandbox.Off}, fmt.Errorf("network in the settings: %w", err)
	}
	_, granted, err := s.o.store.State(ctx, networkKind, s.dir)
	if err != nil {
		return sandbox.Network{Mode: sandbox.Off}, err
	}
	if granted && n.Mode != sandbox.On {
		n = n.With(sandbox.Network{Mode: sandbox.Hosts, Hosts: []string{sandbox.Registry}})
	}
	return n, nil
}

// Network is what the programs of the space may reach, as settings say it.
func (s *Space) Network() []string { return s.current.Load().network.Words() }

// registrySaid is what this app has heard about the package registries of a
// space. nil: nothing.
type registrySaid struct {
	no   error  // nil: the person has let builds reach them
	call string // what no holds for, when it was no answer of the person's; "" is every call
}

// RevokeNetwork takes back what the person has answered about the space's
// network, so that it is asked again. Settings stay as they are, and programs
// that run keep what they have.
func (s *Space) RevokeNetwork(ctx context.Context) error {
	s.registrySaid.Store(nil)
	if err := s.o.store.SetState(ctx, networkKind, s.dir, ""); err != nil {
		return err
	}
	return s.reload(ctx)
}

// allow decides whether a program in the room may connect to a place. Package
// registries are asked about, once for each space; nothing else is: what is off
// stays off until the person changes it.
func (r *rooms) allow(ctx context.Context, s *Space, in *room, n sandbox.Network, host string, port int) error {
	if n.Allows(host, port, nil) {
		return nil
	}
	closed := fmt.Errorf("the network of this call is %s", n)
	if s.o.c.Network != nil && !n.Allows(host, port, s.o.registries()) {
		return closed // the command line has the last word
	}
	switch {
	case !sandbox.IsRegistry(host, port, s.o.registries()):
		return closed
	case n.Allows(host, port, s.o.registries()):
		return nil
	}
	return s.askRegistry(ctx, r.newest(in), host)
}

// newest is the call that has entered the room last: the one that most likely
// asks.
func (r *rooms) newest(in *room) guest {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(in.guests) == 0 {
		return guest{}
	}
	return in.guests[len(in.guests)-1]
}

// askRegistry asks the person whether builds of this space may reach the
// package registries. A yes holds until it is revoked, a no until the app ends.
func (s *Space) askRegistry(ctx context.Context, g guest, host string) error {
	s.registry.Lock() // one question, however many connections wait
	defer s.registry.Unlock()
	said := s.registrySaid.Load()
	switch {
	case said != nil && said.no == nil:
		return nil
	case said != nil && (said.call == "" || said.call == g.errand.Call):
		return said.no
	case g.errand.Call == "":
		return fmt.Errorf("no call runs that could ask")
	}
	detail := fmt.Sprintf("A program of this call wants to reach %s.\n\nYes lets every program that agents run in this space fetch packages from the registries that your package managers are set up with:\n  %s\n\nIt holds until you take it back in the space's settings.",
		host, strings.Join(s.o.registries(), "\n  "))
	question := tools.Question{
		ID: g.errand.Call + "/registry", Run: g.errand.Run, Session: g.errand.Session, Caller: tools.Caller{Kind: tools.CallerKind(g.errand.Kind), Name: g.errand.Caller}, Tool: g.errand.Tool, Space: s.dir,
		Preview: tools.Preview{
			Title: "May builds in " + filepath.Base(s.dir) + " reach the package registries?", Detail: detail,
			Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "package registries"}}, Digest: tools.Digest("registry", s.dir),
		},
		Reason: "it reaches package registries", Limit: 10 * time.Minute, Yes: "Allow in this space",
	}
	s.noteRegistry(g, journal.Asked, journal.AskedData{Title: question.Preview.Title, Detail: detail, Reason: question.Reason, Digest: question.Preview.Digest})
	answer, err := s.o.confirmer.Confirm(ctx, question)
	verdict := journal.VerdictData{By: "the person, in the " + answer.Where, Reason: string(answer.Verdict)}
	if err == nil && answer.Verdict == tools.RunOnce {
		s.noteRegistry(g, journal.Allowed, verdict)
		s.registrySaid.Store(&registrySaid{})
		if answer.Where == tools.WhereFixed { // --confirm allow answers for this once, nobody has been asked
			return nil
		}
		if err := s.o.store.SetState(s.o.ctx, networkKind, s.dir, sandbox.Registry+" "+time.Now().UTC().Format(time.RFC3339)); err != nil {
			return err
		}
		return s.reload(s.o.ctx)
	}
	kind := journal.Declined
	if err == nil && answer.Verdict == tools.Expire {
		kind = journal.Expired
	}
	if err != nil {
		verdict = journal.VerdictData{By: "nobody", Reason: err.Error()}
	}
	s.noteRegistry(g, kind, verdict)
	no := &registrySaid{no: fmt.Errorf("the package registries are closed to this space: %s", verdict.Reason), call: g.errand.Call}
	if err == nil && kind == journal.Declined {
		no.call = "" // the person said no, and is not asked again
	}
	s.registrySaid.Store(no)
	return no.no
}

// noteRegistry writes what was asked and answered into the call's record. A
// journal that fails here fails again when the call finishes, where it counts.
func (s *Space) noteRegistry(g guest, kind journal.Kind, data any) {
	_ = s.o.store.Record(s.o.ctx, journal.New(g.errand.Run, g.errand.Call, kind, data))
}
