package hookstate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/spaces"
	"handrail/tools"
)

// copies are the private copies of the scripts that hooks name
// (docs/spec/10-hooks.md): an agent that changes a script changes nothing of
// what runs.
type copies struct {
	paths   map[string]string // by the script's path in the space
	trouble map[string]string // why a script has none, likewise
	folder  string            // where they lie; "" if there are none
}

// copiesKept is where they lie, in the data folder: a folder for each space, in it
// one for each set of scripts, named by their content. An old set is kept for a
// while, since another process may still run it.
const (
	copiesKept = "hooks"
	copiesAge  = 7 * 24 * time.Hour
)

// copyScripts copies the scripts that the hooks of a trusted space name, as they
// were loaded. One that is no longer that is in trouble, and its hook is held
// back. One that is not pinned (a link that leads out, a file of hundreds of megabytes) runs
// where it lies.
func (b *Book) copyScripts(declared *spaces.Space) copies {
	c := copies{paths: map[string]string{}, trouble: map[string]string{}}
	named := map[string]bool{}
	for _, h := range declared.Hooks {
		for _, script := range h.Scripts {
			named[script] = true
		}
	}
	var items []spaces.Item
	parts := []string{}
	for _, i := range declared.Inventory() {
		if i.Kind == "script" && named[i.File] && i.SHA256 != "" {
			items = append(items, i)
			parts = append(parts, i.File, i.SHA256, strconv.FormatBool(i.Exec))
		}
	}
	if len(items) == 0 {
		return c
	}
	data, err := filepath.EvalSymlinks(b.c.Data) // a room shows real paths only
	if err != nil {
		data = b.c.Data
	}
	top := filepath.Join(data, copiesKept, tools.Digest(b.c.Dir)[:16])
	set := filepath.Join(top, tools.Digest(parts...)[:16])
	root, err := plain.OpenRoot(b.c.Dir)
	if err != nil {
		for _, i := range items {
			c.trouble[i.File] = fmt.Sprintf("%s cannot be copied: %v", i.File, err)
		}
		return c
	}
	defer func() { _ = root.Close() }() // nothing was written
	for _, i := range items {
		to := filepath.Join(set, filepath.FromSlash(i.File))
		if err := copyScript(root, i, to); err != nil {
			c.trouble[i.File] = fmt.Sprintf("%s has no private copy that could run: %v", i.File, err)
			continue
		}
		c.paths[i.File] = to
	}
	for _, h := range declared.Hooks { // what completes a name finds the copies, and nothing beside them
		for _, stem := range h.Stems {
			c.paths[stem] = filepath.Join(set, filepath.FromSlash(stem))
		}
	}
	sweepCopies(top, filepath.Base(set))
	c.folder = set
	return c
}

// copyScript makes sure that a copy of the script lies at to, with exactly the
// content that was loaded.
func copyScript(root *plain.Root, i spaces.Item, to string) error {
	mode := os.FileMode(0o400)
	if i.Exec {
		mode = 0o500
	}
	if have, err := sumOf(to); err == nil && have == i.SHA256 {
		if info, err := os.Lstat(to); err == nil && info.Mode() == mode {
			return nil
		}
	}
	f, err := root.Open(filepath.FromSlash(i.File))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	made, err := os.CreateTemp(filepath.Dir(to), ".new-")
	if err != nil {
		return err
	}
	sum, err := pins.CopyOf(made, f)
	if err == nil && sum != i.SHA256 {
		err = errors.New("it changed while the space was read; look at the space again")
	}
	err = errors.Join(err, made.Chmod(mode), made.Close())
	if err == nil {
		err = os.Rename(made.Name(), to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(made.Name()))
	}
	return nil
}

// sumOf is the SHA-256 of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return pins.CopyOf(io.Discard, f)
}

// sweepCopies removes old sets of scripts; what cannot be removed is tried again
// at a later start.
func sweepCopies(top, now string) {
	_ = os.Chtimes(filepath.Join(top, now), time.Time{}, time.Now()) // it is in use
	entries, err := os.ReadDir(top)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.Name() != now && time.Since(info.ModTime()) > copiesAge {
			_ = os.RemoveAll(filepath.Join(top, e.Name()))
		}
	}
}
