package serving

import (
	"fmt"
	"slices"
	"time"

	"handrail/operator/news"
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

// add notes a client that has come and returns the id of its connection.
func (c *Clients) add(l *clientLine, client Client) string {
	client.ID, client.Since = "k_"+pipeline.NewID(), time.Now()
	c.mu.Lock()
	c.all = append(c.all, client)
	c.lines[client.ID] = l
	c.mu.Unlock()
	c.o.News().Publish(news.Event{Kind: news.OnClients})
	return client.ID
}

func (c *Clients) remove(id string) {
	c.mu.Lock()
	c.all = slices.DeleteFunc(c.all, func(one Client) bool { return one.ID == id })
	delete(c.lines, id)
	c.mu.Unlock()
	c.o.News().Publish(news.Event{Kind: news.OnClients})
}

// called counts a call. Faces hear of it by the journal.
func (c *Clients) called(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.all {
		if c.all[i].ID == id {
			c.all[i].Calls++
		}
	}
}

// find is the call of a client with this id; nil if none is.
func (c *Clients) find(id string) *clientCall {
	c.mu.Lock()
	lines := make([]*clientLine, 0, len(c.lines))
	for _, l := range c.lines {
		lines = append(lines, l)
	}
	c.mu.Unlock()
	for _, l := range lines {
		if call := l.find(id); call != nil {
			return call
		}
	}
	return nil
}

// whose is the call of a client that a server's form belongs to, as far as the client goes: the latest
// of those that it could belong to, if they are all of one client; else nil.
func (c *Clients) whose(f tools.Form) (latest *clientCall) {
	for _, id := range f.Calls {
		call := c.find(id)
		if call == nil || latest != nil && latest.line != call.line {
			return nil
		}
		latest = call
	}
	return latest
}

// List lists the programs that are served now, in the order in which they came.
// Event OnClients tells when one has come or gone.
func (c *Clients) List() []Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}

// Disconnect ends what a client does now. It may call again.
func (c *Clients) Disconnect(id string) error {
	c.mu.Lock()
	l := c.lines[id]
	c.mu.Unlock()
	if l == nil {
		return fmt.Errorf("this program is not connected any more")
	}
	l.interrupt()
	return nil
}
