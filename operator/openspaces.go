package operator

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"handrail/operator/settings"
	"handrail/spaces"
)

// openSpaces are the spaces that are open. They are safe for concurrent use.
type openSpaces struct {
	settings *settings.File // holds the order in which the person lists them

	mu    sync.Mutex
	byDir map[string]*Space // guarded by mu
	runs  []*Space          // in which conversations are rehearsed; likewise
}

// find finds an open space by its folder.
func (all *openSpaces) find(dir string) (*Space, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if s, ok := all.byDir[dir]; ok {
		return s, nil
	}
	return nil, fmt.Errorf("the space %s is not open", dir)
}

// add adds a space, unless one of its folder is open already; the one that is open is
// returned.
func (all *openSpaces) add(s *Space) *Space {
	all.mu.Lock()
	defer all.mu.Unlock()
	if other, ok := all.byDir[s.dir]; ok {
		return other
	}
	all.byDir[s.dir] = s
	return s
}

// remove takes a space out, unless it is busy; nil if it is not open.
func (all *openSpaces) remove(dir string, busy func(dir string) bool) (*Space, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	s, ok := all.byDir[dir]
	if ok && busy(dir) {
		return nil, fmt.Errorf("a run goes on in %s: wait for it or cancel it first", dir)
	}
	delete(all.byDir, dir)
	return s, nil
}

// byFolder lists the spaces in the order of their folders.
func (all *openSpaces) byFolder() []*Space {
	all.mu.Lock()
	open := slices.Collect(maps.Values(all.byDir))
	all.mu.Unlock()
	slices.SortFunc(open, func(a, b *Space) int { return strings.Compare(a.dir, b.dir) })
	return open
}

// list lists the spaces in the order of the person's list; those that are not on it
// come last.
func (all *openSpaces) list() []*Space {
	s, _, _ := all.settings.Load() // broken settings give no order
	place := func(x *Space) int {
		if i := slices.Index(s.Spaces, x.dir); i >= 0 {
			return i
		}
		return len(s.Spaces)
	}
	open := all.byFolder()
	slices.SortStableFunc(open, func(a, b *Space) int { return cmp.Compare(place(a), place(b)) })
	return open
}

// nameOf is what people call a space.
func (all *openSpaces) nameOf(dir string) string {
	if s, err := all.find(dir); err == nil {
		return s.Declared().Name
	}
	return dir
}

// declared lists the spaces as their authors declare them.
func (all *openSpaces) declared() (out []*spaces.Space) {
	for _, s := range all.byFolder() {
		out = append(out, s.Declared())
	}
	return out
}

// dirs are the folders of the open spaces.
func (all *openSpaces) dirs() []string {
	all.mu.Lock()
	defer all.mu.Unlock()
	return slices.Collect(maps.Keys(all.byDir))
}

// roots are the folders and files that tools may touch, of every space.
func (all *openSpaces) roots() (out []string) {
	for _, s := range all.byFolder() {
		out = append(out, s.roots.List()...)
	}
	return out
}

// addRun adds a space in which a conversation is rehearsed. Nobody finds it by its folder.
func (all *openSpaces) addRun(s *Space) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.runs = append(all.runs, s)
}

// removeRun takes one out; false: it was out already.
func (all *openSpaces) removeRun(s *Space) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	before := len(all.runs)
	all.runs = slices.DeleteFunc(all.runs, func(other *Space) bool { return other == s })
	return len(all.runs) < before
}

// close closes every space. What was rehearsed until then can be looked at later.
func (all *openSpaces) close() error {
	all.mu.Lock()
	runs := all.runs
	all.runs = nil
	all.mu.Unlock()
	var errs []error
	for _, s := range runs {
		_, err := endRun(s.commons.ctx, s)
		errs = append(errs, err)
	}
	open := all.byFolder()
	var ended sync.WaitGroup
	for _, s := range open { // all at once: servers take their time to end
		ended.Go(func() { _ = s.servers.Close() }) // what did not end in time ends with its room
	}
	ended.Wait()
	for _, s := range open {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
