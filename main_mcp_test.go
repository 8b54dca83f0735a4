//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// inspector is the MCP inspector's command line.
const inspector = "build/peers/node_modules/.bin/mcp-inspector-cli"

// A served is a space and an installation of its own, for real clients.
type served struct {
	t     *testing.T
	space string
	env   []string
}

func newServed(t *testing.T) *served {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &served{t: t, space: filepath.Join(top, "space")}
	for name, text := range map[string]string{
		"space/notes.md": "first line\nsecond line\n", "space/sub/old.txt": "x\n", "config/settings.json": `{"rules":{"ask":["bash(rm *)"]}}`,
	} {
		path := filepath.Join(top, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "HOME", "HANDRAIL_CONFIG_DIR", "HANDRAIL_DATA_DIR", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS":
		default:
			s.env = append(s.env, v)
		}
	}
	s.env = append(s.env, "HOME="+top, "HANDRAIL_CONFIG_DIR="+filepath.Join(top, "config"), "HANDRAIL_DATA_DIR="+filepath.Join(top, "data"))
	return s
}

// command is the real program.
func (s *served) command(args ...string) *exec.Cmd {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "handrail", args...)
	cmd.Dir, cmd.Env = s.space, s.env
	return cmd
}

// The MCP inspector lists and calls the tools of a space.
func TestTheInspector(t *testing.T) {
	program, err := filepath.Abs(inspector)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v: run `make test` once, it installs the peers", err)
	}
	s := newServed(t)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"tools/list"}, []string{`"name": "read"`, `"readOnlyHint": true`, `"name": "bash"`, `"destructiveHint": true`}},
		{[]string{"tools/call", "--tool-name", "read", "--tool-arg", "path=notes.md"}, []string{`second line`, `"tool": "read"`}},
		{[]string{"tools/call", "--tool-name", "bash", "--tool-arg", "command=rm -rf sub"}, []string{`"isError": true`, `"code": "declined"`, "there is no display"}},
		{[]string{"resources/list"}, []string{"notes.md", "file:///"}},
		{[]string{"resources/templates/list"}, []string{"file:///{+path}"}},
		{[]string{"prompts/list"}, []string{`"prompts": []`}},
	} {
		cmd := exec.CommandContext(t.Context(), program, append([]string{"--cli", "handrail", "mcp", "--method"}, c.args...)...)
		cmd.Dir, cmd.Env = s.space, s.env
		out, err := cmd.CombinedOutput()
		for _, want := range c.want {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%v: %v; no %q in:\n%.2000s", c.args, err, want, out)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(s.space, "sub")); err != nil {
		t.Error("what nobody could be asked about was done:", err)
	}
}

// The official Go SDK is served over stdio: it is asked by a form where nobody else
// can be.
func TestTheGoSDKOverStdio(t *testing.T) {
	s := newServed(t)
	asked := ""
	client := sdk.NewClient(&sdk.Implementation{Name: "go-sdk", Version: "1"}, &sdk.ClientOptions{
		ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			asked = r.Params.Message
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"answer": "Run once"}}, nil
		},
	})
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: s.command("mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.use(session); !strings.Contains(got, "second line") {
		t.Errorf("the file is %q", got)
	}
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "bash", Arguments: map[string]any{"command": "rm sub/old.txt"}})
	if err != nil || r.IsError {
		t.Errorf("%+v, %v", r, err)
	}
	for _, want := range []string{`A program that calls itself "go-sdk"`, "rm sub/old.txt", s.space} {
		if !strings.Contains(asked, want) {
			t.Errorf("the form lacks %q:\n%s", want, asked)
		}
	}
	if _, err := os.Stat(filepath.Join(s.space, "sub", "old.txt")); !os.IsNotExist(err) {
		t.Errorf("what was allowed was not done: %v", err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// use lists what there is, reads a resource and returns a file.
func (s *served) use(session *sdk.ClientSession) string {
	s.t.Helper()
	list, err := session.ListTools(s.t.Context(), nil)
	if err != nil || len(list.Tools) < 10 {
		s.t.Fatalf("%v, %v", list, err)
	}
	read, err := session.ReadResource(s.t.Context(), &sdk.ReadResourceParams{URI: "file://" + filepath.Join(s.space, "notes.md")})
	if err != nil || read.Contents[0].Text != "first line\nsecond line\n" {
		s.t.Errorf("the resource is %+v, %v", read, err)
	}
	r, err := session.CallTool(s.t.Context(), &sdk.CallToolParams{Name: "read", Arguments: map[string]any{"path": "notes.md"}})
	if err != nil || r.IsError {
		s.t.Fatalf("%+v, %v", r, err)
	}
	return r.Content[0].(*sdk.TextContent).Text
}

// overHTTP starts the real program and returns where it serves, and what is let in.
func (s *served) overHTTP() (url, token string) {
	s.t.Helper()
	out, err := s.command("mcp", "token", "add", "test").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command("handrail", "mcp", "--http", "127.0.0.1:0") // it ends by its signal, after the test's own context
	cmd.Dir, cmd.Env = s.space, s.env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := errors.Join(cmd.Process.Signal(os.Interrupt), cmd.Wait()); err != nil {
			s.t.Error("it did not end well:", err)
		}
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	_, rest, _ := strings.Cut(line, " at ")
	url, _, ok := strings.Cut(rest, " ")
	if err != nil || !ok {
		s.t.Fatalf("it says %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, stderr) }()
	return url, strings.TrimSpace(string(out))
}

// bearer sends a token with each request.
type bearer string

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// The official Go SDK is served over streamable HTTP, and shows what nobody else can
// be asked about.
func TestTheGoSDKOverHTTP(t *testing.T) {
	s := newServed(t)
	url, token := s.overHTTP()
	for _, answer := range []string{"Deny", "Run once"} {
		client := sdk.NewClient(&sdk.Implementation{Name: "go-sdk", Version: "1"}, &sdk.ClientOptions{
			ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
				return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"answer": answer}}, nil
			},
		})
		session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.use(session); !strings.Contains(got, "second line") {
			t.Errorf("the file is %q", got)
		}
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "bash", Arguments: map[string]any{"command": "rm sub/old.txt"}})
		if err != nil || r.IsError != (answer == "Deny") {
			t.Errorf("%s: %+v, %v", answer, r, err)
		}
		if _, err := os.Stat(filepath.Join(s.space, "sub", "old.txt")); (err == nil) != (answer == "Deny") {
			t.Errorf("after %s: %v", answer, err)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Over HTTP only programs of this machine with a token are let in.
func TestWhoIsLetInOverHTTP(t *testing.T) {
	s := newServed(t)
	url, token := s.overHTTP()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		body   io.Reader
		status int
		says   string
	}{
		{name: "with the token", status: 200, says: `"serverInfo"`},
		{name: "its own page", change: func(r *http.Request) { r.Header.Set("Origin", "http://"+r.Host) }, status: 200, says: `"serverInfo"`},
		{name: "a page of another service of this machine", change: func(r *http.Request) { r.Header.Set("Origin", "http://localhost:3000") }, status: 403, says: "may not use this service"},
		{name: "without a token", change: func(r *http.Request) { r.Header.Del("Authorization") }, status: 401, says: "make one in Handrail"},
		{name: "with another token", change: func(r *http.Request) { r.Header.Set("Authorization", "Bearer handrail_x") }, status: 401, says: "not known"},
		{name: "another host", change: func(r *http.Request) { r.Host = "evil.example.com" }, status: 403, says: "is not this machine"},
		{name: "another origin", change: func(r *http.Request) { r.Header.Set("Origin", "https://evil.example.com") }, status: 403, says: "may not use this service"},
		{name: "no origin that is one", change: func(r *http.Request) { r.Header.Set("Origin", "null") }, status: 403, says: "may not use this service"},
		{name: "too long", body: io.LimitReader(zeros{}, 65<<20), change: func(r *http.Request) { r.ContentLength = 65 << 20 }, status: 413, says: "too long"},
		{name: "no such session", change: func(r *http.Request) { r.Header.Set("Mcp-Session-Id", "session-x") }, body: strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`), status: 404, says: "session"},
	} {
		if c.body == nil {
			c.body = strings.NewReader(hello)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, c.body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+token)
		if c.change != nil {
			c.change(r)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != c.status || !strings.Contains(string(body), c.says) {
			t.Errorf("%s: %d %s; want %d and %q", c.name, res.StatusCode, body, c.status, c.says)
		}
	}
	if out, err := s.command("mcp", "token", "revoke", "test").CombinedOutput(); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := (&http.Client{Transport: bearer(token)}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a revoked token: %v", res.Status)
	}
}

type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
