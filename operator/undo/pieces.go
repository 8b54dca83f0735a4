package undo

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/tools"
)

// A since is what became of one name since a call was last looked at.
type since struct {
	root     string
	path     snapshot.Name
	was, now *snapshot.Entry
}

// namesOf are the names that have changed since a call was last looked at, by absolute path,
// and those that other calls have changed since.
func namesOf(store *snapshot.Store, o *open, looked map[string]*snapshot.View, others []*snapshot.Set) (map[string]*since, error) {
	out := map[string]*since{}
	add := func(n *since) {
		abs := filepath.Join(n.root, filepath.FromSlash(string(n.path)))
		if out[abs] == nil {
			out[abs] = n
		}
	}
	for root, was := range o.views {
		now := looked[root]
		if now == nil {
			continue
		}
		for _, c := range snapshot.Between(was, now) {
			add(&since{root, c.Path, c.Before, c.After})
		}
		then, lies := was.Entries(), now.Entries()
		for _, set := range others {
			eachChange(set, func(abs string, _ snapshot.Change) {
				rel, ok := strings.CutPrefix(abs, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
				if !ok || out[abs] != nil {
					return
				}
				path := snapshot.Name(filepath.ToSlash(rel))
				before, known := then(path)
				after, known2 := lies(path)
				if known && known2 {
					add(&since{root, path, before, after})
				}
			})
		}
	}
	for _, n := range withHalves(o.claim.Begun) {
		abs := filepath.Join(n.Root, filepath.FromSlash(string(n.Path)))
		now, err := store.Capture(n.Root, n.Path, tools.SensitivePath(abs))
		if errors.Is(err, os.ErrNotExist) {
			continue // the folder is gone
		}
		if err != nil {
			return nil, err
		}
		add(&since{n.Root, n.Path, n.Before, now})
	}
	return out, nil
}

// half is the name of a file that a file tool was writing when it was killed, beside its place.
var half = regexp.MustCompile(`^\.handrail-[A-Z2-7]{16}\.tmp$`)

// withHalves are the names of a call, with what it has left half written beside them.
func withHalves(b snapshot.Begun) []snapshot.BegunNamed {
	out := slices.Clone(b.Named)
	seen := map[string]bool{}
	for _, n := range b.Named {
		at := dirOf(string(n.Path))
		folder := filepath.Join(n.Root, filepath.FromSlash(at))
		if seen[folder] {
			continue
		}
		seen[folder] = true
		list, _ := os.ReadDir(folder) // one that is gone holds nothing
		for _, e := range list {
			info, err := e.Info()
			if err == nil && half.MatchString(e.Name()) && !info.ModTime().Before(b.Time.Add(-time.Second)) {
				out = append(out, snapshot.BegunNamed{Root: n.Root, Path: snapshot.Name(strings.TrimPrefix(at+"/"+e.Name(), "/"))})
			}
		}
	}
	return out
}

// eachChange calls do with each change of a set, and its absolute path.
func eachChange(set *snapshot.Set, do func(abs string, c snapshot.Change)) {
	for _, r := range set.Roots {
		for _, c := range r.Changes {
			do(filepath.Join(r.Path, filepath.FromSlash(string(c.Path))), c)
		}
	}
}

// pieces are what became of names, without what is kept of other calls: the first before the
// first of others, and so on, the last after the last of them. By root.
func pieces(names map[string]*since, others []*snapshot.Set) []map[string][]snapshot.Change {
	out := make([]map[string][]snapshot.Change, len(others)+1)
	add := func(n int, s *since, before, after *snapshot.Entry) {
		if before.Same(after) {
			return
		}
		if out[n] == nil {
			out[n] = map[string][]snapshot.Change{}
		}
		out[n][s.root] = append(out[n][s.root], snapshot.Change{Path: s.path, Before: before, After: after})
	}
	for n, set := range others {
		eachChange(set, func(abs string, c snapshot.Change) {
			s := names[abs]
			if s == nil || !s.was.Same(c.Before) && s.was.Same(c.After) { // it was looked at when that was done already
				return
			}
			add(n, s, s.was, c.Before)
			s.was = c.After
		})
	}
	for _, s := range names {
		add(len(others), s, s.was, s.now)
	}
	return out
}

// keepPieces keeps what a call has changed since it was last looked at, each piece as a part of it.
func (s *late) keepPieces(ctx context.Context, store *snapshot.Store, b snapshot.Begun, list []map[string][]snapshot.Change, others []*snapshot.Set, now time.Time) (data journal.SnapshotData, err error) {
	data.When = whenOf(b)
	data.Exact = len(b.Roots) == 0
	for _, o := range others {
		if o.ID != b.ID && !slices.Contains(data.Beside, o.ID) {
			data.Beside = append(data.Beside, o.ID)
		}
	}
	for n, piece := range list {
		if len(piece) == 0 {
			continue
		}
		set := &snapshot.Set{ID: b.ID, Run: b.Run, Space: b.Space, Tool: b.Tool, Time: now, Exact: data.Exact, Beside: data.Beside, When: data.When}
		if n < len(others) {
			set.Time = others[n].Time.Add(-1)
		}
		for root, changes := range piece {
			if changes = s.space.c.unlessPersonsSince(root, changes, b.Time); len(changes) == 0 {
				continue
			}
			slices.SortFunc(changes, func(a, b snapshot.Change) int { return cmp.Compare(a.Path, b.Path) })
			set.Roots = append(set.Roots, snapshot.Root{Path: root, Changes: changes})
		}
		if len(set.Roots) == 0 {
			continue
		}
		slices.SortFunc(set.Roots, func(a, b snapshot.Root) int { return cmp.Compare(a.Path, b.Path) })
		if set.Part, err = store.NextPart(b.Run, b.ID); err != nil {
			return data, err
		}
		if err := store.Keep(set); err != nil {
			return data, err
		}
		if s.space.c.Changed != nil {
			s.space.c.Changed(ctx, tools.Call{ID: b.ID, Run: b.Run, Tool: b.Tool}, set)
		}
		data.Changed += set.Count()
	}
	return data, nil
}

// unlessPersons are unlessPersonsSince of a call that has just ended. What a file tool names is its own.
func (c SpaceConfig) unlessPersons(root string, changes []snapshot.Change, t *taking) []snapshot.Change {
	if !t.walks {
		return changes
	}
	return c.unlessPersonsSince(root, changes, t.began)
}

// unlessPersonsSince are the changes of a folder since a moment, without those that surely the person has made: of files that no program
// could write meanwhile.
func (c SpaceConfig) unlessPersonsSince(root string, changes []snapshot.Change, since time.Time) []snapshot.Change {
	if c.Persons == nil || len(changes) == 0 {
		return changes
	}
	persons := c.Persons(since)
	return slices.DeleteFunc(changes, func(change snapshot.Change) bool {
		return persons(filepath.Join(root, filepath.FromSlash(string(change.Path))))
	})
}

// whenOf says when the changes of a call were made that were not kept at its end.
func whenOf(b snapshot.Begun) string {
	if b.Ended {
		return journal.AfterItsEnd
	}
	return journal.SeenLate
}
