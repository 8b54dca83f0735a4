//go:build unix

package servers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// The script that a space's server runs is what was trusted, or it does not start:
// the space may have been read long before.
func TestAServersScriptThatChangedDoesNotStart(t *testing.T) {
	b := openFiles(t, map[string]string{".mcp.json": `{"mcpServers":{"own":{"command":"sh","args":["run.sh"]}}}`, "run.sh": "exit 0\n"})
	b.Trust()
	operatortest.WriteFile(t, filepath.Join(b.Dir, "run.sh"), "echo ran > ran\n")
	err := b.S.Servers().Connect(t.Context(), "own")
	if err == nil || !strings.Contains(err.Error(), "run.sh") || !strings.Contains(err.Error(), "changed") || strings.Contains(err.Error(), "walls") {
		t.Errorf("the server starts with %v, want that run.sh has changed", err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "ran")); !os.IsNotExist(err) {
		t.Errorf("the changed script ran: %v", err)
	}
	if err := b.S.Servers().Connect(t.Context(), "own"); err == nil || !strings.Contains(err.Error(), "run.sh") {
		t.Errorf("after it the server can be used: %v", err)
	}
}
