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

// A kept set, as a sweep sees it.
type keptSet struct {
	file string
	set  *Set
}

// Sweep lets go of sets that are too old or too many, and of contents that nothing names
// any more. It does nothing while a call runs anywhere; swept says whether it did.
func (s *Store) Sweep(ctx context.Context, b Bounds) (swept bool, err error) {
	gate, err := lockfile.Try(s.dir("sweep.lock"))
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
	if _, err := s.packs.refresh(); err != nil {
		return false, err
	}
	sets, err := s.allSets()
	if err != nil {
		return false, err
	}
	slices.SortFunc(sets, func(a, b keptSet) int { return b.set.Time.Compare(a.set.Time) }) // newest first
	for len(sets) > 0 && (b.Age > 0 && time.Since(sets[len(sets)-1].set.Time) > b.Age || b.Sets > 0 && len(sets) > b.Sets) {
		if err := os.Remove(sets[len(sets)-1].file); err != nil {
			return false, err
		}
		sets = sets[:len(sets)-1]
	}
	if err := s.dropTrees(b.Age); err != nil {
		return false, err
	}
	for ctx.Err() == nil {
		if err := s.compact(sets); err != nil {
			return false, err
		}
		if b.Bytes == 0 || len(sets) == 0 || s.size() <= b.Bytes {
			return true, s.dropEmpty()
		}
		for range max(1, len(sets)/8) { // the oldest eighth
			if err := os.Remove(sets[len(sets)-1].file); err != nil {
				return false, err
			}
			sets = sets[:len(sets)-1]
		}
	}
	return false, ctx.Err()
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

// dropTrees forgets the trees at which nobody has looked for as long as sets are kept.
func (s *Store) dropTrees(age time.Duration) error {
	list, err := os.ReadDir(s.dir("trees"))
	for _, e := range list {
		info, statErr := e.Info()
		if statErr == nil && age > 0 && time.Since(info.ModTime()) > age {
			err = errors.Join(err, os.Remove(s.dir("trees", e.Name())))
		}
	}
	return err
}

// dropEmpty removes the folders of runs of which nothing is kept.
func (s *Store) dropEmpty() error {
	runs, err := os.ReadDir(s.dir("sets"))
	for _, r := range runs {
		_ = os.Remove(s.dir("sets", r.Name())) // fails unless it is empty
	}
	return err
}

// allSets reads every set. One that is damaged is left for Check to tell of.
func (s *Store) allSets() (out []keptSet, err error) {
	err = filepath.WalkDir(s.dir("sets"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if set, err := readSet(path); err == nil {
			out = append(out, keptSet{path, set})
		}
		return nil
	})
	return out, err
}

// named are the contents that sets and trees name.
func (s *Store) named(sets []keptSet) (map[sum]bool, error) {
	out := map[sum]bool{}
	for _, k := range sets {
		for _, h := range k.set.hashes() {
			if n, err := parseSum(h); err == nil {
				out[n] = true
			}
		}
	}
	trees, err := os.ReadDir(s.dir("trees"))
	for _, e := range trees {
		raw, readErr := os.ReadFile(s.dir("trees", e.Name()))
		if readErr != nil {
			return nil, readErr
		}
		v, _ := parseIndex(raw)
		if v == nil {
			continue
		}
		for _, f := range v.folders {
			for _, n := range f.nodes {
				out[n.sum] = true
			}
		}
	}
	return out, err
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

// compact lets go of the contents that neither these sets nor a tree names.
func (s *Store) compact(sets []keptSet) error {
	named, err := s.named(sets)
	if err != nil {
		return err
	}
	return s.packs.compact(named)
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

// Usage counts what the store has.
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
