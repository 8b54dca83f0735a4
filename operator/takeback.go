package operator

import (
	"context"
	"encoding/json"
	"time"

	"handrail/hooks"
	"handrail/journal"
	"handrail/operator/undo"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// ownDoor is a door for acts that the person alone makes: the tools behind it are in no
// registry that an agent, a program or a page could name them in.
func ownDoor(ctx context.Context, s *Space) (*pipeline.Pipeline, error) {
	source, err := s.undo.Source(s.commons.store)
	if err != nil {
		return nil, err
	}
	own := tools.Build(ctx, []tools.Provision{{Source: source}}, nil)
	return pipeline.New(pipeline.Config{
		Registry:  func() *tools.Registry { s.CatchUp(); return own },
		Hooks:     func() hooks.Runner { return s.current.Load().hooks.Runner() },
		Guard:     func() *guard.Guard { return s.current.Load().judges.Guard },
		Confirmer: s.commons.asking, Journal: s.commons.store, Redact: s.commons.redact, Snapshots: s.undo,
	}), nil
}

// UndoKeeperOf keeps what calls have changed in all spaces.
func UndoKeeperOf(o *Operator) *undo.Keeper { return o.undo }

// TakeBack takes back what calls have changed, as a run of its own. shown is the digest of the
// plan that the person has seen; "" asks them.
func TakeBack(ctx context.Context, s *Space, r undo.Request, shown string, origin journal.Origin) (call string, result tools.Result, err error) {
	input, err := json.Marshal(r)
	if err != nil {
		return "", tools.Result{}, err
	}
	run, session := "r_"+pipeline.NewID(), "s_"+pipeline.NewID()
	err = s.commons.runs.Begin(journal.Run{
		ID: run, Session: session, Space: s.dir, Origin: origin, Title: "Undo", Started: time.Now().UTC(), State: journal.Running,
	}, nil)
	if err != nil {
		return "", tools.Result{}, err
	}
	call = "c_" + pipeline.NewID()
	result, err = s.own.Call(ctx, pipeline.Request{
		Call: tools.Call{
			ID: call, Tool: undo.Name, Input: input, Caller: tools.Caller{Kind: tools.CallerPerson, User: s.commons.config.Environ.User()},
			Session: session, Run: run, Turn: 1, Ordinal: 1, Space: s.dir,
		},
		Digest: shown,
	})
	end := journal.EndedData{State: journal.Done}
	switch {
	case err != nil:
		end = journal.EndedData{State: stateOf(err), Reason: err.Error()}
	case result.Error != nil:
		end = journal.EndedData{State: journal.Failed, Reason: result.Error.Message}
	}
	if endErr := s.commons.runs.End(run, end); err == nil {
		err = endErr
	}
	return call, result, err
}
