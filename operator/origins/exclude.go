package origins

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/git"
	"handrail/internal/plain"
	"handrail/internal/steady"
)

// excluded are the names that git does not offer to commit.
const excluded = "*.put-aside\n*.put-aside-[0-9]*\n"

// mostExclude is how many bytes of git's own list of names are read.
const mostExclude = 1 << 20

// Exclude has git leave out what is put aside, in the repository of a space: what nobody has agreed to, and may hold secrets, is
// not committed with all else by who adds all files. Where the space lies in no repository it does nothing.
func Exclude(f *Files) error {
	f.mu.Lock()
	repo, ok := f.repository()
	f.mu.Unlock()
	if !ok {
		return nil
	}
	dir := repo.dir
	if raw, _, err := git.ReadFile(filepath.Join(dir, "commondir"), mostRef); err == nil { // of a worktree
		if dir = strings.TrimSpace(string(raw)); !filepath.IsAbs(dir) {
			dir = filepath.Join(repo.dir, dir)
		}
	}
	if err := exclude(dir); err != nil {
		return fmt.Errorf("git may offer to commit it, since %s could not be changed: %w", filepath.Join(dir, "info", "exclude"), err)
	}
	return nil
}

// exclude adds the names to the list of a repository, once.
func exclude(dir string) error {
	top, err := plain.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer top.Close()
	if err := top.Mkdir("info", 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	at, err := steady.Open([]string{dir}, filepath.Join(dir, "info", "exclude"))
	if err != nil {
		return err
	}
	defer at.Close()
	old, _, err := at.Read(mostExclude)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case strings.Contains("\n"+string(old), "\n"+excluded):
		return nil
	}
	text := excluded
	if len(old) > 0 && old[len(old)-1] != '\n' {
		text = "\n" + text
	}
	list, err := at.Dir.OpenFile(at.Name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = list.WriteString(text)
	return errors.Join(err, list.Close())
}
