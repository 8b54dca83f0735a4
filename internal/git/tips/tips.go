// Package tips knows which commits the names of a repository mean, and which files these bring that none of them had before.
package tips

import (
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
	mostTips    = 32      // new commits
	mostKnown   = 64      // commits of before in which a content is looked for
	mostHistory = 2000    // commits of before that are gone back through
	fileBytes   = 4 << 20 // of a file in the work tree
)

// Tips are the commits that names of a repository mean at one moment.
type Tips struct {
	ids   map[string]string // by names such as refs/heads/main, and HEAD
	files map[string]file
	index index
}

// A file is one that names commits, as it was read.
type file struct {
	is   pins.Identity
	text string
}

// Read looks at the names in a git folder now. What has not changed since last is not read again; paths are those of an index that count, with slashes.
func Read(dir string, last *Tips, counts func(name string) bool) *Tips {
	t := &Tips{ids: map[string]string{}, files: map[string]file{}}
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
	t.name("HEAD", t.read(last, filepath.Join(dir, "HEAD"), nameBytes))
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

// Common is the folder in which a git folder has its names: another one for a worktree beside.
func Common(dir string) string {
	raw, _, err := git.ReadFile(filepath.Join(dir, "commondir"), nameBytes)
	common := strings.TrimSpace(string(raw))
	switch {
	case err != nil:
		return dir
	case !filepath.IsAbs(common):
		return filepath.Join(dir, common)
	}
	return filepath.Clean(common)
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

// name notes what a name says.
func (t *Tips) name(name, text string) {
	if text = strings.TrimSpace(text); text != "" {
		t.ids[name] = text
	}
}

// read is what a file holds; "" if it cannot be read.
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
	raw, _, err := git.ReadFile(path, most)
	if err != nil {
		return ""
	}
	t.files[path] = file{is, string(raw)}
	return string(raw)
}

// A Bringing is a name whose commit brings files that nothing had before.
type Bringing struct {
	Name  string   // such as refs/heads/work
	Paths []string // with slashes
}

// Brought are the names that mean another commit than before, one that brings such files: neither the work tree at top has them as the commit does,
// nor had a commit that a name meant before. Of a file that is gone from a commit nothing is said. only is the one name to look at; "": all.
func Brought(dir, top, only string, before, after *Tips, counts func(name string) bool) (list []Bringing) {
	was := map[string]bool{}
	for _, id := range before.ids {
		was[id] = true
	}
	seen := map[string]bool{}
	var store *objects.Store
	for _, name := range slices.Sorted(maps.Keys(after.ids)) {
		id := after.ids[name]
		if was[id] || seen[id] || only != "" && name != only || name == "HEAD" && strings.HasPrefix(after.says("HEAD"), "ref: ") {
			continue
		}
		if seen[id] = true; len(seen) > mostTips {
			break
		}
		if store == nil {
			store = objects.Open(dir)
			defer store.Close()
		}
		if strings.HasPrefix(name, "refs/replace/") { // git reads it in the place of another object
			list = append(list, Bringing{Name: name})
			continue
		}
		b := brings{store, top, before, name, store.Commit(id)}
		if paths := b.paths(counts); len(paths) > 0 {
			list = append(list, Bringing{name, paths})
		}
	}
	return list
}

// says is what HEAD says as it stands.
func (t *Tips) says(name string) string {
	for path, f := range t.files {
		if filepath.Base(path) == name && !strings.Contains(filepath.ToSlash(path), "/refs/") {
			return f.text
		}
	}
	return ""
}

// brings is what a name brings.
type brings struct {
	store  *objects.Store
	top    string
	before *Tips
	name   string
	commit string
}

// paths are the files.
func (b brings) paths(counts func(name string) bool) (list []string) {
	known := b.known()
	base := ""
	if len(known) > 0 {
		base = known[0]
	}
	names, err := b.store.Changed(base, b.commit)
	if err != nil {
		return nil
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !counts(name) })
	if len(names) == 0 || b.old(known) {
		return nil
	}
	for _, name := range names {
		if link, err := b.store.Submodule(b.commit, name); err == nil && link != "" && link == headAt(filepath.Join(b.top, filepath.FromSlash(name))) {
			continue // that is checked out there: nothing is put into place
		}
		is, err := b.store.Blob(b.commit, name)
		if err == nil && is != "" && (blobAt(b.top, name) == is || slices.ContainsFunc(known, func(commit string) bool {
			was, err := b.store.Blob(commit, name)
			return err == nil && was == is
		})) {
			continue
		}
		list = append(list, name)
	}
	return list
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

// known are the commits of before, the nearest first: that of the same name, the one that was checked out, then the others.
func (b brings) known() (list []string) {
	for _, name := range slices.Concat([]string{b.name, "HEAD"}, slices.Sorted(maps.Keys(b.before.ids))) {
		id := b.before.ids[name]
		if id == "" || len(list) == mostKnown {
			continue
		}
		if id = b.store.Commit(id); id != "" && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// old reports whether the commit is in the history of those of before.
func (b brings) old(known []string) bool {
	seen, next := map[string]bool{}, slices.Clone(known)
	for len(next) > 0 && len(seen) < mostHistory {
		id := next[0]
		if next = next[1:]; seen[id] {
			continue
		}
		if seen[id] = true; id == b.commit {
			return true
		}
		if parents, err := b.store.Parents(id); err == nil {
			next = append(next, parents...)
		}
	}
	return false
}
