package operator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"handrail/agent"
	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/memories"
	"handrail/operator/origins"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Recalled notes where text comes from that a conversation has read in an earlier process.
func Recalled(s *Space, session string, from []tools.Origin) { s.commons.origins.Add(session, from...) }

// ReadIn is what a conversation of a space has read from elsewhere, in this process.
func ReadIn(s *Space, session string) []tools.Origin { return s.commons.origins.Read(session) }

// InTemp are the names that lie in the temporary folder of a space's programs, which goes with this process. One that this machine's own has, too, only
// leads there, to a place that a room shows.
func InTemp(s *Space) (names []string) {
	entries, err := os.ReadDir(s.temp)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if _, err := os.Lstat(filepath.Join("/tmp", e.Name())); err != nil {
			names = append(names, e.Name())
		}
	}
	return names
}

// FilesOf is whose words the files of a space hold that its calls have written.
func FilesOf(s *Space) *origins.Files { return s.origins.Files }

// Remembered is what a conversation that begins in a space is told of its memory, with whose words each part is.
func Remembered(ctx context.Context, s *Space, session string) (parts []agent.Remembered) {
	if s.trust.State().Level() == trust.Untrusted {
		return nil
	}
	s.origins.Begin(ctx, session)
	for _, told := range s.origins.Files.Memory().Told(ctx, agent.FitMemory(s.Declared().Memory)) {
		parts = append(parts, agent.Remembered{Text: told.Text, From: told.From})
		s.commons.origins.Add(session, told.From...)
	}
	return parts
}

// sourcesOf are whose words paragraphs of the memory of a space hold, by their text.
func sourcesOf(s *Space) func(context.Context) (map[string]memories.Source, error) {
	return func(ctx context.Context) (map[string]memories.Source, error) {
		labels, err := s.origins.Files.List(ctx)
		if err != nil {
			return nil, err
		}
		out := map[string]memories.Source{}
		for _, l := range labels {
			if l.Paragraph == 0 {
				continue
			}
			source := memories.Source{Run: l.Run, When: l.Time}
			for _, o := range l.Origins {
				source.From = append(source.From, o.String())
			}
			out[l.Text] = source
		}
		return out, nil
	}
}

// newOrigins is what of a space says where the text of its calls comes from.
func newOrigins(s *Space) origins.Place {
	files := origins.NewFiles(s.dir, sqlite.LabelsIn(s.commons.store))
	files.Kept = func(hash string, limit int64) ([]byte, error) {
		store, err := s.commons.undo.Store(s.commons.ctx)
		if err != nil {
			return nil, err
		}
		return store.ReadAll(hash, limit)
	}
	files.Written = s.trust.Activity().Written
	return origins.Place{
		Dir: s.dir, Temp: s.temp, Trusted: func() bool { return s.trust.State().Level() != trust.Untrusted },
		Strange: func(file string) bool { return s.trust.State().Strange(file) },
		Outside: func() string { return s.current.Load().reach.Outside() }, Book: s.commons.origins,
		Redact: s.commons.redact.Text, Files: files, Reached: func(since time.Time) bool { return walls.Reached(s.walls, since) },
	}
}

// wrote notes whose words the files hold that calls of a space change. Of a call of which that becomes known late, only
// its run is known: its conversation has read what the record says.
func wrote(s *Space) func(ctx context.Context, call tools.Call, set *snapshot.Set) {
	return func(ctx context.Context, call tools.Call, set *snapshot.Set) {
		var err error
		var act journal.ActData
		if call.Session == "" && call.Run != "" {
			call, act, err = readBefore(ctx, s, call)
			if set.When == journal.SeenLate && !set.Exact && s.current.Load().reach.Outside() != "" { // nobody knows what it was given
				s.commons.origins.Add(call.Session, tools.Origin{Kind: tools.FromProgram, Name: call.Tool})
			}
		}
		if err == nil {
			err = s.origins.Wrote(ctx, call, set)
			tellLater(s, call, set)
			askLater(s, call, act, set)
			tellCommitted(s, call, set)
		}
		if err != nil {
			s.commons.hub.Notice("error", "it could not be noted whose words the files hold that %s has written: %v", call.Tool, err)
		}
	}
}

// readBefore finds the conversation, the caller and the act of a call, and recalls what the conversation has read.
func readBefore(ctx context.Context, s *Space, call tools.Call) (tools.Call, journal.ActData, error) {
	var act journal.ActData
	run, err := s.commons.history.FindRun(ctx, call.Run)
	if err != nil {
		return call, act, err
	}
	if made, err := s.commons.history.Call(ctx, call.ID); err == nil {
		call.Caller, call.Input = made.Caller, made.Input
	}
	call.Session, call.Space = run.Session, s.dir
	const page = 500
	for after := int64(0); run.Session != ""; {
		events, err := s.commons.store.History().SessionEvents(ctx, run.Session, after, page)
		if err != nil {
			return call, act, err
		}
		for _, e := range events {
			if judged, ok, err := journal.Judged(e.Data); e.Call == call.ID && ok && err == nil {
				act = judged
			}
		}
		s.commons.origins.Add(run.Session, agent.OriginsOf(events)...)
		if len(events) < page {
			break
		}
		after = events[len(events)-1].Seq
	}
	return call, act, nil
}

// persons tells whether surely only the person can have changed a file since a moment that decides what runs or what models are told later: all that
// lived since was kept from changing it, by protection or by a rule. Other files are not looked at.
func persons(s *Space) func(since time.Time) func(path string) bool {
	return func(since time.Time) func(path string) bool {
		written := sync.OnceValue(func() func(path string) bool { return s.trust.Activity().Written(since) })
		judge := guard.AtOnce(s.current.Load().judges.Guard)
		return func(path string) bool {
			any := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}}
			left := guard.Unnamed(judge, any, nil, []string{path})
			return len(left) == 1 && !written()(path)
		}
	}
}

// tellLater tells the person of files that programs of a call have made and that decide what runs or what models are told later, where
// nobody is asked: its conversation had read nothing from elsewhere by then.
func tellLater(s *Space, call tools.Call, set *snapshot.Set) {
	if set.Exact || len(s.commons.origins.Read(call.Session)) > 0 { // shown, or asked about
		return
	}
	var paths, names []string
	for _, root := range set.Roots {
		for _, c := range root.Changes {
			if c.After != nil && c.After.Kind != snapshot.Folder && c.Before == nil {
				paths = append(paths, filepath.Join(root.Path, filepath.FromSlash(string(c.Path))))
			}
		}
	}
	for _, l := range guard.Unnamed(s.current.Load().judges.Guard, call, nil, paths) {
		if l.Way.Name == guard.PlantWay {
			names = append(names, origins.Short(s.dir, l.Path))
		}
	}
	if len(names) > 0 {
		s.commons.hub.Notice("info", "A program of %s in %s has made %s. What stands there runs or speaks later: look at it before you use it.", call.Tool, filepath.Base(s.dir), namesOf(names))
	}
}

// tellAside tells whoever follows a run that a file which its program has left has got another name, and what that does not take back.
func tellAside(s *Space) func(call tools.Call, path, as string, edited bool) (also string) {
	return func(call tools.Call, path, as string, edited bool) (also string) {
		name, person := origins.Short(s.dir, path), ""
		if edited {
			person = " It was changed once more since: what you have written there meanwhile lies in it as well."
			also = " (with what was changed there since)"
		}
		if command := origins.InHead(s.origins.Files, path, as); command != "" {
			person += " The last commit still holds it: this takes it out again, before you push: " + command
			also += fmt.Sprintf(" (the last commit still holds it, and the person is told how it is taken out: %s)", command)
		}
		if err := origins.Exclude(s.origins.Files); err != nil {
			person += " Mind that " + err.Error() + "."
		}
		s.commons.hub.NoticeOf(call.Run, "%s is now %s: it was written after text from elsewhere was read, while a program ran that could have, and you have not agreed to that. If you have written it yourself, take it back: mv -- %s %s%s", name, filepath.Base(as), origins.Quoted(s.dir, as), origins.Quoted(s.dir, path), person)
		return also
	}
}

// tellCommitted tells the person of commits that hold other files which act later than those that lie there: nobody is asked about them, and
// they come with the next checkout, or with a push.
func tellCommitted(s *Space, call tools.Call, set *snapshot.Set) {
	if set.Exact || len(s.commons.origins.Read(call.Session)) == 0 {
		return
	}
	judge := guard.AtOnce(s.current.Load().judges.Guard)
	var names []string
	for _, path := range origins.Committed(s.origins.Files, set, func(path string) bool { return len(guard.Unnamed(judge, call, nil, []string{path})) > 0 }) {
		names = append(names, origins.Short(s.dir, path))
	}
	if len(names) > 0 {
		s.commons.hub.Notice("warning", "%s has committed %s in %s after text from elsewhere was read, and otherwise than it lies there. What stands there runs or speaks later: look at the commit before you push it or check it out.", call.Tool, namesOf(names), filepath.Base(s.dir))
	}
}
