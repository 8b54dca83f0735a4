package objects_test

import (
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/git/objects"
)

// An object is found where it lies: alone, in a pack, and in a repository from which this one borrows.
func TestHolders(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q")
	write(t, filepath.Join(dir, "a"), "something")
	gitIn(t, dir, "add", "-A")
	gitIn(t, dir, "commit", "-qm", "x")
	id := objects.BlobID([]byte("something"))
	holders := func(dir string) (list []string) {
		t.Helper()
		s := objects.Open(filepath.Join(dir, ".git"))
		defer s.Close()
		for _, h := range s.Holders(id) {
			list = append(list, h.Path)
			if h.Pack != strings.HasSuffix(h.Path, ".pack") {
				t.Errorf("%+v", h)
			}
		}
		if others := s.Holders(objects.BlobID([]byte("nothing"))); len(others) != 0 {
			t.Errorf("nothing lies in %v", others)
		}
		return list
	}
	if got := holders(dir); len(got) != 1 || !strings.HasSuffix(got[0], filepath.Join(id[:2], id[2:])) {
		t.Errorf("alone: %v", got)
	}
	gitIn(t, dir, "repack", "-aq")
	if got := holders(dir); len(got) != 2 {
		t.Errorf("alone and in a pack: %v", got)
	}
	gitIn(t, dir, "prune-packed")
	packed := holders(dir)
	if len(packed) != 1 || !strings.HasSuffix(packed[0], ".pack") {
		t.Errorf("in a pack: %v", packed)
	}
	other := filepath.Join(t.TempDir(), "other")
	gitIn(t, dir, "clone", "-q", "--shared", dir, other)
	if got := holders(other); len(got) != 1 || filepath.Base(got[0]) != filepath.Base(packed[0]) {
		t.Errorf("borrowed: %v", got)
	}
}
