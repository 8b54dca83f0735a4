package reference

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	linkTarget = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	testName   = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+)`")
)

// TestSecurityPage follows what SECURITY.md names: its links lead somewhere, the tests that
// it names are there, and it has an attack for most of its promises.
func TestSecurityPage(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	attacks := 0
	for _, m := range linkTarget.FindAllSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(string(m[1])))); err != nil {
			t.Errorf("a link leads nowhere: %v", err)
		}
		if strings.HasPrefix(string(m[1]), "build/attack/") && strings.HasSuffix(string(m[1]), ".sh") {
			attacks++
		}
	}
	if attacks < 50 {
		t.Errorf("the page names %d attacks", attacks)
	}
	tests := testsOf(t, root)
	for _, m := range testName.FindAllSubmatch(page, -1) {
		if !tests[string(m[1])] {
			t.Errorf("there is no test %s", m[1])
		}
	}
}

// testsOf are the names of all tests and fuzz targets of the project.
func testsOf(t *testing.T, root string) map[string]bool {
	t.Helper()
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z]+)\(`)
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range function.FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
