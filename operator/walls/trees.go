package walls

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/tips"
	"handrail/internal/steady"
	"handrail/operator/paths"
	"handrail/spaces/pinning"
)

// How many folders are looked at for repositories in a space: before the first
// program starts, and after each, while nobody waits.
const (
	walkFirst = 1_000
	walkLater = 5_000
)

// findTrees lists the folders below the roots that have a .git, or are a git folder
// themselves, or have the shell that enters them read something, nearest first. Of more than so many folders the rest is not looked at, nor
// what package managers have fetched, nor what git keeps: but for what an index names, as
// git looks there, too.
func findTrees(roots []string, most int) []string {
	var trees []string
	queue := slices.Clone(roots)
	named := map[string]bool{}
	for seen := 0; len(queue) > 0 && seen < most; seen++ {
		dir := queue[0]
		queue = queue[1:]
		entries, _ := steady.ReadDir(dir, most) // those that could be read
		has := func(name string) bool {
			return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name })
		}
		itself := git.IsFolder(has)
		if (itself || has(".git") || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return git.IsEntered(e.Name()) })) && !slices.Contains(roots, dir) && !named[dir] {
			trees = append(trees, dir)
		}
		if has(".git") {
			for _, name := range git.Gitlinks(git.FolderOf(dir)) {
				at := filepath.Join(dir, filepath.FromSlash(name))
				if _, err := os.Lstat(filepath.Join(at, ".git")); err != nil || !filepath.IsLocal(filepath.FromSlash(name)) || named[at] {
					continue
				}
				named[at] = true
				trees = append(trees, at)
				if slices.Contains(strings.Split(name, "/"), "node_modules") { // the search would not come by
					queue = append(queue, at)
				}
			}
		}
		for _, e := range entries {
			name := e.Name()
			if !e.IsDir() || name == ".git" || name == "node_modules" || itself && (name == "objects" || name == "refs") {
				continue
			}
			if len(queue) < most {
				queue = append(queue, filepath.Join(dir, name))
			}
		}
	}
	return trees
}

// A walk looks for new repositories, one at a time, and takes at most one part in
// walkShare of the time.
type walk struct {
	mu      sync.Mutex
	running bool
	again   bool
	since   time.Time     // when the first call began after which nobody has looked, or something else that lived; guarded by repositories.mu
	began   time.Time     // when the last look of all did; likewise
	hurry   chan struct{} // closed when the space closes
	once    sync.Once
	work    sync.WaitGroup
}

const walkShare = 20

// start looks for repositories that a program has made, while nobody waits.
func (w *walk) start(r *repositories) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.again = true
	if w.running {
		return
	}
	w.running = true
	w.work.Go(func() {
		for w.due() {
			began := time.Now()
			r.lookAgain()
			select {
			case <-time.After(walkShare * time.Since(began)):
			case <-w.hurry:
			}
		}
	})
}

// due reports whether somebody wants a look.
func (w *walk) due() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running, w.again = w.again, false
	return w.running
}

// owe notes that something has lived in rooms of the space from a moment until now, and looks for what it has made.
func (w *walk) owe(r *repositories, from time.Time) {
	r.mu.Lock()
	if w.began.After(from) {
		from = w.began
	}
	if w.since.IsZero() || from.Before(w.since) {
		w.since = from
	}
	r.mu.Unlock()
	w.start(r)
}

// lookAgain looks at repositories that were not there before.
func (r *repositories) lookAgain() {
	began := time.Now()
	trees := findTrees(r.writable(), walkLater)
	r.mu.Lock()
	r.walk.began = began
	if slices.Equal(trees, r.nested) {
		r.walk.since = time.Time{}
		r.mu.Unlock()
		return
	}
	r.nested, r.found = trees, nil
	since := r.walk.since
	r.walk.since = time.Time{}
	could := r.leftBehind()
	told := r.vet(r.places(), look{late: true, written: func(path string) bool {
		return changedSince(r, path, since) && could(path) || isFresh(r, path, since)
	}})
	r.mu.Unlock()
	r.tell("A program", told, true)
}

// isFresh reports whether a call could have made what is at a path: nothing knew of it.
func isFresh(r *repositories, path string, since time.Time) bool {
	known := r.vetted[path]
	return known.id == "" && changedSince(r, path, since)
}

// treeOf is the innermost work tree that a path is in, or the git folder that serves as one; "" for none.
func treeOf(found *git.Places, path string) (tree string) {
	for _, top := range found.Trees {
		if len(top) > len(tree) && paths.Within(path, []string{top}) {
			tree = top
		}
	}
	return tree
}

// isMadeTree reports whether a program has made a work tree, or the repository to which it belongs.
func isMadeTree(r *repositories, tree string) bool {
	r.isMade("")
	return r.made[tree] || r.made[git.FolderOf(tree)]
}

// inMadeTree reports whether a path is in a work tree that a program has made.
func inMadeTree(r *repositories, path string) bool {
	tree := treeOf(r.found, path)
	return tree != "" && isMadeTree(r, tree)
}

// inOrder are the paths of what was found, hooks and scripts last: whose the work tree is that one is in is then known.
func inOrder(found *git.Places) []string {
	all := found.All()
	late := map[string]bool{}
	for _, path := range slices.Concat(found.Hooks, found.Scripts) {
		late[path] = true
	}
	isLate := func(path string) bool { return late[path] }
	return slices.Concat(slices.DeleteFunc(slices.Clone(all), isLate), slices.DeleteFunc(all, func(path string) bool { return !isLate(path) }))
}

// personsOf reports whether a file, link or folder in a work tree that a program has made is the person's own: as it lies at the same place
// of another one, or as a commit of theirs has it. What git checks out there as it is here is nobody's doing. It returns what such a file says.
func personsOf(r *repositories, path string) (text []byte, ok bool) {
	if r.found == nil {
		return nil, false
	}
	if text, ok := isCopiedList(r, path); ok {
		return text, true
	}
	tree := treeOf(r.found, path)
	name, err := filepath.Rel(tree, path)
	if tree == "" || err != nil || name == "." || !isMadeTree(r, tree) || strings.Split(filepath.ToSlash(name), "/")[0] == ".git" ||
		slices.ContainsFunc(r.found.Dirs, func(dir string) bool { return paths.Within(path, []string{dir}) }) {
		return nil, false
	}
	text, _, err = git.ReadFile(path, draftBytes)
	isFile := err == nil
	return text, slices.ContainsFunc(r.found.Trees, func(other string) bool {
		at := filepath.Join(other, name)
		return at != path && isKnown(r, at) && !isMadeTree(r, other) && saysSame(path, at, text, 0)
	}) || isFile && isCommitted(r, filepath.ToSlash(name), text)
}

// isCopiedList reports whether a file is the list of what is checked out as git copies it into a new worktree from the person's. It returns what it says.
func isCopiedList(r *repositories, path string) (text []byte, ok bool) {
	if filepath.Base(path) != "sparse-checkout" {
		return nil, false
	}
	persons := filepath.Join(tips.Common(filepath.Dir(filepath.Dir(path))), "info", "sparse-checkout")
	text, _, err := git.ReadFile(path, draftBytes)
	return text, err == nil && path != persons && bytes.Equal(text, r.vetted[persons].data)
}

// isKnown reports whether what lies at a path, or the folder with hooks that it is in, is what counts as the person's, or no program can write it.
func isKnown(r *repositories, path string) bool {
	if !paths.Within(path, r.writable()) {
		return true
	}
	for _, at := range []string{path, filepath.Dir(path)} {
		if known, ok := r.vetted[at]; ok && !inMadeTree(r, at) && string(sightOf(&r.folders, at)) == known.id {
			return true
		}
	}
	return false
}

// saysSame reports whether two files, links or folders hold the same. text is what the first holds if it is a file.
func saysSame(a, b string, text []byte, deep int) bool {
	first, err := os.Lstat(a)
	second, err2 := os.Lstat(b)
	if err != nil || err2 != nil || first.Mode().Type() != second.Mode().Type() || deep > mostDeep {
		return false
	}
	switch {
	case first.Mode()&os.ModeSymlink != 0:
		to, err := os.Readlink(a)
		other, err2 := os.Readlink(b)
		return err == nil && err2 == nil && to == other
	case first.IsDir():
		entries, err := steady.ReadDir(a, 0)
		return err == nil && len(entries) <= draftFiles && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
			at := filepath.Join(a, e.Name())
			below, _, err := git.ReadFile(at, draftBytes)
			return err != nil && e.Type().IsRegular() || !saysSame(at, filepath.Join(b, e.Name()), below, deep+1)
		})
	}
	other, _, err := git.ReadFile(b, draftBytes)
	return err == nil && first.Size() == int64(len(text)) && bytes.Equal(text, other)
}

// mostDeep is how many folders in each other are compared in a folder with hooks.
const mostDeep = 8

// stoodAlone reports whether no .git has led to a git folder, or to the one that it is in,
// and no program made it: data of a project, which was not looked into, may look like that.
func (r *repositories) stoodAlone(dir string) bool {
	r.isMade("")
	return slices.ContainsFunc(r.alone, func(alone string) bool { return !r.made[alone] && paths.Within(dir, []string{alone}) })
}

// isModules reports whether a path is a list of submodules.
func isModules(path string) bool { return filepath.Base(path) == ".gitmodules" }

// toldKind is the kind of state by which is known what names meant before it was told what they bring: that such a name has a content
// says nothing of it where another name comes to have it.
const (
	toldKind = "git_told"
	wasNew   = "new" // it was no name
)

// toldOf is that, by where the names of a repository are, and by them.
func toldOf(r *repositories) map[string]map[string]string {
	all, _ := r.s.k.c.States.States(r.s.k.c.Context, toldKind) // without them a content is told once
	told := map[string]map[string]string{}
	for key, id := range all {
		if common, name, ok := strings.Cut(key, "\x00"); ok {
			if told[common] == nil {
				told[common] = map[string]string{}
			}
			told[common][name] = strings.TrimPrefix(id, wasNew)
		}
	}
	return told
}

// noteTold notes that it is told what names bring.
func noteTold(r *repositories, told map[string]map[string]string, common string, before *tips.Tips, b tips.Bringing) {
	if !strings.HasPrefix(b.Name, "refs/") && !b.Apart || len(b.Paths) == 0 {
		return
	}
	known := maps.Clone(told[common]) // before shows what was there until now
	if known == nil {
		known = map[string]string{}
	}
	for _, name := range append([]string{b.Name}, b.Also...) {
		if _, ok := known[name]; !ok {
			id := before.Meant(name)
			_ = r.s.k.c.States.SetState(r.s.k.c.Context, toldKind, common+"\x00"+name, cmp.Or(id, wasNew)) // else it is told once more
			known[name] = id
		}
	}
	told[common] = known
}

// dropSpare takes away what git does without and believes without a look, and says so only of what it cannot take away as a file.
// Git works out anew what it misses.
func dropSpare(r *repositories, at *steady.Spot, path string) (string, error) {
	if info, err := at.Dir.Lstat(at.Name); err == nil && info.IsDir() {
		return putAside(r, at, path, "now ", ", as it holds more than can be looked at")
	}
	if chain := git.ChainOf(path); chain != "" { // a layer that is missing has git complain
		if err := at.Dir.Remove(filepath.Base(chain)); err != nil && !os.IsNotExist(err) {
			return "", err
		}
	}
	return "", at.Dir.Remove(at.Name)
}

// misleadingIndex says what the index of a git folder, or the file that it shares with others, names that git would
// not take into one, or says of its folders that its entries do not; "" for nothing.
func misleadingIndex(at *steady.Spot, dir string) string {
	raw, _, err := at.Read(git.IndexLimit)
	if err != nil {
		return "what cannot be read"
	}
	what, shared := git.Misleading(raw)
	var base []byte
	switch {
	case what != "":
		return what
	case at.Name != "index": // what shares it counts anew
		index := &steady.Spot{Dir: at.Dir, Name: "index"}
		if _, err := at.Dir.Lstat(index.Name); err == nil { // else git reads nothing
			return misleadingIndex(index, dir)
		}
		return ""
	case shared != "":
		if base, _, err = (&steady.Spot{Dir: at.Dir, Name: shared}).Read(git.IndexLimit); os.IsNotExist(err) {
			return ""
		} else if err != nil {
			return "what cannot be read"
		}
		if what, _ = git.Misleading(base); what != "" {
			return what
		}
	}
	return tips.Mistold(dir, raw, base)
}

// unreadKind is the kind of state by which is known which settings of git the person was told of that nobody can read.
const unreadKind = "git_unread"

// tellUnread tells the person, once, of settings by which git starts what is named only when it runs, and of files of direnv's that read as code what is
// named so: if that lies in the space, nothing protects it.
// The caller holds r.mu.
func tellUnread(r *repositories, found *git.Places) {
	for _, line := range slices.Sorted(maps.Keys(found.Blind)) {
		if r.unread[line] {
			continue
		}
		r.unread[line] = true
		if !pinning.New(r.s.c.Dir, r.s.k.c.Home).IsLate(found.Blind[line], r.s.c.Dir) {
			continue
		}
		name, _, _ := strings.Cut(line, " = ")
		if !isNew(r, name, line) {
			continue
		}
		r.s.k.c.Notice("info", "Git starts what is named only when it runs, by its setting %s. If that lies in %s, programs there can change it: name it by its path, then it is protected.", name, filepath.Base(r.s.c.Dir))
	}
	for _, file := range found.Vague {
		if text, _, err := git.ReadFile(file, draftBytes); err == nil && isNew(r, file, string(text)) {
			r.s.k.c.Notice("info", "%s reads as code what is named only when it runs. If that lies in %s, programs there can change it: name it by its path, then it is protected.", r.name(file), filepath.Base(r.s.c.Dir))
		}
	}
}

// isNew reports whether nobody was told yet of a text by its name, and notes that somebody is. The text may hold a secret.
func isNew(r *repositories, name, text string) bool {
	states, ctx := r.s.k.c.States, r.s.k.c.Context
	key := fmt.Sprintf("%s\x00%x", name, sha256.Sum256([]byte(text)))
	if _, told, err := states.State(ctx, unreadKind, key); err != nil || told {
		return false
	}
	_ = states.SetState(ctx, unreadKind, key, "told") // else it is told once more
	return true
}
