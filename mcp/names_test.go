package mcp

import (
	"path/filepath"
	"strings"
	"testing"
)

// A server's name is that of its data folder, too: none may lead out of it, or be
// another's on a system that drops the end of a name.
func TestANameIsAFolderOfItsOwn(t *testing.T) {
	for _, name := range []string{".", "..", "...", ".git", "files.", "-y", "--help"} {
		err := CheckName(name)
		if err == nil || !strings.Contains(err.Error(), "call it") {
			t.Errorf("%q: %v, want an error that says what to call it", name, err)
		}
		good := suggestName(name)
		if CheckName(good) != nil || filepath.Base(filepath.Join("servers", good)) != good {
			t.Errorf("%q is suggested for %q: %v", good, name, CheckName(good))
		}
	}
}
