package floors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Only a terminal tells people to run a command: every other text leaves what to do
// to the faces, because a window has no command line, and a model must not run one.
func TestCommands(t *testing.T) {
	found, err := Commands("../../..", []Terminal{
		{File: "cli/", Why: "the command line"},
		{File: "bridge/terminal.go", Why: "questions in a terminal"},
		{File: "app.go", Why: "the window has failed to open; this goes to stderr"},
		{File: "internal/dev/", Why: "what developers run"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// What is a command in a text, and what may name one.
func TestFindsCommands(t *testing.T) {
	const head = "package a\n\n"
	for name, c := range map[string]struct {
		file, text string
		terminals  []Terminal
		want       string // part of the only violation; "": there is none
	}{
		"a verb":           {"a/a.go", head + "const s = \"run `handrail servers on x`\"\n", nil, "a/a.go:3: it names a command"},
		"an option":        {"a/a.go", head + "const s = \"for one command: handrail --network x\"\n", nil, "a/a.go:3"},
		"a raw text":       {"a/a.go", head + "const s = `handrail check`\n", nil, "a/a.go:3"},
		"a prefix":         {"a/a.go", head + "const s = \"handrail: it failed\"\n", nil, ""},
		"the product":      {"a/a.go", head + "const s = \"Handrail is a door\"\n", nil, ""},
		"a comment":        {"a/a.go", head + "// S starts `handrail mcp`.\nconst s = 1\n", nil, ""},
		"an import":        {"a/a.go", head + "import _ \"handrail/tools\"\n", nil, ""},
		"a test":           {"a/a_test.go", head + "const s = \"handrail check\"\n", nil, ""},
		"a terminal":       {"a/a.go", head + "const s = \"handrail check\"\n", []Terminal{{"a/a.go", "it is one"}}, ""},
		"a folder of them": {"a/b/a.go", head + "const s = \"handrail check\"\n", []Terminal{{"a/", "they are"}}, ""},
		"no reason":        {"a/a.go", head + "const s = \"handrail check\"\n", []Terminal{{"a/a.go", ""}}, "for no reason"},
		"a row too many":   {"a/a.go", head + "const s = 1\n", []Terminal{{"a/a.go", "it was one"}}, "remove the row"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			at := filepath.Join(root, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := Commands(root, c.terminals)
			switch {
			case err != nil:
				t.Fatal(err)
			case c.want == "" && len(found) != 0:
				t.Errorf("found %v, want nothing", found)
			case c.want != "" && (len(found) != 1 || !strings.Contains(found[0].String(), c.want)):
				t.Errorf("found %v, want one with %q", found, c.want)
			}
		})
	}
}
