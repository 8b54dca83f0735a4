package snapshot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"handrail/internal/lockfile"
)

// A keptBegun is a record as a sweep sees it.
type keptBegun struct {
	dir   string
	begun Begun
	names []sum
	live  bool // some process works on it
}

// all reads every record with what it names, and removes what was never whole. The caller
// sweeps.
func (g *Begins) all() (out []keptBegun, err error) {
	list, err := os.ReadDir(g.s.dir("begun"))
	if err != nil {
		return nil, ignoreGone(err)
	}
	for _, e := range list {
		k := keptBegun{dir: g.s.dir("begun", e.Name())}
		lock, err := lockfile.Try(filepath.Join(k.dir, begunLock))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has just ended
		}
		if err != nil {
			return nil, err
		}
		if k.live = lock == nil; !k.live {
			lock.Release() // nobody takes it up while we sweep: see Hold
		}
		begun, version, err := readBegun(k.dir)
		k.begun = begun
		if errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist) {
			if !k.live {
				err = os.RemoveAll(k.dir)
			}
			if err != nil && !errors.Is(err, errDamaged) && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if k.names, err = k.begun.named(k.dir, version); err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

// named are the contents that a record names.
func (b Begun) named(dir, version string) (names []sum, err error) {
	for i := range b.Roots {
		raw, err := os.ReadFile(filepath.Join(dir, indexName(version, i)))
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			return nil, err
		}
		names = append(names, namesOf(raw)...)
	}
	for _, n := range b.Named {
		if n.Before == nil || n.Before.Hash == "" {
			continue
		}
		if k, err := parseSum(n.Before.Hash); err == nil {
			names = append(names, k)
		}
	}
	return names, nil
}

// namesOf are the contents that an index names; nil of one that is damaged.
func namesOf(raw []byte) (names []sum) {
	v, _, _ := parseIndex(raw)
	if v == nil {
		return nil
	}
	for _, f := range v.folders {
		for i := range f.nodes {
			if f.nodes[i].sum != (sum{}) {
				names = append(names, f.nodes[i].sum)
			}
		}
	}
	return names
}

// lost are the calls whose changes are not all kept, and of which not everything of before
// is there.
func (g *Begins) lost(broken map[sum]bool) (calls []string, err error) {
	err = g.each(func(dir string, b Begun) error {
		_, version, err := readBegun(dir)
		if err != nil {
			return ignoreGone(err)
		}
		names, err := b.named(dir, version)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(names, func(k sum) bool { return broken[k] || !g.s.packs.has(k) }) {
			calls = append(calls, b.ID)
		}
		return nil
	})
	return calls, err
}
