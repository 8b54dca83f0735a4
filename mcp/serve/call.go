package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/mcp"
	"handrail/tools"
)

const (
	// keyLimit is how long such a key may be, in bytes.
	keyLimit = 200
	// answerID names our one question in a form for the client.
	answerID = "answer"
)

// An openCall is a call of a client on its way. It outlives the request that began
// it where the client must come back with the person's answer.
type openCall struct {
	line   *line
	cancel context.CancelFunc
	done   chan struct{} // closed when result is there
	result tools.Result
	asks   chan *ask // what the client is to show the person

	mu     sync.Mutex
	report report // of the request that waits now; the zero report while none does
}

// An ask is what the client is to show the person: a question of ours, or a server's form.
type ask struct {
	call   *openCall
	state  string // what a client sends with the answer that it comes back with
	form   protocol.ElicitationParams
	answer chan shown // takes one
}

// shown is what became of an ask.
type shown struct {
	result *protocol.ElicitationResult // nil without an answer
	err    error
}

// callTool is every tool's handler: it takes the call to the door.
func (s *Service) callTool(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
	l, err := s.lineOf(ctx, r.Header)
	if err != nil {
		return toolResult(tools.Result{Error: tools.Errorf(tools.Unavailable, "%v", err)}), nil
	}
	st := s.streams.of(r.Header)
	report := report{s.newProgress(ctx, r.Params.Meta, st), s.newLog(ctx, st)}
	if r.Params.RequestState != "" {
		return l.goOn(ctx, s.mcp, r, report)
	}
	o := &openCall{line: l, report: report}
	c := Call{Tool: r.Params.Name, Input: inputOf(r), Key: keyOf(r.Params.Meta), Output: o}
	forms, pages := canShow(ctx)
	if !forms {
		return toolResult(o.through(ctx, c)), nil
	}
	c.Ask = o.ask
	c.Fill = func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) { return o.fill(ctx, f, pages) }
	o.start(ctx, c)
	return o.await(ctx, s.mcp), nil
}

// through makes a call that ends with its request, or with the client's line.
func (o *openCall) through(ctx context.Context, c Call) tools.Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(o.line.ctx, cancel)()
	return o.run(ctx, c)
}

// start runs a call that may outlive its request. It ends with the client's line.
func (o *openCall) start(ctx context.Context, c Call) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	leave := context.AfterFunc(o.line.ctx, cancel)
	o.cancel, o.done, o.asks = cancel, make(chan struct{}), make(chan *ask)
	go func() {
		defer close(o.done)
		defer cancel()
		defer leave()
		o.result = o.run(inner, c)
	}()
}

// run takes the call through the door when it is its turn.
func (o *openCall) run(ctx context.Context, c Call) tools.Result {
	if err := o.line.room.claim(ctx); err != nil {
		return tools.Result{Error: tools.Errorf(tools.Cancelled, "the call was cancelled before its turn came; nothing was done")}
	}
	holds := true
	c.Wait = func() (func(), error) {
		resume, err := o.line.room.wait(ctx)
		if err != nil {
			return nil, err
		}
		holds = false
		over := o.waits()
		return func() {
			over()
			holds = resume()
		}, nil
	}
	result := o.line.Call(ctx, c)
	if holds {
		o.line.room.release()
	}
	o.current().end()
	return result
}

// await waits for the end of the call, and shows the person what the door asks by
// means of the client meanwhile. The end of ctx ends the call.
func (o *openCall) await(ctx context.Context, m *server.MCPServer) *protocol.CallToolResult {
	for {
		select {
		case <-o.done:
			return toolResult(o.result)
		case <-ctx.Done():
			o.cancel()
			<-o.done
			return toolResult(o.result)
		case a := <-o.asks:
			if protocol.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
				return o.park(a)
			}
			go func() { a.answer <- elicit(ctx, m, a.form) }() // the call may end first
		}
	}
}

// park keeps the call until the client comes back with the person's answer.
func (o *openCall) park(a *ask) *protocol.CallToolResult {
	o.mu.Lock()
	last := o.report
	o.report = report{} // the request that it belongs to ends here
	o.mu.Unlock()
	last.end()
	o.line.mu.Lock()
	o.line.asks[a.state] = a
	o.line.mu.Unlock()
	return server.NewInputRequestBuilder(a.state).Elicit(answerID, a.form).ToolResult()
}

// goOn takes the person's answer to a call that waits for it. An answer counts once, and one to a
// call that we do not know is an error of the protocol, as the revision wants it.
func (l *line) goOn(ctx context.Context, m *server.MCPServer, r protocol.CallToolRequest, to report) (*protocol.CallToolResult, error) {
	l.mu.Lock()
	a := l.asks[r.Params.RequestState]
	delete(l.asks, r.Params.RequestState)
	l.mu.Unlock()
	if a == nil {
		return nil, errors.New("this call waits for no answer any more: it was answered, cancelled or has expired. Make it again if it is still wanted")
	}
	a.call.mu.Lock()
	a.call.report = to
	a.call.mu.Unlock()
	a.answer <- shown{result: server.ElicitationResponse(r.Params.InputResponses, answerID)}
	return a.call.await(ctx, m), nil
}

// show has the client show a form, and waits for what becomes of it. The error is that of ctx.
func (o *openCall) show(ctx context.Context, f protocol.ElicitationParams) (shown, error) {
	a := &ask{call: o, state: rand.Text(), form: f, answer: make(chan shown, 1)}
	defer func() {
		o.line.mu.Lock()
		defer o.line.mu.Unlock()
		delete(o.line.asks, a.state)
	}()
	select {
	case o.asks <- a:
	case <-ctx.Done():
		return shown{}, ctx.Err()
	}
	select {
	case answer := <-a.answer:
		return answer, nil
	case <-ctx.Done():
		return shown{}, ctx.Err()
	}
}

// Stdout implements tools.Output.
func (o *openCall) Stdout() io.Writer { return printed{o} }

// Stderr implements tools.Output.
func (o *openCall) Stderr() io.Writer { return printed{o} }

// Progress implements tools.Output.
func (o *openCall) Progress(done, total int64, note string) { o.current().reached(done, total, note) }

// printed takes what a call prints. It never fails and never waits.
type printed struct{ o *openCall }

// Write implements io.Writer.
func (p printed) Write(b []byte) (int, error) {
	p.o.current().printed(b)
	return len(b), nil
}

// Log implements tools.Logger: a client that does not take the level sees the line as progress.
func (o *openCall) Log(l tools.LogLine) {
	now := o.current()
	if now.log != nil {
		now.log(l)
	}
	now.printed([]byte(l.Text() + "\n"))
}

func (o *openCall) current() report {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.report
}

// inputOf is the input as the client sent it; none is {}.
func inputOf(r protocol.CallToolRequest) json.RawMessage {
	if len(r.Params.RawArguments) == 0 || string(r.Params.RawArguments) == "null" {
		return json.RawMessage("{}")
	}
	return r.Params.RawArguments
}

// keyOf is the client's idempotency key, if it has sent one that can be kept: a
// text of at most keyLimit bytes that holds nothing but characters that can be seen
// and spaces. Any other is as if it were not there.
func keyOf(m *protocol.Meta) string {
	if m == nil {
		return ""
	}
	key, _ := m.AdditionalFields[mcp.KeyField].(string)
	if len(key) > keyLimit || !utf8.ValidString(key) || strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return ""
	}
	return key
}
