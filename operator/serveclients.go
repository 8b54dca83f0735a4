package operator

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"handrail/pipeline"
	"handrail/tools"
)

// A Client is another program that uses a space's tools over MCP. Name and Version
// are what it says of itself: show them literally.
type Client struct {
	ID      string // of the connection
	Name    string
	Version string
	Token   string // the name of the token that it came with; "" if it is not one of HTTP
	Space   string // the space's folder
	Via     Via
	Since   time.Time
	Calls   int // that it has made
}

// clients are those who are served by this process.
type clients struct {
	mu      sync.Mutex
	all     []Client
	lines   map[string]*clientLine
	changed func() // called without the lock
}

// add notes a client that has come and returns the id of its connection.
func (c *clients) add(l *clientLine, client Client) string {
	client.ID, client.Since = "k_"+pipeline.NewID(), time.Now()
	c.mu.Lock()
	if c.lines == nil {
		c.lines = map[string]*clientLine{}
	}
	c.all = append(c.all, client)
	c.lines[client.ID] = l
	c.mu.Unlock()
	c.changed()
	return client.ID
}

func (c *clients) remove(id string) {
	c.mu.Lock()
	c.all = slices.DeleteFunc(c.all, func(o Client) bool { return o.ID == id })
	delete(c.lines, id)
	c.mu.Unlock()
	c.changed()
}

// called counts a call. Faces hear of it by the journal.
func (c *clients) called(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.all {
		if c.all[i].ID == id {
			c.all[i].Calls++
		}
	}
}

// find is the call of a client that a question is about; nil if none is.
func (c *clients) find(q tools.Question) *clientCall {
	if q.Caller.Kind != tools.CallerMCP {
		return nil
	}
	c.mu.Lock()
	lines := make([]*clientLine, 0, len(c.lines))
	for _, l := range c.lines {
		lines = append(lines, l)
	}
	c.mu.Unlock()
	for _, l := range lines {
		if call := l.find(q.ID); call != nil {
			return call
		}
	}
	return nil
}

// Clients lists the programs that are served now, in the order in which they came.
// Event OnClients tells when one has come or gone.
func (o *Operator) Clients() []Client {
	o.clients.mu.Lock()
	defer o.clients.mu.Unlock()
	return slices.Clone(o.clients.all)
}

// Disconnect ends what a client does now. It may call again.
func (o *Operator) Disconnect(id string) error {
	o.clients.mu.Lock()
	l := o.clients.lines[id]
	o.clients.mu.Unlock()
	if l == nil {
		return fmt.Errorf("this program is not connected any more")
	}
	l.interrupt()
	return nil
}

// forClients asks the person about calls of clients, too: they step aside while
// the question stands, only so many may, and where nobody can be asked the client
// itself shows the question, if it can (docs/spec/08-mcp.md).
func (o *Operator) forClients(next tools.Confirmer) tools.Confirmer { return clientConfirmer{o, next} }

type clientConfirmer struct {
	o    *Operator
	next tools.Confirmer
}

// Confirm implements tools.Confirmer.
func (c clientConfirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	call := c.o.clients.find(q)
	if call == nil {
		return c.next.Confirm(ctx, q)
	}
	resume, err := call.Wait()
	if err != nil {
		return tools.Answer{}, err
	}
	defer resume()
	a, err := c.next.Confirm(ctx, q)
	switch {
	case err == nil, ctx.Err() != nil:
		return a, err
	case call.Ask == nil || c.o.c.Sheet == nil:
		return a, fmt.Errorf("%w. Open Handrail's window and try again, or allow it beforehand with a rule (handrail rules add)", err)
	}
	return c.o.askClient(ctx, call, q)
}
