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
	"handrail/internal/steady"
)

// Limits of what is looked at: what is beyond is not seen.
const (
	mostNames   = 2000    // files below refs
	mostDepth   = 12      // folders in each other
	packedBytes = 8 << 20 // of packed-refs
	nameBytes   = 8 << 10 // of a file that names a commit
	mostTips    = 500     // new commits
	mostKnown   = 64      // commits of before in which a content is looked for
	mostHistory = 2000    // commits of before that are gone back through
	mostHeld    = 300     // commits of before in which a content is looked for that lies in a work tree
	fileBytes   = 4 << 20 // of a file in the work tree
)

// Tips are the commits that names of a repository mean at one moment.
type Tips struct {
	ids   map[string]string   // by names such as refs/heads/main, and HEAD
	own   map[string]bool     // names of this work tree alone
	apart map[string]bool     // names that stand where git writes none, such as origin/main beside refs
	head  string              // what HEAD says as it stands
	laids map[string]string   // what other files say that name commits
	long  map[string]keptLaid // of those, in what another process has read, the long ones
	files map[string]file
	index index

	crowded bool // there were more names, or entries that could be some, than are looked at

	told map[string]string // see With
}

// With is what was read, and what names had meant before it was told what they bring: under another name that is told, too.
func (t *Tips) With(told map[string]string) *Tips {
	with := *t
	with.told = told
	return &with
}

// Meant is the commit that a name means; "" if there is no such name.
func (t *Tips) Meant(name string) string { return t.ids[name] }

// counted is the commit for which a name counts where another one is looked at.
func (t *Tips) counted(name string) string {
	if to, ok := strings.CutPrefix(t.head, "ref: "); ok && name == "HEAD" {
		name = to
	}
	if id, ok := t.told[name]; ok {
		return id
	}
	return t.ids[name]
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
	t := &Tips{ids: map[string]string{}, own: map[string]bool{"HEAD": true}, apart: map[string]bool{}, laids: map[string]string{}, files: map[string]file{}}
	if last == nil {
		last = &Tips{}
	}
	common := Common(dir)
	t.packed(t.read(last, filepath.Join(common, "packed-refs"), packedBytes))
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
	t.elsewhere(last, common)
	t.head = t.nameAt(last, filepath.Join(dir, "HEAD"))
	t.name("HEAD", t.head)
	t.state(last, dir)
	t.resolve(last, dir, common)
	t.index = readIndex(dir, last.index, counts)
	return t
}

// below reads the names in a folder.
func (t *Tips) below(last *Tips, common, folder string, depth int) {
	entries, err := steady.ReadDir(filepath.Join(common, filepath.FromSlash(folder)), 0)
	if err != nil || depth > mostDepth {
		return
	}
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return rank(folder, a.Name()) - rank(folder, b.Name()) })
	for _, e := range entries {
		name := folder + "/" + e.Name()
		switch {
		case len(t.files) > mostNames:
			t.crowded = true
			return
		case e.IsDir():
			t.below(last, common, name, depth+1)
		case !strings.HasSuffix(name, ".lock"):
			t.name(name, t.nameAt(last, filepath.Join(common, filepath.FromSlash(name))))
		}
	}
}

// rank puts the names that the person uses first, so that no others crowd them out.
func rank(folder, name string) int {
	if at := slices.Index([]string{"heads", "remotes", "tags", "stash"}, name); folder == "refs" && at >= 0 {
		return at - 4
	}
	return 0
}

// name notes what a name says, if git takes it for one.
func (t *Tips) name(name, is string) {
	if is != "" {
		t.ids[name] = is
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
