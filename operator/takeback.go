package operator

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"handrail/journal"
	"handrail/operator/holdings"
	"handrail/operator/settings"
	"handrail/operator/undo"
	"handrail/pipeline"
	"handrail/tools"
)

// UndoKeeperOf keeps what calls have changed in all spaces.
func UndoKeeperOf(o *Operator) *undo.Keeper { return o.undo }

// HoldingsOf is where the person looks after what is kept on this machine.
func HoldingsOf(o *Operator) *holdings.Desk {
	return holdings.New(holdings.Config{
		Dirs: o.config.Dirs, Settings: o.settings, Store: o.Store, Redact: o.redact.Text, Forget: o.undo.Forget, Busy: o.jobs.Going,
	})
}

// DefaultsOf changes what holds in all spaces that say nothing themselves, and has them read it.
func DefaultsOf(ctx context.Context, o *Operator, change func(*settings.Settings) error) error {
	if _, err := o.settings.Update(change); err != nil {
		return err
	}
	return o.reloadSpaces(ctx)
}

// TakeBack takes back what calls have changed, as a run of its own. shown is the digest of the
// plan that the person has seen; "" asks them.
func TakeBack(ctx context.Context, s *Space, r undo.Request, shown string, origin journal.Origin) (call string, result tools.Result, err error) {
	own, err := s.undo.Tool(s.commons.store)
	if err != nil {
		return "", tools.Result{}, err
	}
	input, err := json.Marshal(r)
	if err != nil {
		return "", tools.Result{}, err
	}
	run, session := "r_"+pipeline.NewID(), "s_"+pipeline.NewID()
	err = s.commons.runs.Begin(journal.Run{
		ID: run, Session: session, Space: s.dir, Origin: origin, Title: tools.Say(tools.RunUndo).String(), Started: time.Now().UTC(), State: journal.Running,
	}, nil)
	if err != nil {
		return "", tools.Result{}, err
	}
	call = "c_" + pipeline.NewID()
	result, err = s.pipe.Call(ctx, pipeline.Request{
		Own: own,
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
	if err == nil && result.Content != "" {
		err = tell(ctx, s, r, result.Content)
	}
	return call, result, err
}

// undoneKind is where the database keeps what chats are told of what was taken back.
const undoneKind = "undone"

// tell leaves word for the agents whose calls were taken back, for the next message of their chats.
func tell(ctx context.Context, s *Space, r undo.Request, what string) error {
	sessions := map[string]bool{}
	for _, c := range r.Calls {
		for run := c.Run; run != ""; { // a sub-agent's chat is that of the agent that has called it
			found, err := s.commons.history.FindRun(ctx, run)
			if err != nil {
				break // its record is gone, and its chat with it
			}
			run = found.Parent
			if run == "" && found.Origin == journal.FromChat {
				sessions[found.Session] = true
			}
		}
	}
	for session := range sessions {
		err := s.commons.store.States().ChangeState(context.WithoutCancel(ctx), undoneKind, session, func(old string) string {
			text, _ := tools.Fit(strings.TrimSpace(old+"\n"+what), undoneLimit)
			return text
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// undoneLimit is how many bytes of what was taken back an agent is told.
const undoneLimit = 4 << 10

// TakenBack is what the agent of a chat is told of what the person has taken back since its last
// turn; "" if nothing. It is told once.
func TakenBack(ctx context.Context, s *Space, session string) (text string, err error) {
	states := s.commons.store.States()
	if text, _, err = states.State(ctx, undoneKind, session); err != nil || text == "" {
		return "", err
	}
	err = states.ChangeState(ctx, undoneKind, session, func(old string) string {
		text = old
		return ""
	})
	if err != nil || text == "" {
		return "", err
	}
	return "[Handrail: since your last turn, the person has taken back changes that you made. Read a file again before you rely on what it held.\n" + text + "]", nil
}
