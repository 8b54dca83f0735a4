package operator

import (
	"os"
	"testing"

	"handrail/internal/dev/servertest"
	"handrail/operator/walls"
)

func TestMain(m *testing.M) {
	if walls.IsRoom() {
		os.Exit(walls.Inhabit())
	}
	if len(os.Args) > 1 && os.Args[1] == "mcp-peer" {
		os.Exit(servertest.Main(os.Args[2:]))
	}
	os.Exit(m.Run())
}
