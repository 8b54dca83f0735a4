package chats

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/undo"
	"handrail/tools"
)

// After are the calls of a conversation that stand behind a place, with those of sub-agents,
// oldest first, and the space that they were made in: what a branch takes back that takes the files
// back to that place. The person sees its plan before BranchBack does it
// (docs/spec/13-journal.md#branches). It refuses while the conversation goes on.
func (all *Chats) After(ctx context.Context, p Point) (*operator.Space, undo.Request, error) {
	var r undo.Request
	space, _, err := all.at(ctx, p) // without its agent no branch can be made
	if err != nil {
		return nil, r, err
	}
	keeper := operator.UndoKeeperOf(all.o)
	runs, _, err := all.o.Store().History().Runs(ctx, sqlite.RunsQuery{Session: p.Session, Top: true, Limit: mostLater})
	if err != nil {
		return nil, r, err
	}
	at := slices.IndexFunc(runs, func(run journal.Run) bool { return run.ID == p.Run.ID })
	if at < 0 {
		return nil, r, tools.Errorf(tools.Unavailable, "more than %d runs of the chat came after that place: take them back first, by their runs", mostLater)
	}
	for _, run := range slices.Backward(runs[:at+1]) {
		if run.State == journal.Running {
			return nil, r, tools.Errorf(tools.Unavailable, "the agent is still working in that chat (run %s): wait for it, or stop it first", run.ID)
		}
		from := ""
		if run.ID == p.Run.ID {
			from = strconv.Itoa(p.Turn)
		}
		calls, err := keeper.CallsOf(ctx, run, from)
		if err != nil {
			return nil, r, err
		}
		r.Calls = append(r.Calls, calls...)
	}
	return space, r, nil
}

// mostLater is how many runs of a chat are taken back at once.
const mostLater = 1000

// A HeldError says why no branch was made: files cannot go back to the place.
type HeldError struct {
	Plan *undo.Plan
	Held int // items that cannot go back
}

// Error implements error.
func (e *HeldError) Error() string {
	files := "1 file or folder can't go back to that point"
	if e.Held != 1 {
		files = fmt.Sprintf("%d files and folders can't go back to that point", e.Held)
	}
	return files + ", so nothing was put back and no chat was begun: decide about them with an undo first, or branch without taking files back"
}

// Held is a HeldError if a plan has something that was changed since, or is lost; nil: a branch
// can be made with it. What stays because of a repository does not hold it up.
func Held(p *undo.Plan) error {
	if n := p.Count(undo.Conflict) + p.Count(undo.Lost); n > 0 {
		return &HeldError{Plan: p, Held: n}
	}
	return nil
}

// BranchBack takes back what came after a place, and then begins a chat there: r is what After
// has said, with what the person has chosen of it, and shown the digest of its plan that they have seen. If
// anything cannot be put back there is no chat, and the error or the result says why; what was put back is in the
// record as the call undone ("" if nothing was to be done), and can itself be taken back.
func (all *Chats) BranchBack(ctx context.Context, p Point, r undo.Request, shown string, origin journal.Origin) (c *Chat, undone string, result tools.Result, err error) {
	space, a, err := all.at(ctx, p)
	if err != nil {
		return nil, "", result, err
	}
	if _, now, err := all.After(ctx, p); err != nil {
		return nil, "", result, err
	} else if !slices.Equal(now.Calls, r.Calls) {
		return nil, "", result, tools.Errorf(tools.Unavailable, "the chat has gone on since the plan was shown: nothing was put back and no chat was begun. Look at the plan again")
	}
	plan, err := operator.UndoOf(space).Plan(ctx, r)
	if err == nil {
		err = Held(plan)
	}
	if err != nil {
		return nil, "", result, err
	}
	if plan.Digest != shown {
		return nil, "", result, tools.Errorf(tools.Unavailable, "files have changed since the plan was shown: nothing was put back and no chat was begun. Look at the plan again")
	}
	if plan.Count(undo.Ready) > 0 {
		undone, result, err = operator.TakeBack(ctx, space, r, shown, origin)
		if err != nil || result.Error != nil {
			return nil, undone, result, err
		}
	}
	return p.begin(all, space, a), undone, result, nil
}
