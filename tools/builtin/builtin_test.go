package builtin

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/builtins"
	"handrail/internal/confine"
	"handrail/tools"
	"handrail/tools/toolstest"
)

func TestSource(t *testing.T) {
	roots, err := confine.New(confine.Config{Base: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer roots.Close()
	s, err := New(Config{Roots: roots, Bash: BashConfig{Env: os.Environ(), DigestKey: []byte("key")}})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := NewWeb(WebConfig{})
	if err != nil {
		t.Fatal(err)
	}
	search, err := NewSearch(SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Tools(t.Context())
	list = append(append(list, pages.list...), search.list...)
	if err != nil || s.Namespace() != "" {
		t.Fatalf("namespace %q, %v", s.Namespace(), err)
	}
	want := specified(t)
	got, rows := map[string][2]bool{}, builtins.All()
	for n, tool := range list {
		i := tool.Info()
		if n >= len(rows) || rows[n].Name != i.Name {
			t.Errorf("%s is not row %d of internal/builtins", i.Name, n)
		}
		got[i.Name] = [2]bool{i.SideEffect, i.Idempotent}
		if i.Source != "builtin" || i.Description == "" || len(i.Warnings) > 0 {
			t.Errorf("%s: source %q, description %q, warnings %v", i.Name, i.Source, i.Description, i.Warnings)
		}
		for _, p := range i.Input.Parameters() {
			if p.Description == "" {
				t.Errorf("%s: the input %s is not described", i.Name, p.Name)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if _, err := New(Config{}); err == nil {
		t.Error("tools without roots were made")
	}
}

// specified are side effect and idempotent of this package's tools, as the table of
// docs/spec/05-built-in-tools.md#tools has them.
func specified(t *testing.T) map[string][2]bool {
	t.Helper()
	spec, err := os.ReadFile(filepath.Join("..", "..", "docs", "spec", "05-built-in-tools.md"))
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string][2]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|.*\\| (true|false) / (true|false) \\|$").FindAllStringSubmatch(string(spec), -1) {
		if _, err := descriptions.ReadFile("describe/" + row[1] + ".md"); err == nil { // else another package makes it
			tools[row[1]] = [2]bool{row[2] == "true", row[3] == "true"}
		}
	}
	return tools
}

// Every description is used, and says something.
func TestDescriptions(t *testing.T) {
	files, err := descriptions.ReadDir("describe")
	if err != nil {
		t.Fatal(err)
	}
	roots, err := confine.New(confine.Config{Base: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer roots.Close()
	s, err := New(Config{Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := NewWeb(WebConfig{})
	if err != nil {
		t.Fatal(err)
	}
	search, err := NewSearch(SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, tool := range slices.Concat(s.list, pages.list, search.list) {
		used[tool.Info().Name] = true
	}
	for _, f := range files {
		if !used[strings.TrimSuffix(f.Name(), ".md")] {
			t.Errorf("describe/%s describes no tool", f.Name())
		}
	}
}

func TestContract(t *testing.T) {
	for tool, inputs := range map[string][2]string{
		"read":    {`{"path":"f"}`, `{"path":"f","offset":1}`},
		"write":   {`{"path":"new","content":"a"}`, `{"path":"newer","content":"a"}`},
		"edit":    {`{"path":"f","old_string":"one","new_string":"1"}`, `{"path":"f","old_string":"two","new_string":"2"}`},
		"patch":   {`{"patch":"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+1\n"}`, `{"patch":"--- a/f\n+++ b/f\n@@ -2 +2 @@\n-two\n+2\n"}`},
		"glob":    {`{"pattern":"*"}`, `{"pattern":"**"}`},
		"grep":    {`{"pattern":"one"}`, `{"pattern":"one","ignore_case":true}`},
		"listdir": {`{"path":"."}`, `{"path":".","recursive":true}`},
	} {
		t.Run(tool, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": "one\ntwo\n"})
			d.must("read", input{"path": "f"})
			toolstest.Run(t, toolstest.Case{
				Tool: d.tools[tool], Call: tools.Call{Session: "s", Space: d.space}, Input: inputs[0], Other: inputs[1], Folder: d.space,
			})
		})
	}
}

// Paths that a person grants work like those in the space, and are shown whole.
func TestGrantedPaths(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "x\n"})
	other, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	picked := filepath.Join(other, "picked.txt")
	if err := os.WriteFile(picked, []byte("picked\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.refused(tools.InvalidPath, "read", input{"path": picked}, "ask the person to pick it")
	if err := d.files.roots.Grant(picked, confine.Grant{Change: true}); err != nil {
		t.Fatal(err)
	}
	d.must("read", input{"path": picked})
	if got := d.must("edit", input{"path": picked, "old_string": "picked", "new_string": "changed"}); !strings.HasPrefix(got, "Edited "+picked+":") {
		t.Errorf("it says %q", got)
	}
	if got := d.must("grep", input{"pattern": "changed", "path": picked}); got != filepath.ToSlash(picked)+":1:changed\n" {
		t.Errorf("grep says %q", got)
	}
	d.refused(tools.InvalidPath, "listdir", input{"path": other})
	toRead := filepath.Join(other, "to-read.txt")
	if err := errors.Join(os.WriteFile(toRead, []byte("old\n"), 0o644), d.files.roots.Grant(toRead, confine.Grant{})); err != nil {
		t.Fatal(err)
	}
	d.must("read", input{"path": toRead})
	d.refused(tools.PermissionDenied, "write", input{"path": toRead, "content": "new"}, `may only be read`, `show_file_picker with "change": true`)
	d.refused(tools.PermissionDenied, "edit", input{"path": toRead, "old_string": "old", "new_string": "new"}, "may only be read")
	d.refused(tools.PermissionDenied, "patch", input{"path": toRead, "patch": "@@ -1 +1 @@\n-old\n+new\n"}, "may only be read")
	if err := d.files.roots.Revoke(picked, ""); err != nil {
		t.Fatal(err)
	}
	d.refused(tools.InvalidPath, "read", input{"path": picked})
}

func TestATimeoutThatIsNone(t *testing.T) {
	for seconds, good := range map[float64]bool{-1: false, 0: false, math.NaN(): false, math.Inf(-1): false, 1e-300: true, 5: true, 1e308: true} {
		if err := checkSeconds(&seconds); (err == nil) != good {
			t.Errorf("%v s: %v", seconds, err)
		}
	}
	if err := checkSeconds(nil); err != nil {
		t.Error(err)
	}
}
