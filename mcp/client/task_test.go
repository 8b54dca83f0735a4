package client

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/tools"
)

// A tool that its server runs as a task only is called like any other: its state is progress, its form is shown,
// and its result is the call's.
func TestATaskIsOneCall(t *testing.T) {
	t.Parallel()
	asked := make(chan tools.Form, 1)
	c := clientOf(t, mcptest.NPMServer(t, "server-everything", "stdio"), func(c *Config) {
		c.Form = func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
			asked <- f
			return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(`{"interpretation":"snake"}`)}, nil
		}
	})
	l := c.connected()
	i := slices.IndexFunc(l.Tools, func(d mcp.Definition) bool { return d.Name == "simulate-research-query" })
	if i < 0 || !l.Tools[i].Task {
		t.Fatalf("the tool is not listed as a task: %+v", l.Tools)
	}
	out := &heardOutput{progress: make(chan string, 100)}
	a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "simulate-research-query", Task: true, Input: []byte(`{"topic":"python","ambiguous":true}`), Call: tools.Call{ID: "call-1"}}, out)
	if err != nil || a.Failed || !strings.Contains(textOf(a), "# Research Report: python (snake)") {
		t.Fatalf("%+v, %v", a, err)
	}
	if f := <-asked; f.Call != "call-1" {
		t.Errorf("the form is %+v", f)
	}
	if said := <-out.progress; !strings.Contains(said, "Gathering") {
		t.Errorf("the first step is %q", said)
	}
	if a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "simulate-research-query", Input: []byte(`{"topic":"python"}`)}, nil); err == nil && !a.Failed {
		t.Error("the server runs it without a task, too: this test shows less than it means to")
	}
}

// Who cancels the call cancels the task.
func TestATaskIsCancelled(t *testing.T) {
	t.Parallel()
	c := clientOf(t, mcptest.NPMServer(t, "server-everything", "stdio"))
	c.connected()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &heardOutput{progress: make(chan string, 100)}
	go func() {
		<-out.progress
		cancel()
	}()
	began := time.Now()
	_, err := c.Call(ctx, mcp.CallRequest{Tool: "simulate-research-query", Task: true, Input: []byte(`{"topic":"python"}`)}, out)
	wantError(t, err, tools.Cancelled, "was cancelled", "runs on")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	c.until("the task is cancelled", func(mcp.Status) bool {
		n, err := c.need(t.Context())
		if err != nil {
			return false
		}
		list, err := n.client.ListTasks(t.Context(), protocol.ListTasksRequest{})
		return err == nil && len(list.Tasks) == 1 && list.Tasks[0].Status == "cancelled"
	})
}
