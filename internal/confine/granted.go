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
	layers Layers // see Config; it does not change
}

// add makes an open root one of them. The one that is there already counts, if there
// is one of that path, and is granted in this way as well. path is as it was granted.
func (g *granted) add(e *root, path string, how Grant) (*root, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, errors.Join(&RootError{Path: path, Why: "cannot be granted: the session has ended", Err: fs.ErrClosed}, e.close())
	}
	if at := slices.IndexFunc(g.list, func(o *root) bool { return o.real == e.real }); at >= 0 {
		there := g.list[at]
		there.grants[how.Session] = there.grants[how.Session] || how.Change
		return there, e.close()
	}
	e.grants = map[string]bool{how.Session: how.Change}
	g.list = append(g.list, e)
	return e, nil
}

// Revoke takes from a session, or with "" from every one, what was granted to it there; a Path
// that it has in it no longer works. path is what was granted or what List says. The base
// cannot be revoked.
func (g *granted) Revoke(path, session string) error {
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
	e := g.list[at]
	if _, ok := e.grants[session]; !ok {
		return &RootError{Path: path, Why: "is not granted there, so it cannot be revoked"}
	}
	if delete(e.grants, session); len(e.grants) > 0 {
		return nil
	}
	err := e.close()
	g.list = slices.Delete(g.list, at, at+1)
	return err
}

// Base returns the real path of the space's folder.
func (g *granted) Base() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.list) == 0 {
		return ""
	}
	return g.list[0].real
}

// List returns the real paths of all roots, of whatever session, the base first.
func (g *granted) List() []string { return g.paths(func(*root) bool { return true }) }

// paths are the real paths of the roots that match, which is asked under the lock.
func (g *granted) paths(match func(*root) bool) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	paths := make([]string, 0, len(g.list))
	for _, e := range g.list {
		if match(e) {
			paths = append(paths, e.real)
		}
	}
	return paths
}

// Changeable fails unless what lies in p may be changed by whom p was resolved for. The error is
// a *ReadingError, or an *EscapeError where the grant was revoked.
func (g *granted) Changeable(p Path) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	e, err := g.named(p)
	if err != nil {
		return err
	}
	if _, held := g.layers.At(p.Abs); !held || !e.grants[p.For] { // what no layer holds is not changed in a rehearsal
		err = &ReadingError{Path: p.Abs}
	}
	return err
}

// Close lets go of every root. What is open stays open; nothing new opens.
func (g *granted) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var errs []error
	for _, e := range g.list {
		errs = append(errs, e.close())
	}
	g.list, g.closed = nil, true
	return errors.Join(errs...)
}

// locate finds the root of a session that a real path lies in; the base comes first, and of the
// others one that may be changed.
func (g *granted) locate(real, session string) (Path, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, in := range []func(e *root) (string, bool){
		func(e *root) (string, bool) { return below(e.dir, real) },
		func(e *root) (string, bool) { return relative(g.layers, e.dir, e.info, real) },
	} {
		var reading Path
		for _, e := range g.list {
			how, ok := e.grantFor(session)
			if !ok || !how.Change && !reading.IsZero() {
				continue
			}
			rel, ok := in(e)
			if !ok || !e.has(g.layers, rel, real) {
				continue
			}
			p := e.path(rel)
			if p.For = how.Session; how.Change {
				return p, true
			}
			reading = p
		}
		if !reading.IsZero() {
			return reading, true
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
		return &EscapeError{Name: p.Abs, Why: "it was not resolved", Roots: g.paths(func(e *root) bool { _, ok := e.grantFor(p.For); return ok })}
	}
	return nil
}

// find returns p's root, made sure of. The lock is held.
func (g *granted) find(p Path) (*root, error) {
	e, err := g.named(p)
	if err != nil {
		return nil, err
	}
	if e.file != "" && p.Rel != "." {
		return nil, notFolder(p.Root)
	}
	return e, e.renew(g.layers)
}

// named returns p's root, if whom p was resolved for may still touch it. The lock is held.
func (g *granted) named(p Path) (*root, error) {
	for _, e := range g.list {
		if _, still := e.grants[p.For]; e.real == p.Root && still {
			return e, nil
		}
	}
	return nil, &EscapeError{Name: p.Abs, Why: quote(p.Root) + " may not be used any more, the grant was revoked"}
}
