package snapshot

import (
	"io/fs"
	"maps"
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
	partial []string // what below it is not covered, in words
}

func (f *folder) find(name string) (node, bool) {
	i, ok := slices.BinarySearchFunc(f.nodes, name, func(n node, name string) int { return strings.Compare(n.name, name) })
	if !ok {
		return node{}, false
	}
	return f.nodes[i], true
}

// A View is a tree as it was at one look. It does not change.
type View struct {
	folders map[string]*folder // by path below the root; the root is ""
	bytes   int64              // of the contents that are kept
	files   int
}

// Files is how many files and links it has, and Bytes the size of the contents that are kept.
func (v *View) Files() (n int, bytes int64) { return v.files, v.bytes }

// Skipped are the folders that are left out: what tools make anew. Sorted.
func (v *View) Skipped() []string {
	return v.gather(func(at string, f *folder) []string {
		out := []string{}
		for _, name := range f.skipped {
			out = append(out, join(at, name))
		}
		return out
	})
}

// Partial says what is not covered, a sentence each. Sorted.
func (v *View) Partial() []string {
	return v.gather(func(_ string, f *folder) []string { return f.partial })
}

func (v *View) gather(of func(string, *folder) []string) []string {
	var out []string
	for at, f := range v.folders {
		out = append(out, of(at, f)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
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

// Between is what differs between two looks at one tree, sorted by path. What is left out in
// either is in none.
func Between(before, after *View) []Change {
	var out []Change
	for at, now := range after.folders {
		if was := before.folders[at]; was != now {
			out = append(out, compare(at, was, now)...)
		}
	}
	for at, was := range before.folders {
		if after.folders[at] == nil {
			out = append(out, compare(at, was, nil)...)
		}
	}
	left := append(before.Skipped(), after.Skipped()...)
	if len(left) > 0 {
		out = slices.DeleteFunc(out, func(c Change) bool {
			return slices.ContainsFunc(left, func(s string) bool { return string(c.Path) == s || strings.HasPrefix(string(c.Path), s+"/") })
		})
	}
	sortChanges(out)
	return out
}

// compare is what differs between the names of one folder; nil has none.
func compare(at string, was, now *folder) []Change {
	var out []Change
	names := map[string]bool{}
	for _, f := range []*folder{was, now} {
		if f == nil {
			continue
		}
		for _, n := range f.nodes {
			names[n.name] = true
		}
	}
	for name := range maps.Keys(names) {
		c := Change{Path: Name(join(at, name))}
		if was != nil {
			if n, ok := was.find(name); ok {
				c.Before = n.entry()
			}
		}
		if now != nil {
			if n, ok := now.find(name); ok {
				c.After = n.entry()
			}
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
