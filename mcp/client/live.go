package client

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/mcp/transport"
)

// discoverWait is how long a server may take to answer the question of the newest
// revision, before it is asked in the way of the older ones. Those that do not know
// the question answer that at once, or never.
const discoverWait = 5 * time.Second

// A conn is one connection to a server that has answered the handshake.
type conn struct {
	config Config
	link   *transport.Link
	spy    *spy
	client *goclient.Client
	hello  *protocol.InitializeResult
	began  time.Time
	took   time.Duration
	redact func(string) string
	life   context.Context
	end    context.CancelFunc
	work   sync.WaitGroup
	calls  *underway
	lists  *freshness

	roots   *roots        // what the server is told of folders
	leveled chan struct{} // closed once the server knows what it is to log, or has not said so for levelWait

	mu      sync.Mutex
	ours    bool // it was us who ended the connection, and not the server
	listens listening
}

// connect opens a link and does the handshake. legacy leaves out the question of
// the newest revision. On an error it returns what the server has said, too.
func connect(ctx context.Context, c Config, open dial, legacy bool) (*conn, []string, error) {
	began := time.Now()
	l, err := open(ctx, c.link())
	if err != nil {
		return nil, nil, err
	}
	n := &conn{began: began, config: c, link: l, spy: newSpy(l.Transport), redact: c.House.Redact, leveled: make(chan struct{})}
	n.roots = &roots{folders: c.Roots}
	n.life, n.end = context.WithCancel(context.Background())
	n.calls = &underway{server: c.Server.Name, life: n.life, calls: map[string]*liveCall{}}
	n.lists = newFreshness(n.life, c.Server.Name)
	n.client = goclient.NewClient(n.spy.outward(), n.options(legacy)...)
	n.client.OnNotification(n.notified)
	err = n.client.Start(n.life)
	if err == nil {
		hello := protocol.InitializeParams{ClientInfo: protocol.Implementation{Name: c.Name, Version: c.Version}}
		hello.Capabilities.Extensions = map[string]any{mcp.AppsExtension: map[string]any{"mimeTypes": []string{mcp.AppType}}}
		if c.Form != nil {
			hello.Capabilities.Elicitation = elicitation()
		}
		n.hello, err = n.client.Initialize(ctx, protocol.InitializeRequest{Params: hello})
	}
	if err != nil {
		err = n.account().noHandshake(ctx, err)
		n.close()
		return nil, lastLines(n.link), err
	}
	n.took = time.Since(began)
	n.setLevel()
	return n, nil, nil
}

// options are what mcp-go is told of us.
func (n *conn) options(legacy bool) []goclient.ClientOption {
	options := []goclient.ClientOption{goclient.WithDiscoverTimeout(discoverWait)}
	if len(n.config.Roots) > 0 {
		options = append(options, goclient.WithRootsHandler(n.roots))
	}
	if n.config.Form != nil {
		options = append(options, goclient.WithElicitationHandler(&elicitor{
			server: n.config.Server.Name, space: n.config.Errand.Space, form: n.config.Form,
			running: n.calls.running, during: n.calls.during, pause: n.calls.pause, note: n.note, refusals: n.config.refusals, redact: n.config.Redact,
		}))
	}
	if legacy {
		options = append(options, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	}
	return options
}

// roots tells a server of the space's folder, and of others that it is there for: one that
// serves folders takes these in the place of what its arguments name.
type roots struct {
	folders []string

	mu    sync.Mutex
	fresh bool // the server has asked for them, and no call was made since
}

// rootsPause is how long a server has to take its folders in, after it has read them. Nothing tells when it has; until then
// it refuses files that it would serve.
const rootsPause = 100 * time.Millisecond

// settle waits, once, for a server that was told its folders: what it answers next shows that it has read them.
func (r *roots) settle(ctx context.Context, ping func(context.Context) error) {
	r.mu.Lock()
	fresh := r.fresh
	r.mu.Unlock()
	if !fresh {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, discoverWait)
	defer cancel()
	_ = ping(bounded) // one that does not answer has had its time
	pause := time.NewTimer(rootsPause)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
		return
	}
	r.mu.Lock()
	r.fresh = false
	r.mu.Unlock()
}

// ListRoots implements client.RootsHandler.
func (r *roots) ListRoots(context.Context, protocol.ListRootsRequest) (*protocol.ListRootsResult, error) {
	r.mu.Lock()
	r.fresh = true
	r.mu.Unlock()
	out := &protocol.ListRootsResult{}
	for _, folder := range r.folders {
		out.Roots = append(out.Roots, protocol.Root{URI: fileURI(folder), Name: filepath.Base(folder)})
	}
	return out, nil
}

// fileURI is the URI of an absolute path.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/x
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// modern reports whether the newest revision is spoken.
func (n *conn) modern() bool { return protocol.IsModernProtocol(n.client.ProtocolVersion()) }

// title is what the server calls itself.
func (n *conn) title() string {
	if t := n.hello.ServerInfo.Title; t != "" {
		return mcp.Clip(n.config.redactText(t), 200)
	}
	return mcp.Clip(n.config.redactText(n.hello.ServerInfo.Name), 200)
}

// introduce notes what the server says of itself.
func (n *conn) introduce(s *mcp.Status) {
	s.Protocol, s.Title, s.Version = n.client.ProtocolVersion(), n.title(), mcp.Clip(n.hello.ServerInfo.Version, 100)
	s.Help = n.config.redactText(n.hello.Instructions)
}

// lister asks for the lists of the server.
func (n *conn) lister() lister {
	return lister{redact: n.config.Redact, client: n.client, spy: n.spy, has: n.hello.Capabilities}
}

// account tells how it goes with the server, and how it went.
func (n *conn) account() account {
	return account{server: n.config.Server, link: n.link, began: n.began}
}

// follow follows what the server tells of changes in its lists, and of what it does.
// relist is called, one call at a time, when some lists have changed; it gets their
// methods.
func (n *conn) follow(relist func(ctx context.Context, stale map[string]bool) error) {
	n.work.Add(1)
	go func() {
		defer n.work.Done()
		n.lists.watch(relist)
	}()
	n.rewatch()
}

// levelWait bounds how long a call waits until the server knows what it is to log.
const levelWait = time.Second

// setLevel tells the server what it is to log. Until it has answered, a call would not hear what the server logs.
func (n *conn) setLevel() {
	known := sync.OnceFunc(func() { close(n.leveled) })
	if n.hello.Capabilities.Logging == nil {
		known()
		return
	}
	n.work.Go(func() {
		defer known()
		defer time.AfterFunc(levelWait, known).Stop()
		ctx, cancel := context.WithTimeout(n.life, listWait)
		defer cancel()
		_ = n.client.SetLevel(ctx, protocol.SetLevelRequest{Params: protocol.SetLevelParams{Level: protocol.LoggingLevelInfo}}) //nolint:staticcheck // servers of today log so; one that refuses logs as it likes
	})
}

// A listening is one request to be told of changes, of the newest revision.
type listening struct {
	stop context.CancelFunc
	done chan struct{}
}

// listen has a server of the newest revision tell of changes in its lists and of these resources; what it was
// asked to tell before is void. The last to ask is the last to be heard.
func (n *conn) listen(uris func() []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.life.Err() != nil {
		return
	}
	filter := n.changing()
	filter.ResourceSubscriptions = uris()
	last, own := n.listens, listening{done: make(chan struct{})}
	ctx, stop := context.WithCancel(n.life)
	own.stop, n.listens = stop, own
	n.work.Go(func() {
		defer close(own.done)
		defer stop()
		if last.done != nil {
			last.stop()
			<-last.done
		}
		if filter.IsEmpty() {
			return
		}
		err := n.client.Listen(ctx, filter)
		if err != nil && ctx.Err() == nil && !n.link.IsGone() {
			n.note("Handrail: the server does not say any more when its tools change: " + cause(err))
		}
	})
}

// changing are the lists that the server says may change.
func (n *conn) changing() protocol.SubscriptionFilter {
	var f protocol.SubscriptionFilter
	if c := n.hello.Capabilities.Tools; c != nil {
		f.ToolsListChanged = c.ListChanged
	}
	if c := n.hello.Capabilities.Resources; c != nil {
		f.ResourcesListChanged = c.ListChanged
	}
	if c := n.hello.Capabilities.Prompts; c != nil {
		f.PromptsListChanged = c.ListChanged
	}
	return f
}

// note adds a line to what the server has said.
func (n *conn) note(text string) {
	if n.link.Note != nil {
		n.link.Note(text)
	}
}

// close ends the connection and returns when nothing of it is left.
func (n *conn) close() {
	n.mu.Lock()
	n.ours = n.ours || n.life.Err() == nil && !n.link.IsGone()
	n.end()
	n.mu.Unlock()
	n.link.Close()
	_ = n.client.Close() // its link is closed
	n.work.Wait()
	n.calls.end()
}

// lastLines are the last lines that a server has said.
func lastLines(l *transport.Link) []string {
	if l.Said == nil {
		return nil
	}
	return l.Said()
}
