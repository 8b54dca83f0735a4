package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/steady"
)

// mostStrays is how many names of one git folder are looked at for links.
const mostStrays = 20_000

// ownNames are names in a git folder that git reads or writes by themselves. They are looked at
// however full the folder is.
var ownNames = []string{
	"HEAD", "index", "objects", "refs", "logs", "info", "packed-refs", "shallow", "description", "worktrees", "modules", "rr-cache", "lfs",
	"rebase-merge", "rebase-apply", "sequencer", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "MERGE_RR", "SQUASH_MSG",
	"AUTO_MERGE", "COMMIT_EDITMSG", "TAG_EDITMSG", "NOTES_EDITMSG", "EDIT_DESCRIPTION", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "BISECT_START",
	"gc.log", "gc.pid",
}

// IsOwn reports whether a name in a git folder is one of git's own.
func IsOwn(name string) bool {
	own := func(o string) bool {
		first, _, _ := strings.Cut(o, "/")
		return strings.EqualFold(first, name)
	}
	return slices.ContainsFunc(ownNames, own) || slices.ContainsFunc(handled, own)
}

// searched are the folders of a git folder in which git follows names that nobody knows beforehand.
var searched = []string{"refs", "logs", "info", "objects", "rebase-merge", "rebase-apply", "sequencer", "rr-cache"}

// handled are names in a git folder that are looked after by themselves, links among them.
var handled = append(pending(), "hooks", "config", "config.worktree", "commondir", "gitdir", "remotes", "branches", "info/attributes", "info/sparse-checkout")

// strays adds the links in a git folder. What git writes behind one lands elsewhere, also where
// a program may not write, and what it reads there is not looked after.
func (f *finder) strays(dir string) {
	if !f.s.Inside(filepath.Join(dir, "HEAD")) {
		return
	}
	for _, name := range ownNames {
		f.stray(dir, filepath.Join(dir, name))
	}
	spares(f, filepath.Join(dir, "objects"), 0)
	resolutions(f, dir)
	left := mostStrays
	for queue := []string{dir}; len(queue) > 0 && left > 0; {
		at := queue[0]
		queue = queue[1:]
		f.see(at, false)
		for _, e := range namesIn(at, left) {
			left--
			path := filepath.Join(at, e.Name())
			switch {
			case e.Type()&fs.ModeSymlink != 0:
				f.stray(dir, path)
			case e.IsDir() && f.isSearched(dir, at, e.Name()):
				queue = append(queue, path)
			case at == dir && isShared(e.Name()):
				f.state(path)
			}
		}
	}
}

// isSearched reports whether links are looked for in a folder of a git folder. Objects themselves
// are only read, and there are many.
func (f *finder) isSearched(dir, at, name string) bool {
	switch {
	case at == dir:
		return slices.Contains(searched, name)
	case at == filepath.Join(dir, "objects"):
		return name == "info" || name == "pack"
	}
	return true
}

// stray adds a path in a git folder if it is a link, but for one that stands for a reference, as git
// once wrote them: git reads only what it says.
func (f *finder) stray(dir, path string) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 || !f.s.Inside(path) {
		return
	}
	rel, err := filepath.Rel(dir, path)
	if rel = filepath.ToSlash(rel); err != nil || slices.Contains(handled, rel) {
		return
	}
	to, err := os.Readlink(path)
	if isRef := rel == "HEAD" || strings.HasPrefix(rel, "refs/"); isRef && err == nil && strings.HasPrefix(to, "refs/") && filepath.Clean(to) == to {
		return
	}
	f.see(path, false)
	f.own(path)
	f.p.Fixed = append(f.p.Fixed, path)
	f.p.Strays[path] = true
}

// namesIn is what is in a folder, as far as it could be read.
func namesIn(dir string, most int) []fs.DirEntry {
	entries, _ := steady.ReadDir(dir, most) // those that could be read
	return entries
}
