package permits

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/internal/ignore"
	"handrail/internal/plain"
	"handrail/operator/paths"
)

// builtNames are folders in which builds, tests and package managers keep what they make anew.
var builtNames = []string{
	"dist", "build", "out", "target", "coverage", "node_modules", "__pycache__", "venv", ".venv", "obj", "htmlcov", ".cache", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".eggs", ".next", ".nuxt",
	".output", ".svelte-kit", ".angular", ".turbo", ".parcel-cache", ".vite", ".nyc_output", ".gradle", ".dart_tool", "storybook-static", "DerivedData",
}

// isBuilt reports whether a folder, by its real path, holds only what is made anew by a build: by its name, because git ignores it and keeps nothing of it, and
// because it is no repository itself. roots are where it is looked for a repository.
func isBuilt(roots []string, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	info, wrong := os.Lstat(path)
	if err != nil || wrong != nil || real != path || !info.IsDir() || !slices.Contains(builtNames, filepath.Base(path)) {
		return false
	}
	if _, err := os.Lstat(filepath.Join(path, ".git")); err == nil {
		return false
	}
	for top := filepath.Dir(path); paths.Within(top, roots); top = filepath.Dir(top) {
		repo := git.FolderOf(top)
		if repo == "" {
			continue
		}
		name, err := filepath.Rel(top, path)
		if err != nil {
			return false
		}
		name = filepath.ToSlash(name)
		below := func(one string) bool { return strings.HasPrefix(one, name+"/") }
		return ignored(top, strings.Split(name, "/")) && len(git.Indexed(repo, below)) == 0
	}
	return false
}

// How many names are looked at for folders of one name, and how many such folders.
const (
	mostSeen  = 50_000
	mostBuilt = 200
)

// allBuilt reports whether all of a name below a folder, by its real path, are folders of which isBuilt holds. Where there is too much to look at
// it does not.
func allBuilt(roots []string, dir, name string) bool {
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir || !slices.Contains(builtNames, name) {
		return false
	}
	seen, found := 0, 0
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if seen++; err != nil || seen > mostSeen {
			return fs.ErrInvalid
		}
		if path == dir || e.Name() != name {
			return nil
		}
		if found++; found > mostBuilt || !e.IsDir() || !isBuilt(roots, path) {
			return fs.ErrInvalid
		}
		return fs.SkipDir
	}) == nil
}

// ignored reports whether the rules of a work tree leave out a folder in it, or one around that.
func ignored(top string, parts []string) bool {
	rules, at := ignore.At(), top
	for _, part := range parts {
		if file, err := plain.Open(filepath.Join(at, ".gitignore")); err == nil {
			text, err := io.ReadAll(io.LimitReader(file, ignore.FileLimit))
			_ = file.Close() // nothing was written
			if err != nil {
				return false
			}
			rules = rules.With(text)
		}
		if rules.Ignores(part, true) {
			return true
		}
		rules, at = rules.Below(part), filepath.Join(at, part)
	}
	return false
}
