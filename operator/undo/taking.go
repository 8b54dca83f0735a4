package undo

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/snapshot"
	"handrail/tools"
)

// A taking is a call whose changes are being kept.
type taking struct {
	call   tools.Call
	tool   string
	exact  []*named         // the files that it names; nil: what changes in views
	views  map[string]*view // by root
	reach  string           // what its program could reach; "": nothing
	beside map[string]bool  // calls that ran at the same time, also in part
	done   []*snapshot.Set  // of such calls, exact ones: their changes are theirs
	began  time.Time
	walks  bool            // it may change anything in the folders, not just what it names
	claim  *snapshot.Claim // how it lay before, also after a kill
	looked time.Time       // when the look after it has begun
	ended  chan struct{}   // closed when it has ended, and the others know
}

// A view is a tree as it was before a call.
type view struct {
	tree   *snapshot.Tree
	before *snapshot.View
	after  *snapshot.View // nil until it has ended
}

// removed are the folders that were left out before a call, and are gone.
func (v *view) removed() (out []string) {
	now := v.after.Skipped()
	for _, name := range v.before.Skipped() {
		if !slices.Contains(now, name) {
			out = append(out, name)
		}
	}
	return out
}

// A named is a file that a call names.
type named struct {
	root   string
	path   snapshot.Name
	before *snapshot.Entry
}

// patience is how long a program's changes wait for a file tool that still runs beside it.
const patience = 2 * time.Second

// awaitExact waits for the file tools among calls that run at the same time: what they change
// is theirs. After a while both have it, and are said to have run at the same time.
func (t *taking) awaitExact(running []*taking) {
	if !t.walks {
		return
	}
	over := time.After(patience)
	for _, other := range running {
		if other == t || other.walks {
			continue
		}
		select {
		case <-other.ended:
		case <-over:
			return
		}
	}
}

// capture keeps what lies at names.
func capture(store *snapshot.Store, list []*named, found func(*named, *snapshot.Entry)) error {
	for _, n := range list {
		abs := filepath.Join(n.root, filepath.FromSlash(string(n.path)))
		e, err := store.Capture(n.root, n.path, tools.SensitivePath(abs))
		if err != nil {
			return err
		}
		found(n, e)
	}
	return nil
}

// withFolders adds the folders on the way to each file: they may be made for it.
func withFolders(list []*named) []*named {
	seen := map[string]bool{}
	var out []*named
	for _, n := range list {
		for at := n.path; at != "" && at != "."; at = snapshot.Name(dirOf(string(at))) {
			if key := n.root + "\x00" + string(at); !seen[key] {
				seen[key] = true
				out = append(out, &named{root: n.root, path: at})
			}
		}
	}
	return out
}

func dirOf(path string) string {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)]
}

// mostLost is how many files are named whose content before a call is not kept.
const mostLost = 5

// lost says which files cannot be put back as they were.
func lost(root string, changes []snapshot.Change) (out []string) {
	for _, c := range changes {
		if c.Before != nil && c.Before.Lost != "" && len(out) < mostLost && (c.After == nil || !c.Before.Same(c.After)) {
			out = append(out, fmt.Sprintf("%s: what it held before is not kept: %s", filepath.Join(root, filepath.FromSlash(string(c.Path))), c.Before.Lost))
		}
	}
	return out
}

// without drops what other calls, which name each file that they change, have done meanwhile.
func without(root string, changes []snapshot.Change, others []*snapshot.Set) []snapshot.Change {
	return slices.DeleteFunc(changes, func(c snapshot.Change) bool {
		for _, o := range others {
			for _, r := range o.Roots {
				if r.Path == root && slices.ContainsFunc(r.Changes, func(d snapshot.Change) bool {
					return d.Path == c.Path && d.Before.Same(c.Before) && d.After.Same(c.After)
				}) {
					return true
				}
			}
		}
		return false
	})
}

// meanwhile adds what other processes have done while a program ran: what calls have changed that named their files is
// theirs, and other calls ran at the same time.
func (t *taking) meanwhile(ctx context.Context, store *snapshot.Store, set *snapshot.Set, others []*snapshot.Set) ([]*snapshot.Set, error) {
	if store.KeptSince(set.Space, t.began) {
		list, err := store.SetsSince(ctx, set.Space, t.began)
		if err != nil {
			return nil, err
		}
		for _, other := range list {
			switch {
			case other.ID == t.call.ID:
			case other.Exact:
				others = append(others, other)
			default:
				set.Beside = append(set.Beside, other.ID)
			}
		}
	}
	begun, err := store.Begins().List()
	for _, b := range begun {
		if b.ID != t.call.ID && b.Space == set.Space && !b.Ended && len(b.Roots) > 0 {
			set.Beside = append(set.Beside, b.ID)
		}
	}
	return others, err
}
