package rehearsal_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// TestAServerElsewhereIsNotCalled shows that a call of a server on another machine is refused, told to the
// model and listed, and that the server hears nothing of it.
func TestAServerElsewhereIsNotCalled(t *testing.T) {
	var called atomic.Int32
	far := sdk.NewServer(&sdk.Implementation{Name: "far", Version: "1"}, nil)
	far.AddTool(&sdk.Tool{Name: "send", Description: "sends", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		called.Add(1)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "sent"}}}, nil
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return far }, nil))
	t.Cleanup(web.Close)
	t.Cleanup(web.CloseClientConnections)
	b := newBench(t, `{"tools":{"mcp_servers":{"far":{"url":"`+web.URL+`"}}},"rules":{"allow":["far__*"]}}`)
	b.S.Servers().Wait(t.Context())
	if r := operatortest.Ask(t, b.S, "far__send", "x"); r.Error != nil || called.Load() != 1 {
		t.Fatalf("in earnest: %+v, %d calls", r, called.Load())
	}
	s := newScene(b)
	r := s.call("far__send", map[string]any{})
	if operatortest.Code(r) != tools.Unavailable || !strings.Contains(r.Error.Message, "not done: this conversation is rehearsed") {
		t.Errorf("%+v", r)
	}
	if n := called.Load(); n != 1 {
		t.Errorf("the server was called %d times", n)
	}
	if r := s.end(); len(r.NotDone) != 1 || !strings.Contains(r.NotDone[0], "far") {
		t.Errorf("not done: %q", r.NotDone)
	}
}

// TestAHookWritesOnTheLayer shows that what a hook writes around a rehearsed call lies on the layer, is
// seen by later calls, and is kept with them.
func TestAHookWritesOnTheLayer(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{
		"notes.txt": "mine\n", "hooks/first.txt": "x",
		"agent/hooks/safety.json": `{"hooks":[{"id":"before","type":"pre_tool","tools":["bash"],"write":["hooks"],"command":"echo before >> hooks/seen.txt"},{"id":"after","type":"post_tool","tools":["bash"],"write":["hooks"],"command":"echo after >> hooks/seen.txt"}]}`,
	}})
	if problems := b.S.Problems(); len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	before := treeHash(t, b.Dir)
	s := newScene(b)
	s.bash("true")
	if got := s.bash("cat hooks/seen.txt"); got != "before\nafter\nbefore\n" {
		t.Errorf("a later call sees %q", got)
	}
	r := s.end()
	if treeHash(t, b.Dir) != before {
		t.Error("the folder has changed") // hook-states.json is not written either
	}
	if files(b, r)["hooks/seen.txt"] != "new file" {
		t.Errorf("%v", files(b, r))
	}
	if kept := keep(b, r.ID); kept.Error != nil {
		t.Fatalf("%+v", kept)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "hooks", "seen.txt")); err != nil || string(got) != "before\nafter\nbefore\nafter\n" {
		t.Errorf("kept: %q, %v", got, err)
	}
}

// TestASpaceWithoutANetworkIsRehearsedWithout shows that programs of a rehearsed conversation reach nothing
// where those of the space do not, and that the review says so.
func TestASpaceWithoutANetworkIsRehearsedWithout(t *testing.T) {
	var reached atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(web.Close)
	port := web.URL[strings.LastIndexByte(web.URL, ':')+1:]
	b := newBench(t, `{"network":"off","rules":{"allow":["bash"]}}`)
	s := newScene(b)
	if got := s.bash("(exec 3<>/dev/tcp/127.0.0.1/" + port + ") 2>/dev/null && echo reached || echo not; echo made > made.txt"); got != "not\n" {
		t.Errorf("it says %q", got)
	}
	r := s.end()
	if reached.Load() > 0 {
		t.Error("it reached the machine's own network")
	}
	if !strings.Contains(r.Network, "off") || files(b, r)["made.txt"] != "new file" {
		t.Errorf("network %q, %v", r.Network, files(b, r))
	}
}

// TestKeepSaysWhatIsPutAside shows that whoever keeps what a conversation has made is told of each thing that
// git would run unasked, and that it does not lie where git finds it.
func TestKeepSaysWhatIsPutAside(t *testing.T) {
	b := newBench(t, "")
	s := newScene(b)
	s.bash("git init -q inner; printf '#!/bin/sh\\nexit 1\\n' > inner/.git/hooks/pre-commit; chmod 755 inner/.git/hooks/pre-commit; echo text > inner/file.txt")
	r := s.end()
	kept := keep(b, r.ID)
	lines := strings.Split(kept.Content, "\n")
	if !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "put aside, because git would run it unasked: ") && strings.Contains(line, "pre-commit")
	}) {
		t.Errorf("it says %q, %v", kept.Content, kept.Error)
	}
	if _, err := os.Lstat(filepath.Join(b.Dir, "inner", ".git", "hooks", "pre-commit")); !os.IsNotExist(err) {
		t.Errorf("git would run it: %v", err)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "inner", "file.txt")); err != nil || string(got) != "text\n" {
		t.Errorf("kept: %q, %v", got, err)
	}
	if _, err := operator.RehearsalsOf(b.O).Get(r.ID); err == nil {
		t.Error("it still waits")
	}
}
