package snapshot

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

const (
	isOdd byte = iota // none of the others: it is not looked at
	isFile
	isFolder
	isLink
)

// A stamp is what the file system says of what lies under a name: a content that changed
// has another one.
type stamp struct {
	ino, dev           uint64
	size, mtime, ctime int64
	mode               uint32 // the lowest twelve bits of Unix
	kind               byte
}

// settled reports whether a change after now would show in the stamp.
func (s stamp) settled(now int64) bool {
	need := settleFine
	if s.ctime%int64(time.Second) == 0 {
		need = settleCoarse
	}
	return now-s.ctime > int64(need) || s.ctime > now+int64(time.Minute) // the clock went back: the time to come says nothing
}

// A node is what lay under a name of a folder.
type node struct {
	name   string
	stamp  stamp // of a folder only its kind, mode, and what it is
	sum    sum   // of a file's content; zero: not kept
	target string
	lost   string // why the content is not kept
	loose  bool   // the stamp had not settled when it was read
}

// A folder is the nodes of one folder, sorted by name. It does not change.
type folder struct {
	stamp   stamp
	loose   bool
	nodes   []node
	skipped []string // names of folders below that are left out
	gaps    []gap
	files   int   // and links
	bytes   int64 // of the contents that are kept
}

// A gap is a name of which is not known what lies below it, or what it is.
type gap struct{ name, why string }

// count fills in what follows from the nodes.
func (f *folder) count() {
	f.files, f.bytes = 0, 0
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.stamp.kind != isFolder {
			f.files++
		}
		if n.sum != (sum{}) {
			f.bytes += n.stamp.size
		}
	}
}

// A View is a tree as it was at one look. It does not change.
type View struct {
	folders map[string]*folder // by path below the root; the root is ""
	bytes   int64              // of the contents that are kept
	files   int
}

func newView(folders map[string]*folder) *View {
	v := &View{folders: folders}
	for _, f := range folders {
		v.files += f.files
		v.bytes += f.bytes
	}
	return v
}

// without is the view without the contents that are lost: they are to be read again.
func (v *View) without(lost func(*node) bool) *View {
	out := make(map[string]*folder, len(v.folders))
	for at, f := range v.folders {
		out[at] = f
		for i := range f.nodes {
			if f.nodes[i].sum == (sum{}) || !lost(&f.nodes[i]) {
				continue
			}
			if out[at] == f {
				c := *f
				c.nodes = slices.Clone(f.nodes)
				out[at] = &c
			}
			n := &out[at].nodes[i]
			n.sum, n.loose = sum{}, true
		}
		if out[at] != f {
			out[at].count()
		}
	}
	return newView(out)
}

// Files is how many files and links it has, and Bytes the size of the contents that are kept.
func (v *View) Files() (n int, bytes int64) { return v.files, v.bytes }

// Skipped are the folders that are left out: what tools make anew. Sorted.
func (v *View) Skipped() []string {
	var out []string
	for at, f := range v.folders {
		for _, name := range f.skipped {
			out = append(out, join(at, name))
		}
	}
	slices.Sort(out)
	return out
}

// Partial says what is not covered, a sentence each. Sorted.
func (v *View) Partial() []string {
	var out []string
	for _, f := range v.folders {
		for _, g := range f.gaps {
			out = append(out, g.why)
		}
	}
	slices.Sort(out)
	return out
}

// uncovered adds what is left out, and what is not known.
func (v *View) uncovered(paths map[string]bool) {
	for at, f := range v.folders {
		for _, name := range f.skipped {
			paths[join(at, name)] = true
		}
		for _, g := range f.gaps {
			path := join(at, g.name)
			if f.has(g.name) && !strings.HasSuffix(g.why, otherSystem) { // the folder itself is known, and what lies in it is not
				path += "/"
			}
			paths[path] = true
		}
	}
}

// has reports whether a name is one of the folder's nodes.
func (f *folder) has(name string) bool {
	_, ok := slices.BinarySearchFunc(f.nodes, name, func(n node, name string) int { return strings.Compare(n.name, name) })
	return ok
}

// Entries tells what lay at a path below the root; known is false where the view does not cover it.
func (v *View) Entries() func(path Name) (e *Entry, known bool) {
	hidden := map[string]bool{}
	v.uncovered(hidden)
	return func(path Name) (*Entry, bool) { return v.at(path, hidden) }
}

func (v *View) at(path Name, hidden map[string]bool) (e *Entry, known bool) {
	if within(string(path), hidden) {
		return nil, false
	}
	at, name := "", string(path)
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		at, name = name[:i], name[i+1:]
	}
	f := v.folders[at]
	if f == nil {
		return nil, true
	}
	i, ok := slices.BinarySearchFunc(f.nodes, name, func(n node, name string) int { return strings.Compare(n.name, name) })
	if !ok {
		return nil, true
	}
	return f.nodes[i].entry(), true
}

// within reports whether a path, or one above it, is one of these; one with a slash at its end
// means what lies below.
func within(path string, paths map[string]bool) bool {
	for end := 0; ; end++ {
		i := strings.IndexByte(path[end:], '/')
		if i < 0 {
			return paths[path]
		}
		if end += i; paths[path[:end]] || paths[path[:end+1]] {
			return true
		}
	}
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "/" + name
}

// entry is a node as a Change has it.
func (n node) entry() *Entry {
	e := &Entry{Mode: fileMode(n.stamp.mode)}
	switch n.stamp.kind {
	case isFolder:
		e.Kind = Folder
	case isLink:
		e.Kind, e.Mode, e.Time, e.Target = Link, 0, n.stamp.mtime, Name(n.target)
	default:
		e.Kind, e.Size, e.Time, e.Lost = File, n.stamp.size, n.stamp.mtime, n.lost
		if n.sum != (sum{}) {
			e.Hash = n.sum.String()
		}
	}
	return e
}

// Between is what differs between two looks at one tree, sorted by path. What is left out or
// not known in either is in none.
func Between(before, after *View) []Change {
	var out []Change
	for at, now := range after.folders {
		if was := before.folders[at]; was != now {
			out = compare(out, at, was, now)
		}
	}
	for at, was := range before.folders {
		if after.folders[at] == nil {
			out = compare(out, at, was, &folder{})
		}
	}
	if len(out) == 0 {
		return nil
	}
	hidden := map[string]bool{}
	before.uncovered(hidden)
	after.uncovered(hidden)
	if len(hidden) > 0 {
		out = slices.DeleteFunc(out, func(c Change) bool { return within(string(c.Path), hidden) })
	}
	sortChanges(out)
	return out
}

// compare adds what differs between the names of one folder; was is nil where there was none.
func compare(out []Change, at string, was, now *folder) []Change {
	if was == nil {
		was = &folder{}
	}
	i, j := 0, 0
	for i < len(was.nodes) || j < len(now.nodes) {
		var order int
		switch {
		case i == len(was.nodes):
			order = 1
		case j == len(now.nodes):
			order = -1
		default:
			order = strings.Compare(was.nodes[i].name, now.nodes[j].name)
		}
		if order == 0 && was.nodes[i] == now.nodes[j] {
			i, j = i+1, j+1
			continue
		}
		c := Change{}
		if order <= 0 {
			c.Path, c.Before = Name(join(at, was.nodes[i].name)), was.nodes[i].entry()
			i++
		}
		if order >= 0 {
			c.Path, c.After = Name(join(at, now.nodes[j].name)), now.nodes[j].entry()
			j++
		}
		if !c.Before.Same(c.After) {
			out = append(out, c)
		}
	}
	return out
}

// fileMode is Go's word for the twelve bits of Unix.
func fileMode(bits uint32) fs.FileMode {
	m := fs.FileMode(bits & 0o777)
	for bit, mode := range specialBits {
		if bits&bit != 0 {
			m |= mode
		}
	}
	return m
}

var specialBits = map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky}
