//go:build unix

package operator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The script that a space's server runs is what was trusted, or it does not start:
// the space may have been read long before.
func TestAServersScriptThatChangedDoesNotStart(t *testing.T) {
	s := openFiles(t, map[string]string{".mcp.json": `{"mcpServers":{"own":{"command":"sh","args":["run.sh"]}}}`, "run.sh": "exit 0\n"})
	trust(t, s)
	v, err := s.server("own")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(s.dir, "run.sh"), "echo ran > ran\n")
	err = v.connect(t.Context())
	if err == nil || !strings.Contains(err.Error(), "run.sh") || !strings.Contains(err.Error(), "changed") || strings.Contains(err.Error(), "walls") {
		t.Errorf("the server starts with %v, want that run.sh has changed", err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "ran")); !os.IsNotExist(err) {
		t.Errorf("the changed script ran: %v", err)
	}
	if _, err := s.server("own"); err == nil || !strings.Contains(err.Error(), "run.sh") {
		t.Errorf("after it the server can be used: %v", err)
	}
}
