package window

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/programs"
	"handrail/operator/serving"
)

// bare is a machine on which there is no other program.
const bare = "/home/ada/bare"

// programWalks record other programs: how they are connected, and who uses Handrail.
func programWalks() []walk {
	list := []step{{"Programs", with()}}
	preview := func(program, act string) step { return step{"PreviewConnect", with(program, act)} }
	do := func(program string, act ConnectAct) step {
		return step{"Connect", func(r *recorder) []any { return []any{program, act, r.change(program, act).Digest} }}
	}
	reads := append(list, preview("claude-desktop", "connect"), preview("claude-desktop", "undo"), preview("cursor", "disconnect"), preview("cursor", "undo"),
		preview("vscode", "disconnect"), preview("codex", "connect"))
	return []walk{
		{space: welcome, options: installed, prepare: otherPrograms, placed: true, reads: reads, branches: [][]step{
			{do("claude-desktop", ActConnect), do("claude-desktop", ActUndo)},
			{do("claude-desktop", ActConnect), do("codex", ActConnect)},
			{do("cursor", ActDisconnect)},
		}},
		{space: bare, options: installed, reads: list, branches: [][]step{{}}},
		{space: "", attend: usedByOthers, reads: []step{{"Clients", with()}}, branches: [][]step{
			{{"AddClientToken", with("editor")}, {"RevokeClientToken", with("editor")}},
			{{"RevokeClientToken", with("laptop-grace")}},
			{{"DisconnectClient", func(r *recorder) []any { return []any{r.window.app.clients.List()[0].ID} }}},
		}},
	}
}

// change is what an act would write to a program's file.
func (r *recorder) change(program string, act ConnectAct) ConnectView {
	r.t.Helper()
	view, err := (&Programs{r.window.app}).PreviewConnect(r.real, program, act)
	if err != nil {
		r.t.Fatal(err)
	}
	return view
}

// installed has Handrail's own program where nobody else may write.
func installed(opt *operatortest.Options) {
	opt.Change = func(c *operator.Config) { c.Helper = ownProgram(c.Home) }
}

func ownProgram(home string) string { return filepath.Join(filepath.Dir(home), "bin", "handrail") }

// otherPrograms are there in every way in which one can be.
func otherPrograms(b *operatortest.Bench) {
	b.T.Helper()
	home := b.Options.Home
	own := ownProgram(home)
	operatortest.WriteFile(b.T, own, "")
	file := func(name, text string) { operatortest.WriteFile(b.T, filepath.Join(home, name), text) }
	otherServers(b, "https://other.example.com/mcp", "https://mcp.linear.example.com/sse")
	handrail := fmt.Sprintf("    \"handrail\": {\"command\": %q, \"args\": [\"mcp\", \"--space\", \"/home/ada/notes\"]},\n    \"tickets\"", own)
	file(".config/Code/User/mcp.json", strings.Replace(vscodeServers, "    \"tickets\"", handrail, 1))
	file(".codex/config.toml", "model = \"gpt\"\n\n[mcp_servers.handrail]\ncommand = \"/opt/handrail-0.9/handrail\"\nargs = [\"mcp\", \"--space\", \"/home/ada/welcome\"]\n")
	all := programs.New(b.O)
	plan, err := all.PlanConnect("cursor", b.Dir)
	if err != nil {
		b.T.Fatal(err)
	}
	if done, err := all.Connect("cursor", b.Dir, plan.Digest); err != nil || !done.Done {
		b.T.Fatalf("%+v, %v", done, err)
	}
}

// otherServers are in the files of other programs, one of which is broken.
func otherServers(b *operatortest.Bench, docs, linear string) {
	b.T.Helper()
	file := func(name, text string) { operatortest.WriteFile(b.T, filepath.Join(b.Options.Home, name), text) }
	file(".config/Claude/claude_desktop_config.json", claudeServers)
	file(".cursor/mcp.json", strings.NewReplacer("DOCS", docs, "LINEAR", linear).Replace(cursorServers))
	file(".config/Code/User/mcp.json", vscodeServers)
	file(".claude.json", "{\n  \"mcpServers\": {\n    \"files\": {\"command\": \"npx\"}\n    \"other\": {}\n  }\n}\n")
}

const (
	claudeServers = `{
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/welcome"]},
    "search": {"command": "npx", "args": ["-y", "server-search"], "env": {"SEARCH_API_KEY": "sk-7f3b9c2d41", "SEARCH_REGION": "eu"}},
    "fetch": {"command": "uvx", "args": ["mcp-server-fetch"]},
    "sqlite": {"command": "docker", "args": ["run", "-i", "--rm", "mcp/sqlite", "--db-path", "/home/ada/shop.db"]}
  }
}
`
	cursorServers = `{
  "mcpServers": {
    "docs": {"url": "DOCS", "headers": {"Authorization": "Bearer 0f1e2d3c4b5a"}},
    "linear": {"url": "LINEAR"},
    "broken": {}
  }
}
`
	vscodeServers = `{
  "inputs": [{"id": "tickets-token", "type": "promptString", "description": "The token of your ticket system", "password": true}],
  "servers": {
    "tickets": {"command": "node", "args": ["/home/ada/tools/tickets.mjs"], "env": {"TICKETS_TOKEN": "${input:tickets-token}"}}
  }
}
`
)

// usedByOthers has two programs that are served, and two tokens.
func usedByOthers(r *recorder) {
	t := r.t
	t.Helper()
	clients := serving.New(r.bench.O, serving.Config{})
	r.window.app.clients = clients
	for _, name := range []string{"laptop-grace", "nightly-script"} {
		if _, err := serving.NewTokens(r.bench.O).Add(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		via           serving.Via
		name, version string
	}{{serving.ViaApp, "claude-code", "2.1.4"}, {serving.ViaHTTP, "Cursor", ""}} {
		service := clients.Serve(r.bench.S, c.via)
		here, there := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = service.Stdio(t.Context(), there, there) // it ends when the pipe is closed, below
		}()
		t.Cleanup(func() {
			_ = here.Close()
			<-done
			service.Close()
		})
		hello := fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":%q,"version":%q}}}`, c.name, c.version)
		if _, err := io.WriteString(here, hello+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(here).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		r.places = append(r.places, clients.List()[i].ID, fmt.Sprintf("client-%d", i+1))
	}
}
