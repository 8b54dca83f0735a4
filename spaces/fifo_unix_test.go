//go:build unix

package spaces_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A named pipe in place of a definition must not make the loading wait for
// somebody who writes into it.
func TestNamedPipes(t *testing.T) {
	dir := realTemp(t)
	mkdir(t, dir, "agent", "tools")
	for _, name := range []string{"space.manifest.json", "agent/config.md", "agent/tools/a.md"} {
		if err := syscall.Mkfifo(filepath.Join(dir, filepath.FromSlash(name)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, problems := load(t, dir)
	want := []string{
		"agent/config.md: is not a regular file; put a file in its place",
		"agent/tools/a.md: is not a regular file; put a file in its place",
		"space.manifest.json: is not a regular file; put a file in its place",
	}
	if diff := cmp.Diff(want, texts(problems)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}
