package floors

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCitationsOfTheRepository holds every citation in the repository.
func TestCitationsOfTheRepository(t *testing.T) {
	found, err := Citations(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// TestCitations plants one line in a small tree and looks at what is said of it.
func TestCitations(t *testing.T) {
	old := "is not in the repository"
	cases := []struct{ name, file, line, want string }{
		{"a page", "a.go", "// as docs/" + "spec/08-mcp.md has it.", ""},
		{"a heading", "a.go", "// (docs/" + "spec/08-mcp.md#the-dialog, first)", ""},
		{"a heading of punctuation", "a.go", "// docs/" + "spec/08-mcp.md#--confirm", ""},
		{"no such page", "a.go", "// docs/" + "spec/08-xyz.md", "docs/" + "spec/08-xyz.md does not exist"},
		{"no such heading", "a/b.ts", "// docs/" + "spec/08-mcp.md#nothing", `has no heading "nothing"; it has 8-mcp, the-dialog, --confirm`},
		{"a heading in a code block", "a.go", "// docs/" + "spec/08-mcp.md#code", `has no heading "code"`},
		{"a decision by number", "run.sh", "# docs/decisions/0001", ""},
		{"a decision by name", "a.go", "// docs/decisions/" + "0001-first.md", ""},
		{"a decision by word", "a.go", "// it asks (decision " + "0001).", ""},
		{"no such number", "a.go", "// docs/" + "decisions/9999", "there is no such decision"},
		{"no such number by word", "a.txtar", "# decision " + "9999", "there is no such decision"},
		{"a placeholder", "README.md", "docs/decisions/NNNN, docs/spec/NN-name.md", ""},
		{"a link", "docs/guide/x.md", "[8](../spec/08-mcp.md#the-dialog) [web](https://example.com/#x) [up](#x)", `has no heading "x"`},
		{"a broken link", "docs/guide/x.md", "[8](../" + "specs/08-mcp.md)", "docs/specs/08-mcp.md does not exist"},
		{"a link in Go", "a.go", "// [8](nowhere.md)", ""},
		{"code that is there", "ARCHITECTURE.md", "-> docs/decisions/0001 tools/shop/till.go, tools/shop Prepare -> tools/shop/NAME.go shop/coin.go", ""},
		{"code that is gone", "ARCHITECTURE.md", "-> tools/shop/coin.go: a coin", "tools/shop/coin.go does not exist"},
		{"a package that is gone", "ARCHITECTURE.md", "`tools/mall`.", "tools/mall does not exist"},
		{"code on another page", "README.md", "`tools/mall`.", ""},
		{"the old spec", "a.go", "// (SP" + "EC 8).", old},
		{"the old spec at a line's end", "a.go", "// (SP" + "EC", old},
		{"an old document", "testdata/a.txt", "see" + "d 3, section 4", old},
		{"old documents", "a.tsx", "// See" + "ds 0 and 2", old},
		{"the first plan", "Makefile", "# DES" + "IGN, idea 4", old},
		{"a word that holds one", "a.go", "const KEY_SP" + "EC_X, DISP" + "ECK = see" + "d, 3", ""},
		{"another kind of file", "a.json", "SP" + "EC 8", ""},
		{"another program's folder", "node_modules/a.md", "SP" + "EC 8", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			write(t, filepath.Join(root, "docs", "spec", "08-mcp.md"), []byte("# 8. MCP\n\n```\n# code\n```\n\n## The dialog\n\n## --confirm\n"))
			write(t, filepath.Join(root, "docs", "decisions", "0001-first.md"), []byte("# 0001: first\n"))
			write(t, filepath.Join(root, "tools", "shop", "till.go"), []byte("package shop\n"))
			write(t, filepath.Join(root, filepath.FromSlash(c.file)), []byte("\n"+c.line+"\n"))
			found, err := Citations(root)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case c.want == "" && len(found) > 0:
				t.Errorf("found %v, want nothing", found)
			case c.want != "" && len(found) != 1:
				t.Errorf("found %v, want one", found)
			case c.want != "" && (!strings.Contains(found[0].String(), c.want) || found[0].File != c.file || found[0].Line != 2):
				t.Errorf("found %q, want line 2 of %s and %q", found[0], c.file, c.want)
			}
		})
	}
}
