package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

const (
	// openLimit is how many requests of a connection may be open, and openBytes how
	// large they may be together. More are refused at once.
	openLimit = 2000
	openBytes = 256 << 20
	// partingTime is how long requests that run may take when the client has hung
	// up: a client that closes its end and still reads gets its answers.
	partingTime = 500 * time.Millisecond
)

// A connection is one of a client, over a pair of streams. mcp-go has one for standard
// input; that one runs calls where it should read when its queue is full, and there
// can be only one in a process (docs/decisions/0420).
type connection struct {
	s       *Service
	session *session
	asked   *asked
	out     *outbox
	ctx     context.Context // ends with the connection
	end     context.CancelFunc
	work    sync.WaitGroup // requests that are open
	join    func() *line

	mu     sync.Mutex
	open   map[string]*openRequest // by id, as the client wrote it
	bytes  int                     // of those
	joined bool                    // line() was asked for
}

// An openRequest is a request of the client that is being worked on.
type openRequest struct {
	cancel context.CancelFunc
	size   int
	silent bool // the client has cancelled it: it wants no answer
}

// Serve serves one client over a pair of streams, a message a line, until it
// hangs up (nil), ctx ends (its error), or in or out breaks. Its calls are over
// when Serve returns. Serve leaves in and out open; a read that stands is left behind.
func (s *Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := s.newConnection(ctx, out)
	if err := s.mcp.RegisterSession(c.ctx, c.session); err != nil {
		return err
	}
	defer s.mcp.UnregisterSession(context.WithoutCancel(ctx), c.session.id)
	go c.passNotes()
	lines := make(chan readLine)
	go c.read(in, lines)
	err := c.loop(lines)
	c.part()
	return err
}

func (s *Service) newConnection(ctx context.Context, out io.Writer) *connection {
	c := &connection{s: s, out: newOutbox(out, s.unread), open: map[string]*openRequest{}}
	c.ctx, c.end = context.WithCancel(ctx)
	c.asked = &asked{send: func(raw []byte) { c.send(raw, true) }, answers: map[string]chan *incoming{}}
	c.session = &session{id: "connection " + newID(), connection: c, notes: make(chan protocol.JSONRPCNotification, 100)}
	c.join = sync.OnceValue(func() *line {
		c.mu.Lock()
		c.joined = true
		c.mu.Unlock()
		return s.newLine(peerOf(c.session.GetClientInfo(), ""), newRoom())
	})
	return c
}

// loop takes lines until there are no more. It never waits for a request.
func (c *connection) loop(lines <-chan readLine) error {
	for {
		select {
		case <-c.ctx.Done():
			return c.ctx.Err()
		case <-c.out.broken():
			return fmt.Errorf("the client does not read: %w", c.out.err())
		case l := <-lines:
			switch {
			case l.long > 0:
				c.refuse(nil, protocol.INVALID_REQUEST, fmt.Sprintf("a message of %d bytes is too long: the most is %d", l.long, c.s.longest))
			case len(bytes.TrimSpace(l.text)) > 0:
				c.receive(l.text)
			}
			if errors.Is(l.err, io.EOF) {
				return nil
			}
			if l.err != nil {
				return fmt.Errorf("the client cannot be read: %w", l.err)
			}
		}
	}
}

// part ends what is open. A client that still reads gets what is ready in a moment.
func (c *connection) part() {
	c.asked.close()
	c.mu.Lock()
	joined := c.joined
	c.mu.Unlock()
	done := make(chan struct{})
	go func() {
		c.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(partingTime):
	case <-c.ctx.Done():
	case <-c.out.broken():
	}
	c.mu.Lock()
	for _, r := range c.open {
		r.cancel()
	}
	c.mu.Unlock()
	if joined {
		c.line().end()
	}
	c.out.settle(done) // answers wait until they are read
	<-done
	c.end()
	c.out.close()
	if joined {
		c.line().close()
	}
}

// line is the client as the door knows it.
func (c *connection) line() *line { return c.join() }

// receive starts the work on one line: a request, an answer, a notification or a batch
// of them.
func (c *connection) receive(text []byte) {
	if text = bytes.TrimSpace(text); text[0] == '[' {
		c.receiveBatch(text)
		return
	}
	m, problem := parse(text)
	if problem != "" {
		c.refuse(m.ID, protocol.PARSE_ERROR, problem)
		return
	}
	c.dispatch(m, func(raw []byte, quick bool) { c.send(raw, quick) })
}

// dispatch starts the work on a message. answer gets what there is to send, or
// nil; quick must not wait.
func (c *connection) dispatch(m *incoming, answer func(raw []byte, quick bool)) {
	switch {
	case m.isAnswer():
		c.asked.answered(m)
		answer(nil, true)
	case len(m.ID) == 0:
		c.noted(m)
		answer(nil, true)
	case !m.idFits():
		answer(failure(nil, protocol.INVALID_REQUEST, "the id of a request is a text or a number"), true)
	case m.Method == string(protocol.MethodInitialize), m.Method == string(protocol.MethodPing):
		answer(c.handle(c.ctx, m), true)
	case !c.session.Initialized() && !m.modern():
		answer(failure(m.ID, protocol.INVALID_REQUEST, fmt.Sprintf("%q came before initialize: introduce yourself first", m.Method)), true)
	default:
		c.start(m, answer)
	}
}

// start works on a request on its own, if there is room for it.
func (c *connection) start(m *incoming, answer func(raw []byte, quick bool)) {
	key := string(m.ID)
	ctx, cancel := context.WithCancel(c.ctx)
	r := &openRequest{cancel: cancel, size: len(m.text)}
	c.mu.Lock()
	_, twice := c.open[key]
	full := len(c.open) >= openLimit || c.bytes+r.size > openBytes && len(c.open) > 0
	if !twice && !full {
		c.open[key] = r
		c.bytes += r.size
		c.work.Add(1)
	}
	c.mu.Unlock()
	switch {
	case twice:
		cancel()
		answer(failure(m.ID, protocol.INVALID_REQUEST, fmt.Sprintf("the request %s is still open: give each its own id", m.ID)), true)
		return
	case full:
		cancel()
		answer(busy(m), true)
		return
	}
	if m.Method == string(protocol.MethodSubscriptionsListen) {
		c.session.listenAs(m.ID)
	}
	go func() {
		defer c.work.Done()
		raw := c.handle(ctx, m)
		c.mu.Lock()
		delete(c.open, key)
		c.bytes -= r.size
		silent := r.silent
		c.mu.Unlock()
		cancel()
		if silent {
			raw = nil
		}
		answer(raw, false)
	}()
}

// handle lets mcp-go work on a message and returns what it answers, as a line; nil
// is nothing. An id stays the text that it came as: mcp-go reads a number as a float, so that
// two may become one.
func (c *connection) handle(ctx context.Context, m *incoming) (raw []byte) {
	response := c.s.mcp.HandleMessage(c.s.mcp.WithContext(ctx, c.session), m.text)
	if response == nil {
		return nil
	}
	raw, err := json.Marshal(response)
	if err != nil {
		return failure(m.ID, protocol.INTERNAL_ERROR, err.Error())
	}
	if m.plainID() {
		return raw
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		return raw
	}
	parts["id"] = m.ID
	if own, err := json.Marshal(parts); err == nil {
		return own
	}
	return raw
}

// send sends a line. What is quick is queued; else send returns when it is
// written, so that a client that does not read gets no more work done.
func (c *connection) send(raw []byte, quick bool) {
	if raw == nil {
		return
	}
	written := c.out.put(raw)
	if !quick {
		select {
		case <-written:
		case <-c.out.broken():
		case <-c.ctx.Done():
		}
	}
}

func (c *connection) refuse(id json.RawMessage, code int, text string) {
	c.send(failure(id, code, text), true)
}

// busy refuses a request for which there is no room.
func busy(m *incoming) []byte {
	return refusal(m, tools.Errorf(tools.Unavailable, "%d requests of this program are open already, or they are too large, and no more may: wait until they are answered", openLimit))
}

// refusal answers a request that was not worked on: a call with a result, as every
// call that fails.
func refusal(m *incoming, e *tools.Error) []byte {
	if m.Method != string(protocol.MethodToolsCall) {
		return failure(m.ID, protocol.INTERNAL_ERROR, fmt.Sprintf("%s: %s", e.Code, e.ForModel()))
	}
	raw, err := json.Marshal(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "id": m.ID, "result": toolResult(tools.Result{Error: e})})
	if err != nil {
		return failure(m.ID, protocol.INTERNAL_ERROR, err.Error())
	}
	return raw
}

// failure is a JSON-RPC error as a line.
func failure(id json.RawMessage, code int, text string) []byte {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	raw, err := json.Marshal(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "id": id, "error": map[string]any{"code": code, "message": text}})
	if err != nil { // the id is no JSON
		return failure(nil, code, text)
	}
	return raw
}

// passNotes sends what mcp-go wants told.
func (c *connection) passNotes() {
	for {
		select {
		case n := <-c.session.notes:
			if id := c.session.listening(); id != nil { // revision 2026-07-28 names the stream
				if n.Params.Meta == nil {
					n.Params.Meta = map[string]any{}
				}
				if _, named := n.Params.Meta[protocol.MetaKeySubscriptionID]; !named { // several requests may listen
					n.Params.Meta[protocol.MetaKeySubscriptionID] = id
				}
			}
			if raw, err := json.Marshal(n); err == nil {
				c.send(raw, true)
			}
		case <-c.ctx.Done():
			return
		}
	}
}

// notify tells the client something, in order with what else it gets.
func (c *connection) notify(method string, params map[string]any) {
	if raw := notification(method, params); raw != nil {
		c.send(raw, true)
	}
}

// noted takes a notification. A request that is cancelled is no longer answered.
func (c *connection) noted(m *incoming) {
	if m.Method != string(protocol.MethodNotificationCancelled) {
		c.handle(c.ctx, m)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := c.open[string(cancelledIn(m.text))]; ok {
		r.silent = true
		r.cancel()
	}
}

// cancelledIn is the id of the request that a notification cancels, as it is written.
func cancelledIn(text []byte) json.RawMessage {
	var p struct {
		Params struct {
			Request json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if json.Unmarshal(text, &p) != nil {
		return nil
	}
	return bytes.TrimSpace(p.Params.Request)
}
