package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"

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

type openMessage struct {
	id     string // as the client wrote it
	key    string // see idKey
	method string
	batch  bool
}

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
			r.out.put(failure(nil, protocol.INVALID_REQUEST, "the message is too long"))
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

// note remembers a request, or those of a batch, and forgets one that is cancelled:
// it gets no answer.
func (r *relay) note(text []byte) {
	all, batch := messagesIn(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range all {
		switch key := idKey(m.ID); {
		case m.Method == string(protocol.MethodNotificationCancelled):
			r.drop(idKey(cancelledIn(m.text)))
		case m.Method != "" && key != "":
			r.open = append(r.open, openMessage{id: string(m.ID), key: key, method: m.Method, batch: batch})
		}
	}
}

// messagesIn reads a message, or a batch of them. What is none is left out.
func messagesIn(text []byte) (all []*incoming, batch bool) {
	parts := []json.RawMessage{text}
	if text = bytes.TrimSpace(text); len(text) > 0 && text[0] == '[' {
		if json.Unmarshal(text, &parts) != nil {
			return nil, true
		}
		batch = true
	}
	for _, part := range parts {
		if m, problem := parse(part); problem == "" {
			all = append(all, m)
		}
	}
	return all, batch
}

// idKey is the same for an id however it is written; "" for what is none. Numbers that a float may not hold
// exactly are as they were written: two of them may be one float.
func idKey(id json.RawMessage) string {
	var text string
	switch {
	case len(id) == 0 || string(id) == "null":
	case json.Unmarshal(id, &text) == nil:
		return "text " + text
	case id[0] == '-' || id[0] >= '0' && id[0] <= '9':
		const exact = 15 // digits that a float holds
		number, err := strconv.ParseFloat(string(id), 64)
		if err != nil || len(id) > exact || bytes.ContainsAny(id, "eE") {
			return string(id)
		}
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	return ""
}

// drop forgets a request. The lock is held.
func (r *relay) drop(key string) {
	r.open = slices.DeleteFunc(r.open, func(o openMessage) bool { return o.key == key })
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

// forget takes note that requests are answered. An error that names none may be that
// of a batch.
func (r *relay) forget(text []byte) {
	all, _ := messagesIn(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range all {
		switch key := idKey(m.ID); {
		case m.Method != "":
		case key != "":
			r.drop(key)
		case len(m.Error) > 0:
			r.open = slices.DeleteFunc(r.open, func(o openMessage) bool { return o.batch })
		}
	}
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
