package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

// RelayEnds are the two sides of a Relay.
type RelayEnds struct {
	In   io.Reader // the client's
	Out  io.Writer
	Conn net.Conn      // to who serves it
	From *bufio.Reader // reads Conn
}

// A relay passes messages on, and remembers which requests are not answered yet.
type relay struct {
	RelayEnds
	out    *outbox
	hungUp chan struct{} // closed when the client has

	mu   sync.Mutex
	open []openMessage // in order
}

type openMessage struct{ id, method string }

// Relay lets another process serve a client, and returns when the client has hung
// up, ctx has ended, or that process is gone: then requests that are open are
// answered as unavailable. It closes the connection; a read of In that stands is
// left behind.
func Relay(ctx context.Context, e RelayEnds) {
	r := &relay{RelayEnds: e, out: newOutbox(e.Out, outLimit), hungUp: make(chan struct{})}
	defer r.out.close()
	defer context.AfterFunc(ctx, func() { _ = r.Conn.Close() })() // both sides end by it
	go r.forth()
	r.back(ctx)
	_ = r.Conn.Close() // it may be closed already
	if ctx.Err() == nil {
		r.giveUp()
	}
}

// forth passes on what the client sends. Its end is the other side's to notice.
func (r *relay) forth() {
	defer close(r.hungUp)
	in := bufio.NewReaderSize(r.In, 64<<10)
	for {
		l := nextLine(in, lineLimit)
		if l.long > 0 {
			r.out.put(failure(nil, mcp.INVALID_REQUEST, "the message is too long"))
		}
		if len(l.text) > 0 {
			r.note(l.text)
			if _, err := r.Conn.Write(append(trimEnd(l.text), '\n')); err != nil {
				return
			}
		}
		if l.err != nil {
			if c, ok := r.Conn.(interface{ CloseWrite() error }); ok {
				_ = c.CloseWrite() // else it is closed already
			}
			return
		}
	}
}

func trimEnd(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		return b[: n-1 : n-1]
	}
	return slices.Clip(b)
}

// note remembers a request.
func (r *relay) note(text []byte) {
	var m incoming
	if json.Unmarshal(text, &m) != nil || m.Method == "" || len(m.ID) == 0 || string(m.ID) == "null" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = append(r.open, openMessage{string(m.ID), m.Method})
}

// back passes on what the other side answers, until it ends, or ctx does.
func (r *relay) back(ctx context.Context) {
	for {
		l := nextLine(r.From, outLimit)
		if len(l.text) > 0 && l.text[len(l.text)-1] == '\n' {
			r.forget(l.text)
			written := r.out.put(trimEnd(l.text))
			select { // no more is read than the client takes
			case <-written:
			case <-r.hungUp: // it may still read
				r.out.settle(written)
			case <-r.out.broken():
			case <-ctx.Done():
				return
			}
			if r.out.err() != nil {
				return
			}
		}
		if l.err != nil {
			return
		}
	}
}

// forget takes note that a request is answered.
func (r *relay) forget(text []byte) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.Unmarshal(text, &m) != nil || m.Method != "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = slices.DeleteFunc(r.open, func(o openMessage) bool { return o.id == string(m.ID) })
}

// giveUp answers what the other side has left open.
func (r *relay) giveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	const why = "Handrail's window was closed before this was done; what was done by then is done. Connect again"
	for _, o := range r.open {
		m := &incoming{ID: json.RawMessage(o.id), Method: o.method}
		r.out.put(refusal(m, tools.Errorf(tools.Unavailable, why)))
	}
	r.open = nil
}
