//go:build unix

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExampleHands runs the hands of the examples that only look.
func TestExampleHands(t *testing.T) {
	for example, calls := range map[string]map[string][2]string{ // hand: input, part of what is printed
		"welcome":    {"newest-notes": {`{}`, "momo.md"}, "search-notes": {`{"word":"cities"}`, "notes/invisible-cities.md:"}},
		"photo-desk": {"space-used": {`{}`, "inbox"}, "checksum": {`{"name":"IMG_20260714_183012 (1).png"}`, "IMG_20260714_183012 (1).png"}},
	} {
		b := newBench(t)
		if err := os.CopyFS(b.dir, os.DirFS(filepath.Join("..", "..", "examples", example))); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(b.dir, HandsFile))
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range calls {
			if r := b.ran(b.handOf(string(data), name), c[0]); r.Status != "success" || !strings.Contains(r.Stdout, c[1]) {
				t.Errorf("%s of %s: %+v", name, example, r)
			}
		}
	}
}
