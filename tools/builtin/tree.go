package builtin

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"

	"handrail/internal/confine"
)

// A tree is a walk over the files below a folder, as glob and grep do it.
type tree struct {
	start   confine.Path
	respect bool // leave out what .gitignore excludes
	depth   int  // folders below start that are entered; < 0: all
	visit   func(*confine.Folder, fs.DirEntry) error

	unreadable atomic.Int64 // folders that could not be read
}

// walk calls visit for each file and link, from several goroutines. What lies
// in .git is never visited.
func (f *files) walk(ctx context.Context, t *tree) error {
	start := &ignoring{}
	if t.respect {
		start = f.ignoringAt(t.start)
	}
	return f.roots.Walk(ctx, t.start, confine.Walk{
		Enter: func(folder *confine.Folder) error {
			deep := t.depth >= 0 && depthOf(folder.Rel) >= t.depth
			folder.Entries = slices.DeleteFunc(folder.Entries, func(e fs.DirEntry) bool {
				return e.Name() == ".git" || deep && e.IsDir()
			})
			if t.respect {
				enterIgnoring(folder, start)
			}
			return nil
		},
		Visit: t.visit,
		Skip:  func(string, error) { t.unreadable.Add(1) },
	})
}

// depthOf is how many folders below the start rel is.
func depthOf(rel string) int {
	if rel == "." {
		return 0
	}
	return strings.Count(rel, "/") + 1
}
