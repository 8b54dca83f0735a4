//go:build unix

package steady_test

import (
	"os"
	"path/filepath"
	"testing"

	"handrail/internal/steady"
)

// What a program closes to its owner, who is us, is opened; a link leads to nothing that is.
func TestAClosedFolderIsOpened(t *testing.T) {
	for _, mode := range []os.FileMode{0o311, 0o100, 0o600, 0o400, 0} {
		top := t.TempDir()
		write(t, filepath.Join(top, "a", "b", "file"), "mine")
		for _, dir := range []string{"a/b", "a"} {
			dir := filepath.Join(top, dir)
			if err := os.Chmod(dir, mode); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		}
		entries, err := steady.ReadDir(filepath.Join(top, "a", "b"), 0)
		if err != nil || len(entries) != 1 || entries[0].Name() != "file" {
			t.Errorf("%o: %v, %v", mode, entries, err)
		}
		if info, err := os.Stat(filepath.Join(top, "a", "b")); err != nil || info.Mode().Perm()&^0o700 != mode&^0o700 || info.Mode().Perm()&0o500 != 0o500 {
			t.Errorf("%o has become %v, %v", mode, info, err)
		}
	}
}

func TestNoLinkIsOpened(t *testing.T) {
	top := t.TempDir()
	closed := filepath.Join(top, "closed")
	if err := os.Mkdir(closed, 0o100); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(closed, filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	if err := steady.Reopen(filepath.Join(top, "link")); err == nil {
		t.Error("a link was followed")
	}
	if info, err := os.Stat(closed); err != nil || info.Mode().Perm() != 0o100 {
		t.Errorf("what it leads to is %v, %v", info, err)
	}
}

// A file is put aside where its folder may not be listed, entered or written by its owner.
func TestWhatLiesInAClosedFolderIsPutAside(t *testing.T) {
	for _, mode := range []os.FileMode{0o311, 0o555, 0o600, 0} {
		top := t.TempDir()
		write(t, filepath.Join(top, "a", "b", "file"), "mine")
		for _, dir := range []string{"a/b", "a"} {
			dir := filepath.Join(top, dir)
			if err := os.Chmod(dir, mode); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		}
		at, err := steady.Open([]string{top}, filepath.Join(top, "a", "b", "file"))
		if err != nil {
			t.Errorf("%o: %v", mode, err)
			continue
		}
		if name, err := at.PutAside(".aside"); err != nil || name != "file.aside" {
			t.Errorf("%o: %q, %v", mode, name, err)
		}
		at.Close()
	}
}
