package skills

import (
	"context"
	"slices"
	"strings"
	"time"

	"handrail/agent"
	"handrail/tools"
)

// serversWait is how long a turn waits for servers that it needs and that have
// never said what they have. Those that come later are there from the next answer
// of the model on.
const serversWait = 5 * time.Second

// Servers are the MCP servers of the space, as turns wait for them.
type Servers interface {
	// Meet starts, in the background, those of which nothing is known yet.
	Meet()
	// Wait waits until it is known what each of these has, or why it is not, or ctx
	// ends.
	Wait(ctx context.Context, names ...string)
	// Unknown are those of which nothing is known yet.
	Unknown() []Server
}

// A Server is one of which nothing is known yet.
type Server struct {
	Name       string
	Internal   bool // its tools are there only for who names them, or through a skill
	Connecting bool
}

// awaitServers starts, in the background, the servers of which nothing is known
// yet, and waits for those that the turn needs. A line that calls a server's tool
// waits for that server as long as a connection may take.
func (t *Turn) awaitServers(ctx context.Context, text string) {
	t.source.c.Servers.Meet()
	if name, _, line := agent.Line(text); line {
		if server, _, named := strings.Cut(name, "__"); named {
			t.source.c.Servers.Wait(ctx, server)
			return
		}
	}
	who := t.Agent()
	var patterns []string
	for _, p := range who.AllowedTools {
		if tools.NamesServer(p) {
			patterns = append(patterns, p)
		}
	}
	for _, k := range t.source.Of(who) {
		if slices.Contains(t.Names(), k.Name) {
			patterns = append(patterns, k.AllowedTools...)
		}
	}
	t.awaitNeeded(ctx, patterns)
}

// Await starts the servers of which nothing is known yet, and waits for those that the
// agent needs, where no words of a person start the turn.
func (t *Turn) Await(ctx context.Context) { t.awaitServers(ctx, "") }

// awaitNeeded waits for the servers that nothing is known of and whose tools
// everybody has, or whose internal tools the patterns bring up.
func (t *Turn) awaitNeeded(ctx context.Context, patterns []string) {
	allowed := t.Agent().AllowedTools
	var names []string
	for _, one := range t.source.c.Servers.Unknown() {
		may := len(allowed) == 0 || anyReaches(allowed, one.Name)
		if may && (!one.Internal || anyReaches(patterns, one.Name)) {
			names = append(names, one.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	within, cancel := context.WithTimeout(ctx, serversWait)
	defer cancel()
	t.source.c.Servers.Wait(within, names...)
	if ctx.Err() != nil {
		return
	}
	for _, one := range t.source.c.Servers.Unknown() {
		if one.Connecting && slices.Contains(names, one.Name) {
			t.source.c.Notice(t.c.Run, "the server %s is still being connected; its tools are there as soon as it is ready", one.Name)
		}
	}
}

// anyReaches reports whether a pattern may fit a tool of the server, whatever the
// tool is called.
func anyReaches(patterns []string, server string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		wild := strings.IndexAny(p, "*?")
		if wild < 0 {
			return strings.HasPrefix(p, server+"__")
		}
		return strings.HasPrefix(p[:wild], server+"__") || strings.HasPrefix(server+"__", p[:wild])
	})
}
