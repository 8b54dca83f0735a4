package operator

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func TestASpaceThatIsOpenedTwiceAtOnce(t *testing.T) {
	b := newWalledBench(t, "", nil)
	if r := b.bash("true"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	loser, err := b.o.open(t.Context(), b.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := loser.close(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(b.dir), "other")
	writeFile(t, filepath.Join(other, "a"), "")
	var all sync.WaitGroup
	found := make([]*Space, 8)
	for i := range found {
		all.Go(func() {
			s, err := b.o.OpenSpace(t.Context(), other)
			if err != nil {
				t.Error(err)
			}
			found[i] = s
		})
	}
	all.Wait()
	if slices.ContainsFunc(found, func(s *Space) bool { return s == nil || s != found[0] }) {
		t.Errorf("%v", found)
	}
	entries, err := os.ReadDir(filepath.Join(b.o.config.Dirs.Data, "temp"))
	if err != nil || len(entries) != 2 {
		t.Errorf("%d temporary folders are left for two spaces, %v", len(entries), err)
	}
}
