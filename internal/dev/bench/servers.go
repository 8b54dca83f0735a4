package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// everythingServer is the peer, installed by make.
const everythingServer = "build/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js"

// How many servers a person may have, and how many tools.
const (
	serversAtOnce  = 26
	serversPinned  = 20
	toolsOfAServer = 25
)

// toolsSource is an MCP server with as many tools as its argument says.
const toolsSource = `package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		os.Exit(2)
	}
	s := server.NewMCPServer("tools", "1", server.WithToolCapabilities(true))
	for i := range n {
		s.AddTool(mcp.NewTool(fmt.Sprintf("find_records_%d", i), mcp.WithDescription("Finds records whose text holds the query, newest first, and says of each where it is from."),
			mcp.WithString("query", mcp.Required(), mcp.Description("What to look for.")), mcp.WithNumber("limit", mcp.Description("How many, at most."))),
			func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return mcp.NewToolResultText("none"), nil })
	}
	if err := server.ServeStdio(s); err != nil {
		os.Exit(1)
	}
}
`

// measureServers starts many servers at once, and lists what is known of many.
func measureServers(ctx context.Context, b bench) ([]line, error) {
	node, err := filepath.Abs(everythingServer)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(node); err != nil {
		return nil, fmt.Errorf("%w; run make test once, it installs the peers", err)
	}
	lines, err := b.measureManyServers(ctx, node)
	if err != nil {
		return nil, err
	}
	more, err := b.measureManyTools(ctx)
	return append(lines, more...), err
}

// withServers is a bench whose settings have n servers with this command.
func (b bench) withServers(ctx context.Context, name string, n int, command string, args ...string) (bench, error) {
	b.work = filepath.Join(b.work, name)
	b.env = append(os.Environ(), "HANDRAIL_CONFIG_DIR="+b.config(), "HANDRAIL_DATA_DIR="+b.data())
	servers := map[string]any{}
	for i := range n {
		servers["s"+strconv.Itoa(i)] = map[string]any{"command": command, "args": args, "internal_only": false}
	}
	raw, err := json.Marshal(map[string]any{"tools": map[string]any{"mcp_servers": servers}})
	if err != nil {
		return b, err
	}
	if err := errors.Join(os.MkdirAll(b.config(), 0o700), os.WriteFile(filepath.Join(b.config(), "settings.json"), raw, 0o600)); err != nil {
		return b, err
	}
	return b, quiet(ctx, b.space, b.env, b.handrail, "--space", b.space, "space", "trust", "--yes")
}

// ready starts Handrail and waits until all its servers' tools are listed.
func (b bench) ready(ctx context.Context, tools int) error {
	t, err := b.talk(ctx, mcpServer{"handrail mcp", []string{b.handrail, "--space", b.space, "mcp"}, ""})
	if err != nil {
		return err
	}
	for listed := t.first; bytes.Count(listed, []byte(`"inputSchema"`)) < tools; {
		if listed, err = t.ask("tools/list", `{}`); err != nil {
			return errors.Join(err, t.end())
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), t.end())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return t.end()
}

// measureManyServers is how long it takes until servers of which nothing is known have listed their tools.
func (b bench) measureManyServers(ctx context.Context, node string) ([]line, error) {
	round := 0
	ours := func() error {
		round++
		own, err := b.withServers(ctx, "many-"+strconv.Itoa(round), serversAtOnce, "node", node)
		if err != nil {
			return err
		}
		return own.ready(ctx, serversAtOnce*10)
	}
	bare := func() error {
		var all sync.WaitGroup
		errs := make([]error, serversAtOnce)
		for i := range errs {
			all.Go(func() {
				var t *mcpTalk
				if t, errs[i] = b.talk(ctx, mcpServer{"server-everything", []string{"node", node}, ""}); errs[i] == nil {
					errs[i] = t.end()
				}
			})
		}
		all.Wait()
		return errors.Join(errs...)
	}
	samples, err := turns(3, ours, bare)
	if err != nil {
		return nil, err
	}
	took, floor := samples[0].median(), samples[1].median()
	return []line{{
		what: fmt.Sprintf("mcp: %d servers started at once, ready", serversAtOnce), ours: took, floor: "the same on node, bare", least: floor,
		aim: "under 12 s", met: took < 12*time.Second,
	}}, nil
}

// measureManyTools is how long a list takes of tools that are known from before: no server is started for it.
func (b bench) measureManyTools(ctx context.Context) ([]line, error) {
	source, server := filepath.Join(b.work, "tools.go"), filepath.Join(b.work, "tools")
	if err := os.WriteFile(source, []byte(toolsSource), 0o600); err != nil {
		return nil, err
	}
	if err := quiet(ctx, ".", append(os.Environ(), "CGO_ENABLED=0"), "go", "build", "-o", server, source); err != nil {
		return nil, err
	}
	const all = serversPinned * toolsOfAServer
	own, err := b.withServers(ctx, "pinned", serversPinned, server, strconv.Itoa(toolsOfAServer))
	if err != nil {
		return nil, err
	}
	if err := own.ready(ctx, all); err != nil {
		return nil, err
	}
	ours, err := own.talk(ctx, mcpServer{"handrail mcp", []string{b.handrail, "--space", b.space, "mcp"}, ""})
	if err != nil {
		return nil, err
	}
	bare, err := b.talk(ctx, mcpServer{"a bare mcp-go server", []string{server, strconv.Itoa(all)}, ""})
	if err != nil {
		return nil, errors.Join(err, ours.end())
	}
	list := func(t *mcpTalk) subject {
		return func() error {
			listed, err := t.ask("tools/list", `{}`)
			if n := bytes.Count(listed, []byte(`"inputSchema"`)); err == nil && n < all {
				err = fmt.Errorf("%s lists %d tools", t.s.name, n)
			}
			return err
		}
	}
	start := func() error { return own.ready(ctx, all) }
	samples, err := turns(15, list(ours), list(bare), start)
	if err = errors.Join(err, ours.end(), bare.end()); err != nil {
		return nil, err
	}
	took, floor, whole := samples[0].median(), samples[1].median(), samples[2].median()
	return []line{{
		what: fmt.Sprintf("mcp: list of %d tools of %d servers, from the pins", all, serversPinned), ours: took, floor: bare.s.name, least: floor,
		aim: "under 50 ms", met: took < 50*time.Millisecond, remark: "from the start to it, and to the end: " + short(whole),
	}}, nil
}
