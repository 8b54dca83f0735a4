package servers

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"handrail/mcp"
	"handrail/mcp/client"
	"handrail/tools"
)

// Contents are what the servers of a space have beside their tools.
type Contents struct{ s *Set }

// Resources lists the data that a server has, and the templates of more. It starts
// the server if need be, and waits for it.
func (c Contents) Resources(ctx context.Context, name string) (resources, templates []Resource, err error) {
	l, err := c.listing(ctx, name)
	return l.Resources, l.Templates, err
}

// Prompts lists the prompts that a server can make. It starts the server if need be,
// and waits for it.
func (c Contents) Prompts(ctx context.Context, name string) ([]Prompt, error) {
	l, err := c.listing(ctx, name)
	return l.Prompts, err
}

// A Content is what a server has beside its tools, as it was listed last, with the names that models have for
// the tools that read it: "" where that tool is not offered.
type Content struct {
	Server       string
	Read, Prompt string
	Has          mcp.Data
}

// Offered are the contents that these tools read, in their order. No server is started.
func (c Contents) Offered(offered []tools.Entry) (list []Content) {
	for _, e := range offered {
		name, ok := strings.CutPrefix(e.Info.Source, mcp.SourceName(""))
		if e.Info.Data == "" || !ok {
			continue
		}
		i := slices.IndexFunc(list, func(s Content) bool { return s.Server == name })
		if i < 0 {
			list, i = append(list, Content{Server: name, Has: c.s.Pins().Data(name)}), len(list)
		}
		if e.Info.Data == tools.DataResource {
			list[i].Read = e.Model
		} else {
			list[i].Prompt = e.Model
		}
	}
	return list
}

// listing is what a server has, once it is ready.
func (c Contents) listing(ctx context.Context, name string) (mcp.Listing, error) {
	v, err := c.s.server(name)
	if err != nil {
		return mcp.Listing{}, err
	}
	if err := v.connect(ctx); err != nil {
		return mcp.Listing{}, err
	}
	if live := v.live(); live != nil {
		if l, ok := live.Listing(); ok {
			return l, nil
		}
	}
	return mcp.Listing{}, errors.New("the server hasn't listed its tools yet: try again")
}

// Watch has a server tell when a resource of it changes, until Unwatch: who listens hears of it. It starts the
// server if need be.
func (c Contents) Watch(ctx context.Context, name, uri string) error {
	v, err := c.s.server(name)
	if err != nil {
		return err
	}
	live, err := v.need()
	if err != nil {
		return err
	}
	return live.Watch(ctx, uri)
}

// Unwatch ends one Watch.
func (c Contents) Unwatch(name, uri string) {
	if v, err := c.s.server(name); err == nil {
		if live := v.live(); live != nil {
			live.Unwatch(uri)
			return
		}
	}
	watchedOf(c.s, name, "").Drop(uri)
}

// Listen has f called, from any goroutine, when a resource changes that is watched, until stop.
func (c Contents) Listen(f func(server, uri string)) (stop func()) {
	key := new(int)
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.hear == nil {
		c.s.hear = map[*int]func(string, string){}
	}
	c.s.hear[key] = f
	return func() {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		delete(c.s.hear, key)
	}
}

// updated tells those who listen.
func (c Contents) updated(server, uri string) {
	c.s.mu.Lock()
	all := slices.Collect(maps.Values(c.s.hear))
	c.s.mu.Unlock()
	for _, f := range all {
		f(server, uri)
	}
}

// watchedOf is what is watched of a server, also by the clients of it that were before; nil for a trial.
func watchedOf(s *Set, name, trial string) *client.WatchList {
	if trial != "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watch == nil {
		s.watch = map[string]*client.WatchList{}
	}
	if s.watch[name] == nil {
		s.watch[name] = &client.WatchList{}
	}
	return s.watch[name]
}
