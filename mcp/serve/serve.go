// Package serve offers a space's tools to other people's agents over MCP, on the streams
// of a process or over HTTP.
package serve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/quote"
	"handrail/mcp"
	"handrail/tools"
)

// pageSize is how many tools, resources or prompts one answer lists. Many clients
// read the first page only, so it is larger than what a space has.
const pageSize = 1000

// A Door is what a Service serves: a space, as other people's agents may use it.
// It is safe for concurrent use.
type Door interface {
	// Offer is what there is now. It is asked often and must be quick.
	Offer(ctx context.Context) Offer
	// Await waits until it is known what servers of the space have of which nothing is known
	// yet: for a while, for a list; or, if tool is not "", for the one server that a tool of
	// this name could belong to. Others start meanwhile.
	// It reports whether such a server is one of the space, so that a call gets the reason why the
	// tool is not there.
	Await(ctx context.Context, tool string) (serves bool)
	// Watch has a server tell when a resource of it changes, until Unwatch; Service.Updated is called then. It
	// starts the server if need be.
	Watch(ctx context.Context, server, uri string) error
	// Unwatch ends one Watch, and waits for nothing.
	Unwatch(server, uri string)
	// Join is told that a client has come. The Line is closed when it leaves.
	Join(c Peer) Line
}

// A Line is one client's calls: one session of the journal
// (docs/spec/01-command-line.md).
type Line interface {
	// Call takes one call through the door. It never returns without a result: a
	// call that stopped its run has one, too.
	Call(ctx context.Context, c Call) tools.Result
	// Prompt makes a prompt of the offer. An *tools.Error says why it cannot.
	Prompt(ctx context.Context, name string, args map[string]string) (string, error)
	Close()
}

// A Peer is a client that is served, as it calls itself.
type Peer struct {
	Name    string // what it says of itself, at most nameShown characters; never ""
	Version string // likewise; may be ""
	Token   string // the name of the token that it came with, over HTTP; else ""
}

// An Offer is what a client may see of a space.
type Offer struct {
	Tools   []tools.Entry // that it may call
	Known   []string      // other names that the door knows, and has a reason or another name for
	Prompts []mcp.Prompt
	Files   func() []mcp.Resource // of which it is told; it may read others
	Data    func() []Data         // what servers have beside their tools
	Of      any                   // the same as long as Tools, Known and Prompts are; nil: they may have changed
}

// Data is what a server has beside its tools, and the tools by which it is read, as the door knows
// them; "" where there is none.
type Data struct {
	Server       string
	Read, Prompt string
	Has          mcp.Data
}

// A Call is one call of a client.
type Call struct {
	Tool   string          // as it was asked for
	Input  json.RawMessage // as requested
	Key    string          // the client's idempotency key; "" if it has sent none
	Quiet  bool            // nobody is asked about it: what would need that is refused
	Output tools.Output
	// Wait is told that the call waits for the person from now on; resume that it
	// goes on. Its error says why it may not wait.
	Wait func() (resume func(), err error)
	// Ask shows the person a text by means of the client, with one choice: yes, which
	// is "Run once" if empty, or not (elicitation). nil: this client cannot.
	Ask func(ctx context.Context, text, yes string) (tools.Answer, error)
	// Fill shows the person a server's form by means of the client. An error means that
	// it could not be shown. nil: this client cannot.
	Fill func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
}

// A Config is what a Service is made of.
type Config struct {
	Door    Door
	Folder  string // what the space's folder is called
	Version string // of Handrail
}

// A Service offers a space's tools to other people's agents over MCP
// (docs/spec/08-mcp.md). It speaks every revision that mcp-go does. It is safe
// for concurrent use.
type Service struct {
	c   Config
	mcp *server.MCPServer

	longest int // message that is read, in bytes
	unread  int // bytes that may wait for a client

	refreshing sync.Mutex // one refresh at a time
	of         any        // Offer.Of as it was last
	offered    map[string]string
	prompts    map[string]string
	mu         sync.Mutex
	lines      map[string]*line // of clients over HTTP, by session, or by token where a revision has no sessions
	rooms      map[string]*room // of clients over HTTP, by token
	closed     bool
	watches    *watches
	streams    streams
}

// New makes a Service. It serves nobody yet.
func New(c Config) *Service {
	s := &Service{c: c, longest: lineLimit, unread: outLimit, lines: map[string]*line{}, rooms: map[string]*room{}}
	s.watches = &watches{s: s}
	hooks := &server.Hooks{}
	hooks.AddBeforeListTools(func(ctx context.Context, _ any, _ *protocol.ListToolsRequest) {
		c.Door.Await(ctx, "")
		s.Refresh(ctx)
	})
	hooks.AddBeforeListPrompts(func(ctx context.Context, _ any, _ *protocol.ListPromptsRequest) {
		c.Door.Await(ctx, "")
		s.Refresh(ctx)
	})
	hooks.AddBeforeListResources(func(ctx context.Context, _ any, _ *protocol.ListResourcesRequest) {
		c.Door.Await(ctx, "")
		s.listResources(ctx)
	})
	hooks.AddBeforeListResourceTemplates(func(ctx context.Context, _ any, _ *protocol.ListResourceTemplatesRequest) {
		c.Door.Await(ctx, "")
		s.listResources(ctx)
	})
	hooks.AddAfterComplete(func(ctx context.Context, _ any, r *protocol.CompleteRequest, result *protocol.CompleteResult) {
		result.Completion = library{s}.complete(ctx, r)
	})
	hooks.AddBeforeReadResource(func(ctx context.Context, _ any, _ *protocol.ReadResourceRequest) { s.listResources(ctx) })
	hooks.AddBeforeCallTool(func(ctx context.Context, _ any, r *protocol.CallToolRequest) { s.refreshFor(ctx, r.Params.Name) })
	hooks.AddAfterInitialize(func(ctx context.Context, _ any, r *protocol.InitializeRequest, _ *protocol.InitializeResult) {
		s.noteClient(ctx, r)
	})
	s.watches.hook(hooks)
	s.mcp = server.NewMCPServer("handrail", c.Version,
		server.WithTitle("Handrail: "+strings.Trim(strconv.Quote(c.Folder), `"`)),
		server.WithInstructions(instructions(c.Folder)),
		server.WithToolCapabilities(true), server.WithResourceCapabilities(true, false), server.WithPromptCapabilities(true),
		server.WithLogging(), server.WithCompletions(), server.WithPaginationLimit(pageSize), server.WithHooks(hooks), server.WithRecovery(), server.WithToolFilter(visible),
	)
	s.mcp.AddResourceTemplate(fileTemplate(), s.readFile)
	s.Refresh(context.Background()) // before anybody hears of a change
	return s
}

// instructions are what every client is told. Nothing of a space's author is in them.
func instructions(folder string) string {
	return fmt.Sprintf("These are the tools of the folder %q, through Handrail. Its person's rules hold for every call; some calls wait until the person has said yes, "+
		"which can take minutes. A refused call says why, and what to do: do not try the same again in another way.", folder)
}

// Refresh looks at what the space offers, and tells the clients if that has
// changed.
func (s *Service) Refresh(ctx context.Context) {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	offer := s.c.Door.Offer(ctx)
	if offer.Of != nil && offer.Of == s.of {
		return
	}
	s.of = offer.Of
	now, add := map[string]string{}, []server.ServerTool{}
	take := func(t protocol.Tool, sum string) {
		if _, twice := now[t.Name]; twice || t.Name == "" {
			return
		}
		now[t.Name] = sum
		if s.offered[t.Name] != sum {
			add = append(add, server.ServerTool{Tool: t, Handler: s.callTool})
		}
	}
	for _, e := range offer.Tools {
		t := toolOf(e)
		take(t, sumOf(t))
	}
	for _, name := range offer.Known {
		take(protocol.Tool{Name: name, Meta: hiddenTool()}, "known")
	}
	gone := slices.Sorted(maps.Keys(s.offered))
	gone = slices.DeleteFunc(gone, func(name string) bool { _, stays := now[name]; return stays })
	s.offered = now
	if len(add) > 0 {
		s.mcp.AddTools(add...)
	}
	if len(gone) > 0 {
		s.mcp.DeleteTools(gone...)
	}
	s.refreshPrompts(offer)
}

// refreshFor looks at the space again if the name is not known, or its server is not.
func (s *Service) refreshFor(ctx context.Context, name string) {
	if s.offers(name) && !strings.Contains(name, "__") {
		return
	}
	serves := s.c.Door.Await(ctx, name)
	if s.offers(name) {
		return
	}
	s.Refresh(ctx)
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	if _, known := s.offered[name]; serves && !known {
		s.offered[name] = "known"
		s.mcp.AddTools(server.ServerTool{Tool: protocol.Tool{Name: name, Meta: hiddenTool()}, Handler: s.callTool})
	}
}

// offers reports whether a tool can be called by this name.
func (s *Service) offers(name string) bool {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	_, known := s.offered[name]
	return known
}

// hiddenKey marks a tool that is called by a name that is not offered.
const hiddenKey = "handrail/hidden"

func hiddenTool() *protocol.Meta {
	return &protocol.Meta{AdditionalFields: map[string]any{hiddenKey: true}}
}

// visible takes the names that are only known out of a list. mcp-go asks with one
// tool alone when that is called: then the door decides, and gives its reason.
func visible(_ context.Context, all []protocol.Tool) []protocol.Tool {
	if len(all) == 1 {
		return all
	}
	return slices.DeleteFunc(all, func(t protocol.Tool) bool { return t.Meta != nil && t.Meta.AdditionalFields[hiddenKey] != nil })
}

// toolOf is an entry as a client sees it.
func toolOf(e tools.Entry) protocol.Tool {
	title := quote.Visible(cmp.Or(e.Info.Title, e.Info.Name))
	t := protocol.Tool{
		Name: e.Model, Title: title, Description: quote.Visible(e.Info.Description), RawInputSchema: json.RawMessage(`{"type":"object"}`),
		Annotations: protocol.ToolAnnotation{ // programs may deal with what is outside this machine, and so may what Handrail has not made
			Title: title, ReadOnlyHint: new(!e.Info.SideEffect),
			IdempotentHint: new(e.Info.Idempotent || !e.Info.SideEffect), OpenWorldHint: new(!e.Info.Local),
		},
	}
	if e.Info.SideEffect { // else the hint means nothing
		t.Annotations.DestructiveHint = new(e.Info.Danger != tools.Safe)
	}
	if e.Info.Input != nil {
		t.RawInputSchema = seenSchema(e.Info.Input.JSON())
	}
	if e.Info.Output != nil {
		t.RawOutputSchema = seenSchema(e.Info.Output)
	}
	var more struct {
		Icons []protocol.Icon `json:"icons"`
		Meta  map[string]any  `json:"_meta"`
	}
	if json.Unmarshal(e.Info.More, &more) == nil {
		t.Icons = more.Icons
		maps.DeleteFunc(more.Meta, func(key string, _ any) bool { return mcp.IsOurs(key) }) // of a listing that was kept before
		if len(more.Meta) > 0 {
			t.Meta = &protocol.Meta{AdditionalFields: more.Meta}
		}
	}
	return t
}

// sumOf tells whether a tool has changed.
func sumOf(t protocol.Tool) string {
	raw, err := json.Marshal(t)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(raw)
	return string(sum[:])
}
