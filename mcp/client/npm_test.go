package client

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/tools"
)

// has reports whether a listing has a tool.
func has(l mcp.Listing, tool string) bool {
	return slices.ContainsFunc(l.Tools, func(d mcp.Definition) bool { return d.Name == tool })
}

// The reference server of the protocol's makers, over stdio.
func TestClientWithEverything(t *testing.T) {
	t.Parallel()
	c := clientOf(t, mcptest.NPMServer(t, "server-everything", "stdio"), func(c *Config) {
		c.Form = func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
			if f.Tool != "everything__trigger-elicitation-request" || f.Call != "call-7" || f.Server != "everything" || f.Space != c.Roots[0] {
				t.Errorf("%+v", f)
			}
			return tools.FormAnswer{Action: tools.Decline}, nil
		}
	})
	c.connected()
	s := c.Status()
	if s.State != mcp.Ready || s.Title != "Everything Reference Server" || s.Version != "2.0.0" || s.Help == "" || s.Protocol != "2025-11-25" {
		t.Errorf("%+v", s)
	}
	// Some of its tools come when it knows who asks, with a list_changed.
	c.until("the tool of roots", func(mcp.Status) bool {
		l, _ := c.Listing()
		return has(l, "get-roots-list") && has(l, "trigger-elicitation-request")
	})
	l, _ := c.Listing()
	if !has(l, "echo") || has(l, "trigger-sampling-request") || len(l.Resources) == 0 || len(l.Templates) == 0 || len(l.Prompts) == 0 || len(l.LeftOut) > 0 {
		t.Errorf("%d tools, %d resources, %d templates, %d prompts, broken %q", len(l.Tools), len(l.Resources), len(l.Templates), len(l.Prompts), l.LeftOut)
	}
	if a := c.answered("echo", `{"message":"<ä> & \u2028"}`); textOf(a) != "Echo: <ä> & \u2028" || a.Failed {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-sum", `{"a":2,"b":"x"}`); !a.Failed || !strings.Contains(textOf(a), "expected number") {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-tiny-image", "{}"); len(a.Content) != 3 || a.Content[1].Kind != mcp.KindImage || a.Content[1].MIME != "image/png" || !strings.HasPrefix(string(a.Content[1].Data), "\x89PNG") {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-annotated-message", `{"messageType":"error","includeImage":true}`); len(a.Content) != 2 || !strings.Contains(a.Content[0].Text, "Error") || a.Content[1].Kind != mcp.KindImage {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-structured-content", `{"location":"New York"}`); !json.Valid(a.Structured) || !strings.Contains(string(a.Structured), "temperature") {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-resource-links", `{"count":2}`); len(a.Content) != 3 || a.Content[1].Kind != mcp.KindLink || a.Content[1].URI == "" {
		t.Errorf("%+v", a)
	}
	if a := c.answered("get-resource-reference", `{"resourceType":"Blob","resourceId":1}`); len(a.Content) < 2 || a.Content[1].Kind != mcp.KindResource || len(a.Content[1].Data) == 0 {
		t.Errorf("%+v", a)
	}
	c.until("the roots", func(mcp.Status) bool {
		return strings.Contains(textOf(c.answered("get-roots-list", "{}")), fileURI(c.config.Roots[0]))
	})
	a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "trigger-elicitation-request", Call: tools.Call{ID: "call-7"}}, nil)
	if err != nil || !strings.Contains(textOf(a), "declined") {
		t.Errorf("%+v, %v", a, err)
	}
}

// What else it has: resources, prompts, progress, cancelling, changes.
func TestMoreOfEverything(t *testing.T) {
	t.Parallel()
	c := clientOf(t, mcptest.NPMServer(t, "server-everything", "stdio"))
	l := c.connected()
	text, err := c.Call(t.Context(), mcp.CallRequest{Resource: l.Resources[0].URI}, nil)
	if err != nil || len(text.Content) != 1 || text.Content[0].Text == "" {
		t.Errorf("%+v, %v", text, err)
	}
	blob, err := c.Call(t.Context(), mcp.CallRequest{Resource: "demo://resource/dynamic/blob/3"}, nil)
	if err != nil || len(blob.Content) != 1 || len(blob.Content[0].Data) == 0 {
		t.Errorf("%+v, %v", blob, err)
	}
	m, err := c.Call(t.Context(), mcp.CallRequest{Prompt: "args-prompt", Arguments: map[string]string{"city": "Bern"}}, nil)
	if err != nil || len(m.Content) != 2 || m.Content[0].Text != "[user]" || !strings.Contains(m.Content[1].Text, "Bern") {
		t.Errorf("%+v, %v", m, err)
	}
	_, err = c.Call(t.Context(), mcp.CallRequest{Prompt: "args-prompt", Arguments: nil}, nil)
	wantError(t, err, tools.InvalidArgs, "city")

	out := &heardOutput{progress: make(chan string, 100)}
	if _, err := c.Call(t.Context(), mcp.CallRequest{Tool: "trigger-long-running-operation", Input: []byte(`{"duration":0.2,"steps":2}`)}, out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1/2 ", "2/2 "}, []string{<-out.progress, <-out.progress}); diff != "" {
		t.Error(diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	began := time.Now()
	go func() {
		<-out.progress
		cancel()
	}()
	_, err = c.Call(ctx, mcp.CallRequest{Tool: "trigger-long-running-operation", Input: []byte(`{"duration":100,"steps":1000}`)}, out)
	wantError(t, err, tools.Cancelled, "was cancelled", "runs on")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	before := len(l.Resources)
	c.answered("gzip-file-as-resource", `{"name":"z.gz","data":"data:text/plain,hello","outputType":"resourceLink"}`)
	c.until("the new resource", func(mcp.Status) bool { l, _ := c.Listing(); return len(l.Resources) > before })
}

// A call that tells of its progress may take longer than the limit.
func TestProgressGivesTime(t *testing.T) {
	t.Parallel()
	s := mcptest.NPMServer(t, "server-everything", "stdio")
	s.Timeout = 500 * time.Millisecond
	c := clientOf(t, s)
	c.connected()
	if a := c.answered("trigger-long-running-operation", `{"duration":1,"steps":10}`); !strings.Contains(textOf(a), "completed") {
		t.Errorf("%+v", a)
	}
	began := time.Now()
	_, err := c.Call(t.Context(), mcp.CallRequest{Tool: "trigger-long-running-operation", Input: []byte(`{"duration":100,"steps":1000}`)}, nil)
	wantError(t, err, tools.Timeout, "within ")
	if took := time.Since(began); took < progressFactor*s.Timeout || took > time.Minute {
		t.Errorf("it took %v", took)
	}
	began = time.Now()
	_, err = c.Call(t.Context(), mcp.CallRequest{Tool: "trigger-long-running-operation", Input: []byte(`{"duration":100,"steps":1}`)}, nil)
	wantError(t, err, tools.Timeout, "within ")
	if took := time.Since(began); took >= progressFactor*s.Timeout {
		t.Errorf("without a word of its progress it took %v", took)
	}
}

// The server of files, which keeps to the root that it is told.
func TestClientWithFilesystem(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("what is in it"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := clientOf(t, mcptest.NPMServer(t, "server-filesystem", dir), func(c *Config) { c.Roots = []string{dir} })
	l := c.connected()
	if !has(l, "read_text_file") || len(l.LeftOut) > 0 {
		t.Errorf("%+v", l)
	}
	if a := c.answered("read_text_file", `{"path":"`+dir+`/a.txt"}`); textOf(a) != "what is in it" {
		t.Errorf("%+v", a)
	}
	if a := c.answered("read_text_file", `{"path":"/etc/passwd"}`); !a.Failed || !strings.Contains(textOf(a), "Access denied") {
		t.Errorf("%+v", a)
	}
	for _, d := range l.Tools {
		if d.Name == "read_text_file" && (d.Hints.ReadOnly == nil || !*d.Hints.ReadOnly) {
			t.Errorf("%+v", d.Hints)
		}
	}
}

// Without a folder to serve it does not start, and says so.
func TestFilesystemWithoutAFolder(t *testing.T) {
	t.Parallel()
	c := clientOf(t, mcptest.NPMServer(t, "server-filesystem", "/no/such/folder"))
	wantError(t, c.Connect(t.Context()), tools.Unavailable, "ended with exit code 1 in the handshake", "None of the specified directories are accessible")
}

// A call that comes as soon as the server is ready finds that it has taken in the folders that it was told.
func TestTheFirstCallOfFilesystem(t *testing.T) {
	for range 6 {
		own, told := t.TempDir(), t.TempDir()
		c := clientOf(t, mcptest.NPMServer(t, "server-filesystem", own), func(c *Config) { c.Roots = []string{told, own} })
		c.connected()
		if got := textOf(c.answered("list_allowed_directories", "{}")); !strings.Contains(got, told) || !strings.Contains(got, own) {
			t.Errorf("it serves %s, without %s", got, told)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
