//go:build unix

package clients

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe would make whoever opens it wait for ever: it is refused.
func TestPipe(t *testing.T) {
	w := world(t, "linux")
	file := filepath.Join(w.Home, ".cursor", "mcp.json")
	write(t, file+".other", "")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	files := Find(w)
	if len(files) != 1 || files[0].Err == nil || !strings.Contains(files[0].Err.Error(), "not a regular file") {
		t.Errorf("found %+v", files)
	}
}
