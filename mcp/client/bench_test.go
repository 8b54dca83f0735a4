package client

import (
	"testing"

	goclient "github.com/mark3labs/mcp-go/client"
	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
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
		c := goclient.NewClient(gotransport.NewStdio(s.Command, s.Env, s.Args...))
		if err := c.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Initialize(b.Context(), protocol.InitializeRequest{}); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := c.CallTool(b.Context(), protocol.CallToolRequest{Params: protocol.CallToolParams{Name: "echo"}}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
