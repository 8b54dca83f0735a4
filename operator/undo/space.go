package undo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/confine"
	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/tools"
)

// SpaceConfig is what a Space is given.
type SpaceConfig struct {
	Dir   string // real and absolute
	Temp  string // of the space's programs: what lies there is nobody's work
	Roots *confine.Roots
	// Jobs are the calls of the space, by their ids, that run on in the background, or have left
	// something running.
	Jobs func() []string
	// Restoring is called before files are put back; what it returns is told which: programs may have
	// written what lies there then.
	Restoring func() (restored func(paths []string))
	// Reach is what programs of the space may reach beyond this machine; "": nothing.
	Reach func() string
	// Persons tells of paths whether surely only the person has changed what lies there since a moment; nil: that is never known.
	Persons func(since time.Time) func(path string) bool
	// Changed is told what a call has changed, before anybody else learns that it has ended; of what becomes known later, the
	// call has no session and no caller. nil: nobody is.
	Changed func(ctx context.Context, call tools.Call, set *snapshot.Set)
	// Aside is told which file that a call has left has got another name, and whether somebody has edited it since. It returns
	// what the call is told of that besides. nil: nobody is told.
	Aside func(call tools.Call, path, as string, edited bool) (also string)
}

// A Space keeps what the calls of one space change. It is safe for concurrent use.
type Space struct {
	k *Keeper
	c SpaceConfig

	forest    forest
	unsettled unsettled
	*late

	mu      sync.Mutex
	running map[string]*taking // by call
	told    map[string]bool    // what was said of what is not covered
	trouble string
	acting  sync.Mutex // one undo at a time
	signal  signal     // to other processes
}

// Space keeps what the calls of a space change.
func (k *Keeper) Space(c SpaceConfig) *Space {
	s := &Space{k: k, c: c, forest: forest{trees: map[string]*snapshot.Tree{}}, running: map[string]*taking{}, told: map[string]bool{}, signal: signalOf(k.c.Dir, c.Dir)}
	s.late = lateOf(s)
	return s
}

// Trouble implements pipeline.Snapshots.
func (s *Space) Trouble() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

// Before implements pipeline.Snapshots.
func (s *Space) Before(ctx context.Context, call tools.Call, info tools.Info, p tools.Preview) (after func(context.Context) (pipeline.Taken, error), err error) {
	exact, walks := s.touches(call, info, p)
	if len(exact) == 0 && !walks {
		return nil, nil
	}
	defer func() { s.note(err) }()
	store, err := s.k.Store(ctx)
	if err != nil {
		return nil, err
	}
	release, err := store.Hold(ctx)
	if err != nil {
		return nil, err
	}
	mine, running, err := s.signal.give()
	if err != nil {
		release()
		return nil, err
	}
	release = both(running, release)
	t := &taking{call: call, tool: info.Name, exact: exact, views: map[string]*view{}, beside: map[string]bool{}, ended: make(chan struct{}), walks: walks, began: time.Now().UTC()}
	if walks && s.c.Reach != nil {
		t.reach = s.c.Reach()
	}
	looked := s.beginAfter(ctx, store, t, mine)
	if err := s.keepBefore(ctx, store, t, looked); err != nil {
		s.end(t, nil)
		release()
		return nil, err
	}
	return func(ctx context.Context) (taken pipeline.Taken, err error) {
		defer release()
		defer func() { s.note(err) }()
		left := walks && s.going()[call.ID] // before it is looked: what ends meanwhile may have written after the look
		set, err := s.keepAfter(ctx, store, t)
		if err == nil && s.c.Changed != nil {
			s.c.Changed(ctx, call, set)
		}
		if err == nil && left {
			err = s.keepOpen(t)
		} else if err == nil {
			t.claim.End()
		}
		s.end(t, set)
		if err != nil {
			t.claim.Leave() // what it has changed is looked at once more, later
			return pipeline.Taken{}, err
		}
		return takenBy(ctx, s, store, call, set, s.data(t, set)), nil
	}, nil
}

// note remembers whether the last snapshot failed: then the next such call asks.
func (s *Space) note(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = ""
	if err != nil {
		s.trouble = err.Error()
	}
}

// touches are the files that an act names as those that it changes, or that it may change
// anything in the folders of its session.
func (s *Space) touches(call tools.Call, info tools.Info, p tools.Preview) (exact []*named, walks bool) {
	change, _ := s.c.Roots.Of(call.Session).Lists()
	for _, e := range p.Effects {
		switch e.Kind {
		case tools.EffectRun:
			walks = walks || info.Source != "bridge" // the desktop opens something for the person
		case tools.EffectWrite, tools.EffectDelete:
			if n := s.named(change, e.Target); n != nil {
				exact = append(exact, n)
			}
		}
	}
	if walks {
		exact = nil
		for _, root := range change { // single files that were granted
			if info, err := os.Lstat(root); err == nil && info.Mode().IsRegular() {
				exact = append(exact, &named{root: filepath.Dir(root), path: snapshot.Name(filepath.Base(root))})
			}
		}
	}
	return withFolders(exact), walks
}

// named is a path as a name below one of the roots; nil if it lies in none.
func (s *Space) named(roots []string, path string) *named {
	for _, root := range roots {
		if path == root {
			return &named{root: filepath.Dir(root), path: snapshot.Name(filepath.Base(root))}
		}
		if rel, ok := strings.CutPrefix(path, root+string(filepath.Separator)); ok && root != s.c.Temp {
			return &named{root: root, path: snapshot.Name(filepath.ToSlash(rel))}
		}
	}
	return nil
}

// begin notes which calls run at the same time.
func (s *Space) begin(t *taking) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, other := range s.running {
		t.beside[id], other.beside[t.call.ID] = true, true
	}
	s.running[t.call.ID] = t
	if s.c.Jobs != nil {
		for _, id := range s.c.Jobs() {
			if id != "" && id != t.call.ID {
				t.beside[id] = true
			}
		}
	}
}

// end tells the calls that still run what this one has changed by name.
func (s *Space) end(t *taking, set *snapshot.Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(t.ended)
	delete(s.running, t.call.ID)
	if set == nil || !set.Exact {
		return
	}
	for _, other := range s.running {
		other.done = append(other.done, set)
	}
}

// keepBefore keeps how it lies before a call, so that it is known after a kill, too. looked are trees
// that were looked at just now.
func (s *Space) keepBefore(ctx context.Context, store *snapshot.Store, t *taking, looked map[string]*snapshot.View) error {
	b := snapshot.Begun{ID: t.call.ID, Run: t.call.Run, Space: s.c.Dir, Tool: t.tool, Time: time.Now().UTC(), Reach: t.reach}
	if err := capture(store, t.exact, func(n *named, e *snapshot.Entry) { n.before = e }); err != nil {
		return err
	}
	for _, n := range t.exact {
		b.Named = append(b.Named, snapshot.BegunNamed{Root: n.root, Path: n.path, Before: n.before})
	}
	var seen []snapshot.Seen
	if t.walks {
		for _, tree := range s.watched(store, t.call.Session) {
			v := looked[tree.Root()]
			if v == nil {
				var err error
				v, err = tree.Look(ctx)
				if errors.Is(err, os.ErrNotExist) {
					continue // a granted folder that is gone
				}
				if err != nil {
					return err
				}
			}
			t.views[tree.Root()] = &view{tree: tree, before: v}
			seen = append(seen, snapshot.Seen{Tree: tree, View: v})
		}
	}
	if !t.walks && slices.ContainsFunc(t.exact, func(n *named) bool { return snapshot.Decides(filepath.Base(filepath.FromSlash(string(n.path)))) }) {
		for _, tree := range s.watched(store, t.call.Session) {
			if _, err := tree.Look(ctx); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	var err error
	t.claim, err = store.Begins().Begin(b, seen)
	return err
}

// A forest is the trees of folders.
type forest struct {
	mu    sync.Mutex
	trees map[string]*snapshot.Tree // by root
}

// at is the tree of a folder.
func (f *forest) at(store *snapshot.Store, root string) *snapshot.Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.trees[root] == nil {
		f.trees[root] = store.Tree(snapshot.TreeConfig{Root: root, Secret: tools.SensitivePath, Opens: true})
	}
	return f.trees[root]
}

// watched are the trees in which a session's programs may change something. One inside
// another is no tree of its own.
func (s *Space) watched(store *snapshot.Store, session string) (list []*snapshot.Tree) {
	change, _ := s.c.Roots.Of(session).Lists()
	slices.Sort(change)
	above := ""
	for _, root := range change {
		if root == s.c.Temp || above != "" && strings.HasPrefix(root, above+string(filepath.Separator)) {
			continue
		}
		if info, err := os.Lstat(root); err != nil || !info.IsDir() {
			continue
		}
		above = root
		list = append(list, s.forest.at(store, root))
	}
	return list
}

// keepAfter keeps what has changed.
func (s *Space) keepAfter(ctx context.Context, store *snapshot.Store, t *taking) (*snapshot.Set, error) {
	t.looked = time.Now().UTC()
	set := &snapshot.Set{ID: t.call.ID, Run: t.call.Run, Space: s.c.Dir, Tool: t.tool, Time: time.Now().UTC(), Exact: !t.walks}
	roots, gone := map[string][]snapshot.Change{}, false
	err := capture(store, t.exact, func(n *named, e *snapshot.Entry) {
		if !n.before.Same(e) {
			roots[n.root] = append(roots[n.root], snapshot.Change{Path: n.path, Before: n.before, After: e})
		}
	})
	if err != nil {
		return nil, err
	}
	for root, v := range t.views {
		now, err := v.tree.Look(ctx)
		if err != nil {
			return nil, err
		}
		v.after = now
		roots[root] = append(roots[root], snapshot.Between(v.before, now)...)
		set.Partial = append(set.Partial, now.Partial()...)
		for _, name := range now.Skipped() {
			set.Skipped = append(set.Skipped, filepath.Join(root, filepath.FromSlash(name)))
		}
		for _, name := range v.removed() {
			gone = true
			set.Partial = append(set.Partial, fmt.Sprintf("%s was removed, and is not kept: it is ignored by Git, and tools make it anew", filepath.Join(root, filepath.FromSlash(name))))
		}
	}
	s.mu.Lock()
	running := slices.Collect(maps.Values(s.running))
	s.mu.Unlock()
	t.awaitExact(running)
	s.mu.Lock()
	for id := range t.beside {
		set.Beside = append(set.Beside, id)
	}
	others := slices.Clone(t.done)
	s.mu.Unlock()
	if t.walks {
		set.Lasted = t.looked.Sub(t.began)
		if others, err = t.meanwhile(ctx, store, set, others); err != nil {
			return nil, err
		}
	}
	slices.Sort(set.Beside)
	set.Beside = slices.Compact(set.Beside)
	for root, changes := range roots {
		if changes = s.c.unlessPersons(root, without(root, changes, others), t); len(changes) > 0 {
			slices.SortFunc(changes, func(a, b snapshot.Change) int { return strings.Compare(string(a.Path), string(b.Path)) })
			set.Roots = append(set.Roots, snapshot.Root{Path: root, Changes: changes})
		}
	}
	slices.SortFunc(set.Roots, func(a, b snapshot.Root) int { return strings.Compare(a.Path, b.Path) })
	if set.Count() == 0 && !gone {
		return set, nil
	}
	if set.Part, err = store.NextPart(set.Run, set.ID); err != nil { // it ran before, in a run that was cut
		return nil, err
	}
	return set, store.Keep(set)
}

// namedSkipped is how many folders that are left out are named in the journal.
const namedSkipped = 5

// data is a set as the journal has it. What is not covered is said once.
func (s *Space) data(t *taking, set *snapshot.Set) journal.SnapshotData {
	d := journal.SnapshotData{Changed: set.Count(), Exact: set.Exact, Beside: set.Beside, Reach: t.reach, Skipped: set.Skipped[:min(len(set.Skipped), namedSkipped)]}
	s.mu.Lock()
	defer s.mu.Unlock()
	partial := slices.Clone(set.Partial)
	for _, r := range set.Roots { // a plan says it of each file
		partial = append(partial, lost(r.Path, r.Changes)...)
	}
	for _, p := range partial {
		if !s.told[p] {
			s.told[p] = true
			d.Partial = append(d.Partial, p)
		}
	}
	return d
}

// Warm looks at the space's folders for the first time, so that the first call that needs it
// does not wait. It returns when that is done; nothing comes of it if it fails.
func (s *Space) Warm(ctx context.Context, session string) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return
	}
	if err := s.catchUpNow(ctx); err != nil {
		return // whoever needs it tries again, and says so
	}
	for _, tree := range s.watched(store, session) {
		if err := tree.Warm(ctx); err != nil {
			return // the call that needs it says so
		}
	}
}

// Changed is what a call has changed; nil if nothing is kept of it.
func (s *Space) Changed(ctx context.Context, run, call string) (*snapshot.Set, error) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return nil, err
	}
	set, err := store.Set(run, call)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil && set.Space != s.c.Dir {
		return nil, fmt.Errorf("call %s was made in %s", call, set.Space)
	}
	return set, err
}
