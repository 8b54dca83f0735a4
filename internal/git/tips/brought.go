package tips

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/internal/git/objects"
)

// A Bringing is a name, or another file of a git folder, whose commit brings files that nothing had before.
type Bringing struct {
	Name   string   // such as refs/heads/work, or rebase-merge/autostash; "" for the whole
	Commit string   // that a file names; "" for a name
	Apart  bool     // it is a name, and stands in a file where git looks before it looks below refs
	Also   []string // further names of the same commit
	Paths  []string // with slashes
	Why    string   // what else there is to say of it

	Blobs []string // the contents, as git names them
}

// Brought are the names that mean another commit than before, and the files by which git goes on that name another one, where it brings such files:
// neither the work tree at top has them as the commit does, nor had a commit that a name meant before. Of a file that is gone from a commit nothing
// is said. own leaves out what belongs to other work trees, too.
func Brought(dir, top string, own bool, before, after *Tips, counts func(name string) bool) (list []Bringing) {
	b := &bringing{dir: dir, top: top, before: before, after: after, counts: counts, seen: map[string]bool{}, most: mostHistory}
	defer b.close()
	if after.crowded && !before.crowded {
		list = append(list, Bringing{Why: "holds more names than are looked at"})
	}
	shared := map[string]*Bringing{} // what a commit brings under a name that was not there; nil: nothing
	var found []*Bringing
	for _, name := range b.newNames(own) {
		id, isNew := after.ids[name], before.ids[name] == ""
		same, again := shared[id]
		switch {
		case !again || !isNew:
		case same == nil:
			continue
		case !same.Apart && !after.apart[name]:
			same.Also = append(same.Also, name)
			continue
		}
		if len(b.seen) > mostTips {
			list = append(list, Bringing{Name: name, Why: "is one of more new names than are looked at"})
			break
		}
		one := b.named(name, id)
		if one != nil {
			found = append(found, one)
		}
		if one != nil || isNew {
			shared[id] = one
		}
	}
	for _, one := range found {
		list = append(list, *one)
	}
	return append(list, b.laidAside()...)
}

// newNames are the names that mean another commit than before, those first that were there. own leaves out those of other work trees.
func (b *bringing) newNames(own bool) (list []string) {
	was := map[string]bool{}
	for name := range b.before.ids {
		was[b.before.counted(name)] = true
	}
	for name, id := range b.after.ids {
		if id == b.before.ids[name] || was[id] || own && !b.after.own[name] || name == "HEAD" && strings.HasPrefix(b.after.head, "ref:") || b.isPushed(name) {
			continue
		}
		list = append(list, name)
	}
	slices.SortFunc(list, func(x, y string) int {
		return cmp.Or(cmp.Compare(min(len(b.before.ids[y]), 1), min(len(b.before.ids[x]), 1)), rank("refs", kind(x))-rank("refs", kind(y)), strings.Compare(x, y))
	})
	return list
}

// kind is what sort of name one below refs is.
func kind(name string) string {
	rest, _ := strings.CutPrefix(name, "refs/")
	first, _, _ := strings.Cut(rest, "/")
	return first
}

// isPushed reports whether a name is that of another machine's branch which has come to mean what one of this name, of which was told, means here.
func (b *bringing) isPushed(name string) bool {
	rest, ok := strings.CutPrefix(name, "refs/remotes/")
	_, branch, _ := strings.Cut(rest, "/")
	here := "refs/heads/" + branch
	_, told := b.before.told[here]
	return ok && told && b.before.ids[here] == b.after.ids[name]
}

// named is what a name brings; nil if that is nothing.
func (b *bringing) named(name, id string) *Bringing {
	if strings.HasPrefix(name, "refs/replace/") { // git reads it in the place of another object
		b.seen[id] = true
		return &Bringing{Name: name}
	}
	paths, blobs, err := b.paths(name, id)
	one := Bringing{Name: name, Paths: paths, Blobs: blobs, Apart: b.after.apart[name]}
	switch {
	case err != nil:
		one.Why = "means " + id + ", which cannot be read"
	case len(paths) == 0:
		return nil
	}
	if one.Apart {
		one.Commit = id
	}
	return &one
}

// bringing looks for what commits bring.
type bringing struct {
	dir, top      string
	before, after *Tips
	counts        func(name string) bool

	store *objects.Store
	seen  map[string]bool // commits
	was   []string        // see known
	past  map[string]bool // commits in the history of those of before
	most  int             // of them
}

// open opens the objects, once.
func (b *bringing) open() *objects.Store {
	if b.store == nil {
		b.store = objects.Open(b.dir)
	}
	return b.store
}

func (b *bringing) close() {
	if b.store != nil {
		b.store.Close()
	}
}

// paths are the files that a commit brings which a name has come to mean, and their contents as git names them. It is an error if that cannot be told.
func (b *bringing) paths(name, id string) (list, blobs []string, err error) {
	b.seen[id] = true
	store := b.open()
	commit := store.Commit(id)
	if commit == "" {
		commit = id // a folder
	}
	known := b.known()
	if own := store.Commit(b.before.ids[name]); own != "" {
		known = append([]string{own}, known...)
	}
	base := ""
	for _, before := range []string{b.before.ids[name], b.before.counted("HEAD")} {
		if base = store.Commit(before); base != "" {
			break
		}
	}
	names, err := store.Changed(base, commit)
	if err != nil && base != "" {
		names, err = store.Changed("", commit)
	}
	if err != nil {
		if len(id) == longID || store.IsContent(id) || store.IsPartial() {
			err = nil
		}
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !b.counts(name) })
	if len(names) == 0 || b.old(commit) {
		return nil, nil, nil
	}
	for _, name := range names {
		if link, err := store.Submodule(commit, name); err == nil && link != "" && link == headAt(filepath.Join(b.top, filepath.FromSlash(name))) {
			continue // that is checked out there: nothing is put into place
		}
		is, err := store.Blob(commit, name)
		if err == nil && is != "" && (blobAt(b.top, name) == is || slices.ContainsFunc(known, func(commit string) bool {
			was, err := store.Blob(commit, name)
			return err == nil && was == is
		})) {
			continue
		}
		if list = append(list, name); is != "" {
			blobs = append(blobs, is)
		}
	}
	return list, blobs, nil
}

// headAt is the commit that is checked out in the work tree of another repository; "" if nobody knows.
func headAt(top string) string {
	dir := git.FolderOf(top)
	if dir == "" {
		return ""
	}
	return Read(dir, nil, func(string) bool { return false }).ids["HEAD"]
}

// blobAt names the content of a file of a work tree; "" of none.
func blobAt(top, name string) string {
	raw, _, err := git.ReadFile(filepath.Join(top, filepath.FromSlash(name)), fileBytes)
	if err != nil {
		return ""
	}
	return objects.BlobID(raw)
}

// known are the commits of before, the nearest first: the one that was checked out, then the others.
func (b *bringing) known() []string {
	if b.was != nil {
		return b.was
	}
	b.was = []string{}
	for _, name := range slices.Concat([]string{"HEAD"}, slices.Sorted(maps.Keys(b.before.ids))) {
		id := b.before.counted(name)
		if id == "" || len(b.was) == mostKnown {
			continue
		}
		if id = b.open().Commit(id); id != "" && !slices.Contains(b.was, id) {
			b.was = append(b.was, id)
		}
	}
	return b.was
}

// old reports whether a commit is in the history of those of before.
func (b *bringing) old(commit string) bool {
	if b.past == nil {
		b.past = map[string]bool{}
		for next := slices.Clone(b.known()); len(next) > 0 && len(b.past) < b.most; {
			id := next[0]
			if next = next[1:]; b.past[id] {
				continue
			}
			b.past[id] = true
			if parents, err := b.open().Parents(id); err == nil {
				next = append(next, parents...)
			}
		}
	}
	return b.past[commit]
}
