package undo

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/difference"
	"handrail/internal/restore"
	"handrail/internal/snapshot"
	"handrail/internal/steady"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/tools"
)

// aside is what the name of something ends in that was put aside.
const aside = ".put-aside"

// takenBy is what a call has changed, as the pipeline looks at it.
func takenBy(ctx context.Context, s *Space, store *snapshot.Store, call tools.Call, set *snapshot.Set, data journal.SnapshotData) pipeline.Taken {
	out := pipeline.Taken{Data: data}
	if set.Exact {
		return out
	}
	changes := map[string]restore.Step{}
	for _, root := range set.Roots {
		moved := putAsideIn(root)
		for _, c := range root.Changes {
			if c.After == nil || c.After.Kind == snapshot.Folder {
				continue
			}
			step := restore.Step{Root: root.Path, Path: c.Path, Now: c.After, Want: c.Before}
			if slices.ContainsFunc(moved, func(m snapshot.Change) bool { return holdsWhatWas(m, c) }) {
				step.Want = unrefused(ctx, store, set, step)
			}
			if step.Want.Same(step.Now) { // it was put back
				continue
			}
			changes[step.Abs()] = step
			out.Programs = append(out.Programs, step.Abs())
		}
	}
	out.Texts = func(path string) (before, now string) {
		return textIn(store, changes[path].Want), textIn(store, changes[path].Now)
	}
	out.PutAside = func(ctx context.Context, path string) (as string, err error) {
		return putAside(ctx, s, store, call, set, changes[path])
	}
	return out
}

// textIn is what an entry holds, or where it leads; "" if it is no text that is kept.
func textIn(store *snapshot.Store, e *snapshot.Entry) string {
	switch {
	case e == nil:
		return ""
	case e.Kind == snapshot.Link:
		return "-> " + string(e.Target) + "\n"
	case e.Hash == "":
		return ""
	}
	data, err := store.ReadAll(e.Hash, difference.Limit)
	if err != nil || !difference.IsText(string(data)) {
		return ""
	}
	return string(data)
}

// putAside gives what a call has left under a name another one, and puts back what was there before.
func putAside(ctx context.Context, s *Space, store *snapshot.Store, call tools.Call, set *snapshot.Set, step restore.Step) (as string, err error) {
	release, err := store.Hold(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	at, err := steady.Open([]string{step.Root}, step.Abs())
	if err != nil {
		return "", err
	}
	defer at.Close()
	restored, name := s.c.Restoring(), at.Spare(aside)
	if err := at.Dir.Rename(at.Name, name); err != nil {
		return "", err
	}
	as = filepath.Join(filepath.Dir(step.Abs()), name)
	path := snapshot.Name(filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(string(step.Path))), name)))
	if s.c.Changed != nil { // whose words it holds stays known
		moved := *set
		moved.Roots = []snapshot.Root{{Path: step.Root, Changes: []snapshot.Change{{Path: path, After: step.Now}}}}
		s.c.Changed(ctx, call, &moved)
	}
	if step.Want != nil {
		step.Now = nil
		var report restore.Report
		report, err = restore.Apply(ctx, s.restoring(store), []restore.Step{step})
		if err == nil && !report.Complete() {
			err = errors.New(cmp.Or(report.Results[0].Why, "what was there before could not be put back"))
		}
	}
	restored([]string{as, step.Abs()})
	if s.c.Aside != nil {
		s.c.Aside(call, step.Abs(), as)
	}
	return as, err
}

// putAsideIn are the names of a folder that are new while a call ran, and end as those of what was put aside.
func putAsideIn(root snapshot.Root) (list []snapshot.Change) {
	for _, c := range root.Changes {
		if c.Before == nil && strings.Contains(string(c.Path), aside) {
			list = append(list, c)
		}
	}
	return list
}

// holdsWhatWas reports whether what a file held when a call began was put aside under such a name: another call had left it there, and the
// person has refused it while this one ran.
func holdsWhatWas(moved, c snapshot.Change) bool {
	return c.Before != nil && strings.HasPrefix(string(moved.Path), string(c.Path)+aside) && c.Before.Same(moved.After)
}

// unrefused is what is to be put back of something refused: what lay there before the call that had left it.
func unrefused(ctx context.Context, store *snapshot.Store, set *snapshot.Set, step restore.Step) *snapshot.Entry {
	sets, err := store.SetsSince(ctx, set.Space, set.Time.Add(-set.Lasted-longestQuestion))
	if err != nil {
		return step.Want
	}
	want := step.Want
	for _, other := range slices.Backward(sets) {
		for _, root := range other.Roots {
			for _, c := range root.Changes {
				if other.ID != set.ID && filepath.Join(root.Path, filepath.FromSlash(string(c.Path))) == step.Abs() && want.Same(c.After) {
					want = c.Before
				}
			}
		}
	}
	return want
}

// longestQuestion is for how long a question about what a call has left may stand before another call begins that changes it, too.
const longestQuestion = time.Hour
