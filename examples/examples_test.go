package examples

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// The copy is the whole example, and its scripts can be run.
func TestCopy(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "not there yet")
	dir := Free(parent)
	if err := Copy(dir); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := filepath.WalkDir("welcome", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		n++
		want, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name[len("welcome"):])
		got, err := os.ReadFile(to)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(to); err != nil || filepath.Ext(name) == ".sh" && info.Mode()&0o100 == 0 {
			t.Errorf("%s: %v", name, info.Mode())
		}
		return nil
	})
	if err != nil || n < 15 {
		t.Errorf("%d files: %v", n, err)
	}
	if again := Free(parent); again != filepath.Join(parent, "Bookshelf 2") {
		t.Errorf("the next one is %s", again)
	}
}

// What is there stays as it is: a folder, also an empty one, a file, a link to nowhere.
func TestCopyWritesOverNothing(t *testing.T) {
	parent := t.TempDir()
	folder, file, link := filepath.Join(parent, "folder"), filepath.Join(parent, "file"), filepath.Join(parent, "link")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(parent, "nowhere"), link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, file, link, filepath.Join(file, "below"), "Bookshelf"} {
		if err := Copy(dir); err == nil {
			t.Errorf("it was copied to %s", dir)
		}
	}
	entries, err := os.ReadDir(folder)
	if data, _ := os.ReadFile(file); err != nil || len(entries) != 0 || string(data) != "mine" {
		t.Errorf("%v, %v, %q", entries, err, data)
	}
	if entries, _ := os.ReadDir(parent); len(entries) != 3 {
		t.Errorf("left behind: %v", entries)
	}
}
