package operator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/client"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// serverPause is how long changes of servers are gathered before the list of tools
// is made again and faces hear of them.
const serverPause = 50 * time.Millisecond

// serverEnd is how long the servers of a space may take to end, all together.
const serverEnd = 10 * time.Second

// A foundServer is an entry of the settings or of the space's .mcp.json.
type foundServer struct {
	Name     string
	From     string // FromSettings or FromSpace
	Line     int    // of .mcp.json
	Settings settings.Server
	Problem  string // why it is not used; "" if it is
	Shadowed bool   // the settings have another of that name
	Stale    bool   // options of the person's were for another program of this name, and do not count
	Held     bool   // it is not what the person has trusted
}

// usable reports whether the server is one of the space.
func (f foundServer) usable() bool { return f.Problem == "" && !f.Settings.Disabled }

// findServers lists the servers of the settings and of the space's own file, by
// name: the settings come first where both have one.
func (s *Space) findServers(next *loaded, settings settings.Settings) []foundServer {
	var out []foundServer
	for _, name := range slices.Sorted(maps.Keys(settings.Tools.Servers)) {
		set := settings.Tools.Servers[name]
		out = append(out, foundServer{Name: name, From: FromSettings, Settings: set, Problem: set.Problem(name)})
	}
	for _, d := range next.space.Servers {
		f := foundServer{Name: d.Name, From: FromSpace, Line: d.Line, Settings: declaredSettings(d)}
		own := settings.PerSpace[s.dir].Servers[d.Name]
		if own.For != f.Settings.Identity().Key() {
			f.Stale, own = own.Extends(), own.Restrictions()
		}
		f.Settings = f.Settings.WithOptions(own)
		_, f.Shadowed = settings.Tools.Servers[d.Name]
		if d.Broken != "" {
			f.Settings.Broken = d.Broken
		}
		if held := next.heldIn("server", d.Name, FromSpace); f.Shadowed {
			f.Problem = "your settings have a server of this name, which counts: rename one of them"
		} else if f.Problem = f.Settings.Problem(d.Name); f.Problem == "" && held != "" {
			f.Problem, f.Held = held, true
		}
		out = append(out, f)
	}
	for i := range out {
		if next.trust == Untrusted && out[i].Problem == "" {
			out[i].Problem = "this space is not trusted, so no server is started in it: look at what it can run and trust it, in the window or with `handrail space trust`"
		}
	}
	return out
}

// servers are those of an open space.
type servers struct {
	schemas mcp.Schemas
	closing chan struct{} // closed with the space

	mu     sync.Mutex
	list   map[string]*server // that can be used
	ending sync.WaitGroup     // that are on their way out
	over   bool               // the space is closed
	due    *time.Timer        // when faces hear of changes
}

// adopt takes over what settings and space say now: servers that are set as they
// were go on, others end as soon as their calls have.
func (s *Space) adopt(found []foundServer) {
	all := &s.servers
	all.mu.Lock()
	defer all.mu.Unlock()
	old := all.list
	all.list = map[string]*server{}
	for _, f := range found {
		if !f.usable() || all.over {
			continue
		}
		v, ok := old[f.Name]
		if ok && v.found().From == f.From && v.found().Settings.SameProcess(f.Settings) {
			v.mu.Lock()
			v.is = f
			v.mu.Unlock()
			delete(old, f.Name)
		} else {
			v = &server{s: s, is: f}
		}
		all.list[f.Name] = v
	}
	for _, v := range old {
		all.ending.Go(v.retire)
	}
}

// server finds one that can be used.
func (s *Space) server(name string) (*server, error) {
	s.servers.mu.Lock()
	v, ok := s.servers.list[name]
	s.servers.mu.Unlock()
	if ok {
		return v, nil
	}
	for _, f := range s.current.Load().servers {
		switch {
		case f.Name != name:
		case f.Problem != "":
			return nil, tools.Errorf(tools.Unavailable, "the server %q is not used: %s", name, f.Problem)
		case f.Settings.Disabled:
			return nil, tools.Errorf(tools.Unavailable, "the server %q is switched off: `handrail servers on %s` brings it back", name, name)
		}
	}
	return nil, tools.Errorf(tools.NotFound, "there is no server %q; `handrail servers list` shows those there are", name)
}

// running lists the servers that can be used, by name.
func (s *Space) usableServers() []*server {
	s.servers.mu.Lock()
	defer s.servers.mu.Unlock()
	out := make([]*server, 0, len(s.servers.list))
	for _, name := range slices.Sorted(maps.Keys(s.servers.list)) {
		out = append(out, s.servers.list[name])
	}
	return out
}

// closeServers ends all servers of the space, at once, and returns when their
// processes are gone, or after serverEnd.
func (s *Space) closeServers() error {
	all := &s.servers
	all.mu.Lock()
	if all.over {
		all.mu.Unlock()
		return nil
	}
	all.over = true
	close(all.closing)
	list := all.list
	all.list = nil
	if all.due != nil {
		all.due.Stop()
	}
	all.mu.Unlock()
	for _, v := range list {
		all.ending.Go(v.end)
	}
	gone := make(chan struct{})
	go func() {
		all.ending.Wait()
		close(gone)
	}()
	late := time.NewTimer(serverEnd)
	defer late.Stop()
	select {
	case <-gone:
		return nil
	case <-late.C: // they end with their room at the latest
		return fmt.Errorf("servers of %s did not end within %v", filepath.Base(s.dir), serverEnd)
	}
}

// A server is an MCP server in an open space. Nothing of it runs until somebody
// needs it.
type server struct {
	s *Space

	making sync.Mutex // held while settings are resolved: the keyring may ask the person

	mu     sync.Mutex
	is     foundServer
	client *client.Client
	failed *mcp.Status // why there is no client though one was wanted
	calls  sync.WaitGroup
	busy   int // calls that run
	gone   bool

	refused []ServerRefusal
	taken   *mcp.Listing // the last one that was taken in
	last    listedServer
}

func (v *server) found() foundServer {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.is
}

// now is the client, if there is one.
func (v *server) now() *client.Client {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.client
}

// need is the client; it is made when it is first needed. The error says what its
// settings name and is not there.
func (v *server) need() (*client.Client, error) {
	v.making.Lock()
	defer v.making.Unlock()
	if c := v.now(); c != nil {
		return c, nil
	}
	f := v.found()
	config, err := v.s.clientConfig(f, "")
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gone {
		return nil, tools.Errorf(tools.Unavailable, "the server %q has just been ended, because its settings changed or the space was closed: make the call again", f.Name)
	}
	if err != nil {
		v.failed = &mcp.Status{State: mcp.Failed, Since: time.Now(), Reason: v.s.o.redact.Text(err.Error())}
		go v.s.serversChanged()
		return nil, tools.Errorf(tools.Unavailable, "the server %q cannot be started: %v", f.Name, err)
	}
	config.Changed = v.s.serversChanged
	v.client, v.failed = client.New(config), nil
	return v.client, nil
}

// clientConfig is what a client of a server is made of. trial, if it is not empty,
// makes it one that shares nothing with others of the name.
func (s *Space) clientConfig(f foundServer, trial string) (client.Config, error) {
	resolved, err := s.resolve(f)
	if err != nil {
		return client.Config{}, err
	}
	c := client.Config{
		Server: resolved, Root: s.dir, Name: "Handrail", Version: s.o.c.Version,
	}
	c.Form = s.o.form()
	if resolved.Command == "" {
		c.SignIn, err = s.signIn(f, resolved)
		return c, err
	}
	if _, err := s.makeServerData(f.Name); err != nil {
		return c, err
	}
	read, write, named, _ := s.folders(f)
	if dir, why := s.grantable(resolved.Dir); why == "" && f.From == FromSettings && !paths.Within(dir, s.roots.List()) && !s.isReadable(dir) {
		read = append(read, dir)
	}
	// No shelf and no filter: what goes over its streams is the protocol.
	c.House = proc.House{Keeper: s.walls}
	c.Errand = proc.Errand{
		Kind: string(tools.CallerPerson), Tool: mcp.SourceName(f.Name), Space: s.dir, Server: f.Name, Private: roomOf(f.Name, trial),
		Network: f.Settings.NetworkWords(), Read: append(read, named...), Write: write,
	}
	return c, nil
}

// status says how things stand.
func (v *server) status() mcp.Status {
	v.mu.Lock()
	c, failed := v.client, v.failed
	v.mu.Unlock()
	switch {
	case c != nil:
		return c.Status()
	case failed != nil:
		return *failed
	}
	return mcp.Status{State: mcp.Idle}
}

// Call implements mcp.Use.Client: it begins the server if need be.
func (v *server) Call(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	c, err := v.need()
	if err != nil {
		return nil, err
	}
	if !v.begin() {
		return nil, tools.Errorf(tools.Unavailable, "the server %q was ended: make the call again", v.found().Name)
	}
	defer v.over()
	was := mcp.Definition{Name: r.Tool}
	if pin, ok := v.pinned().Find(r.Tool); ok {
		was = pin.Definition
	}
	judged := r.Accepted
	r.Accepted = func(l mcp.Listing) error {
		err := v.asAccepted(c, was, l)
		if err == nil && judged != nil {
			err = judged(l)
		}
		return err
	}
	return c.Call(ctx, r, out)
}

// asAccepted refuses a tool that its server lists in another way than was, its
// definition when the call was made. The server may have been started for this call,
// or have changed meanwhile, and what it lists has to be taken in before anything is
// sent to it (docs/spec/08-mcp.md).
func (v *server) asAccepted(c *client.Client, was mcp.Definition, l mcp.Listing) error {
	name := v.found().Name
	if !v.hasTaken(l) {
		v.s.relist()
		if now, ok := c.Listing(); !ok || !v.hasTaken(now) {
			return tools.Errorf(tools.Unavailable, "what the server %q lists has just changed, or could not be kept: make the call again", name)
		}
	}
	if err := v.pinned().Accepted(was, lookServers(name)); err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	return nil
}

// begin counts a call, for which retire waits; false: it is too late.
func (v *server) begin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gone {
		return false
	}
	v.calls.Add(1)
	v.busy++
	return true
}

// over counts a call that has ended.
func (v *server) over() {
	v.mu.Lock()
	v.busy--
	v.mu.Unlock()
	v.calls.Done()
}

// retire ends the server once the calls that run have ended.
func (v *server) retire() {
	v.leave()
	done := make(chan struct{})
	go func() {
		v.calls.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-v.s.servers.closing: // nobody waits any more
	}
	v.end()
}

// leave lets no further call begin.
func (v *server) leave() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gone = true
}

// end ends the server's process.
func (v *server) end() {
	v.leave()
	if c := v.now(); c != nil {
		if err := c.Close(); err != nil && !errors.Is(err, context.Canceled) {
			v.s.o.notice("warning", "the server %s did not end well: %v", v.found().Name, err)
		}
	}
}
