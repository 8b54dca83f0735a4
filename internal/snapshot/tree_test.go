package snapshot

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testKey seals in tests.
var testKey = sealer(strings.Repeat("k", keySize))

func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(Config{Dir: dir, Key: testKey})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func look(t testing.TB, tree *Tree) *View {
	t.Helper()
	v, err := tree.Look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// said is changes in one line each.
func said(list []Change) (out []string) {
	for _, c := range list {
		line := c.What() + " " + string(c.Path)
		if c.From != "" {
			line += " from " + string(c.From)
		}
		out = append(out, line)
	}
	return out
}

func text(t testing.TB, s *Store, hash string) string {
	t.Helper()
	r, err := s.Open(hash)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWhatChanges(t *testing.T) {
	root := t.TempDir()
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root, Secret: func(path string) bool { return filepath.Base(path) == ".env" }})
	for name, text := range map[string]string{"a.txt": "one\n", "src/b.go": "package b\n", "src/deep/c.go": "package c\n", "empty": "", ".env": "TOKEN=x\n", "run.sh": "#!/bin/sh\n", "odd\xff name": "odd", "line\nbreak": "x", "gone/x": "x1", "gone/y": "y1"} {
		write(t, filepath.Join(root, name), text)
	}
	if err := os.Symlink("a.txt", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "hollow"), 0o750); err != nil {
		t.Fatal(err)
	}
	before := look(t, tree)
	if got := Between(before, look(t, tree)); len(got) != 0 {
		t.Fatalf("nothing happened, and it says %q", said(got))
	}
	write(t, filepath.Join(root, "a.txt"), "two\n") // the same size, perhaps within the same tick
	write(t, filepath.Join(root, "new/d.txt"), "new\n")
	write(t, filepath.Join(root, ".env"), "TOKEN=y\n")
	for _, err := range []error{
		os.Chmod(filepath.Join(root, "run.sh"), 0o700), os.RemoveAll(filepath.Join(root, "gone")), os.Rename(filepath.Join(root, "src/b.go"), filepath.Join(root, "src/e.go")),
		os.Remove(filepath.Join(root, "link")), os.Symlink("src", filepath.Join(root, "link")), os.Remove(filepath.Join(root, "empty")), os.Mkdir(filepath.Join(root, "empty"), 0o700),
		os.Remove(filepath.Join(root, "hollow")), os.Remove(filepath.Join(root, "odd\xff name")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	after := look(t, tree)
	changes := Between(before, after)
	want := []string{
		"changed .env", "changed a.txt", "kind empty", "gone gone", "gone gone/x", "gone gone/y", "gone hollow", "changed link", "new new", "new new/d.txt",
		"gone odd\xff name", "mode run.sh", "gone src/b.go", "new src/e.go from src/b.go",
	}
	if got := said(changes); !slices.Equal(got, want) {
		t.Fatalf("got  %q\nwant %q", got, want)
	}
	again := open(t, s.root) // as another process
	for _, c := range changes {
		if c.Path == "a.txt" && (text(t, again, c.Before.Hash) != "one\n" || text(t, again, c.After.Hash) != "two\n") {
			t.Error("the contents of a.txt are not those")
		}
		if c.Path == ".env" && text(t, again, c.Before.Hash) != "TOKEN=x\n" {
			t.Error("the content of .env is not that")
		}
	}
	raw := ""
	for _, e := range list(t, s.dir("packs")) {
		data, err := os.ReadFile(s.dir("packs", e))
		if err != nil {
			t.Fatal(err)
		}
		raw += string(data)
	}
	if strings.Contains(raw, "TOKEN") || strings.Contains(raw, "package b") {
		t.Error("a content lies in the store in clear")
	}
	if got := Between(after, look(t, again.Tree(tree.c))); len(got) != 0 {
		t.Errorf("another process sees %q", said(got))
	}
}

func list(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func goSource(b *testing.B) string {
	b.Helper()
	root, err := exec.CommandContext(b.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		b.Skipf("go is not here: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src")
}

func BenchmarkFirstLook(b *testing.B) {
	src := goSource(b)
	for b.Loop() {
		look(b, open(b, b.TempDir()).Tree(TreeConfig{Root: src}))
	}
}

func BenchmarkLookAgain(b *testing.B) {
	tree := open(b, b.TempDir()).Tree(TreeConfig{Root: goSource(b)})
	v := look(b, tree)
	b.ReportAllocs()
	for b.Loop() {
		if now := look(b, tree); now != v {
			b.Fatal("something has changed")
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	s := open(b, b.TempDir())
	h := put(b, s, strings.Repeat("a line of text\n", 500))
	b.ReportAllocs()
	for b.Loop() {
		text(b, s, h)
	}
}
