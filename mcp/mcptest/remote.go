package mcptest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/transport"
)

// NPMServer is a server that npm brings.
func NPMServer(t testing.TB, name string, args ...string) mcp.Server {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("..", "..", "build", "peers", "node_modules", "@modelcontextprotocol", name, "dist", "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil {
		t.Fatalf("%v: run `make test` once, it installs the peers", err)
	}
	return mcp.Server{Name: strings.TrimPrefix(name, "server-"), Command: "node", Args: append([]string{script}, args...), Dir: t.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}}
}

// Patience is how long a test waits for what takes a second on an idle machine.
const Patience = 60 * time.Second

// A Peer is a connection to a remote server, as Client makes it.
type Peer struct {
	*goclient.Client
	Link *transport.Link
}

// Reach connects to a server; err is that of the handshake.
func Reach(t *testing.T, c transport.Config, options ...goclient.ClientOption) (*Peer, error) {
	t.Helper()
	l, err := transport.Open(t.Context(), c)
	if err != nil {
		return nil, err
	}
	t.Cleanup(l.Close)
	p := &Peer{Client: goclient.NewClient(l.Transport, options...), Link: l}
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	if err := p.Start(ctx); err != nil {
		return p, err
	}
	_, err = p.Initialize(ctx, protocol.InitializeRequest{Params: protocol.InitializeParams{ClientInfo: protocol.Implementation{Name: "handrail", Version: "test"}}})
	return p, err
}

// CallText calls a tool and returns its text.
func (p *Peer) CallText(t *testing.T, tool string, args any) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	r, err := p.CallTool(ctx, protocol.CallToolRequest{Params: protocol.CallToolParams{Name: tool, Arguments: args}})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range r.Content {
		if text, ok := c.(protocol.TextContent); ok {
			b.WriteString(text.Text + "\n")
		}
	}
	return b.String(), nil
}

// Everything starts the reference server and returns its URL without a path.
func Everything(t *testing.T, transport string) string {
	t.Helper()
	script, err := filepath.Abs("../../build/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if err == nil {
		_, err = os.Stat(script)
	}
	if err != nil {
		t.Fatalf("%v: run `make test` once, it installs the peers", err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(address)
	node, err := proc.Look("node", os.Getenv("PATH"))
	if err != nil {
		t.Fatalf("%v: these tests need node on PATH", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := proc.Run(ctx, proc.Command{Path: node, Args: []string{script, transport}, Env: append(os.Environ(), "PORT="+port), Dir: t.TempDir()})
		ended <- err
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Log("the server ended:", err)
		}
	})
	Eventually(t, "the server to listen", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// Eventually waits until a condition holds.
func Eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(Patience); !condition(); <-again.C {
		if time.Now().After(end) {
			t.Fatalf("waited %s for %s", Patience, what)
		}
	}
}

// SDKServer is a server made with the official SDK, over streamable HTTP.
func SDKServer(t *testing.T, add func(*sdk.Server), o ...*sdk.StreamableHTTPOptions) *httptest.Server {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "greet", Description: "Greets."}, func(_ context.Context, _ *sdk.CallToolRequest, in struct {
		Name string `json:"name"`
	}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "Hello " + in.Name}}}, nil, nil
	})
	if add != nil {
		add(s)
	}
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, append(o, nil)[0]))
	t.Cleanup(web.Close)
	return web
}

// LegacyOnly leaves out the newest revision.
func LegacyOnly() goclient.ClientOption {
	return goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION)
}
