// Package tips knows which commits the names of a repository mean, and which files these bring that none of them had before.
package tips

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
)

// Limits of what is looked at: what is beyond is not seen.
const (
	mostNames   = 2000    // files below refs
	mostDepth   = 12      // folders in each other
	packedBytes = 8 << 20 // of packed-refs
	nameBytes   = 1 << 10 // of a file that names a commit
	mostTips    = 500     // new commits
	mostKnown   = 64      // commits of before in which a content is looked for
	mostHistory = 2000    // commits of before that are gone back through
	mostHeld    = 300     // commits of before in which a content is looked for that lies in a work tree
	fileBytes   = 4 << 20 // of a file in the work tree
)

// Tips are the commits that names of a repository mean at one moment.
type Tips struct {
	ids   map[string]string // by names such as refs/heads/main, and HEAD
	own   map[string]bool   // names of this work tree alone
	head  string            // what HEAD says as it stands
	laids map[string]string // what other files say that name commits
	files map[string]file
	index index
}

// Anew is what was read, but for the index: other files of it count now.
func (t *Tips) Anew() *Tips {
	if t == nil {
		return nil
	}
	anew := *t
	anew.index = index{}
	return &anew
}

// A file is one that names commits, as it was read.
type file struct {
	is   pins.Identity
	text string
}

// Read looks at the names in a git folder now. What has not changed since last is not read again; paths are those of an index that count, with slashes.
func Read(dir string, last *Tips, counts func(name string) bool) *Tips {
	t := &Tips{ids: map[string]string{}, own: map[string]bool{"HEAD": true}, laids: map[string]string{}, files: map[string]file{}}
	if last == nil {
		last = &Tips{}
	}
	common := Common(dir)
	for line := range strings.Lines(t.read(last, filepath.Join(common, "packed-refs"), packedBytes)) {
		if id, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && id != "#" {
			t.ids[name] = id
		}
	}
	t.below(last, common, "refs", 0)
	if dir != common {
		shared := t.ids
		t.ids = map[string]string{}
		t.below(last, dir, "refs", 0)
		for name := range t.ids {
			t.own[name] = true
		}
		maps.Copy(shared, t.ids)
		t.ids = shared
	}
	t.head = t.read(last, filepath.Join(dir, "HEAD"), nameBytes)
	t.name("HEAD", t.head)
	t.state(last, dir)
	for name, id := range t.ids {
		for range 5 { // one that says another
			to, ok := strings.CutPrefix(id, "ref: ")
			if !ok {
				break
			}
			id = t.ids[strings.TrimSpace(to)]
		}
		if strings.HasPrefix(id, "ref: ") || id == "" {
			delete(t.ids, name)
		} else {
			t.ids[name] = id
		}
	}
	t.index = readIndex(dir, last.index, counts)
	return t
}

// below reads the names in a folder.
func (t *Tips) below(last *Tips, common, folder string, depth int) {
	entries, err := os.ReadDir(filepath.Join(common, filepath.FromSlash(folder)))
	if err != nil || depth > mostDepth {
		return
	}
	for _, e := range entries {
		name := folder + "/" + e.Name()
		switch {
		case len(t.files) > mostNames:
			return
		case e.IsDir():
			t.below(last, common, name, depth+1)
		case !strings.HasSuffix(name, ".lock"):
			t.name(name, t.read(last, filepath.Join(common, filepath.FromSlash(name)), nameBytes))
		}
	}
}

// name notes what a name says: another one, or a commit, whatever stands behind it.
func (t *Tips) name(name, text string) {
	to, isName := strings.CutPrefix(text, "ref:")
	if words := strings.Fields(to); len(words) > 0 {
		if t.ids[name] = words[0]; isName {
			t.ids[name] = "ref: " + words[0]
		}
	}
}

// read is what a file holds, at most so many bytes; "" if it cannot be read.
func (t *Tips) read(last *Tips, path string, most int64) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	is := pins.IdentityOf(info)
	if was, ok := last.files[path]; ok && was.is == is && is.Settled(time.Now()) {
		t.files[path] = was
		return was.text
	}
	from, _, err := git.Open(path)
	if err != nil {
		return ""
	}
	defer from.Close()
	raw, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return ""
	}
	t.files[path] = file{is, string(raw)}
	return string(raw)
}

// A Bringing is a name, or another file of a git folder, whose commit brings files that nothing had before.
type Bringing struct {
	Name   string   // such as refs/heads/work, or rebase-merge/autostash
	Commit string   // that a file names; "" for a name
	Paths  []string // with slashes
	Why    string   // what else there is to say of it

	Blobs []string // the contents, as git names them
}

// Has names a content as git does, if a commit that a name means, or one before it, has it at a path with slashes; "" if none has.
func (t *Tips) Has(dir, name string, content []byte) string {
	id := objects.BlobID(content)
	b := &bringing{dir: dir, before: t}
	defer b.close()
	b.most = mostHeld
	b.old("")
	for commit := range b.past {
		if is, err := b.open().Blob(commit, name); err == nil && is == id {
			return id
		}
	}
	return ""
}

// Brought are the names that mean another commit than before, and the files by which git goes on that name another one, where it brings such files:
// neither the work tree at top has them as the commit does, nor had a commit that a name meant before. Of a file that is gone from a commit nothing
// is said. own leaves out what belongs to other work trees, too.
func Brought(dir, top string, own bool, before, after *Tips, counts func(name string) bool) (list []Bringing) {
	b := &bringing{dir: dir, top: top, before: before, after: after, counts: counts, seen: map[string]bool{}, most: mostHistory}
	defer b.close()
	was := map[string]bool{}
	for _, id := range before.ids {
		was[id] = true
	}
	for _, name := range slices.Sorted(maps.Keys(after.ids)) {
		id := after.ids[name]
		if was[id] || b.seen[id] || own && !after.own[name] || name == "HEAD" && strings.HasPrefix(after.head, "ref:") {
			continue
		}
		if len(b.seen) > mostTips {
			list = append(list, Bringing{Name: name, Why: "is one of more new names than are looked at"})
			break
		}
		if strings.HasPrefix(name, "refs/replace/") { // git reads it in the place of another object
			b.seen[id] = true
			list = append(list, Bringing{Name: name})
			continue
		}
		if paths, blobs := b.paths(name, id); len(paths) > 0 {
			list = append(list, Bringing{Name: name, Paths: paths, Blobs: blobs})
		}
	}
	return append(list, b.laidAside()...)
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

// paths are the files that a commit brings which a name has come to mean, and their contents as git names them.
func (b *bringing) paths(name, id string) (list, blobs []string) {
	if b.seen[id] {
		return nil, nil
	}
	b.seen[id] = true
	store := b.open()
	commit := store.Commit(id)
	if commit == "" {
		commit = id // a folder
	}
	known := b.known()
	base := ""
	for _, before := range []string{b.before.ids[name], b.before.ids["HEAD"]} {
		if base = store.Commit(before); base != "" {
			break
		}
	}
	names, err := store.Changed(base, commit)
	if err != nil {
		return nil, nil
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !b.counts(name) })
	if len(names) == 0 || b.old(commit) {
		return nil, nil
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
	return list, blobs
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
		id := b.before.ids[name]
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
