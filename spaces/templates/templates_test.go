package templates

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/spaces"
)

// lay writes files into a new folder.
func lay(t *testing.T, files []File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		mode := os.FileMode(0o644)
		if f.Exec {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Text, mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, dir string) *spaces.Space {
	t.Helper()
	space, problems := spaces.Load(t.Context(), os.DirFS(dir), dir)
	if len(problems) != 0 {
		t.Fatalf("problems: %v", problems)
	}
	return space
}

// Each template of the program is a space without a problem, which has the name that it was given.
func TestOwn(t *testing.T) {
	for _, id := range IDs() {
		files, err := Of(id, `Ada "and" Grace`)
		if err != nil {
			t.Fatal(err)
		}
		space := load(t, lay(t, files))
		if space.Name != `Ada "and" Grace` || space.Manifest.ID != "ada-and-grace" {
			t.Errorf("%s: %q, %q", id, space.Name, space.Manifest.ID)
		}
		if id != Empty && (len(space.Tools) == 0 || len(space.Agents) == 0) {
			t.Errorf("%s: %d tools, %d agents", id, len(space.Tools), len(space.Agents))
		}
	}
	if _, err := Of("nothing", "x"); err == nil || !strings.Contains(err.Error(), "there is assistant, notes, empty") {
		t.Errorf("a template that is not there: %v", err)
	}
	if files, err := Of(Empty, "日本"); err != nil || !strings.Contains(string(files[0].Text), `"id": "space"`) {
		t.Errorf("a name without a letter of an id: %s, %v", files[0].Text, err)
	}
}

// A copy has what the other space defines, with the scripts that are named, and nothing else of it.
func TestLike(t *testing.T) {
	from := filepath.Join(t.TempDir(), "welcome")
	if err := os.CopyFS(from, os.DirFS("../../examples/welcome")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, "MEMORY.md"), []byte("# private\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := Like(t.Context(), from, "Second shelf")
	if err != nil {
		t.Fatal(err)
	}
	dir := lay(t, files)
	space := load(t, dir)
	if space.Name != "Second shelf" || space.Manifest.ID != "second-shelf" || len(space.Tools) == 0 {
		t.Errorf("%q, %q, %d tools", space.Name, space.Manifest.ID, len(space.Tools))
	}
	names := make([]string, 0, len(files))
	for _, f := range files {
		names = append(names, f.Name)
	}
	for _, wanted := range []string{"space.manifest.json", "agent/config.md", "agent/tools/lend-book.md", "agent/skills/recommending.md", "scripts/lend-book.sh", "ctxnest.json"} {
		if !slices.Contains(names, wanted) {
			t.Errorf("%s is not copied: %v", wanted, names)
		}
	}
	for _, other := range []string{"MEMORY.md", "books.csv", "notes/momo.md"} {
		if slices.Contains(names, other) {
			t.Errorf("%s is copied", other)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "scripts/lend-book.sh")); err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("the script cannot be run: %v, %v", info, err)
	}
}

// What is broken, empty, or a link is no template, and the reason names the place.
func TestNoTemplate(t *testing.T) {
	write := func(dir, name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	broken, empty, linked := t.TempDir(), t.TempDir(), t.TempDir()
	write(broken, "agent/tools/bad.md", "---\nid: bad\nname: Bad\ndescription: d\ncommand: \"echo {{nothing}}\"\n---\n")
	write(empty, "notes.txt", "mine")
	write(linked, "elsewhere.md", "---\nname: a\ndescription: d\n---\nb\n")
	if err := os.MkdirAll(filepath.Join(linked, "agent/skills"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../elsewhere.md", filepath.Join(linked, "agent/skills/a.md")); err != nil {
		t.Fatal(err)
	}
	for dir, why := range map[string]string{broken: "agent/tools/bad.md", empty: "it defines nothing", linked: "no plain file", filepath.Join(empty, "gone"): "cannot be read"} {
		if files, err := Like(t.Context(), dir, "x"); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, %d files", why, err, len(files))
		}
	}
}

func TestCheckName(t *testing.T) {
	for _, good := range []string{"Garden", "My notes 2", "日本語", "a.b", "concert"} {
		if err := CheckName(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", "  ", "a/b", `a\b`, "..", ".", ".hidden", "end.", " x", "x ", "a\nb", "a\x00b", "a:b", "CON", "nul.txt", "com1", strings.Repeat("ä", 128), "a\xff"} {
		if err := CheckName(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
