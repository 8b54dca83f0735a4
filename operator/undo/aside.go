package undo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
		moved := set.When != "" || slices.ContainsFunc(root.Changes, isAside)
		for _, c := range root.Changes {
			if c.After == nil || c.After.Kind == snapshot.Folder {
				continue
			}
			step := restore.Step{Root: root.Path, Path: c.Path, Now: c.After, Want: s.unsettled.before(root.Path, c)}
			if moved {
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
	out.PutAside = func(ctx context.Context, path string) (as, also string, err error) {
		return putAside(ctx, s, store, call, set, changes[path])
	}
	return out
}

// Left is what of changes that became known late lies there as it was written, as the pipeline looks at it. The rest was changed
// since: again are these files.
func Left(ctx context.Context, s *Space, call tools.Call, set *snapshot.Set) (taken pipeline.Taken, again []string, err error) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return pipeline.Taken{}, nil, err
	}
	taken = takenBy(ctx, s, store, call, set, journal.SnapshotData{When: set.When})
	lies := map[string]bool{}
	for _, root := range set.Roots {
		for _, c := range root.Changes {
			step := restore.Step{Root: root.Path, Path: c.Path, Now: c.After, Want: c.Before}
			if lies[step.Abs()] = isStill(store, step); !lies[step.Abs()] && c.After != nil {
				s.unsettled.add(step)
			}
		}
	}
	taken.Programs = slices.DeleteFunc(taken.Programs, func(path string) bool {
		if !lies[path] {
			again = append(again, path)
		}
		return !lies[path]
	})
	return taken, again, nil
}

// isStill reports whether what something has left lies there as it was then.
func isStill(store *snapshot.Store, step restore.Step) bool {
	now, err := store.Capture(step.Root, step.Path, tools.SensitivePath(step.Abs()))
	return err == nil && now.Same(step.Now)
}

// unsettled are changes of which nobody could be asked, or that could not be put aside, as the file was changed again: what was there
// before is what lay there before them. Its zero value is ready to use.
type unsettled struct {
	mu   sync.Mutex
	list []restore.Step
}

// mostUnsettled is how many are kept.
const mostUnsettled = 100

func (u *unsettled) add(step restore.Step) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.list = append(u.list[max(len(u.list)+1-mostUnsettled, 0):], step)
}

// before is what lay there before a change.
func (u *unsettled) before(root string, c snapshot.Change) *snapshot.Entry {
	u.mu.Lock()
	defer u.mu.Unlock()
	want := c.Before
	for _, step := range slices.Backward(u.list) {
		if step.Root == root && step.Path == c.Path && step.Now.Same(want) {
			want = step.Want
		}
	}
	return want
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

// errChanged is why something is not put aside that was written after its call had ended.
var errChanged = errors.New("it was changed meanwhile")

// putAside gives what a call has left under a name another one, and puts back what was there before. Where somebody has changed it since
// a call wrote it, that goes along; since something wrote it that the call had left running, it stays: both go on.
func putAside(ctx context.Context, s *Space, store *snapshot.Store, call tools.Call, set *snapshot.Set, step restore.Step) (as, also string, err error) {
	release, err := store.Hold(ctx)
	if err != nil {
		return "", "", err
	}
	defer release()
	s.catching.Lock() // else what is done here counted as somebody's who runs on
	defer s.catching.Unlock()
	late := set.When != ""
	if late && !isStill(store, step) {
		if isStill(store, restore.Step{Root: step.Root, Path: step.Path, Now: step.Want}) { // it was taken back
			return "", "", nil
		}
		s.unsettled.add(step)
		return "", "", errChanged
	}
	at, err := steady.Open([]string{step.Root}, step.Abs())
	if err != nil {
		return "", "", err
	}
	defer at.Close()
	restored := s.c.Restoring()
	name, err := at.PutAside(aside)
	if err != nil {
		return "", "", err
	}
	as = filepath.Join(filepath.Dir(step.Abs()), name)
	path := snapshot.Name(filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(string(step.Path))), name)))
	moved, err := store.Capture(step.Root, path, tools.SensitivePath(as))
	edited := err != nil || !moved.Same(step.Now)
	if edited && late {
		s.unsettled.add(step)
		return "", "", errors.Join(errChanged, moveBack(at, name))
	}
	if s.c.Changed != nil { // whose words it holds stays known
		renamed := *set
		renamed.When, renamed.Roots = "", []snapshot.Root{{Path: step.Root, Changes: []snapshot.Change{{Path: path, After: moved}}}}
		s.c.Changed(ctx, call, &renamed)
	}
	back, err := putBack(ctx, s, store, step)
	restored([]string{as, step.Abs()})
	keepErr := keepAside(store, set, step, []snapshot.Change{{Path: step.Path, Before: moved, After: back}, {Path: path, After: moved}})
	if s.c.Aside != nil {
		also = s.c.Aside(call, step.Abs(), as, edited)
	}
	return as, also, errors.Join(err, keepErr)
}

// moveBack gives something its name back that was put aside, if nobody has taken that.
func moveBack(at *steady.Spot, name string) error {
	if _, err := at.Dir.Lstat(at.Name); err == nil {
		return fmt.Errorf("it is now %s", name)
	}
	return at.Dir.Rename(name, at.Name)
}

// putBack puts back what was there before, and returns what lies there then.
func putBack(ctx context.Context, s *Space, store *snapshot.Store, step restore.Step) (*snapshot.Entry, error) {
	if step.Want == nil {
		return nil, nil
	}
	step.Now = nil
	report, err := restore.Apply(ctx, s.restoring(store), []restore.Step{step})
	if err == nil && !report.Complete() {
		err = errors.New(cmp.Or(report.Results[0].Why, "what was there before could not be put back"))
	}
	if err != nil {
		return nil, err
	}
	return step.Want, nil
}

// keepAside keeps, as a part of what a call has changed, that it was put aside: it is nobody's work who runs on, and other calls
// don't put it back.
func keepAside(store *snapshot.Store, set *snapshot.Set, step restore.Step, changes []snapshot.Change) (err error) {
	slices.SortFunc(changes, func(a, b snapshot.Change) int { return cmp.Compare(a.Path, b.Path) })
	own := &snapshot.Set{
		ID: set.ID, Run: set.Run, Space: set.Space, Tool: set.Tool, Time: time.Now().UTC(), When: set.When, Aside: true,
		Roots: []snapshot.Root{{Path: step.Root, Changes: changes}},
	}
	if own.Part, err = store.NextPart(set.Run, set.ID); err != nil {
		return err
	}
	return store.Keep(own)
}

// isAside reports whether a change is a new name that ends as those of what was put aside.
func isAside(c snapshot.Change) bool {
	return c.Before == nil && strings.Contains(string(c.Path), aside)
}

// unrefused is what is to be put back of something: where what lay there before was refused of another call while this one ran, what lay
// there before that.
func unrefused(ctx context.Context, store *snapshot.Store, set *snapshot.Set, step restore.Step) *snapshot.Entry {
	sets, err := store.SetsSince(ctx, set.Space, set.Time.Add(-set.Lasted-longestQuestion))
	if err != nil {
		return step.Want
	}
	want := step.Want
	for _, other := range slices.Backward(sets) {
		if !other.Aside {
			continue
		}
		eachChange(other, func(abs string, c snapshot.Change) {
			if abs == step.Abs() && want != nil && want.Same(c.Before) {
				want = c.After
			}
		})
	}
	return want
}

// longestQuestion is for how long a question about what a call has left may stand before another call begins that changes it, too.
const longestQuestion = time.Hour
