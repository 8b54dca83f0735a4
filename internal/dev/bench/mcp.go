package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// mcpAtOnce is how many calls are under way at a time, where it is several.
const mcpAtOnce = 8

// filesystemServer is the peer, installed by make.
const filesystemServer = "build/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"

// floorSource is an MCP server that does nothing but read files: none made with
// this library can be faster.
const floorSource = `package main

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("floor", "1", server.WithToolCapabilities(true))
	s.AddTool(mcp.NewTool("read", mcp.WithString("path", mcp.Required())), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		data, err := os.ReadFile(r.GetString("path", ""))
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(string(data)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		os.Exit(1)
	}
}
`

// An mcpServer is one of those that are measured.
type mcpServer struct {
	name string
	args []string // the program first
	tool string   // that reads a file
}

// mcpServers are ours, the floor and the peer, in this order.
func (b bench) mcpServers(ctx context.Context) ([]mcpServer, error) {
	source, floor := filepath.Join(b.work, "floor.go"), filepath.Join(b.work, "floor")
	if err := os.WriteFile(source, []byte(floorSource), 0o600); err != nil {
		return nil, err
	}
	if err := quiet(ctx, ".", append(os.Environ(), "CGO_ENABLED=0"), "go", "build", "-o", floor, source); err != nil {
		return nil, err
	}
	peer, err := filepath.Abs(filesystemServer)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(peer); err != nil {
		return nil, fmt.Errorf("%w; run make test once, it installs the peers", err)
	}
	return []mcpServer{
		{"handrail mcp", []string{b.handrail, "--space", b.space, "mcp"}, "read"},
		{"a bare mcp-go server", []string{floor}, "read"},
		{"server-filesystem", []string{"node", peer, b.space}, "read_text_file"},
	}, nil
}

// An mcpTalk is a connection with a server.
type mcpTalk struct {
	s    mcpServer
	cmd  *exec.Cmd
	in   io.WriteCloser
	mu   sync.Mutex
	next int
	wait map[string]chan json.RawMessage
	gone chan struct{}

	first json.RawMessage // list of its tools
}

// talk starts a server, introduces itself and lists the tools.
func (b bench) talk(ctx context.Context, s mcpServer) (*mcpTalk, error) {
	t := &mcpTalk{s: s, cmd: exec.CommandContext(ctx, s.args[0], s.args[1:]...), wait: map[string]chan json.RawMessage{}, gone: make(chan struct{})}
	t.cmd.Dir, t.cmd.Env = b.space, b.env
	in, err := t.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := t.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.in = in
	if err := t.cmd.Start(); err != nil {
		return nil, err
	}
	go t.listen(out)
	_, err = t.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
	if err == nil {
		_, err = fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	if err == nil {
		t.first, err = t.ask("tools/list", `{}`)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.name, err), t.end())
	}
	return t, nil
}

func (t *mcpTalk) listen(out io.Reader) {
	defer close(t.gone)
	r := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Result json.RawMessage
		}
		if json.Unmarshal(line, &m) != nil || m.Method != "" || len(m.ID) == 0 {
			continue
		}
		t.mu.Lock()
		if c := t.wait[string(m.ID)]; c != nil {
			delete(t.wait, string(m.ID))
			c <- m.Result
		}
		t.mu.Unlock()
	}
}

// ask sends a request and waits for its result.
func (t *mcpTalk) ask(method, params string) (json.RawMessage, error) {
	c := make(chan json.RawMessage, 1)
	t.mu.Lock()
	t.next++
	id := strconv.Itoa(t.next)
	t.wait[id] = c
	_, err := fmt.Fprintf(t.in, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`+"\n", id, method, params)
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case r := <-c:
		if r == nil {
			return nil, fmt.Errorf("%s: %s was answered with an error", t.s.name, method)
		}
		return r, nil
	case <-t.gone:
		return nil, fmt.Errorf("%s ended", t.s.name)
	}
}

// read reads a file and looks whether that is what came.
func (t *mcpTalk) read(path string) error {
	r, err := t.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"path":%q}}`, t.s.tool, path))
	if err != nil {
		return err
	}
	if !strings.Contains(string(r), "mark of the file") {
		return fmt.Errorf("%s: it is not what was read: %.200s", t.s.name, r)
	}
	return nil
}

// readMany makes n reads, at most mcpAtOnce at a time.
func (t *mcpTalk) readMany(path string, n int) error {
	var wg sync.WaitGroup
	errs := make([]error, mcpAtOnce)
	for i := range mcpAtOnce {
		wg.Go(func() {
			for range n / mcpAtOnce {
				if errs[i] = t.read(path); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// end hangs up and waits until the server has ended.
func (t *mcpTalk) end() error { return errors.Join(t.in.Close(), t.cmd.Wait()) }

// measureMCP serves a client: ours with the whole door and the journal, beside the
// floor and the peer.
func measureMCP(ctx context.Context, b bench) ([]line, error) {
	servers, err := b.mcpServers(ctx)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.space, "kilobyte.txt")
	if err := os.WriteFile(file, []byte("mark of the file\n"+strings.Repeat("sixty-three characters and a line end make a line of this file.\n", 16)), 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(file) //nolint:errcheck // the folder goes as a whole
	lines, err := b.measureMCPStart(ctx, servers)
	if err != nil {
		return nil, err
	}
	more, err := b.measureMCPReads(ctx, servers, file)
	return append(lines, more...), err
}

func (b bench) measureMCPStart(ctx context.Context, servers []mcpServer) ([]line, error) {
	var starts []subject
	for _, s := range servers {
		starts = append(starts, func() error {
			t, err := b.talk(ctx, s)
			if err != nil {
				return err
			}
			go func() { _ = t.end() }() // its end is not waited for
			return nil
		})
	}
	samples, err := turns(15, starts...)
	if err != nil {
		return nil, err
	}
	ours, floor, peer := samples[0].median(), samples[1].median(), samples[2].median()
	return []line{{
		what: "mcp: start to an answered tools/list", ours: ours, floor: servers[1].name, least: floor,
		aim: "under 30 ms", met: ours < 30*time.Millisecond, remark: servers[2].name + " " + short(peer),
	}}, nil
}

func (b bench) measureMCPReads(ctx context.Context, servers []mcpServer, file string) (lines []line, err error) {
	var one, many []subject
	var talks []*mcpTalk
	for _, s := range servers {
		t, err := b.talk(ctx, s)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, t.end()) }()
		talks = append(talks, t)
		one = append(one, func() error { return t.read(file) })
		many = append(many, func() error { return t.readMany(file, 25*mcpAtOnce) })
	}
	single, err := turns(400, one...)
	if err != nil {
		return nil, err
	}
	several, err := turns(15, many...)
	if err != nil {
		return nil, err
	}
	for _, m := range []struct {
		what    string
		samples []sample
		calls   time.Duration
	}{{"mcp: read of 1 KB", single, 1}, {fmt.Sprintf("mcp: the same, %d at once", mcpAtOnce), several, 25 * mcpAtOnce}} {
		ours, floor, peer := m.samples[0].median()/m.calls, m.samples[1].median()/m.calls, m.samples[2].median()/m.calls
		lines = append(lines, line{
			what: m.what, ours: ours, floor: servers[1].name, least: floor, aim: "within 1.5 times, and ahead of server-filesystem",
			met: float64(ours) <= 1.5*float64(floor) && ours < peer, remark: servers[2].name + " " + short(peer),
		})
	}
	var memory [3]int64
	for i, t := range talks {
		memory[i] = treeMemory(t.cmd.Process.Pid)
	}
	return append(lines, line{
		what: "mcp: memory of its processes after that", ours: time.Duration(memory[0]), floor: servers[1].name, least: time.Duration(memory[1]), bytes: true,
		aim: "under 40 MB", met: memory[0] < 40<<20, remark: servers[2].name + " " + megabytes(time.Duration(memory[2])),
	}), nil
}

// treeMemory is what a process and those that it has started hold in memory, in
// bytes; 0 where the system does not say.
func treeMemory(pid int) int64 {
	var all int64
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	if fields := strings.Fields(string(raw)); len(fields) > 1 {
		pages, _ := strconv.ParseInt(fields[1], 10, 64) // 0 if it is no number
		all = pages * int64(os.Getpagesize())
	}
	children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range children {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for _, child := range strings.Fields(string(raw)) {
			if n, err := strconv.Atoi(child); err == nil {
				all += treeMemory(n)
			}
		}
	}
	return all
}
