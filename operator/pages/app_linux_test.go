package pages_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge/bridgetest"
	"handrail/internal/dev/servertest"
	"handrail/journal"
	"handrail/mcp"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/pages"
	"handrail/operator/skills"
	"handrail/spaces"
	"handrail/tools"
)

const appURI = "ui://clock/app.html"

// newAppBench is a space with two servers: a clock, whose tools have an app, and another.
func newAppBench(t *testing.T, html, mime string) (*operatortest.Bench, *pages.Shelf) {
	t.Helper()
	input := map[string]any{"type": "object", "properties": map[string]any{"value": map[string]any{"type": "string"}}}
	tool := func(name string, meta any) any {
		return map[string]any{"name": name, "title": "Say it", "description": "d", "inputSchema": input, "_meta": meta}
	}
	ui := func(visible ...string) any {
		return map[string]any{"ui": map[string]any{"resourceUri": appURI, "visibility": visible}}
	}
	scripts := map[string]servertest.Script{
		"clock": {
			Name: "clock", Tools: []any{tool("echo", ui("model", "app")), tool("pid", ui("app")), tool("folder", ui("model")), tool("plain", nil), tool("env", map[string]any{"ui/resourceUri": appURI})},
			Resources: []any{map[string]any{"uri": appURI, "name": "app"}}, Structured: map[string]any{"hour": 7},
			Contents: map[string]any{appURI: map[string]any{"uri": appURI, "mimeType": mime, "text": html}, "ui://clock/none": nil},
		},
		"other": {Name: "other", Tools: []any{tool("echo", nil)}, Resources: []any{map[string]any{"uri": "test://x", "name": "x"}}},
	}
	var servers []string
	for name, script := range scripts {
		server := httptest.NewServer(script)
		t.Cleanup(server.Close)
		servers = append(servers, `"`+name+`":{"url":"`+server.URL+`","internal_only":true}`)
	}
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"agent/config.md": "---\nid: main\nallowedTools: [\"clock__*\"]\n---\nx"}, Change: func(c *operator.Config) {
		c.Bridge = func(*operator.Operator) (tools.Source, error) { return desk{}, nil }
	}, Settings: `{"tools":{"mcp_servers":{` + strings.Join(servers, ",") + `}},"rules":{"allow":["clock__echo","clock__pid","clock__folder","other__*"]}}`})
	f := pages.New(b.O, nil)
	t.Cleanup(f.Close)
	return b, f
}

// appCall makes a call, and returns its id.
func appCall(t *testing.T, b *operatortest.Bench, tool string) string {
	t.Helper()
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromTry})
	if err != nil {
		t.Fatal(err)
	}
	id, r, err := calls.Call(t.Context(), tool, json.RawMessage(`{"value":"asked"}`), tools.Scope{})
	if err != nil || r.Error != nil {
		t.Fatalf("%v, %v", err, r.Error)
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	return id
}

// An app in the real viewer, that tries what it may do, and what not.
func TestAnAppInTheViewer(t *testing.T) {
	program, err := filepath.Abs("../../build/bin/handrail-desktop")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("this test opens the real viewer, and %v: run make build", err)
	}
	screen := bridgetest.Start(t)
	for _, v := range screen.Env() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	e := &evil{}
	outside := httptest.NewServer(e)
	defer outside.Close()
	html, err := os.ReadFile("testdata/app.html")
	if err != nil {
		t.Fatal(err)
	}
	b, f := newAppBench(t, strings.ReplaceAll(string(html), "EVIL_ADDRESS", outside.URL), mcp.AppType)
	s, err := f.OpenApp(t.Context(), b.S, appCall(t, b, "clock__echo"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	shown := make(chan error, 1)
	go func() {
		shown <- s.Show(ctx, func(ctx context.Context, address string) error { return pages.View(ctx, program, address) })
	}()
	var got map[string]any
	found := bridgetest.Eventually(func() bool {
		calls, err := b.O.History().Calls(t.Context(), s.Run())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range calls {
			var in struct{ Value string }
			if json.Unmarshal(c.Input, &in) == nil && strings.HasPrefix(in.Value, "FOUND ") {
				if err := json.Unmarshal([]byte(in.Value[len("FOUND "):]), &got); err != nil {
					t.Fatal(err)
				}
				return true
			}
		}
		return len(shown) > 0
	})
	cancel()
	<-s.Done()
	if err := <-shown; err != nil || !found {
		t.Fatalf("the app came to no end: %v", err)
	}
	want := map[string]any{
		"host": "Handrail 2026-01-26 echo fullscreen", "colours": true, "input": map[string]any{"value": "asked"}, "text": "asked", "structured": map[string]any{"hour": 7.0},
		"resource": []any{[]any{appURI, mcp.AppType, true}}, "noResource": -32000.0,
		"own": "from the app", "appOnly": false, "modelOnly": "no", "other": "no", "bridge": "no", "builtin": "no", "star": "no",
		"message": -32601.0, "proto": -32601.0, "link": map[string]any{"isError": true}, "fetch": "no", "image": "no", "eval": "no",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.hits) > 0 {
		t.Errorf("it reached %q", e.hits)
	}
}

// What has no app, or one that is none, is not opened, with why; rules hold for reading it.
func TestAnAppIsNotOpened(t *testing.T) {
	for name, x := range map[string]struct {
		tool, html, mime string
		deny             string
		why              string
	}{
		"a tool without one":    {tool: "other__echo", html: "<p>", mime: mcp.AppType, why: "no app"},
		"it is no page":         {tool: "clock__echo", html: "x", mime: "text/plain", why: "text/plain"},
		"it is empty":           {tool: "clock__echo", mime: mcp.AppType, why: "empty"},
		"it is no text":         {tool: "clock__echo", html: "a\x00b", mime: mcp.AppType, why: "UTF-8"},
		"a rule forbids it":     {tool: "clock__echo", html: "<p>", mime: mcp.AppType, deny: "clock__read_resource", why: "clock__read_resource"},
		"it may be opened, too": {tool: "clock__folder", html: "<p>", mime: "text/html"},
	} {
		t.Run(name, func(t *testing.T) {
			b, f := newAppBench(t, x.html, x.mime)
			id := appCall(t, b, x.tool)
			if x.deny != "" {
				if err := b.O.Permits().AddRule(t.Context(), "deny", x.deny); err != nil {
					t.Fatal(err)
				}
			}
			s, err := f.OpenApp(t.Context(), b.S, id)
			if x.why == "" {
				if err != nil {
					t.Fatal(err)
				}
				if n := b.Questions(); n != 0 {
					t.Errorf("%d questions for what the person has asked for", n)
				}
				s.Close()
				return
			}
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), x.why) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A tool that is there for apps alone is offered to no agent, and those of an app ask as those of a page do.
func TestToolsForAppsAlone(t *testing.T) {
	b, _ := newAppBench(t, "<p>", mcp.AppType)
	appCall(t, b, "clock__pid") // the person may
	if r := b.Call("find_tools", `{"query":"say it"}`); !strings.Contains(r.Content, "clock__echo") || strings.Contains(r.Content, "clock__pid") {
		t.Errorf("find_tools shows an agent: %s, %v", r.Content, r.Error)
	}
	scope := skills.ScopeOf(spaces.Agent{AllowedTools: []string{"clock__*"}}, nil)
	for name, offered := range map[string]bool{"clock__echo": true, "clock__folder": true, "clock__pid": false} {
		_, err := b.S.Registry().Lookup(name, scope)
		if (err == nil) != offered {
			t.Errorf("%s: %v", name, err)
		}
	}
}
