package operator

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"handrail/journal"
	"handrail/mcp/serve"
	"handrail/operator/news"
	"handrail/pipeline"
	"handrail/tools"
)

// Via says how a client of ours has come.
type Via string

// The ways to be served.
const (
	ViaStdio Via = "stdio" // by this process's own streams
	ViaApp   Via = "app"   // by the running app, through `handrail mcp`
	ViaHTTP  Via = "http"
)

// A Serving offers a space's tools to other people's agents over MCP
// (docs/spec/08-mcp.md). It is safe for concurrent use.
type Serving struct {
	space   *Space
	service *serve.Service
	stop    func() // listening
}

// Serve makes ready to serve the space. The caller closes the Serving.
func (s *Space) Serve(via Via) *Serving {
	v := &Serving{space: s}
	v.service = serve.New(serve.Config{Door: door{s, via}, Title: s.Declared().Name, Version: s.o.c.Version})
	v.stop = s.o.Listen(func(e news.Event) {
		if e.Kind == news.OnSpace && e.Folder == s.dir {
			v.service.Refresh(s.o.ctx)
		}
	})
	return v
}

// Stdio serves one client over a pair of streams until it hangs up (nil) or ctx
// ends. What a client says about rules or answers never counts.
func (v *Serving) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return v.service.Serve(ctx, in, out)
}

// Close ends the calls of those who are served over HTTP.
func (v *Serving) Close() {
	v.stop()
	v.service.Close()
}

// Watch reads the space again by itself when what it declares has changed.
func (s *Space) Watch() { s.watch() }

// Unattended reports whether the person has allowed in the settings that clients
// act without a question (docs/spec/01-command-line.md#--confirm).
func (o *Operator) Unattended() bool {
	s, _, err := o.settings.Load()
	return err == nil && s.Unattended
}

// served is what a client may use: what the person may, but for tools of servers
// that are internal (docs/spec/08-mcp.md#settings-of-a-server), because nothing
// brings these up for it.
func served() tools.Scope { return tools.Scope{Raised: []string{}} }

// door is a space as a client finds it.
type door struct {
	s   *Space
	via Via
}

// Offer implements mcp.Door.
func (d door) Offer(ctx context.Context) serve.Offer {
	d.s.takeOver()
	now := d.s.current.Load()
	r := now.registry
	offer := serve.Offer{Tools: r.Offered(served()), Files: d.s.topFiles, Prompts: d.s.skillPrompts(), Of: now}
	for _, e := range r.Entries() {
		for _, name := range append([]string{e.Model, e.Qualified, e.Info.Name}, tools.Aliases(e.Info.Name)...) {
			if name != "" {
				offer.Known = append(offer.Known, name)
			}
		}
	}
	return offer
}

// Join implements mcp.Door.
func (d door) Join(p serve.Peer) serve.Line {
	l := &clientLine{s: d.s, open: map[string]*clientCall{}}
	l.caller = tools.Caller{Kind: tools.CallerMCP, Name: p.Name, Token: p.Token, User: d.s.o.c.Environ.User()}
	l.ctx, l.cancel = context.WithCancel(d.s.o.ctx)
	l.id = d.s.o.clients.add(l, Client{Name: p.Name, Version: p.Version, Token: p.Token, Space: d.s.dir, Via: d.via})
	return l
}

// A clientLine is one client's calls: a session, and a run of the journal that
// begins with its first call.
type clientLine struct {
	s      *Space
	id     string
	caller tools.Caller

	life   sync.Mutex      // nothing else is locked under it
	ctx    context.Context // of the calls of now: ends with the app, and when the person ends them
	cancel context.CancelFunc
	left   bool

	mu     sync.Mutex
	calls  *Calls
	open   map[string]*clientCall
	closed bool
}

// A clientCall is a call of a client that goes on.
type clientCall struct {
	serve.Call
	line *clientLine
}

// interrupt ends the calls that go on. The client may make others.
func (l *clientLine) interrupt() {
	l.life.Lock()
	defer l.life.Unlock()
	l.cancel()
	if !l.left {
		l.ctx, l.cancel = context.WithCancel(l.s.o.ctx)
	}
}

// leave ends the calls that go on, and all later ones.
func (l *clientLine) leave() {
	l.life.Lock()
	defer l.life.Unlock()
	l.left = true
	l.cancel()
}

// lifetime is the context of the calls of now.
func (l *clientLine) lifetime() context.Context {
	l.life.Lock()
	defer l.life.Unlock()
	return l.ctx
}

// begin makes the run of the client's calls, once.
func (l *clientLine) begin() (*Calls, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, errors.New("the connection is closed")
	}
	if l.calls != nil {
		return l.calls, nil
	}
	calls, err := l.s.Calls(CallsConfig{Origin: journal.FromMCP, Caller: l.caller, Title: callsOf(l.caller), Cancel: l.interrupt})
	if err == nil {
		l.calls = calls
	}
	return calls, err
}

// Call implements mcp.Line.
func (l *clientLine) Call(ctx context.Context, c serve.Call) tools.Result {
	calls, err := l.begin()
	if err != nil {
		return tools.Result{Error: tools.Errorf(tools.Unavailable, "the call could not begin: %v", err)}
	}
	id := "c_" + pipeline.NewID()
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer context.AfterFunc(l.lifetime(), end)()
	ctx, over := l.s.o.cancellable(ctx, calls.run, id)
	defer over()
	l.mu.Lock()
	l.open[id] = &clientCall{c, l}
	l.mu.Unlock()
	l.s.o.clients.called(l.id)
	result, err := calls.take(ctx, oneCall{
		id: id, tool: c.Tool, input: c.Input, scope: served(), key: clientKey(l.caller, c.Key), out: bothOutputs{c.Output, l.s.o.live(calls.run, id)},
	})
	l.mu.Lock()
	delete(l.open, id)
	l.mu.Unlock()
	return l.ended(result, err)
}

// ended is the result of a call, also of one that stopped its run.
func (l *clientLine) ended(r tools.Result, err error) tools.Result {
	switch {
	case err == nil:
		return r
	case l.s.o.ctx.Err() != nil:
		r.Error = tools.Errorf(tools.Unavailable, "Handrail was closed before the call was done; what it had done by then is done. Try again when it runs again")
	case r.Error == nil:
		r.Error = tools.AsError(err)
	}
	var stop *pipeline.Stop
	if errors.As(err, &stop) {
		l.mu.Lock()
		l.calls.last = err
		l.mu.Unlock()
	}
	return r
}

// callsOf names the run of a client's calls.
func callsOf(c tools.Caller) string {
	if c.Token != "" {
		return "calls with the token \"" + c.Token + "\" of " + c.Name
	}
	return "calls of " + c.Name
}

// clientKey is a client's idempotency key, told from other clients'. What a client
// calls itself comes last of the two names, so that it cannot look like a token's.
func clientKey(c tools.Caller, key string) string {
	if key == "" {
		return ""
	}
	return "mcp:" + c.Token + ":" + c.Name + ":" + key
}

// find is the client's call that a question is about; nil if it is not its.
func (l *clientLine) find(call string) *clientCall {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open[call]
}

// Close implements mcp.Line.
func (l *clientLine) Close() {
	l.leave()
	l.mu.Lock()
	calls := l.calls
	was := l.closed
	l.closed = true
	l.mu.Unlock()
	if was {
		return
	}
	l.s.o.clients.remove(l.id)
	if calls == nil {
		return
	}
	if err := calls.Close(); err != nil {
		l.s.o.notice("warning", "the record of what %s did is not closed: %v", l.caller.Name, err)
	}
}

// bothOutputs tells the client and the person's window.
type bothOutputs struct{ client, window tools.Output }

// Stdout implements tools.Output.
func (b bothOutputs) Stdout() io.Writer { return io.MultiWriter(b.client.Stdout(), b.window.Stdout()) }

// Stderr implements tools.Output.
func (b bothOutputs) Stderr() io.Writer { return io.MultiWriter(b.client.Stderr(), b.window.Stderr()) }

// Progress implements tools.Output.
func (b bothOutputs) Progress(done, total int64, note string) {
	b.client.Progress(done, total, note)
	b.window.Progress(done, total, note)
}

// askClient is what a client shows the person where nothing of ours can.
func (o *Operator) askClient(ctx context.Context, c *clientCall, q tools.Question) (tools.Answer, error) {
	text, whole := o.c.Sheet(q)
	if why := o.tooGrave(q); why != "" {
		return tools.Answer{Verdict: tools.Deny, Where: "nobody", Reason: why + ", so the program that asks may not answer for the person; open Handrail's window and try again"}, nil
	}
	if !whole {
		return tools.Answer{Verdict: tools.Deny, Where: "nobody", Reason: "its preview is longer than a question in another program may be, and it cannot be reviewed here; make the act smaller, or open Handrail's window and try again"}, nil
	}
	asking, stop := context.WithTimeout(ctx, q.Limit)
	defer stop()
	a, err := c.Ask(asking, text)
	if err != nil && ctx.Err() == nil && asking.Err() != nil {
		return tools.Answer{Verdict: tools.Expire, Reason: cmp.Or(a.Reason, "nobody answered in time")}, nil
	}
	return a, err
}

// tooGrave says why no program's word is enough for an act: a built-in rule asks
// about it, or its author calls it dangerous (decision 0422).
func (o *Operator) tooGrave(q tools.Question) string {
	if q.Grave {
		return "it is one of those that a built-in rule asks about"
	}
	s, err := o.Space(q.Space)
	if err != nil {
		return "its space is not open"
	}
	for _, e := range s.Registry().Entries() {
		if e.Qualified == q.Tool && e.Info.Danger == tools.High && e.Info.Source != "builtin" { // of the built-in ones the rules know each act
			return q.Tool + " is marked as dangerous"
		}
	}
	return ""
}
