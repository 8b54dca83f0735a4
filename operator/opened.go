package operator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"handrail/internal/schema"
	"handrail/operator/news"
	"handrail/operator/settings"
	"handrail/spaces"
)

// openSpaces are the spaces that are open. They are safe for concurrent use.
type openSpaces struct {
	settings *settings.File // holds the order in which the person lists them

	mu    sync.Mutex
	byDir map[string]*Space // guarded by mu
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

// roots are the folders and files that tools may touch, of every space.
func (all *openSpaces) roots() (out []string) {
	for _, s := range all.byFolder() {
		out = append(out, s.roots.List()...)
	}
	return out
}

// close closes every space.
func (all *openSpaces) close() error {
	open := all.byFolder()
	var ended sync.WaitGroup
	for _, s := range open { // all at once: servers take their time to end
		ended.Go(func() { _ = s.servers.Close() }) // what did not end in time ends with its room
	}
	ended.Wait()
	var errs []error
	for _, s := range open {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// Space finds an open space by its folder.
func (o *Operator) Space(dir string) (*Space, error) { return o.spaces.find(dir) }

// Spaces lists the open spaces, in the order of the person's list.
func (o *Operator) Spaces() []*Space { return o.spaces.list() }

// AddSpace opens a folder, watches it and puts it on the person's list.
func (o *Operator) AddSpace(ctx context.Context, dir string) (*Space, error) {
	s, err := o.OpenSpace(ctx, dir)
	if err != nil {
		return nil, err
	}
	s.Watch()
	_, err = o.settings.Update(func(set *settings.Settings) error {
		if !slices.Contains(set.Spaces, s.dir) {
			set.Spaces = append(set.Spaces, s.dir)
		}
		return nil
	})
	if err != nil {
		o.hub.Notice("warning", "the space is open, but it could not be put on your list: %v", err)
	}
	o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return s, nil
}

// RemoveSpace takes a folder off the list and closes it. Nothing on disk is
// touched.
func (o *Operator) RemoveSpace(dir string) error {
	s, err := o.spaces.remove(dir, o.runs.Busy)
	if err != nil {
		return err
	}
	if _, err := o.settings.Update(func(set *settings.Settings) error {
		set.Spaces = slices.DeleteFunc(set.Spaces, func(x string) bool { return x == dir })
		return nil
	}); err != nil {
		return err
	}
	if s == nil {
		return nil
	}
	o.jobs.StopAll(dir)
	return s.close()
}

// Restore opens the folders on the person's list, and first (if it is not "")
// as well. A folder that cannot be opened is told of and stays on the list.
func (o *Operator) Restore(ctx context.Context, first string) error {
	s, _, err := o.settings.Load()
	if err != nil {
		o.hub.Notice("error", "%v", err)
	}
	for _, dir := range s.Spaces {
		space, err := o.OpenSpace(ctx, dir)
		if err != nil {
			o.hub.Notice("warning", "%v", err)
			continue
		}
		space.Watch()
	}
	o.work.Go(warm)
	if first == "" {
		return nil
	}
	space, err := o.AddSpace(ctx, first)
	if err != nil {
		return err
	}
	_, err = o.settings.Update(func(set *settings.Settings) error { // what was opened last comes first
		set.Spaces = append([]string{space.dir}, slices.DeleteFunc(set.Spaces, func(x string) bool { return x == space.dir })...)
		return nil
	})
	return err
}

// warm starts RE2, so that the first call of a window does not wait for it.
func warm() { _, _ = schema.Compile("x", false) }

// reloadSpaces reads every open space again and tells the faces.
func (o *Operator) reloadSpaces(ctx context.Context) error {
	var errs []error
	for _, s := range o.Spaces() {
		errs = append(errs, s.reloaded(ctx))
	}
	return errors.Join(errs...)
}

// Watch reloads the space by itself when what it declares has changed.
func (s *Space) Watch() {
	s.watching.Do(func() {
		ctx, cancel := context.WithCancel(s.o.ctx)
		s.stop = cancel
		err := spaces.Watch(ctx, s.dir, func() {
			if err := s.Reload(ctx); err != nil && ctx.Err() == nil {
				s.o.hub.Notice("error", "%s could not be read again: %v", s.dir, err)
			}
			s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
		})
		if err != nil {
			s.o.hub.Notice("warning", "changes in %s are not noticed by themselves: %v", s.dir, err)
		}
	})
}
