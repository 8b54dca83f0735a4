package permits

import (
	"errors"
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
	".output", ".svelte-kit", ".angular", ".turbo", ".parcel-cache", ".vite", ".nyc_output", ".gradle", ".dart_tool", "storybook-static", "DerivedData", "bin",
}

// cacheNames are those in which nobody keeps anything, whether git ignores them or not.
var cacheNames = []string{"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}

// isBuiltName reports whether a folder is called as builds call what they make anew.
func isBuiltName(name string) bool {
	return slices.Contains(builtNames, name) || strings.HasSuffix(name, ".egg-info")
}

// isBuilt reports whether a folder, by its real path, holds only what is made anew by a build: by its name, because git ignores it and keeps nothing of it, and
// because it is no repository itself. One that is not there is: whatever comes to be there is made after this look. roots are where it is looked for
// a repository.
func isBuilt(roots []string, path string) bool {
	if !isBuiltName(filepath.Base(path)) || !paths.Within(path, roots) || slices.Contains(roots, path) || slices.Contains(strings.Split(filepath.ToSlash(path), "/"), ".git") {
		return false
	}
	info, wrong := os.Lstat(path)
	if errors.Is(wrong, fs.ErrNotExist) {
		return isReal(filepath.Dir(path), roots)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || wrong != nil || real != path || !info.IsDir() {
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
		return (ignored(top, strings.Split(name, "/")) || slices.Contains(cacheNames, filepath.Base(path)) || ignoresItself(path)) && len(git.Indexed(repo, below)) == 0
	}
	return false
}

// isReal reports whether the nearest folder on the way to a path that is there, and in one of the roots, is reached by no link.
func isReal(path string, roots []string) bool {
	for ; paths.Within(path, roots); path = filepath.Dir(path) {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			real, err := filepath.EvalSymlinks(path)
			return err == nil && real == path
		}
	}
	return false
}

// ignoresItself reports whether a folder says that git is to ignore all in it, as pytest and venv have theirs say.
func ignoresItself(path string) bool {
	file, err := plain.Open(filepath.Join(path, ".gitignore"))
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // nothing was written
	text, err := io.ReadAll(io.LimitReader(file, ignore.FileLimit))
	return err == nil && slices.Contains(strings.Fields(string(text)), "*") && !strings.Contains(string(text), "!")
}

// How many names are looked at for folders of one name, and how many such folders.
const (
	mostSeen  = 50_000
	mostBuilt = 200
)

// allBuilt reports whether all of a name below a folder, by its real path, are folders of which isBuilt holds. Where there is too much to look at
// it does not. apart says that their paths are taken apart at blanks and quotes, and that none may have one.
func allBuilt(roots []string, dir, name string, apart bool) bool {
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir || !isBuiltName(name) {
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
		if found++; found > mostBuilt || !e.IsDir() || !isBuilt(roots, path) || apart && strings.ContainsAny(path, " \t\n\r\v\f'\"\\") {
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
