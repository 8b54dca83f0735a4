package reference

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"handrail/spaces"
)

// shown finds the files that a guide shows: a line with the name, then the
// text in a block of four backticks.
var shown = regexp.MustCompile("(?m)^`([^`\n]+)`:\n\n````[a-z]*\n((?s:.*?\n))````$")

// TestGuides writes down the files that the guides show, as a reader would, and
// loads them: each must be free of problems.
func TestGuides(t *testing.T) {
	guides, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "guide", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(guides) == 0 {
		t.Fatal("no guides in docs/guide")
	}
	files := 0
	for _, guide := range guides {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, m := range shown.FindAllSubmatch(text, -1) {
			name := filepath.Join(dir, filepath.FromSlash(string(m[1])))
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, m[2], 0o600); err != nil {
				t.Fatal(err)
			}
			files++
		}
		_, problems, err := spaces.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Errorf("%s: %v", filepath.Base(guide), p)
		}
	}
	if files == 0 {
		t.Error("the guides show no files: nothing was loaded")
	}
}
