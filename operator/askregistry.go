package operator

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/journal"
	"handrail/tools"
)

// registrySaid is what this app has heard about the package registries of a
// space, beside a yes that is kept. nil: nothing.
type registrySaid struct {
	no   error  // nil: --confirm allow has let builds reach them
	call string // what no holds for, when it was no answer of the person's; "" is every call
}

// registryAsks is a question about registries that stands.
type registryAsks struct {
	over   chan struct{}
	cancel context.CancelFunc
}

// askRegistry asks the person whether builds of this space may reach the
// package registries: once, however many connections wait for it. ctx is one
// connection's, and the question outlives it: package managers give up and try
// again while the person reads. A yes holds until it is revoked, a no until the
// app ends, and no answer for the call g alone.
func (s *Space) askRegistry(ctx context.Context, g *stay, host string) error {
	for {
		s.registry.Lock()
		known, err := s.registryKnown(g)
		if known || ctx.Err() != nil {
			s.registry.Unlock()
			return errors.Join(err, ctx.Err())
		}
		asks := s.registryAsks
		if asks == nil {
			asks = s.putRegistry(g, host)
		}
		s.registry.Unlock()
		select {
		case <-asks.over:
		case <-ctx.Done():
			return errors.New("nobody has answered yet whether builds may reach the package registries")
		}
	}
}

// registryKnown is the answer that counts for a call, if there is one. The
// caller holds s.registry.
func (s *Space) registryKnown(g *stay) (known bool, err error) {
	granted, err := s.registryGranted(s.o.ctx)
	if granted || err != nil {
		return true, err
	}
	said := s.registrySaid.Load()
	if said == nil || said.call != "" && said.call != g.errand.Call {
		return false, nil
	}
	return true, said.no
}

// putRegistry puts the question, which ends with the call that asks. The caller
// holds s.registry.
func (s *Space) putRegistry(g *stay, host string) *registryAsks {
	ctx, cancel := context.WithCancel(s.o.ctx)
	asks := &registryAsks{over: make(chan struct{}), cancel: cancel}
	s.registryAsks = asks
	s.asking.Go(func() {
		select {
		case <-g.left:
			cancel()
		case <-ctx.Done():
		}
	})
	s.asking.Go(func() {
		defer cancel()
		said := s.putToPerson(ctx, g, host)
		s.registry.Lock()
		defer s.registry.Unlock()
		if said != nil {
			s.registrySaid.Store(said)
		}
		s.registryAsks = nil
		close(asks.over)
	})
	return asks
}

// stopAsking takes a question back that stands, and waits until it is gone. No
// room of the space is open any more.
func (s *Space) stopAsking() {
	s.registry.Lock()
	if s.registryAsks != nil {
		s.registryAsks.cancel()
	}
	s.registry.Unlock()
	s.asking.Wait()
}

// putToPerson asks and keeps a yes; what else was said is returned.
func (s *Space) putToPerson(ctx context.Context, g *stay, host string) *registrySaid {
	question := s.registryQuestion(g, host)
	p := question.Preview
	s.noteRegistry(g, journal.Asked, journal.AskedData{Title: p.Title, Detail: p.Detail, Reason: question.Reason, Digest: p.Digest})
	answer, err := s.o.confirmer.Confirm(ctx, question)
	verdict := journal.VerdictData{By: "the person, in the " + answer.Where, Reason: string(answer.Verdict)}
	if answer.Where == tools.WhereFixed {
		verdict.By = tools.WhereFixed
	}
	kind := journal.Declined
	switch {
	case err != nil:
		verdict = journal.VerdictData{By: "nobody", Reason: err.Error()}
	case answer.Verdict == tools.RunOnce:
		kind = journal.Allowed
	case answer.Verdict == tools.Expire:
		kind = journal.Expired
	}
	s.noteRegistry(g, kind, verdict)
	no := func(why string, call string) *registrySaid {
		return &registrySaid{no: fmt.Errorf("the package registries are closed to this space: %s", why), call: call}
	}
	switch {
	case kind == journal.Allowed && answer.Where == tools.WhereFixed:
		return &registrySaid{} // nobody has been asked: it is not kept
	case kind == journal.Allowed:
		err := s.o.store.SetState(s.o.ctx, networkKind, s.dir, sandbox.Registry+" "+time.Now().UTC().Format(time.RFC3339))
		if err = errors.Join(err, s.answered(s.o.ctx)); err != nil {
			return no("your yes could not be kept: "+err.Error(), g.errand.Call)
		}
		return nil
	case kind == journal.Declined && err == nil:
		return no(verdict.Reason, "") // the person said no, and is not asked again
	}
	return no(verdict.Reason, g.errand.Call)
}

// registryQuestion is what the person is asked.
func (s *Space) registryQuestion(g *stay, host string) tools.Question {
	detail := fmt.Sprintf("A program of this call wants to reach %s.\n\nYes lets every program that agents run in this space fetch packages from the registries that your package managers are set up with:\n  %s\n\nIt holds until you take it back in the space's settings.",
		host, strings.Join(s.o.registries(), "\n  "))
	return tools.Question{
		ID: g.errand.Call + "/registry", Run: g.errand.Run, Session: g.errand.Session, Tool: g.errand.Tool, Space: s.dir,
		Caller: tools.Caller{Kind: tools.CallerKind(g.errand.Kind), Name: g.errand.Caller, Token: g.errand.Token},
		Preview: tools.Preview{
			Title: "May builds in " + filepath.Base(s.dir) + " reach the package registries?", Detail: detail,
			Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "package registries"}}, Digest: tools.Digest("registry", s.dir),
		},
		Reason: "it reaches package registries", Limit: 10 * time.Minute, Yes: "Allow in this space",
	}
}

// noteRegistry writes what was asked and answered into the call's record. A
// journal that fails here fails again when the call finishes, where it counts.
func (s *Space) noteRegistry(g *stay, kind journal.Kind, data any) {
	_ = s.o.store.Record(s.o.ctx, journal.New(g.errand.Run, g.errand.Call, kind, data))
}
