package reference

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/reference")

// TestPages holds docs/reference against the code.
func TestPages(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	folder := filepath.Join(root, "docs", "reference")
	temp := t.TempDir()
	if err := os.Mkdir(filepath.Join(temp, "space"), 0o700); err != nil {
		t.Fatal(err)
	}
	pages, err := Pages(t.Context(), root, temp)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		file := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		have, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v; run make reference and commit what it writes", err)
			continue
		}
		if diff := cmp.Diff(string(have), text); diff != "" {
			t.Errorf("docs/reference/%s is not what the code says; run make reference and commit it (-committed +code):\n%s", name, diff)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("docs/reference/%s is not made by this package; put it into docs/guide", e.Name())
		}
	}
}
