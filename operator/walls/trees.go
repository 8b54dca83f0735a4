package walls

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
)

// How many folders are looked at for repositories in a space: before the first
// program starts, and after each, while nobody waits.
const (
	walkFirst = 1_000
	walkLater = 5_000
)

// findTrees lists the folders below the roots that have a .git, or are a git folder
// themselves, nearest first. Of more than so many folders the rest is not looked at, nor
// what package managers have fetched, nor what git keeps: but for what an index names, as
// git looks there, too.
func findTrees(roots []string, most int) []string {
	var trees []string
	queue := slices.Clone(roots)
	named := map[string]bool{}
	for seen := 0; len(queue) > 0 && seen < most; seen++ {
		dir := queue[0]
		queue = queue[1:]
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		entries, _ := f.ReadDir(most) // those that could be read
		_ = f.Close()
		has := func(name string) bool {
			return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name })
		}
		itself := git.IsFolder(has)
		if (itself || has(".git")) && !slices.Contains(roots, dir) && !named[dir] {
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
	since   time.Time     // when the first call began after which nobody has looked; guarded by repositories.mu
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

// lookAgain looks at repositories that were not there before.
func (r *repositories) lookAgain() {
	trees := findTrees(r.writable(), walkLater)
	r.mu.Lock()
	if slices.Equal(trees, r.nested) {
		r.walk.since = time.Time{}
		r.mu.Unlock()
		return
	}
	r.nested, r.found = trees, nil
	since := r.walk.since
	r.walk.since = time.Time{}
	told := r.vet(r.places(), look{written: func(path string) bool {
		return changedSince(r, path, since) && writers(r.s, path, nil) || isFresh(r, path, since)
	}})
	r.mu.Unlock()
	r.tell("A program", told)
}

// isFresh reports whether a call could have made what is at a path: nothing knew of it.
func isFresh(r *repositories, path string, since time.Time) bool {
	_, known := r.vetted[path]
	return !known && changedSince(r, path, since)
}
