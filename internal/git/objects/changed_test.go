package objects_test

import (
	"path/filepath"
	"slices"
	"testing"

	"handrail/internal/git/objects"
)

// What one commit has otherwise than another is what git says of both.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q")
	commit := func() string {
		gitIn(t, dir, "add", "-A")
		gitIn(t, dir, "commit", "-q", "-m", "x")
		return gitIn(t, dir, "rev-parse", "HEAD")
	}
	write(t, filepath.Join(dir, "a"), "one")
	write(t, filepath.Join(dir, "same", "deep", "er"), "one")
	write(t, filepath.Join(dir, "sub", "b"), "one")
	first := commit()
	write(t, filepath.Join(dir, "a"), "two")
	write(t, filepath.Join(dir, "sub", "c", "d"), "two")
	gitIn(t, dir, "rm", "-q", "sub/b")
	second := commit()
	s := objects.Open(filepath.Join(dir, ".git"))
	defer s.Close()
	for _, x := range []struct {
		before, after string
		want          []string
	}{{first, second, []string{"a", "sub/c/d"}}, {first, first, nil}, {"", first, []string{"a", "same/deep/er", "sub/b"}}, {second, first, []string{"a", "sub/b"}}} {
		if got, err := s.Changed(x.before, x.after); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s to %s: %q, %v", x.before, x.after, got, err)
		}
	}
	if got, err := s.Changed(first, "nothing"); err == nil {
		t.Errorf("an id of nothing: %q", got)
	}
}
