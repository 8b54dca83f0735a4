package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// granted are the roots that stand open, the base first. It alone touches a root
// that others can see, under its lock. It is safe for concurrent use.
type granted struct {
	mu     sync.Mutex
	closed bool
	list   []*root
}

// add makes an open root one of them. The one that is there already counts, if there
// is one of that path. path is as it was granted.
func (g *granted) add(e *root, path string) (*root, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, errors.Join(&RootError{Path: path, Why: "cannot be granted: the session has ended", Err: fs.ErrClosed}, e.close())
	}
	if at := slices.IndexFunc(g.list, func(o *root) bool { return o.real == e.real }); at >= 0 {
		return g.list[at], e.close()
	}
	g.list = append(g.list, e)
	return e, nil
}

func (g *granted) revoke(path string) error {
	real := filepath.Clean(path)
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(g.list, func(e *root) bool { return e.real == real || e.given == real })
	switch {
	case at < 0:
		return &RootError{Path: path, Why: "is not granted, so it cannot be revoked"}
	case at == 0:
		return &RootError{Path: path, Why: "is the space itself, which cannot be revoked"}
	}
	err := g.list[at].close()
	g.list = slices.Delete(g.list, at, at+1)
	return err
}

func (g *granted) base() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.list) == 0 {
		return ""
	}
	return g.list[0].real
}

func (g *granted) paths() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	paths := make([]string, len(g.list))
	for i, e := range g.list {
		paths[i] = e.real
	}
	return paths
}

func (g *granted) close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var errs []error
	for _, e := range g.list {
		errs = append(errs, e.close())
	}
	g.list, g.closed = nil, true
	return errors.Join(errs...)
}

// locate finds the root that a real path lies in; the base comes first.
func (g *granted) locate(real string) (Path, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.list {
		if rel, ok := below(e.dir, real); ok && e.has(rel, real) {
			return e.path(rel), true
		}
	}
	for _, e := range g.list {
		if rel, ok := relative(e.dir, e.info, real); ok && e.has(rel, real) {
			return e.path(rel), true
		}
	}
	return Path{}, false
}

// folder opens the folder of p's root, and names the file if the root is a file.
func (g *granted) folder(p Path) (*os.Root, string, error) {
	if err := g.check(p); err != nil {
		return nil, "", err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	e, err := g.find(p)
	if err != nil {
		return nil, "", err
	}
	dir, err := e.handle.OpenRoot("." + onlyFolder)
	if err != nil {
		return nil, "", pathError("open", e.dir, err)
	}
	return dir, e.file, nil
}

// file returns the folder of p's root, opened for reading, and p's parts below it.
func (g *granted) file(p Path) (list *os.File, parts []string, err error) {
	if err := g.check(p); err != nil {
		return nil, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	e, err := g.find(p)
	if err != nil {
		return nil, nil, err
	}
	if e.file != "" {
		return e.list, []string{e.file}, nil
	}
	return e.list, split(p.Rel), nil
}

// check refuses a Path that Resolve cannot have made.
func (g *granted) check(p Path) error {
	if p.Rel == "" || !filepath.IsLocal(p.Rel) || filepath.Clean(p.Rel) != p.Rel {
		return &EscapeError{Name: p.Abs, Why: "it was not resolved", Roots: g.paths()}
	}
	return nil
}

// find returns p's root, made sure of. The lock is held.
func (g *granted) find(p Path) (*root, error) {
	for _, e := range g.list {
		if e.real != p.Root {
			continue
		}
		if e.file != "" && p.Rel != "." {
			return nil, notFolder(p.Root)
		}
		return e, e.renew()
	}
	return nil, &EscapeError{Name: p.Abs, Why: quote(p.Root) + " may not be used any more, the grant was revoked"}
}
