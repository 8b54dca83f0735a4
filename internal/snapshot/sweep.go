package snapshot

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/lockfile"
)

// Bounds are what a store may keep. Zero bounds nothing.
type Bounds struct {
	Age   time.Duration // of a set
	Bytes int64         // on the disk
	Sets  int
}

// A Usage is what a store has.
type Usage struct {
	Bytes  int64 `json:"bytes"` // on the disk
	Sets   int   `json:"sets"`
	Oldest time.Time
}

// A kept set, as a sweep sees it. Of a damaged one only the time is known.
type keptSet struct {
	file  string // or the folder of a call whose changes are not all kept
	set   *Set
	names []sum // of such a call
}

// A kept tree is the memory of one folder, by when somebody last looked there.
type keptTree struct {
	file  string
	time  time.Time
	names []sum
}

// Sweep lets go of sets that are too old or too many, and of contents that nothing names
// any more. It does nothing while a call runs anywhere, and gives way to one that begins;
// swept says whether it got through.
func (s *Store) Sweep(ctx context.Context, b Bounds) (swept bool, err error) {
	if err := s.build(); err != nil {
		return false, err
	}
	gate, err := lockfile.Try(s.dir(gateName))
	if err != nil || gate == nil {
		return false, err
	}
	defer gate.Release()
	if busy, err := s.inUse(); err != nil || busy {
		return false, err
	}
	if err := s.dropUnfinished(); err != nil {
		return false, err
	}
	if err := s.packs.refresh(); err != nil {
		return false, err
	}
	w := &sweep{s: s, b: b}
	if err := w.read(); err != nil {
		return false, err
	}
	for ctx.Err() == nil {
		named, ofTrees := w.named()
		whole, err := s.packs.compact(named, func() (bool, error) {
			busy, err := s.inUse()
			return !busy && ctx.Err() == nil, err
		})
		if err != nil || !whole {
			return false, err
		}
		if b.Bytes == 0 || s.size() <= b.Bytes || len(w.sets)+len(w.trees) == 0 {
			return true, dropEmpty(s.dir("sets"))
		}
		if err := w.letGo(ofTrees); err != nil {
			return false, err
		}
	}
	return false, ctx.Err()
}

// A sweep is what is left while a store is swept, the newest first.
type sweep struct {
	s     *Store
	b     Bounds
	sets  []keptSet
	trees []keptTree
	live  []sum // named by calls that some process works on: they stay
}

// read reads what there is, and lets go of what is too old or too many.
func (w *sweep) read() (err error) {
	if w.sets, err = w.s.allSets(); err != nil {
		return err
	}
	if w.trees, err = w.s.allTrees(); err != nil {
		return err
	}
	begun, err := w.s.Begins().all()
	if err != nil {
		return err
	}
	for _, k := range begun {
		if k.live {
			w.live = append(w.live, k.names...)
		} else {
			w.sets = append(w.sets, keptSet{file: k.dir, set: &Set{Time: k.begun.Time}, names: k.names})
		}
	}
	slices.SortFunc(w.sets, func(a, b keptSet) int { return b.set.Time.Compare(a.set.Time) })
	slices.SortFunc(w.trees, func(a, b keptTree) int { return b.time.Compare(a.time) })
	old := func(t time.Time) bool { return w.b.Age > 0 && time.Since(t) > w.b.Age }
	for n := len(w.sets); n > 0 && (old(w.sets[n-1].set.Time) || w.b.Sets > 0 && n > w.b.Sets); n-- {
		if err := w.dropSets(1); err != nil {
			return err
		}
	}
	for n := len(w.trees); n > 0 && old(w.trees[n-1].time); n-- {
		if err := w.dropTree(); err != nil {
			return err
		}
	}
	return nil
}

// letGo makes room: of the oldest eighth of the sets, unless the memories of folders, which
// cost nothing but time, have more than half of it.
func (w *sweep) letGo(ofTrees int64) error {
	if len(w.trees) > 0 && (len(w.sets) == 0 || ofTrees > w.b.Bytes/2) {
		return w.dropTree()
	}
	return w.dropSets(max(1, len(w.sets)/8))
}

func (w *sweep) dropSets(n int) error {
	for range n {
		last := len(w.sets) - 1
		if err := os.RemoveAll(w.sets[last].file); err != nil {
			return err
		}
		w.sets = w.sets[:last]
	}
	return nil
}

func (w *sweep) dropTree() error {
	last := len(w.trees) - 1
	err := os.Remove(w.trees[last].file)
	w.trees = w.trees[:last]
	return err
}

// named are the contents that sets and trees name. ofTrees is how many bytes are stored of
// those that no set names.
func (w *sweep) named() (named map[sum]bool, ofTrees int64) {
	named = map[sum]bool{}
	for _, k := range w.sets {
		for _, h := range k.set.hashes() {
			if n, err := parseSum(h); err == nil {
				named[n] = true
			}
		}
		for _, n := range k.names {
			named[n] = true
		}
	}
	for _, n := range w.live {
		named[n] = true
	}
	for _, t := range w.trees {
		for _, n := range t.names {
			if !named[n] {
				named[n] = true
				ofTrees += w.s.packs.stored(n)
			}
		}
	}
	return named, ofTrees
}

// inUse reports whether a call runs. The users of dead processes go.
func (s *Store) inUse() (bool, error) {
	list, err := os.ReadDir(s.dir("users"))
	for _, e := range list {
		l, err := lockfile.Try(s.dir("users", e.Name()))
		if err != nil {
			return true, err
		}
		if l == nil {
			return true, nil
		}
		_ = os.Remove(s.dir("users", e.Name()))
		l.Release()
	}
	return false, err
}

// dropUnfinished removes what a process has begun and not finished before it died.
func (s *Store) dropUnfinished() error {
	return filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		parent := filepath.Base(filepath.Dir(path))
		if err == nil && d.Type().IsRegular() && (strings.HasPrefix(d.Name(), ".") || parent == "trees" && strings.Contains(d.Name(), ".")) {
			return os.Remove(path)
		}
		return err
	})
}

// dropEmpty removes the folders of runs of which nothing is kept.
func dropEmpty(sets string) error {
	runs, err := os.ReadDir(sets)
	for _, r := range runs {
		_ = os.Remove(filepath.Join(sets, r.Name())) // fails unless it is empty
	}
	return err
}

// allSets reads every set. Of one that is damaged the time of its file counts; Check tells
// of it. What cannot be read for another reason may name anything: that is an error.
func (s *Store) allSets() (out []keptSet, err error) {
	err = filepath.WalkDir(s.dir("sets"), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		set, err := readSet(path)
		if errors.Is(err, errDamaged) {
			info, err := d.Info()
			if err != nil {
				return err
			}
			set = &Set{Time: info.ModTime()}
		} else if err != nil {
			return err
		}
		out = append(out, keptSet{file: path, set: set})
		return nil
	})
	return out, err
}

// allTrees reads every memory of a folder. One that is damaged names nothing.
func (s *Store) allTrees() (out []keptTree, err error) {
	list, err := os.ReadDir(s.dir("trees"))
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		t := keptTree{file: s.dir("trees", e.Name())}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		raw, err := os.ReadFile(t.file)
		if err != nil {
			return nil, err
		}
		t.time = info.ModTime()
		t.names = namesOf(raw)
		out = append(out, t)
	}
	return out, nil
}

// hashes are the contents that a set names.
func (s *Set) hashes() (out []string) {
	for _, r := range s.Roots {
		for _, c := range r.Changes {
			for _, e := range []*Entry{c.Before, c.After} {
				if e != nil && e.Hash != "" {
					out = append(out, e.Hash)
				}
			}
		}
	}
	return out
}

// size is how many bytes the store has on the disk.
func (s *Store) size() (n int64) {
	_ = filepath.WalkDir(s.root, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// Usage counts what the store has. A set that a sweep removes meanwhile is not counted.
func (s *Store) Usage() (Usage, error) {
	sets, err := s.allSets()
	u := Usage{Bytes: s.size(), Sets: len(sets)}
	for _, k := range sets {
		if u.Oldest.IsZero() || k.set.Time.Before(u.Oldest) {
			u.Oldest = k.set.Time
		}
	}
	return u, err
}
