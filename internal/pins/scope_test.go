package pins

import (
	"os"
	"strings"
	"testing"
)

// What has the scope covers what it can write, and what on the way it can replace.
func TestScopes(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		scope string
		file  string
		want  bool
	}{
		{"outer", "outer/inner/agent/a.md", true},
		{"outer/inner", "outer/inner/agent/a.md", true},
		{"outer/inner/agent/a.md", "outer/inner/agent/a.md", true},
		{"outer/inner/agent/a.md", "outer/inner/ctxnest.json", false},
		{"other", "outer/inner/agent/a.md", false},
		{"outer/inn", "outer/inner/agent/a.md", false},
		{"OUTER", "outer/inner/agent/a.md", true}, // where capitals do not count
		{"outer -outer/inner/agent", "outer/inner/agent/a.md", false},
		{"outer -outer/inner/agent", "outer/inner/agent/new.md", false},
		{"outer -outer/inner/agent", "outer/inner/scripts/go.sh", true},
		{"outer -outer/inner/scripts/go.sh", "outer/inner/scripts/go.sh", false},
		{"outer -outer/inner/scripts/go.sh", "outer/inner/scripts/local.sh", true},
		{"outer -outer/inner/nothing", "outer/inner/nothing", true}, // it was not there to be held
		{"outer other -outer/inner/agent", "outer/inner/agent/a.md", false},
	} {
		if got := b.scope(false, strings.Fields(c.scope)...).covers(b.place(c.file)); got != c.want {
			t.Errorf("%s covers %s: %v", c.scope, c.file, got)
		}
	}
	if !(Scope{All: true}).covers(b.place("outer/inner/agent/a.md")) {
		t.Error("All is not all")
	}
	for entry, want := range map[string]bool{"outer/inner/agent/a.md": true, "outer/inner/agent": true, "outer/inner/agent/b.md": false, "outer/inner/agent/a": false} {
		if got := (Scope{Entry: b.path(entry)}).covers(b.place("outer/inner/agent/a.md")); got != want {
			t.Errorf("a file tool at %s: %v", entry, got)
		}
	}
}

// What a room protects is what lay there: what the person puts in its place it does not,
// not even under the number of the old one.
func TestScopeOfWhatWasReplaced(t *testing.T) {
	b := newBench(t)
	file := b.scope(false, "outer", "-outer/inner/ctxnest.json")
	folder := b.scope(false, "outer", "-outer/inner/agent")
	deep := b.scope(false, "outer", "-outer/inner/scripts/go.sh")
	named := b.scope(true, "outer", "-outer/inner/ctxnest.json")
	for range 2 { // the second one may have the number of the first
		b.write("outer/inner/new")
		b.rename("outer/inner/new", "outer/inner/ctxnest.json")
		if !file.covers(b.place("outer/inner/ctxnest.json")) {
			t.Error("a file that was renamed into place counts as protected")
		}
	}
	if named.covers(b.place("outer/inner/ctxnest.json")) {
		t.Error("walls that go by the path protect it all the same")
	}
	b.write("outer/inner/agent/a.md")
	if folder.covers(b.place("outer/inner/agent/a.md")) {
		t.Error("a file of a protected folder counts as written")
	}
	b.rename("outer/inner/agent", "outer/inner/away")
	b.write("outer/inner/agent/a.md")
	if !folder.covers(b.place("outer/inner/agent/a.md")) {
		t.Error("another folder in its place counts as protected")
	}
	b.rename("outer/inner/scripts", "outer/inner/moved")
	if err := os.Symlink("moved", b.path("outer/inner/scripts")); err != nil {
		t.Fatal(err)
	}
	if !deep.covers(PlaceOf(b.path("outer/inner/scripts/go.sh"), []string{b.path("outer"), b.path("outer/inner"), b.path("outer/inner/scripts"), b.path("outer/inner/moved"), b.path("outer/inner/moved/go.sh")}, false)) {
		t.Error("a link in the place of a folder that was pinned cannot be replaced")
	}
}

// A file that has other names can be written by whoever writes them.
func TestScopeOfALinkedFile(t *testing.T) {
	b := newBench(t)
	if err := os.Link(b.path("outer/inner/scripts/go.sh"), b.path("other/go.sh")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(b.path("outer/inner/scripts/go.sh"))
	if err != nil || !Linked(info) {
		t.Fatalf("linked: %v, %v", Linked(info), err)
	}
	p := b.place("outer/inner/scripts/go.sh")
	p.linked = true
	if !b.scope(false, "other").covers(p) || (Scope{}).covers(p) {
		t.Error("only who can write something can write it by another name")
	}
}
