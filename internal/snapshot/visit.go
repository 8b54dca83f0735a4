package snapshot

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
)

// A visit is one folder during a walk. Its handle is open until the last of its jobs is
// done: a folder below is opened by its name in this very one.
type visit struct {
	w   *walk
	at  string
	h   handle
	was *folder // as it was; nil: new

	stamp   stamp
	nodes   []node // those of was while they are the same
	skipped []string
	left    atomic.Int32 // jobs

	mu      sync.Mutex
	gone    []string // what went away before it was entered or read
	gaps    []gap
	amended map[int]node // folders that are not as they were when they were looked at
}

// enter looks at one folder. The handle is closed once its jobs are done, or now if there
// is an error: then nothing is known of it.
func (k *worker) enter(at string, h handle, st stamp) error {
	w := k.w
	v := &visit{w: w, at: at, h: h, was: w.was.folders[at], stamp: st}
	v.left.Store(1)
	names, err := v.names()
	if err != nil {
		h.close()
		return err
	}
	if w.names.Add(int64(names.len())) > int64(w.t.c.Limits.Names) {
		h.close()
		w.fail(fmt.Errorf("%s: %w: over %d", w.t.c.Root, errTooMany, w.t.c.Limits.Names))
		return nil
	}
	v.scan(k, names)
	v.done(k)
	return nil
}

// descend enters a folder of this one. It was there a moment ago.
func (v *visit) descend(k *worker, i int) {
	name := v.nodes[i].name
	if v.w.t.c.Opens && v.nodes[i].stamp.mode&ownerLooks != ownerLooks {
		_, _ = v.h.unlock(name, isFolder, ownerAll) // else it cannot be read, which is said
	}
	h, st, err := v.h.sub(name)
	if err == nil && st.dev != v.w.dev {
		h.close()
		v.miss(name, otherSystem)
		return
	}
	if err == nil {
		if n := folderNode(name, st); n != v.nodes[i] {
			v.amend(i, n)
		}
		err = k.enter(join(v.at, name), h, st)
	}
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist):
		v.lose(name)
	case exchanged(err):
		v.miss(name, "was exchanged while it was looked at")
	default:
		v.miss(name, fmt.Sprintf("cannot be read: %v", cause(err)))
	}
}

// The rights of the owner, as the system writes them.
const (
	ownerReads = 0o400
	ownerLooks = 0o500 // at a folder and what lies in it
	ownerAll   = 0o700
)

// folderNode is the node of a folder with a stamp.
func folderNode(name string, st stamp) node {
	return node{name: name, stamp: stamp{kind: isFolder, mode: st.mode, ino: st.ino}}
}

// amend notes what a node is once its folder is open.
func (v *visit) amend(i int, n node) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.amended == nil {
		v.amended = map[int]node{}
	}
	v.amended[i] = n
}

// lose notes that a name went away after it was looked at.
func (v *visit) lose(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gone = append(v.gone, name)
}

// otherSystem is why nothing is known of what is mounted in a tree: its mode is not the folder's.
const otherSystem = "is another file system"

// miss notes that nothing is known of what lies at a name and below it.
func (v *visit) miss(name, why string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gaps = append(v.gaps, gap{name: name, why: v.w.path(join(v.at, name)) + " " + why})
}

// A listing is the names of a folder, sorted. Those of a folder that has not changed are
// those of its nodes.
type listing struct {
	fresh []string
	known []node
}

func (l listing) len() int { return len(l.fresh) + len(l.known) }

func (l listing) name(i int) string {
	if l.known != nil {
		return l.known[i].name
	}
	return l.fresh[i]
}

// names lists the folder; an unchanged one has the names that it had.
func (v *visit) names() (listing, error) {
	if was := v.was; stampsOfFoldersTell && was != nil && !was.loose && was.stamp == v.stamp && len(was.gaps) == 0 {
		if len(was.skipped) == 0 {
			return listing{known: was.nodes}, nil
		}
		names := make([]string, 0, len(was.nodes)+len(was.skipped))
		for i := range was.nodes {
			names = append(names, was.nodes[i].name)
		}
		names = append(names, was.skipped...)
		slices.Sort(names)
		return listing{fresh: names}, nil
	}
	names, err := v.h.names()
	slices.Sort(names)
	return listing{fresh: names}, err
}

// scan looks at each name, and hands out what there is to read and to enter.
func (v *visit) scan(k *worker, names listing) {
	var stale []int
	var old []node
	if v.was != nil {
		old = v.was.nodes
	}
	first := len(k.jobs)
	same := 0        // so many nodes are those of old, in the same order
	var fresh []node // nil while all are
	at := 0          // in old
	for i := range names.len() {
		name := names.name(i)
		var was *node
		if names.known != nil { // they are the names of old
			at, was = i, &old[i]
		} else {
			for at < len(old) && old[at].name < name {
				at++
			}
			if at < len(old) && old[at].name == name {
				was = &old[at]
			}
		}
		n, what := v.look(name, was, names.known != nil)
		if what == leaveOut {
			continue
		}
		if fresh == nil && what != readIt && at == same && was != nil && (n == was || *n == *was) {
			same++
		} else {
			if fresh == nil {
				fresh = append(make([]node, 0, names.len()), old[:same]...)
			}
			fresh = append(fresh, *n)
		}
		here := max(same, len(fresh)) - 1
		switch what {
		case enterIt:
			k.jobs = append(k.jobs, job{in: v, enter: here})
		case readIt:
			stale = append(stale, here)
		}
	}
	v.nodes = fresh
	if fresh == nil {
		v.nodes = old[:same:same]
	}
	for part := range slices.Chunk(stale, chunk) {
		k.jobs = append(k.jobs, job{in: v, read: part})
	}
	v.left.Add(int32(len(k.jobs) - first)) //nolint:gosec // no more than names
}

// A verdict is what to do about a name.
type verdict byte

const (
	leaveOut verdict = iota
	keepIt           // as it is
	readIt           // its content is not known
	enterIt
)

// look looks at one name. was is what was there, nil if nothing was. sure says that the
// folder has not changed: then what was a folder is one, and entering it tells the rest.
func (v *visit) look(name string, was *node, sure bool) (*node, verdict) {
	if sure && was.stamp.kind == isFolder && !toolsMake(name) {
		return was, enterIt
	}
	st, err := v.h.stat(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			v.miss(name, fmt.Sprintf("cannot be read: %v", cause(err)))
		}
		return nil, leaveOut
	}
	// What was not kept is tried again: there may be room for it now, or the right to read it.
	if was != nil && was.stamp == st && !was.loose && (was.sum != (sum{}) || st.kind == isLink) {
		return was, keepIt
	}
	var n node
	var what verdict
	switch st.kind {
	case isFolder:
		n, what = v.folder(name, st)
	case isLink:
		n, what = v.link(name, st)
	case isFile:
		n, what = v.file(name, st, was)
	}
	return &n, what // anything else is left out
}

func (v *visit) folder(name string, st stamp) (node, verdict) {
	n := folderNode(name, st)
	if st.dev != v.w.dev {
		v.miss(name, otherSystem)
		return n, keepIt
	}
	// What was covered stays so: a call that has it ignored must not hide by that what it does there.
	if v.w.was.folders[join(v.at, name)] == nil && v.w.leavesOut(v.at, name) {
		v.skipped = append(v.skipped, name)
		return node{}, leaveOut
	}
	return n, enterIt
}

func (v *visit) link(name string, st stamp) (node, verdict) {
	target, err := v.h.readlink(name)
	if err != nil {
		return node{}, leaveOut // exchanged meanwhile
	}
	return node{name: name, stamp: st, target: target, loose: !st.settled(v.w.now)}, keepIt
}

func (v *visit) file(name string, st stamp, was *node) (node, verdict) {
	n := node{name: name, stamp: st}
	had := int64(0)
	if was != nil && was.sum != (sum{}) {
		had = was.stamp.size
	}
	if n.lost = v.w.budget(st.size, had); n.lost != "" {
		return n, keepIt
	}
	return n, readIt
}

// done ends one job of a visit; the last closes the folder.
func (v *visit) done(k *worker) {
	if v.left.Add(-1) > 0 {
		return
	}
	v.h.close()
	f := v.result()
	k.found = append(k.found, finding{at: v.at, f: f, same: f == v.was})
}

// result is the folder as it was found: the one before where nothing is different.
func (v *visit) result() *folder {
	if len(v.amended) > 0 {
		v.nodes = slices.Clone(v.nodes)
		for i, n := range v.amended {
			v.nodes[i] = n
		}
	}
	if len(v.gone) > 0 {
		v.nodes = slices.DeleteFunc(slices.Clone(v.nodes), func(n node) bool { return slices.Contains(v.gone, n.name) })
	}
	slices.SortFunc(v.gaps, func(a, b gap) int { return cmp.Compare(a.name, b.name) })
	loose := !v.stamp.settled(v.w.now) || len(v.gone) > 0
	if was := v.was; was != nil && was.stamp == v.stamp && was.loose == loose && sameNodes(was.nodes, v.nodes) &&
		slices.Equal(was.skipped, v.skipped) && slices.Equal(was.gaps, v.gaps) {
		return was
	}
	f := &folder{stamp: v.stamp, loose: loose, nodes: v.nodes, skipped: v.skipped, gaps: v.gaps}
	f.count()
	return f
}

// sameNodes is quick where it is the very same list.
func sameNodes(a, b []node) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}
