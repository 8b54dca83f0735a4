package walls_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"handrail/internal/sandbox"
	"handrail/operator/operatortest"
	"handrail/operator/walls"
)

// What the person installs is seen after walls.StandingFor, or when the space is read
// again, and for a network of its own at once.
func TestAToolChainIsSeenAfterAWhile(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	chain := filepath.Join(b.Options.Home, ".nvm")
	off, on := sandbox.Network{Mode: sandbox.Off}, sandbox.Network{Mode: sandbox.On}
	began := time.Now()
	look := func(what string, reach sandbox.Network, after time.Duration, want bool) {
		t.Helper()
		found, err := b.S.Walls().ReadableAt(reach, began.Add(after))
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(found, chain); got != want {
			t.Errorf("%s: it may be read: %t, want %t", what, got, want)
		}
	}
	look("before it is there", off, 0, false)
	if err := os.Mkdir(chain, 0o755); err != nil {
		t.Fatal(err)
	}
	look("at once", off, walls.StandingFor-1, false)
	look("with another network", on, walls.StandingFor-1, true)
	look("after a while", off, walls.StandingFor, true)
	if err := os.Remove(chain); err != nil {
		t.Fatal(err)
	}
	look("when it is gone, at once", off, walls.StandingFor+1, true)
	if err := b.S.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	look("when the space was read again", off, walls.StandingFor+1, false)
}

// What is protected is looked at for every call: a file that appears is in the
// next profile.
func TestWhatIsProtectedIsNeverLate(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	protected := func() []string {
		t.Helper()
		p, _, err := b.S.Walls().Profile(nil)
		if err != nil {
			t.Fatal(err)
		}
		return p.Protect
	}
	file, hooks := filepath.Join(b.Dir, ".envrc"), filepath.Join(b.Dir, ".git", "hooks")
	if got := protected(); slices.Contains(got, file) || slices.Contains(got, hooks) {
		t.Errorf("what is not there is protected: %q", got)
	}
	b.File(".envrc", "x")
	b.File(".git/hooks/pre-commit", "x")
	if got := protected(); !slices.Contains(got, file) || !slices.Contains(got, hooks) {
		t.Errorf("protected are %q", got)
	}
	b.File("ci/main.yml", "x")
	b.File(".github/workflows/other.yml", "x")
	target := filepath.Join(b.Dir, "ci", "main.yml")
	if got := protected(); slices.Contains(got, target) {
		t.Errorf("a file that nothing leads to is protected: %q", got)
	}
	if err := os.Symlink("../../ci/main.yml", filepath.Join(b.Dir, ".github", "workflows", "ci.yml")); err != nil {
		t.Fatal(err)
	}
	if got := protected(); !slices.Contains(got, target) {
		t.Errorf("what a protected folder leads to is not among them: %q", got)
	}
}
