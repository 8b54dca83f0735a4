// Package serving offers the tools of spaces to other people's agents over MCP
// (docs/spec/08-mcp.md): over streams, over HTTP, and for programs that the running window serves.
package serving

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/mcp/serve"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/tools"
)

// Config is what Clients are made of, besides an operator.
type Config struct {
	// Sheet lays a question out as text that another program shows to the person,
	// and says whether it is short enough to be shown whole. nil: none shows any.
	Sheet func(tools.Question) (text string, whole bool)
	// ListWait is how long a client's first list waits for a server of which nothing is known; 0: two seconds.
	ListWait time.Duration
}

// Clients are the other programs that use our tools. They are safe for concurrent
// use.
type Clients struct {
	o *operator.Operator
	c Config

	mu    sync.Mutex // guards all and lines
	all   []Client
	lines map[string]*clientLine // by connection
}

// New makes the clients of an operator, of which there is one: from now on, the
// person is asked about their calls, and shown forms of servers that they call, as clients need it.
func New(o *operator.Operator, c Config) *Clients {
	all := &Clients{o: o, c: c, lines: map[string]*clientLine{}}
	o.Asking().AskThrough(func(next tools.Confirmer) tools.Confirmer { return confirmer{all, next} })
	o.Asking().ShowThrough(func(next tools.Former) tools.Former { return former{all, next} })
	return all
}

// Unattended reports whether the person has allowed in the settings that clients
// act without a question (docs/spec/01-command-line.md#--confirm).
func (c *Clients) Unattended() bool {
	s, _, err := c.o.Settings().Load()
	return err == nil && s.Unattended
}

// Via says how a client of ours has come.
type Via string

// The ways to be served.
const (
	ViaStdio Via = "stdio" // by this process's own streams
	ViaApp   Via = "app"   // by the running app, through `handrail mcp`
	ViaHTTP  Via = "http"
)

// A Service offers one space's tools. It is safe for concurrent use.
type Service struct {
	clients *Clients
	service *serve.Service
	stop    func() // listening
}

// Serve makes ready to serve a space. The caller closes the Service.
func (c *Clients) Serve(s *operator.Space, via Via) *Service {
	v := &Service{clients: c}
	v.service = serve.New(serve.Config{Door: door{clients: c, s: s, via: via, listed: &listed{wait: cmp.Or(c.c.ListWait, listWait)}}, Folder: filepath.Base(s.Dir()), Version: c.o.Config().Version})
	offers := c.o.News().Listen(func(e news.Event) {
		if e.Kind == news.OnSpace && e.Folder == s.Dir() {
			v.service.Refresh(c.o.Context())
		}
	})
	watched := s.Servers().Contents().Listen(v.service.Updated)
	v.stop = func() { offers(); watched() }
	return v
}

// Stdio serves one client over a pair of streams until it hangs up (nil) or ctx
// ends. What a client says about rules or answers never counts.
func (v *Service) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return v.service.Serve(ctx, in, out)
}

// Close ends the calls of those who are served over HTTP.
func (v *Service) Close() {
	v.stop()
	v.service.Close()
}

// scope is what a client may use: what the person may, but for tools of servers
// that are internal (docs/spec/08-mcp.md#settings-of-a-server), because nothing
// brings these up for it.
func scope() tools.Scope { return tools.Scope{Raised: []string{}, Foreign: true} }

// door is a space as a client finds it.
type door struct {
	clients *Clients
	s       *operator.Space
	via     Via
	listed  *listed // nil waits for nothing
}

// Offer implements serve.Door.
func (d door) Offer(context.Context) serve.Offer {
	d.s.CatchUp()
	r := d.s.Registry() // another one whenever anything of the offer is another
	offer := serve.Offer{Tools: r.Offered(scope()), Files: d.topFiles, Prompts: d.skillPrompts(), Data: func() []serve.Data { return d.serverData(r) }, Of: r}
	for _, e := range r.Entries() {
		for _, name := range slices.Concat([]string{e.Model, e.Qualified, e.Info.Name}, tools.Aliases(e.Info.Name)) {
			if name != "" {
				offer.Known = append(offer.Known, name)
			}
		}
	}
	return offer
}

// Watch implements serve.Door.
func (d door) Watch(ctx context.Context, server, uri string) error {
	return d.s.Servers().Contents().Watch(ctx, server, uri)
}

// Unwatch implements serve.Door.
func (d door) Unwatch(server, uri string) { d.s.Servers().Contents().Unwatch(server, uri) }

// Join implements serve.Door.
func (d door) Join(p serve.Peer) serve.Line {
	d.s.Servers().Meet()
	o := d.clients.o
	l := &clientLine{clients: d.clients, s: d.s, open: map[string]*clientCall{}}
	l.caller = tools.Caller{Kind: tools.CallerMCP, Name: p.Name, Token: p.Token, User: o.Config().Environ.User()}
	l.ctx, l.cancel = context.WithCancel(o.Context())
	l.id = d.clients.add(l, Client{Name: p.Name, Version: p.Version, Token: p.Token, Space: d.s.Dir(), Via: d.via})
	return l
}
