package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// fixture is what the server behind Handrail is called: its tools and prompts have the name in front.
const fixture = "fixture"

// againstServer runs scenarios that need a server: Handrail over HTTP, with the fixture behind it.
func (b *bench) againstServer(ctx context.Context, args []string) (string, error) {
	top, err := os.MkdirTemp(b.work, "server-")
	if err != nil {
		return "", err
	}
	h, err := b.home(top, `{"allow_unattended":true}`)
	if err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"space", "trust", "--yes"},
		{"servers", "add", fixture, "--", b.node, filepath.Join(b.root, "build", "conformance", "fixture.mjs")},
		{"servers", "allow", fixture, "--read", filepath.Join(b.root, "build", "conformance")},
	} {
		if _, err := h.run(ctx, args...); err != nil {
			return "", err
		}
	}
	said, err := h.run(ctx, "--json", "mcp", "token", "add", "suite")
	if err != nil {
		return "", err
	}
	var made struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal([]byte(said), &made); err != nil {
		return "", err
	}
	at, end, err := h.serve(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s := &http.Server{Handler: between(at, front.Addr().String(), made.Token), ReadHeaderTimeout: time.Minute}
	defer func() { _ = s.Close() }()
	go func() { _ = s.Serve(front) }() // it ends with Close
	return b.suiteRun(ctx, append(args, "--url", "http://"+front.Addr().String()+"/mcp"))
}

// serve starts Handrail over HTTP, and waits until it says where.
func (h home) serve(ctx context.Context) (at *url.URL, end func(), err error) {
	cmd := exec.CommandContext(ctx, h.handrail, "--confirm", "allow", "mcp", "--http", "127.0.0.1:0")
	cmd.Dir, cmd.Env = h.space, h.env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // it was told to end
	}
	found := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if address := found.FindString(lines.Text()); address != "" {
			go func() { _, _ = io.Copy(os.Stderr, stderr) }() // it ends with the program
			at, err = url.Parse(address)
			return at, end, err
		}
	}
	end()
	return nil, nil, errors.New("handrail mcp --http did not say where it listens")
}

// between stands before Handrail: it adds the token, which the suite cannot, and calls the fixture's
// tools and prompts as the suite does, without the server's name. All else goes through as it is.
func between(to *url.URL, front, token string) http.Handler {
	return &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
			_, port, _ := net.SplitHostPort(front)
			_, own, _ := net.SplitHostPort(to.Host)
			r.Out.Host = strings.Replace(r.In.Host, ":"+port, ":"+own, 1)
			if page := r.In.Header.Get("Origin"); page != "" {
				r.Out.Header.Set("Origin", strings.Replace(page, ":"+port, ":"+own, 1))
			}
			r.Out.Header.Set("Authorization", "Bearer "+token)
			r.Out.Header.Del("Accept-Encoding")
			if name := r.In.Header.Get("Mcp-Name"); name != "" {
				r.Out.Header.Set("Mcp-Name", prefixed(r.In.Header.Get("Mcp-Method"), name))
			}
			body, err := io.ReadAll(r.In.Body)
			if err != nil {
				return // what is missing is missed there
			}
			body = outward(body)
			r.Out.Body, r.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		},
		ModifyResponse: func(r *http.Response) error {
			r.Body = &inward{from: bufio.NewReader(r.Body), c: r.Body}
			if r.ContentLength > 0 {
				r.ContentLength = -1
				r.Header.Del("Content-Length")
			}
			return nil
		},
	}
}

// prefixed is a name as Handrail has it.
func prefixed(method, name string) string {
	if (method == "tools/call" || method == "prompts/get") && !strings.HasPrefix(name, fixture+"__") {
		return fixture + "__" + name
	}
	return name
}

// outward puts the server's name before those that a request has.
func outward(body []byte) []byte {
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return body
	}
	method, _ := m["method"].(string)
	params, _ := m["params"].(map[string]any)
	if name, ok := params["name"].(string); ok {
		params["name"] = prefixed(method, name)
	}
	if ref, ok := params["ref"].(map[string]any); ok {
		if name, ok := ref["name"].(string); ok {
			ref["name"] = prefixed("prompts/get", name)
		}
	}
	out, err := json.Marshal(m)
	if err != nil {
		return body
	}
	return out
}

// inward takes the server's name from those that an answer lists. An event of a stream is a line.
type inward struct {
	from *bufio.Reader
	c    io.Closer
	rest []byte
}

// Read implements io.Reader.
func (w *inward) Read(p []byte) (int, error) {
	if len(w.rest) == 0 {
		line, err := w.from.ReadBytes('\n')
		if len(line) == 0 {
			return 0, err
		}
		w.rest = bytes.ReplaceAll(line, []byte(`"name":"`+fixture+`__`), []byte(`"name":"`))
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (w *inward) Close() error { return w.c.Close() }

// A home is a person's folder for one scenario: nothing of this machine's is in it.
type home struct {
	handrail, space string
	env             []string
}

func (b *bench) home(top, settings string) (home, error) {
	h := home{handrail: b.handrail, space: filepath.Join(top, "space")}
	err := errors.Join(os.MkdirAll(filepath.Join(h.space), 0o700), os.MkdirAll(filepath.Join(top, "config"), 0o700),
		os.WriteFile(filepath.Join(top, "config", "settings.json"), []byte(settings), 0o600))
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "HOME", "HANDRAIL_CONFIG_DIR", "HANDRAIL_DATA_DIR", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER":
		default:
			h.env = append(h.env, v)
		}
	}
	h.env = append(h.env, "HOME="+top, "HANDRAIL_CONFIG_DIR="+filepath.Join(top, "config"), "HANDRAIL_DATA_DIR="+filepath.Join(top, "data"),
		"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	return h, err
}

// run runs a command of Handrail's, and returns what it prints.
func (h home) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, h.handrail, args...)
	cmd.Dir, cmd.Env = h.space, h.env
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return string(out), fmt.Errorf("handrail %s: %w\n%s%s", strings.Join(args, " "), err, out, said.String())
	}
	return string(out), nil
}
