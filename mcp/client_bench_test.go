package mcp

import (
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// BenchmarkCall is one small call: with our Client, and with mcp-go alone.
func BenchmarkCall(b *testing.B) {
	s := peerServer(b, "good")
	b.Run("client", func(b *testing.B) {
		c := clientOf(b, s)
		c.connected()
		for b.Loop() {
			c.answered("echo", "{}")
		}
	})
	b.Run("bare", func(b *testing.B) {
		c := client.NewClient(transport.NewStdio(s.Command, s.Env, s.Args...))
		if err := c.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Initialize(b.Context(), mcp.InitializeRequest{}); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := c.CallTool(b.Context(), mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "echo"}}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
