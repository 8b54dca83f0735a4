package operator

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"handrail/internal/sandbox"
)

const standingHands = `{"version": "1", "tools": {"say": {"description": "Says it.", "command": ["printf", "x"], "sideEffect": false, "params": {}}}}`

// What the person installs is seen after standingFor, or when the space is read
// again, and for a network of its own at once.
func TestAToolChainIsSeenAfterAWhile(t *testing.T) {
	b := newHandBench(t, standingHands)
	chain := filepath.Join(b.o.c.Home, ".nvm")
	off, on := sandbox.Network{Mode: sandbox.Off}, sandbox.Network{Mode: sandbox.On}
	began := time.Now()
	look := func(what string, reach sandbox.Network, after time.Duration, want bool) {
		t.Helper()
		found, err := b.s.standing(b.s.current.Load(), reach, "", began.Add(after))
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(found.read, chain); got != want {
			t.Errorf("%s: it may be read: %t, want %t", what, got, want)
		}
	}
	look("before it is there", off, 0, false)
	if err := os.Mkdir(chain, 0o755); err != nil {
		t.Fatal(err)
	}
	look("at once", off, standingFor-1, false)
	look("with another network", on, standingFor-1, true)
	look("after a while", off, standingFor, true)
	if err := os.Remove(chain); err != nil {
		t.Fatal(err)
	}
	look("when it is gone, at once", off, standingFor+1, true)
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	look("when the space was read again", off, standingFor+1, false)
}

// What is protected is looked at for every call: a file that appears is in the
// next profile.
func TestWhatIsProtectedIsNeverLate(t *testing.T) {
	b := newHandBench(t, standingHands)
	protected := func() []string {
		t.Helper()
		p, _, err := b.s.profile(nil)
		if err != nil {
			t.Fatal(err)
		}
		return p.Protect
	}
	file, hooks := filepath.Join(b.dir, ".envrc"), filepath.Join(b.dir, ".git", "hooks")
	if got := protected(); slices.Contains(got, file) || slices.Contains(got, hooks) {
		t.Errorf("what is not there is protected: %q", got)
	}
	b.file(".envrc", "x")
	b.file(".git/hooks/pre-commit", "x")
	if got := protected(); !slices.Contains(got, file) || !slices.Contains(got, hooks) {
		t.Errorf("protected are %q", got)
	}
}
