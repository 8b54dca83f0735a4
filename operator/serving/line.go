package serving

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"handrail/journal"
	"handrail/mcp/serve"
	"handrail/operator"
	"handrail/pipeline"
	"handrail/tools"
)

// A clientLine is one client's calls: a session, and a run of the journal that
// begins with its first call.
type clientLine struct {
	clients *Clients
	s       *operator.Space
	id      string
	caller  tools.Caller

	life   sync.Mutex      // nothing else is locked under it
	ctx    context.Context // of the calls that go on: ends with the app, and when the person ends them
	cancel context.CancelFunc
	left   bool

	mu     sync.Mutex
	calls  *operator.Calls
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
		l.ctx, l.cancel = context.WithCancel(l.clients.o.Context())
	}
}

// leave ends the calls that go on, and all later ones.
func (l *clientLine) leave() {
	l.life.Lock()
	defer l.life.Unlock()
	l.left = true
	l.cancel()
}

// lifetime is the context of calls that begin at this moment.
func (l *clientLine) lifetime() context.Context {
	l.life.Lock()
	defer l.life.Unlock()
	return l.ctx
}

// openRun makes the run of the client's calls, once.
func (l *clientLine) openRun() (*operator.Calls, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, errors.New("the connection is closed")
	}
	if l.calls != nil {
		return l.calls, nil
	}
	calls, err := l.s.Calls(operator.CallsConfig{Origin: journal.FromMCP, Caller: l.caller, Title: callsOf(l.caller), Cancel: l.interrupt})
	if err == nil {
		l.calls = calls
	}
	return calls, err
}

// Call implements serve.Line.
func (l *clientLine) Call(ctx context.Context, c serve.Call) tools.Result {
	calls, err := l.openRun()
	if err != nil {
		return tools.Result{Error: tools.Errorf(tools.Unavailable, "the call could not begin: %v", err)}
	}
	id := "c_" + pipeline.NewID()
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer context.AfterFunc(l.lifetime(), end)()
	ctx, done := l.clients.o.Runs().TrackCall(ctx, calls.Run(), id)
	defer done()
	l.mu.Lock()
	l.open[id] = &clientCall{c, l}
	l.mu.Unlock()
	l.clients.called(l.id)
	result, err := calls.Make(ctx, operator.CallRequest{
		ID: id, Tool: c.Tool, Input: c.Input, Scope: scope(), Key: clientKey(l.caller, c.Key), Quiet: c.Quiet,
		Output: bothOutputs{c.Output, l.clients.o.Runs().Live(calls.Run(), id)},
	})
	l.mu.Lock()
	delete(l.open, id)
	l.mu.Unlock()
	return l.ended(calls, result, err)
}

// ended is the result of a call, also of one that stopped its run.
func (l *clientLine) ended(calls *operator.Calls, r tools.Result, err error) tools.Result {
	switch {
	case err == nil:
		return r
	case l.clients.o.Context().Err() != nil:
		r.Error = tools.Errorf(tools.Unavailable, "Handrail was closed before the call was done; what it had done by then is done. Try again when it runs again")
	case r.Error == nil:
		r.Error = tools.AsError(err)
	}
	var stop *pipeline.Stop
	if errors.As(err, &stop) {
		calls.Fail(err)
	}
	return r
}

// callsOf names the run of a client's calls.
func callsOf(c tools.Caller) string {
	if c.Token != "" {
		return "calls with the token \"" + c.Token + "\" of " + c.Name
	}
	return tools.Say(tools.RunCalls, c.Name).String()
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
	call, _, _ = strings.Cut(call, "/") // behind it stands what the call asks while it runs
	return l.open[call]
}

// Close implements serve.Line.
func (l *clientLine) Close() {
	l.leave()
	l.mu.Lock()
	calls := l.calls
	twice := l.closed
	l.closed = true
	l.mu.Unlock()
	if twice {
		return
	}
	l.clients.remove(l.id)
	if calls == nil {
		return
	}
	if err := calls.Close(); err != nil {
		l.clients.o.News().Notice("warning", "the record of what %s did is not closed: %v", l.caller.Name, err)
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

// Log implements tools.Logger.
func (b bothOutputs) Log(l tools.LogLine) {
	tools.Log(b.client, l)
	tools.Log(b.window, l)
}
