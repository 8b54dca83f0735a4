// Package examples is the example that the program brings along.
package examples

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

//go:embed welcome
var files embed.FS

// Name is what the example's folder is called.
const Name = "Bookshelf"

// tries is how many names are looked at before one is free.
const tries = 100

// Free is a folder below parent that does not exist yet, for Copy.
func Free(parent string) string {
	dir := filepath.Join(parent, Name)
	for n := 2; n < tries; n++ {
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			break
		}
		dir = filepath.Join(parent, fmt.Sprintf("%s %d", Name, n))
	}
	return dir
}

// Copy makes a folder with the example in it. It never writes into one that is there, and leaves nothing of
// its own behind when it fails.
func Copy(dir string) (err error) {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("%q is not a whole path, such as %s", dir, filepath.Join(string(filepath.Separator), "home", "ada", Name))
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("the example can't be copied: %w", err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already, and is left alone: choose another folder", dir)
		}
		return fmt.Errorf("the example can't be copied: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("the example can't be copied: %w", err), os.RemoveAll(dir))
		}
	}()
	return fs.WalkDir(files, "welcome", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "welcome" {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name[len("welcome/"):]))
		if entry.IsDir() {
			return os.Mkdir(to, 0o755)
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if path.Ext(name) == ".sh" {
			mode = 0o755
		}
		return os.WriteFile(to, data, mode)
	})
}
