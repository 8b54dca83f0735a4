package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"handrail/mcp"
	"handrail/tools"
)

// MeetServers begins, in the background, every server whose tools are not known
// yet: for a face in which an agent is about to work. Servers that are known start
// at their first call.
func (s *Space) MeetServers() {
	for _, v := range s.strangers() {
		go v.start()
	}
}

// StartServers begins, in the background, every server that can be used: for a
// face that shows them.
func (s *Space) StartServers() {
	for _, v := range s.usableServers() {
		go v.start()
	}
}

// strangers are the servers whose tools are not known.
func (s *Space) strangers() []*server {
	return slices.DeleteFunc(s.usableServers(), func(v *server) bool { return v.known() })
}

// UnknownServers names those that WaitServers would wait for.
func (s *Space) UnknownServers() []string {
	var names []string
	for _, v := range s.strangers() {
		names = append(names, v.found().Name)
	}
	return names
}

// WaitServers waits until it is known what each server has, or why it is not, and
// begins those that were never asked: all of them, or the named ones. It takes
// mcp.FailTimeout at most, or until ctx ends; what is known then counts.
func (s *Space) WaitServers(ctx context.Context, names ...string) {
	list := s.strangers()
	if len(names) > 0 {
		list = slices.DeleteFunc(list, func(v *server) bool { return !slices.Contains(names, v.found().Name) })
	}
	if len(list) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, mcp.FailTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, v := range list {
		all.Go(func() { _ = v.connect(ctx) }) // its status says what went wrong
	}
	all.Wait()
	s.relist()
}

// meet waits for the server of a tool that is about to be called, if its tools are
// not known yet.
func (s *Space) meet(ctx context.Context, tool string) {
	name := s.serverOf(tool)
	if name == "" {
		return
	}
	if _, err := s.Registry().Lookup(tool, tools.Scope{}); err == nil {
		return
	}
	s.WaitServers(ctx, name)
}

// start begins a server in the background.
func (v *server) start() {
	if c, err := v.need(); err == nil {
		c.Start()
	}
}

// connect waits until the server is ready, or says why it is not.
func (v *server) connect(ctx context.Context) error {
	c, err := v.need()
	if err != nil {
		return err
	}
	return v.ready(ctx, c)
}

// RestartServer ends a server of the space and starts it again with its settings
// and secrets as they are now. It returns at once; the server's status tells how
// it goes. One that cannot be used is an error.
func (s *Space) RestartServer(ctx context.Context, name string) error {
	v, err := s.server(name)
	if err != nil {
		return err
	}
	fresh := &server{s: s, is: v.found()}
	s.servers.mu.Lock()
	if s.servers.over || s.servers.list[name] != v {
		s.servers.mu.Unlock()
		return fmt.Errorf("the server %q is just being ended: try again", name)
	}
	s.servers.list[name] = fresh
	s.servers.ending.Go(func() { // its calls end with it: the person wants it gone
		v.end()
		fresh.start()
	})
	s.servers.mu.Unlock()
	s.relist()
	return ctx.Err()
}

// StopServer ends a server of the space; calls of its tools are refused until
// RestartServer.
func (s *Space) StopServer(_ context.Context, name string) error {
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

// ServerLog is what a server printed last beside the protocol, at most 200 lines.
func (s *Space) ServerLog(name string) ([]string, error) {
	v, err := s.server(name)
	if err != nil {
		return nil, err
	}
	return s.redacted(v.status().Said), nil
}

func (s *Space) redacted(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = s.o.redact.Text(line)
	}
	return out
}

// ServerResources lists the data that a server has, and the templates of more. It
// starts the server if need be, and waits for it.
func (s *Space) ServerResources(ctx context.Context, name string) (resources, templates []ServerResource, err error) {
	l, err := s.listed(ctx, name)
	return l.Resources, l.Templates, err
}

// ServerPrompts lists the prompts that a server can make. It starts the server if
// need be, and waits for it.
func (s *Space) ServerPrompts(ctx context.Context, name string) ([]ServerPrompt, error) {
	l, err := s.listed(ctx, name)
	return l.Prompts, err
}

// listed is what a server has, once it is ready.
func (s *Space) listed(ctx context.Context, name string) (mcp.Listing, error) {
	v, err := s.server(name)
	if err != nil {
		return mcp.Listing{}, err
	}
	if err := v.connect(ctx); err != nil {
		return mcp.Listing{}, err
	}
	if c := v.now(); c != nil {
		if l, ok := c.Listing(); ok {
			return l, nil
		}
	}
	return mcp.Listing{}, errors.New("the server has not said what it has: try again")
}

// ReadServerResource reads what a server has at a URI, for the person: no agent
// sees it.
func (s *Space) ReadServerResource(ctx context.Context, name, uri string) ([]ServerContent, error) {
	v, err := s.server(name)
	if err != nil {
		return nil, err
	}
	c, err := v.need()
	if err != nil {
		return nil, err
	}
	return c.ReadResource(ctx, uri)
}

// GetServerPrompt makes a prompt of a server's, for the person.
func (s *Space) GetServerPrompt(ctx context.Context, name, prompt string, args map[string]string) ([]ServerMessage, error) {
	v, err := s.server(name)
	if err != nil {
		return nil, err
	}
	c, err := v.need()
	if err != nil {
		return nil, err
	}
	return c.Prompt(ctx, prompt, args)
}
