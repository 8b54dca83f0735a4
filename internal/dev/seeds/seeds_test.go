package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/seeds.md")

// TestSeeds holds the rows: each is well-formed, and what it names is there; docs/seeds.md is made from them.
func TestSeeds(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	tables, err := Tables(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) == 0 {
		t.Fatal("there are no tables")
	}
	source := NewSource(root, runtime.GOOS)
	for _, table := range tables {
		if len(table.Rows) == 0 {
			t.Errorf("%s.tsv has no rows", table.Name)
		}
		for _, r := range table.Rows {
			for _, p := range r.Proof {
				if err := source.Find(p); err != nil {
					t.Errorf("%s.tsv, line %s of the document, %q: %v", table.Name, r.Where, r.Words, err)
				}
			}
		}
	}
	page, file := Page(tables), filepath.Join(root, "docs", "seeds.md")
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), page); diff != "" {
		t.Errorf("docs/seeds.md is not what the rows say; run make seeds and commit it (-committed +rows):\n%s", diff)
	}
}

// TestRows tests what a row may be.
func TestRows(t *testing.T) {
	const row = "3-4\tHeading\tIt does this.\t"
	cases := []struct{ name, line, want string }{
		{"a test", row + "works\thandrail/pipeline TestHookOrder", ""},
		{"two tests", row + "works\thandrail TestScripts/web; handrail/cli FuzzX/a b", ""},
		{"a test of the page with a semicolon", row + "works\tfrontend/src/x.test.tsx \"one; two\"; handrail TestX", ""},
		{"a decision and a test", row + "different\t0001-a-note; handrail TestX", ""},
		{"a comment", "# nothing", ""},

		{"no test", row + "works\t0001-a-note", "what works is shown by a test"},
		{"no proof", row + "works\t", "field 5 is empty"},
		{"no decision", row + "different\thandrail TestX", "explained by a decision"},
		{"what is not built yet", row + "later\thandrail TestX", `"later" is no verdict`},
		{"another verdict", row + "perhaps\thandrail TestX", `"perhaps" is no verdict`},
		{"a field too few", "3\tHeading\tIt does this.\tworks", "4 fields, not 5"},
		{"a place that is none", "3,4\tHeading\tIt.\tworks\thandrail TestX", `"3,4" is no place`},
		{"words that are none", "3\tHeading\t \tworks\thandrail TestX", "field 3 is empty"},
		{"a proof that is none", row + "works\tseen by hand", `"seen by hand" is no proof`},
		{"a function that is no test", row + "works\thandrail/pipeline testHelper", "is no proof"},
		{"twice", row + "works\thandrail TestX\n" + row + "works\thandrail TestY", "says the same as line 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Tables(fstest.MapFS{"define.tsv": {Data: []byte(c.line + "\n")}})
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Tables(fstest.MapFS{"defin.tsv": {Data: []byte(row + "works\thandrail TestX\n")}}); err == nil {
		t.Error("the table of no document is read over")
	}
}

// lay writes files below a folder of the test's own.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const tests = `package a
func TestHere(t *testing.T) { t.Run("one case", nil); for _, c := range []string{"in/table"} { t.Run(c, nil) } }
func (x) TestMethod(t *testing.T) {}
func helper(t *testing.T) {}
`

// TestFind tests that a name in a proof is found if it is there, and only then.
func TestFind(t *testing.T) {
	root := lay(t, map[string]string{
		"a/a_test.go": tests, "a/b_windows_test.go": "package a\nfunc TestWindows(t *testing.T) {}\n",
		"a/testdata/script/play.txtar": "words\n-- inner.json --\n{}\n", "a/a.go": "package a\nfunc TestInProduct() {}\n", "main_test.go": "package main\nfunc TestMainly(t *testing.T) {}\n",
		"frontend/src/x.test.tsx":            "it(\"says \\\"hello\\\"\", () => {});\n test.each([1])('takes %s', f);\nconst other = \"no test\";\n",
		"docs/" + "decisions/0001-a-note.md": "",
	})
	cases := map[string]bool{
		"handrail/a TestHere": true, "handrail/a TestHere/one_case": true, "handrail/a TestHere/one case": true, "handrail/a TestHere/in/table": true,
		"handrail/a TestHere/one_case/in/table": true, "handrail/a TestHere/play": true, "handrail/a TestHere/play/inner.json": true,
		"handrail/a TestWindows": true, "handrail TestMainly": true,
		"handrail/a TestThere": false, "handrail/a TestHere/two": false, "handrail/a TestHere/one_case/two": false, "handrail/a TestMethod": false,
		"handrail/a TestInProduct": false, "handrail/b TestHere": false, "handrail TestHere": false,
		`frontend/src/x.test.tsx "says "hello""`: true, `frontend/src/x.test.tsx "takes %s"`: false,
		`frontend/src/x.test.tsx "no test"`: false, `frontend/src/x.test.tsx "says"`: false, `frontend/src/y.test.tsx "says"`: false,
		"0001-a-note": true, "0002-a-note": false,
	}
	source := NewSource(root, "linux")
	for text, there := range cases {
		p, err := readProof(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := source.Find(p); (err == nil) != there {
			t.Errorf("%s: %v", text, err)
		}
	}
}
