package operatortest

import (
	"context"
	"testing"

	"handrail/tools"
)

// A FakeServer stands for an MCP server: its tools are named as a server's are, and
// say what they were asked.
type FakeServer struct {
	name string
	list []tools.Tool
}

// Namespace implements tools.Source.
func (f FakeServer) Namespace() string { return f.name }

// Tools implements tools.Source.
func (f FakeServer) Tools(context.Context) ([]tools.Tool, error) { return f.list, nil }

type textInput struct {
	Text string `json:"text,omitempty"`
}

// NewFakeServer makes a server with tools of these names; internal ones are there
// where something brings them up.
func NewFakeServer(t *testing.T, name string, internal bool, names ...string) FakeServer {
	t.Helper()
	f := FakeServer{name: name}
	for _, n := range names {
		info := tools.Info{Name: n, Description: "What " + n + " is for.", Source: "mcp:" + name, Internal: internal}
		tool, err := tools.Define[textInput, string](info, func(_ context.Context, in textInput) (string, error) { return n + " says " + in.Text, nil })
		if err != nil {
			t.Fatal(err)
		}
		f.list = append(f.list, tool)
	}
	return f
}

// MemorySkill is the text of a skill that brings up the tools of a server "mem".
const MemorySkill = "---\nname: remembering\ndescription: How we remember\nallowed_tools: [\"mem__*\"]\ntriggers: [remember]\n---\nSearch first."
