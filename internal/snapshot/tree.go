package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// A time of a file counts once it is this old: a change within the same tick of the clock
// leaves the same time behind.
const (
	settleFine   = 100 * time.Millisecond
	settleCoarse = 2100 * time.Millisecond // where times have no parts of a second
)

// Limits bound what is kept of one tree. The zero value is the usual.
type Limits struct {
	Bytes int64 // of all contents, as they are; 0: 2 GiB
	File  int64 // of one file; 0: 5 GiB
	Names int   // that are looked at; 0: 1,000,000
}

func (l Limits) filled() Limits {
	if l.Bytes == 0 {
		l.Bytes = 2 << 30
	}
	if l.File == 0 {
		l.File = 5 << 30
	}
	if l.Names == 0 {
		l.Names = 1_000_000
	}
	return l
}

// small is how large a file may be that is kept even where the tree has more than Limits.Bytes,
// up to twice that: texts are kept, videos are not.
const small = 1 << 20

// TreeConfig says what a Tree watches.
type TreeConfig struct {
	Root   string // real and absolute
	Limits Limits
	// Secret reports whether a file may hold secrets, by its absolute path. nil: none does.
	Secret func(path string) bool
	// Opens has folders opened that their owner, who is the user of this process, may not list or enter, for good, and such files while they are
	// read: programs can close what they change, and open it again (docs/decisions/1039-what-a-program-closes-is-opened.md).
	Opens bool
}

// A Tree is a folder whose contents are kept, so that what changes can be taken back. It
// is safe for concurrent use; looks follow each other.
type Tree struct {
	s *Store
	c TreeConfig

	mu   sync.Mutex
	last *View // as it was at the last look; nil: never
	kept bool  // last is on the disk
	// written is the index of last, as this process wrote it; nil: another one did, or none.
	written fs.FileInfo
	lost    int // the store's losses, as of last
}

// Tree watches a folder.
func (s *Store) Tree(c TreeConfig) *Tree {
	c.Limits = c.Limits.filled()
	return &Tree{s: s, c: c}
}

// Root is the folder.
func (t *Tree) Root() string { return t.c.Root }

// Look walks the tree and keeps what it does not have yet. The contents of a View can be
// opened as long as a Set, or the Tree's last View, names them. ctx ends the walk.
func (t *Tree) Look(ctx context.Context) (*View, error) {
	release, err := t.s.use(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.s.packs.refresh(); err != nil {
		return nil, fmt.Errorf("the snapshots cannot be read: %w", err)
	}
	if t.last == nil {
		t.last, t.kept = t.restore(), true
	}
	if lost := t.s.packs.losses(); lost != t.lost {
		t.last, t.lost = t.stillKept(t.last), lost
	}
	now, err := t.walk(ctx)
	if err != nil {
		return nil, err
	}
	if same(t.last, now) && t.kept && t.lasts() {
		return t.last, nil
	}
	t.last = now
	if err := t.keep(now); err != nil {
		return nil, err
	}
	t.kept = true
	return now, nil
}

// same reports whether nothing was read anew.
func same(was, now *View) bool {
	if was == nil || len(was.folders) != len(now.folders) {
		return false
	}
	for at, f := range now.folders {
		if was.folders[at] != f {
			return false
		}
	}
	return true
}

// stillKept drops from a view the contents that the store has no more: they are read again.
func (t *Tree) stillKept(v *View) *View {
	if v == nil {
		return nil
	}
	return v.without(func(n *node) bool { return !t.s.packs.has(n.sum) })
}

// lasts reports whether the index of the tree is on the disk, and keeps it from being taken
// for one that nobody needs.
func (t *Tree) lasts() bool {
	info, err := os.Stat(t.file())
	if err != nil {
		return false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > 12*time.Hour {
		t.written = nil // its time is another one from now on
		return os.Chtimes(t.file(), now, now) == nil
	}
	return true
}

// errTooMany ends a walk of a tree with more names than Limits allow.
var errTooMany = errors.New("it has too many names to be watched")
