package operator

import (
	"context"
	"slices"
	"strings"
	"time"

	"handrail/agent"
	"handrail/mcp"
	"handrail/tools"
)

// serversWait is how long a turn waits for servers that it needs and that have
// never said what they have. Those that come later are there from the next answer
// of the model on.
const serversWait = 5 * time.Second

// ServerSays is what a server says of itself; nothing, where it does not run.
func (s *Space) ServerSays(name string) mcp.Status {
	v, err := s.server(name)
	if err != nil {
		return mcp.Status{}
	}
	return v.status()
}

// awaitServers begins, in the background, the servers of which nothing is known
// yet, and waits for those that the turn needs. A line that calls a server's tool
// waits for that server as long as a connection may take.
func (s *Space) awaitServers(ctx context.Context, t *Turn, text string) {
	s.MeetServers()
	if name, _, line := agent.Line(text); line {
		if server, _, named := strings.Cut(name, "__"); named {
			s.WaitServers(ctx, server)
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
	for _, k := range s.SkillsOf(who) {
		if slices.Contains(t.Names(), k.Name) {
			patterns = append(patterns, k.AllowedTools...)
		}
	}
	s.awaitNeeded(ctx, t, patterns)
}

// awaitNeeded waits for the servers that nothing is known of and whose tools
// everybody has, or whose internal tools the patterns bring up.
func (s *Space) awaitNeeded(ctx context.Context, t *Turn, patterns []string) {
	allowed := t.Agent().AllowedTools
	var names []string
	for _, v := range s.strangers() {
		f := v.found()
		may := len(allowed) == 0 || anyReaches(allowed, f.Name)
		if may && (!f.Settings.IsInternal() || anyReaches(patterns, f.Name)) {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	within, cancel := context.WithTimeout(ctx, serversWait)
	defer cancel()
	s.WaitServers(within, names...)
	if ctx.Err() != nil {
		return
	}
	for _, v := range s.strangers() {
		if name := v.found().Name; slices.Contains(names, name) && v.status().State == mcp.Connecting {
			s.o.NoticeOf(t.c.Run, "the server %s is still being connected; its tools are there as soon as it is ready", name)
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
