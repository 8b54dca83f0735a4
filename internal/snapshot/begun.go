package snapshot

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/lockfile"
)

// A Begun is a call whose changes are not all kept yet: one that runs, one whose process was
// killed, or one that has ended and left something running. It says how everything lay before
// what is still to be kept, and it outlives the process.
type Begun struct {
	ID    string    `json:"id"` // the call
	Run   string    `json:"run"`
	Space string    `json:"space"`
	Tool  string    `json:"tool"`
	Time  time.Time `json:"time"` // when that was looked at: no later than the look has begun
	// Ended says that the call itself has ended: what is still to be kept is the work of what it has
	// left running.
	Ended bool   `json:"ended,omitempty"`
	Reach string `json:"reach,omitempty"` // what its program could reach beyond this machine
	// Roots are the folders in which anything may change, and Named the files that the call names.
	Roots []string     `json:"roots,omitempty"`
	Named []BegunNamed `json:"named,omitempty"`
}

// A BegunNamed is what lay at one name.
type BegunNamed struct {
	Root   string `json:"root"`
	Path   Name   `json:"path"`
	Before *Entry `json:"before,omitempty"` // nil: nothing
}

// A Seen is a tree as it was at a look.
type Seen struct {
	Tree *Tree
	View *View
}

// A Claim is a Begun that is in our hands: no other process works on it.
type Claim struct {
	Begun Begun

	s    *Store
	dir  string
	lock *lockfile.Lock
}

// Files of the folder of a Begun: what it says, the lock of whose it is, and beside them the
// indexes of its roots, by their numbers.
const (
	begunRecord = "record"
	begunLock   = "lock"
)

// Begins are the calls of a store whose changes are not all kept yet. They are safe for
// concurrent use.
type Begins struct{ s *Store }

// Begins are the calls whose changes are not all kept yet.
func (s *Store) Begins() *Begins { return &Begins{s} }

// Begin keeps how everything lies before a call, until End. seen are its Roots, in their order;
// their contents are those of looks since when nobody has swept: see Hold. Nothing waits for the
// disk: after a kill it is there, after a power cut it may not be.
func (g *Begins) Begin(b Begun, seen []Seen) (*Claim, error) {
	if _, err := g.s.setFile(b.Run, b.ID); err != nil {
		return nil, err
	}
	c := &Claim{s: g.s, dir: g.s.dir("begun", randomID())}
	err := os.Mkdir(c.dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		if err = g.s.build(); err == nil {
			err = os.Mkdir(c.dir, 0o700)
		}
	}
	if err == nil {
		c.lock, err = lockfile.Try(filepath.Join(c.dir, begunLock))
	}
	if err == nil && c.lock == nil {
		err = errors.New("somebody else has it") // who looks for records is at it at this very moment
	}
	if err == nil {
		err = c.Renew(b, seen)
	}
	if err != nil {
		c.End()
		return nil, fmt.Errorf("how it lay before the call cannot be kept: %w", err)
	}
	return c, nil
}

// Renew says in place of before how everything lies now. Cut short, it is as it was.
func (c *Claim) Renew(b Begun, seen []Seen) error {
	b.Roots = nil
	fresh := make([]string, len(seen))
	for i, one := range seen {
		b.Roots = append(b.Roots, one.Tree.Root())
		fresh[i] = filepath.Join(c.dir, "."+strconv.Itoa(i))
		_ = os.Remove(fresh[i])
		if err := one.Tree.link(one.View, fresh[i]); err != nil {
			return err
		}
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return err
	}
	// The indexes have names of their own in each version, and the record says which: so it changes at once.
	version := randomID()[:8]
	for i := range seen {
		if err := os.Rename(fresh[i], filepath.Join(c.dir, indexName(version, i))); err != nil {
			return err
		}
	}
	next := filepath.Join(c.dir, ".record")
	err = os.WriteFile(next, append([]byte(version+"\n"), raw...), 0o600)
	if err == nil {
		err = os.Rename(next, filepath.Join(c.dir, begunRecord))
	}
	if err != nil {
		return err
	}
	if len(c.Begun.ID) > 0 {
		c.dropOthers(version)
	}
	c.Begun = b
	return nil
}

func indexName(version string, i int) string { return version + "-" + strconv.Itoa(i) }

// dropOthers removes the indexes of other versions.
func (c *Claim) dropOthers(version string) {
	list, _ := os.ReadDir(c.dir)
	for _, e := range list {
		if strings.Contains(e.Name(), "-") && !strings.HasPrefix(e.Name(), version+"-") {
			_ = os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}

// End forgets the call: all that it has changed is kept.
func (c *Claim) End() {
	_ = os.Remove(filepath.Join(c.dir, begunRecord)) // from here on it counts for nothing
	list, _ := os.ReadDir(c.dir)
	for _, e := range list {
		if e.Name() != begunLock {
			_ = os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
	c.Leave()
	_ = os.Remove(filepath.Join(c.dir, begunLock))
	_ = os.Remove(c.dir) // a sweep removes what stays
}

// Leave leaves the call to others, as it is.
func (c *Claim) Leave() {
	if c.lock != nil {
		c.lock.Release()
		c.lock = nil
	}
}

// Views are the roots as they were; a root that nothing whole is kept of is not among them.
func (c *Claim) Views() (map[string]*View, error) {
	_, version, err := readBegun(c.dir)
	if err != nil {
		return nil, err
	}
	if err := c.s.packs.refresh(); err != nil {
		return nil, err
	}
	out := map[string]*View{}
	for i, root := range c.Begun.Roots {
		raw, err := os.ReadFile(filepath.Join(c.dir, indexName(version, i)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		v, of, mark := parseIndex(raw)
		if v == nil || of != root || mark != c.s.packs.key.mark() {
			continue
		}
		out[root] = v.without(func(n *node) bool { return !c.s.packs.has(n.sum) })
	}
	return out, nil
}

// Abandoned are the calls of a space whose process is gone, or has left them; "" is every space.
// They are the caller's from now on, who ends or leaves each.
func (g *Begins) Abandoned(space string) (list []*Claim, err error) {
	err = g.each(func(dir string, b Begun) error {
		if space != "" && b.Space != space {
			return nil
		}
		lock, err := lockfile.Try(filepath.Join(dir, begunLock))
		if errors.Is(err, fs.ErrNotExist) || lock == nil {
			return ignoreGone(err)
		}
		if b, _, err = readBegun(dir); err != nil { // it may have ended meanwhile
			lock.Release()
			return ignoreGone(err)
		}
		list = append(list, &Claim{Begun: b, s: g.s, dir: dir, lock: lock})
		return nil
	})
	slices.SortFunc(list, func(a, b *Claim) int { return a.Begun.Time.Compare(b.Begun.Time) })
	return list, err
}

// List lists the calls of every process whose changes are not all kept yet.
func (g *Begins) List() (list []Begun, err error) {
	err = g.each(func(_ string, b Begun) error {
		list = append(list, b)
		return nil
	})
	return list, err
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// each reads every record. One that is not whole was never one: a kill came first.
func (g *Begins) each(do func(dir string, b Begun) error) error {
	list, err := os.ReadDir(g.s.dir("begun"))
	if err != nil {
		return ignoreGone(err)
	}
	for _, e := range list {
		dir := g.s.dir("begun", e.Name())
		b, _, err := readBegun(dir)
		if errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = do(dir, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readBegun reads a record, and which version of its indexes belongs to it.
func readBegun(dir string) (b Begun, version string, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, begunRecord))
	if err != nil {
		return b, "", err
	}
	version, words, _ := strings.Cut(string(raw), "\n")
	if err := json.Unmarshal([]byte(words), &b); err != nil {
		return b, "", fmt.Errorf("what is kept of a call that has begun %w: %w", errDamaged, err)
	}
	return b, version, nil
}

// link keeps a view under another name: as a second name of the tree's own index where that is
// this very view, else written anew.
func (t *Tree) link(v *View, path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == v && t.kept && t.written != nil && os.Link(t.file(), path) == nil {
		info, err := os.Lstat(path)
		if err == nil && os.SameFile(info, t.written) && info.Size() == t.written.Size() && info.ModTime().Equal(t.written.ModTime()) {
			return nil
		}
		if err := os.Remove(path); err != nil { // that of another process
			return err
		}
	}
	return os.WriteFile(path, t.encode(v), 0o600)
}
