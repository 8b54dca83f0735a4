package servers

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"handrail/mcp"
)

// Meet starts, in the background, every server whose tools are not known yet: for a
// face in which an agent is about to work. Servers that are known start at their
// first call.
func (s *Set) Meet() {
	for _, v := range strangers(s) {
		go v.start()
	}
}

// StartAll starts, in the background, every server that can be used: for a face that
// shows them.
func (s *Set) StartAll() {
	for _, v := range usable(s) {
		go v.start()
	}
}

// Unknown lists the servers that Wait would wait for.
func (s *Set) Unknown() []Found {
	var out []Found
	for _, v := range strangers(s) {
		out = append(out, v.found())
	}
	return out
}

// Wait waits until it is known what each server has, or why it is not, and starts
// those that were never asked: all of them, or the named ones. It takes
// mcp.FailTimeout at most, for the named ones until they are installed, or until ctx ends; what is known then counts.
func (s *Set) Wait(ctx context.Context, names ...string) {
	list := strangers(s)
	if len(names) > 0 {
		list = slices.DeleteFunc(list, func(v *server) bool { return !slices.Contains(names, v.found().Name) })
	}
	if len(list) == 0 {
		return
	}
	limit := mcp.FailTimeout
	if len(names) > 0 {
		limit = mcp.InstallTimeout + mcp.EndTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var all sync.WaitGroup
	for _, v := range list {
		all.Go(func() { _ = v.connect(ctx) }) // its status says what went wrong
	}
	all.Wait()
	s.c.Relist(s.refresh)
}

// Status says how things stand with a server; nothing, where it cannot be used.
func (s *Set) Status(name string) Status {
	v, err := s.server(name)
	if err != nil {
		return Status{}
	}
	return v.status()
}

// Start starts a server in the background. One that cannot be used says why in lists.
func (s *Set) Start(name string) {
	if v, err := s.server(name); err == nil {
		go v.start()
	}
}

// Tried reports whether a server runs, has tried to, or cannot be used.
func (s *Set) Tried(name string) bool {
	v, err := s.server(name)
	if err != nil {
		return true
	}
	state := v.status().State
	return state != mcp.Idle && state != mcp.Stopped
}

// Restart ends a server of the space and starts it again with its settings and
// secrets as they are now. It returns at once; the server's status tells how it
// goes. One that cannot be used is an error.
func (s *Set) Restart(ctx context.Context, name string) error {
	v, err := s.server(name)
	if err != nil {
		return err
	}
	fresh := newServer(s, v.found())
	passRefusals(v, fresh)
	s.mu.Lock()
	if s.closed || s.list[name] != v {
		s.mu.Unlock()
		return fmt.Errorf("the server %q is stopping: try again", name)
	}
	s.list[name] = fresh
	s.ending.Go(func() { // its calls end with it: the person wants it gone
		v.end()
		fresh.start()
	})
	s.mu.Unlock()
	s.c.Relist(s.refresh)
	return ctx.Err()
}

// Stop ends a server of the space; calls of its tools are refused until Restart.
func (s *Set) Stop(_ context.Context, name string) error {
	v, err := s.server(name)
	if err != nil {
		return err
	}
	c, err := v.need()
	if err != nil {
		return err
	}
	c.Stop()
	return nil
}

// strangers are the servers whose tools are not known.
func strangers(s *Set) []*server {
	return slices.DeleteFunc(usable(s), func(v *server) bool { return v.known() })
}
