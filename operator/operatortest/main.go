package operatortest

import (
	"os"
	"testing"

	"handrail/internal/dev/servertest"
	"handrail/operator/walls"
)

// Main is the body of TestMain of every package whose tests open an operator: it
// returns the exit code. The test's own program becomes a room, or an MCP server,
// when it was started to be one.
func Main(m *testing.M) int {
	if walls.IsRoom() {
		return walls.Inhabit()
	}
	if len(os.Args) > 1 && os.Args[1] == "mcp-peer" {
		return servertest.Main(os.Args[2:])
	}
	return m.Run()
}
