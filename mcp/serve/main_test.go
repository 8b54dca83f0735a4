package serve_test

import (
	"os"
	"testing"

	"handrail/mcp/mcptest"
)

func TestMain(m *testing.M) { os.Exit(mcptest.Run(m)) }
