package operator

import (
	"context"
	"path/filepath"
	"strings"

	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/operator/origins"
	"handrail/operator/undo"
	"handrail/operator/walls"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// askLater asks in the background about files that decide what runs or what models are told later, and that something has written after
// text from elsewhere that a call had left running, or of which that became known late: as a call asks that has just ended.
func askLater(s *Space, call tools.Call, act journal.ActData, set *snapshot.Set) {
	if set.When == "" || set.Exact || len(s.commons.origins.Read(call.Session)) == 0 {
		return
	}
	s.lates.do(call.ID, func() {
		ctx := context.WithoutCancel(s.ctx)
		taken, again, err := undo.Left(ctx, s.undo, call, set)
		if err != nil {
			s.commons.hub.Notice("error", "what %s has left running has written files, and you could not be asked about them: %v", call.Tool, err)
			return
		}
		tellAgain(ctx, s, call, again)
		note, err := pipeline.Late(s.ctx, s.pipe, call, act, taken)
		if note == "" {
			return
		}
		if err == nil {
			err = s.commons.store.States().ChangeState(ctx, asideKind, call.Session, func(old string) string {
				text, _ := tools.Fit(strings.TrimSpace(old+"\n"+note), undoneLimit)
				return text
			})
		}
		if err != nil {
			s.commons.hub.Notice("error", "%s, and its agent could not be told so: %v", note, err)
			return
		}
		s.lates.tell(call.Session)
	})
}

// tellAgain tells the person of such files that were changed once more before they could be asked.
func tellAgain(ctx context.Context, s *Space, call tools.Call, again []string) {
	var names []string
	for _, l := range guard.Unnamed(s.current.Load().judges.Guard, call, nil, again) {
		if s.origins.Holds(ctx, l.Path) {
			names = append(names, origins.Short(s.dir, l.Path))
		}
	}
	if len(names) > 0 {
		s.commons.hub.Notice("warning", "A program that %s has left running in %s has written %s after text from elsewhere was read, and it was changed since. What stands there runs or speaks later: look at it before you use it.", call.Tool, filepath.Base(s.dir), namesOf(names))
	}
}

// asideKind is where the database keeps what agents are told of what was put aside after their calls.
const asideKind = "put-aside"

// PutAside is what the agent of a conversation is told of files that were put aside since it was last told; "" if nothing. It is told
// once.
func PutAside(ctx context.Context, s *Space, session string) (text string, err error) {
	s.lates.take(session)
	states := s.commons.store.States()
	if text, _, err = states.State(ctx, asideKind, session); err != nil || text == "" {
		return "", err
	}
	err = states.ChangeState(ctx, asideKind, session, func(old string) string {
		text = old
		return ""
	})
	if err != nil || text == "" {
		return "", err
	}
	return "[Handrail: " + text + "]", nil
}

// Told reports whether the agent of a conversation is to be told something with what it is given next.
func Told(s *Space, session string) bool {
	s.lates.mu.Lock()
	defer s.lates.mu.Unlock()
	return s.lates.told[session]
}

// wordTo is what the agent of a call is told with its result, and its record says: of protected names that have come, and of what was put aside.
func wordTo(s *Space) func(ctx context.Context, call tools.Call) string {
	return func(ctx context.Context, call tools.Call) string {
		text := walls.CameBy(s.walls, call.Tool)
		if !s.lates.take(call.Session) {
			return text
		}
		aside, err := PutAside(ctx, s, call.Session)
		if err != nil {
			s.commons.hub.Notice("warning", "an agent is not told of what was put aside: %v", err)
		}
		return strings.TrimSpace(text + "\n" + aside)
	}
}
