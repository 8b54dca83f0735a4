package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp"
	"handrail/tools"
)

type echoIn struct {
	Text string `json:"text" jsonschema:"what to say"`
}

type echoOut struct {
	Text string `json:"text"`
	Key  any    `json:"key"`
}

// An olderStdio answers server/discover, and does not speak the newest revision.
type olderStdio struct{ sdk.StdioTransport }

// SupportsProtocolVersion implements sdk.ProtocolVersionSupporter.
func (olderStdio) SupportsProtocolVersion(version string) bool { return version <= "2025-11-25" }

// Connect implements sdk.Transport.
func (o olderStdio) Connect(ctx context.Context) (sdk.Connection, error) {
	return o.StdioTransport.Connect(ctx)
}

// serveGoPeer is a server made with the official SDK.
func serveGoPeer(t sdk.Transport) int {
	s := sdk.NewServer(&sdk.Implementation{Name: "go-peer", Title: "The Go peer", Version: "1.2.3"}, &sdk.ServerOptions{Instructions: "be brief"})
	sdk.AddTool(s, &sdk.Tool{Name: "echo", Description: "says it again", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}},
		func(_ context.Context, r *sdk.CallToolRequest, in echoIn) (*sdk.CallToolResult, echoOut, error) {
			return nil, echoOut{in.Text, r.Params.Meta["handrail/idempotency-key"]}, nil
		})
	sdk.AddTool(s, &sdk.Tool{Name: "fail"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return nil, nil, errors.New("it cannot be done")
	})
	sdk.AddTool(s, &sdk.Tool{Name: "roots"}, func(ctx context.Context, r *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		roots, err := r.Session.ListRoots(ctx, nil) //nolint:staticcheck // servers of today ask for them
		if err != nil {
			return nil, nil, err
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: roots.Roots[0].URI}}}, nil, nil
	})
	sdk.AddTool(s, &sdk.Tool{Name: "log"}, func(ctx context.Context, r *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		return nil, nil, r.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "warning", Data: "mind the gap"}) //nolint:staticcheck // servers of today log so
	})
	sdk.AddTool(s, &sdk.Tool{Name: "more"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		sdk.AddTool(s, &sdk.Tool{Name: "new"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
			return nil, nil, nil
		})
		return nil, nil, nil
	})
	sdk.AddTool(s, &sdk.Tool{Name: "pieces"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{
			&sdk.TextContent{Text: "a"},
			&sdk.ImageContent{MIMEType: "image/png", Data: []byte{1, 2}},
			&sdk.AudioContent{MIMEType: "audio/wav", Data: []byte{3}},
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "x://t", MIMEType: "text/plain", Text: "in it"}},
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "x://b", MIMEType: "image/gif", Blob: []byte{4}}},
			&sdk.ResourceLink{URI: "x://l", Name: "n", Title: "T", Description: "d", MIMEType: "text/html"},
		}}, nil, nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "greet", Arguments: []*sdk.PromptArgument{{Name: "who", Required: true}}}, func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "hello " + r.Params.Arguments["who"]}}}}, nil
	})
	s.AddResource(&sdk.Resource{URI: "x://one", Name: "one", MIMEType: "text/plain"}, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: "x://one", MIMEType: "text/plain", Text: "uno"}}}, nil
	})
	if err := s.Run(context.Background(), t); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// Everything that a Client does, with a server of the official SDK.
func TestClientWithTheGoPeer(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "go-sdk"))
	if s := c.Status(); s.State != mcp.Idle {
		t.Errorf("it is %s before anybody needs it", s.State)
	}
	l := c.connected()
	s := c.Status()
	if s.State != mcp.Ready || s.PID == 0 || s.Took <= 0 || s.Title != "The Go peer" || s.Version != "1.2.3" || s.Help != "be brief" || s.Protocol == "" {
		t.Errorf("%+v", s)
	}
	t.Logf("the revision is %s", s.Protocol)
	var names []string
	for _, d := range l.Tools {
		names = append(names, d.Name)
	}
	if diff := cmp.Diff([]string{"echo", "fail", "log", "more", "pieces", "roots"}, names); diff != "" {
		t.Error(diff)
	}
	if d := l.Tools[0]; d.Hints.ReadOnly == nil || !*d.Hints.ReadOnly || d.Hints.Destructive != nil || !json.Valid(d.Input) || !json.Valid(d.Output) {
		t.Errorf("%+v", d)
	}
	if diff := cmp.Diff([]mcp.Prompt{{Name: "greet", Arguments: []mcp.Argument{{Name: "who", Required: true}}}}, l.Prompts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]mcp.Resource{{URI: "x://one", Name: "one", MIME: "text/plain"}}, l.Resources); diff != "" {
		t.Error(diff)
	}

	a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo", Input: []byte(`{"text":"9007199254740993 & <b>"}`), Call: tools.Call{Key: "k1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"text":"9007199254740993 & <b>","key":"k1"}`; !sameJSON(string(a.Structured), want) || a.Failed {
		t.Errorf("%s, want %s", a.Structured, want)
	}
	if a := c.answered("fail", ""); !a.Failed || textOf(a) != "it cannot be done" {
		t.Errorf("%+v", a)
	}
	if a := c.answered("pieces", "{}"); !a.Failed {
		want := []mcp.Content{
			{Kind: mcp.KindText, Text: "a"},
			{Kind: mcp.KindImage, MIME: "image/png", Data: []byte{1, 2}},
			{Kind: mcp.KindAudio, MIME: "audio/wav", Data: []byte{3}},
			{Kind: mcp.KindResource, MIME: "text/plain", URI: "x://t", Text: "in it"},
			{Kind: mcp.KindResource, MIME: "image/gif", URI: "x://b", Data: []byte{4}},
			{Kind: mcp.KindLink, MIME: "text/html", URI: "x://l", Name: "T", Text: "d"},
		}
		if diff := cmp.Diff(want, a.Content, unraw); diff != "" {
			t.Error(diff)
		}
	}
	_, err = c.Call(t.Context(), mcp.CallRequest{Tool: "nope"}, tools.Discard{})
	wantError(t, err, tools.InvalidArgs, `"nope"`)
}

// A server that answers server/discover, but does not list the revision it was asked
// in, is spoken to in an older one.
func TestDiscoverWithoutTheRevision(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "go-sdk of before"))
	c.connected()
	if got := c.Status().Protocol; got != "2025-11-25" {
		t.Errorf("the revision is %s", got)
	}
	if a := c.answered("echo", `{"text":"hi"}`); a.Failed {
		t.Errorf("%+v", a)
	}
}

// What a server tells meanwhile, and what it asks.
func TestWhatTheGoPeerTells(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "go-sdk"))
	c.connected()
	read, err := c.Call(t.Context(), mcp.CallRequest{Resource: "x://one"}, nil)
	if err != nil || len(read.Content) != 1 || read.Content[0].URI != "x://one" || read.Content[0].MIME != "text/plain" || read.Content[0].Text != "uno" {
		t.Errorf("%+v, %v", read, err)
	}
	_, err = c.Call(t.Context(), mcp.CallRequest{Resource: "x://none"}, nil)
	wantError(t, err, tools.InvalidArgs, "x://none")
	m, err := c.Call(t.Context(), mcp.CallRequest{Prompt: "greet", Arguments: map[string]string{"who": "you"}}, nil)
	if err != nil || len(m.Content) != 2 || m.Content[0].Text != "[user]" || m.Content[1].Text != "hello you" {
		t.Errorf("%+v, %v", m, err)
	}
	c.answered("more", "{}")
	c.until("the new tool", func(mcp.Status) bool {
		l, _ := c.Listing()
		return len(l.Tools) == 7
	})
}

// Servers of older revisions ask for the roots, and log, while a call runs.
func TestWhatAnOlderGoPeerAsks(t *testing.T) {
	t.Parallel()
	s := peerServer(t, "go-sdk")
	s.Dir = filepath.Join(s.Dir, "a b%")
	if err := os.Mkdir(s.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c := clientOf(t, s)
	c.legacy = true
	c.connected()
	if got := c.Status().Protocol; got != "2025-11-25" {
		t.Errorf("the revision is %s", got)
	}
	a := c.answered("roots", "{}")
	if want := (&url.URL{Scheme: "file", Path: s.Dir}).String(); textOf(a) != want {
		t.Errorf("the root is %q, want %q", textOf(a), want)
	}
	out := &heardOutput{}
	if _, err := c.Call(t.Context(), mcp.CallRequest{Tool: "log"}, out); err != nil {
		t.Fatal(err)
	}
	if out.log.String() != "warning: mind the gap\n" {
		t.Errorf("it logged %q", out.log.String())
	}
}

// sameJSON reports whether two texts say the same.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && cmp.Equal(x, y)
}
