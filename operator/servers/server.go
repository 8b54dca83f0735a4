package servers

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/client"
	"handrail/operator/paths"
	"handrail/operator/servers/code"
	"handrail/tools"
)

// A server is an MCP server in an open space. Nothing of it runs until somebody
// needs it.
type server struct {
	set *Set

	making sync.Mutex // held while settings are resolved: the keychain may ask the person

	mu     sync.Mutex // guards what follows
	entry  Found
	client *client.Client
	failed *mcp.Status // why there is no client though one was wanted
	calls  sync.WaitGroup
	busy   int  // calls that run
	gone   bool // no further call begins

	desk    *reachDesk
	refused []Refusal
	noted   map[string]bool // hosts whose refusal a caller has heard of beside a good answer
	read    *mcp.Listing    // the last one that is in the pins
	listed  listed
	code    []code.Place // of its program, as it was started last
}

func newServer(s *Set, f Found) *server {
	v := &server{set: s, entry: f}
	v.desk = &reachDesk{v: v}
	return v
}

// found is how the server is set.
func (v *server) found() Found {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.entry
}

// live is the client, if there is one.
func (v *server) live() *client.Client {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.client
}

// need is the client; it is made when it is first needed. The error says what its
// settings name and is not there.
func (v *server) need() (*client.Client, error) {
	v.making.Lock()
	defer v.making.Unlock()
	if c := v.live(); c != nil {
		return c, nil
	}
	f := v.found()
	config, err := clientConfig(v.set, f, "")
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gone {
		return nil, tools.Errorf(tools.Unavailable, "the server %q has just stopped, because its settings changed or the space was closed: make the call again", f.Name)
	}
	if err != nil {
		v.failed = &mcp.Status{State: mcp.Failed, Since: time.Now(), Reason: v.set.pool.c.Redact.Text(err.Error()), Action: tools.ActionOf(err)}
		go v.set.changed()
		return nil, tools.Errorf(tools.Unavailable, "can't start the server %q: %v", f.Name, err)
	}
	config.Changed = v.set.changed
	v.client, v.failed = client.New(config), nil
	return v.client, nil
}

// clientConfig is what a client of a server is made of. trial, if it is not empty,
// makes it one that shares nothing with others of the name.
func clientConfig(s *Set, f Found, trial string) (client.Config, error) {
	resolved, err := s.resolver.resolve(f)
	if err != nil {
		return client.Config{}, err
	}
	name := f.Name
	c := client.Config{
		Updated: func(uri string) { s.Contents().updated(name, uri) }, Watched: watchedOf(s, name, trial),
		Server: resolved, Roots: []string{s.c.Dir}, Name: "Handrail", Version: s.pool.c.Version, Form: s.pool.c.Form(), Redact: s.pool.c.Redact.JSON,
	}
	if f.Settings.Runner() != "" {
		p, err := s.Pins().of(s.pool.c.Context, f)
		c.Server.Installs = err != nil || !p.Known()
	}
	if resolved.Command == "" {
		c.SignIn, err = s.SignIns().config(f, resolved)
		return c, err
	}
	data, err := s.resolver.makeData(f)
	if err != nil {
		return c, err
	}
	if places, _, err := ProgramsOf(s).places(f); f.guarded() && (err != nil || len(places) > 0) { // what Python compiles is kept where no agent writes, and that is what it loads
		c.Server.Env = proc.SetEnv(c.Server.Env, "PYTHONPYCACHEPREFIX", filepath.Join(data, "pycache"))
	}
	read, write, named, _ := s.profiles.folders(f)
	if dir, why := s.profiles.grantable(resolved.Dir); why == "" && f.From == FromSettings && !paths.Within(dir, s.c.Roots()) && !s.profiles.readable(dir) {
		read = append(read, dir)
	}
	c.Roots = append(c.Roots, s.profiles.served(f, slices.Concat(read, write, named))...)
	// No shelf and no filter: what goes over its streams is the protocol.
	c.House = proc.House{Keeper: s.c.Walls()}
	c.Errand = proc.Errand{
		Kind: string(tools.CallerPerson), Tool: mcp.SourceName(f.Name), Space: s.c.Dir, Server: f.Name, Trial: trial != "", Private: roomOf(f.Name, trial),
		Network: f.Settings.NetworkWords(), Data: data, Read: append(read, named...), Write: write,
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

// Call implements mcp.Use.Client: it starts the server if need be.
func (v *server) Call(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	c, err := v.need()
	if err != nil {
		return nil, err
	}
	if err := ProgramsOf(v.set).still(ctx, v); err != nil {
		return nil, err
	}
	if !v.enter() {
		return nil, tools.Errorf(tools.Unavailable, "the server %q was stopped: make the call again", v.found().Name)
	}
	defer v.leave()
	v.desk.enter(r.Call)
	defer v.desk.leave(r.Call)
	if r.Tool == "" { // what is read is not pinned
		answer, err := c.Call(ctx, r, out)
		v.desk.wait(ctx, err != nil, textOf(answer))
		return answer, err
	}
	approved := mcp.Definition{Name: r.Tool}
	if pin, ok := v.pinned().Find(r.Tool); ok {
		approved = pin.Definition
	}
	judged := r.Accepted
	r.Accepted = func(l mcp.Listing) error {
		err := v.checkListed(c, approved, l)
		if err == nil && judged != nil {
			err = judged(l)
		}
		return err
	}
	answer, err := c.Call(ctx, r, out)
	v.desk.wait(ctx, err != nil || answer != nil && answer.Failed, textOf(answer))
	return answer, err
}

// textOf is the text of an answer.
func textOf(a *mcp.Answer) string {
	if a == nil {
		return ""
	}
	var all []string
	for _, c := range a.Content {
		all = append(all, c.Text)
	}
	return strings.Join(all, "\n")
}

// checkListed refuses a tool that its server lists in another way than approved, its
// definition when the call was made. The server may have been started for this call,
// or have changed meanwhile, and what it lists has to be in the pins before anything
// is sent to it (docs/spec/08-mcp.md).
func (v *server) checkListed(c *client.Client, approved mcp.Definition, l mcp.Listing) error {
	name := v.found().Name
	if !v.hasRead(l) {
		v.set.c.Relist(v.set.refresh)
		if latest, ok := c.Listing(); !ok || !v.hasRead(latest) {
			return tools.Errorf(tools.Unavailable, "the tools of the server %q have just changed, or couldn't be saved: make the call again", name)
		}
	}
	if err := v.pinned().Accepted(approved, about(tools.ReviewServer, name)); err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	return nil
}

// enter counts a call, for which retire waits; false: it is too late.
func (v *server) enter() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gone {
		return false
	}
	v.calls.Add(1)
	v.busy++
	return true
}

// leave counts a call that has ended.
func (v *server) leave() {
	v.mu.Lock()
	v.busy--
	v.mu.Unlock()
	v.calls.Done()
}

// retire ends the server once the calls that run have ended.
func (v *server) retire() {
	v.refuseCalls()
	done := make(chan struct{})
	go func() {
		v.calls.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-v.set.closing: // nobody waits any more
	}
	v.end()
}

// refuseCalls lets no further call begin.
func (v *server) refuseCalls() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gone = true
}

// end ends the server's process.
func (v *server) end() {
	v.refuseCalls()
	if c := v.live(); c != nil {
		if err := c.Close(); err != nil && !errors.Is(err, context.Canceled) {
			v.set.pool.c.Notice("warning", "the server %s didn't stop cleanly: %v", v.found().Name, err)
		}
	}
}

// start begins the server in the background.
func (v *server) start() {
	if c, err := v.need(); err == nil {
		c.Start()
	}
}

// connect waits until the server is ready, or says why it is not. One that is ended
// meanwhile, because its file has changed, is refused with that.
func (v *server) connect(ctx context.Context) error {
	c, err := v.need()
	if err != nil {
		return err
	}
	err = c.Connect(ctx)
	v.mu.Lock()
	gone := v.gone
	v.mu.Unlock()
	if err == nil || !gone {
		return err
	}
	if why := v.set.Lodgers().checkPin(v.found().Name); why != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", why)
	}
	return err
}
