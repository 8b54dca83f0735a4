//go:build unix && !darwin

package opener

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc"
)

func TestAvailable(t *testing.T) {
	none := func() []string { return nil }
	if err := New([]string{"DISPLAY=:1"}, none).Available(); err != nil {
		t.Errorf("with a display: %v", err)
	}
	if err := New(nil, none).Available(); err == nil || !strings.Contains(err.Error(), "there is no display") {
		t.Errorf("without a display: %v", err)
	}
	if err := New([]string{"DISPLAY=:1"}, func() []string { return []string{"/usr"} }).Available(); err == nil || !strings.Contains(err.Error(), "where agents may write") {
		t.Errorf("a program in a root: %v", err)
	}
}

// What could be an option, and a program that has become a root's, open nothing.
func TestOpenRefuses(t *testing.T) {
	roots := []string{}
	o := New([]string{"DISPLAY=:54321"}, func() []string { return roots })
	for _, target := range []string{"", "-x", "--help"} {
		if err := o.Open(t.Context(), target); err == nil || !strings.Contains(err.Error(), "whole URL") {
			t.Errorf("%q: %v", target, err)
		}
	}
	roots = []string{"/usr"}
	if err := o.Open(t.Context(), "https://example.com"); err == nil || !strings.Contains(err.Error(), "where agents may write") {
		t.Errorf("got %v", err)
	}
}

// The browser is not looked for where agents may write.
func TestSafeEnv(t *testing.T) {
	root := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Fatal(err)
	}
	o := &Opener{env: []string{"A=b", "PATH=" + strings.Join([]string{root, "/usr/bin", link, "", ".", "/nonexistent", "/bin"}, ":")}, roots: func() []string { return []string{root} }}
	if got := proc.Getenv(o.safeEnv(), "PATH"); got != "/usr/bin:/bin" {
		t.Errorf("PATH is %q", got)
	}
}
