package snapshot

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/ignore"
	"handrail/internal/plain"
)

// made are the names of folders that tools make anew: of dependencies, builds and caches.
// One of these is left out where Git ignores it; where there is no Git, if it is made for sure: the name
// behind it lies beside it, or, with "./" before it, in it. "" is never sure.
var made = map[string][]string{
	"node_modules": {"package.json"}, "bower_components": {"bower.json"}, ".pnpm-store": {"package.json"},
	"target": {"Cargo.toml", "pom.xml"}, ".venv": {"./pyvenv.cfg"}, "venv": {"./pyvenv.cfg"}, "env": {"./pyvenv.cfg"},
	"__pycache__": {""}, ".tox": {"tox.ini"}, ".mypy_cache": {"./CACHEDIR.TAG"}, ".pytest_cache": {"./CACHEDIR.TAG"}, ".ruff_cache": {"./CACHEDIR.TAG"},
	".gradle": {"build.gradle", "build.gradle.kts"}, "Pods": {"Podfile"}, "DerivedData": {""}, ".dart_tool": {"pubspec.yaml"}, "elm-stuff": {"elm.json"},
	"dist": {""}, "build": {""}, "out": {""}, "bin": {""}, "obj": {""}, "vendor": {""}, "_build": {"mix.exs"}, "deps": {"mix.exs"}, "coverage": {""},
	".next": {""}, ".nuxt": {""}, ".svelte-kit": {""}, ".turbo": {""}, ".parcel-cache": {""}, ".cache": {""}, ".output": {""}, ".vite": {""}, ".angular": {""},
	"cmake-build-debug": {""}, "cmake-build-release": {""}, ".terraform": {"./providers"}, ".eggs": {""}, "zig-cache": {""}, ".zig-cache": {""}, "zig-out": {""}, ".stack-work": {"stack.yaml"}, "dist-newstyle": {""},
}

// Decides reports whether a file of this name can decide what is left out. Whoever is about to change one looks at the tree first:
// what was covered once stays covered.
func Decides(name string) bool {
	if name == ".gitignore" || name == "exclude" || name == ".git" {
		return true
	}
	for _, marks := range made {
		for _, mark := range marks {
			if strings.TrimPrefix(mark, "./") == name {
				return true
			}
		}
	}
	return false
}

// toolsMake reports whether a folder of this name may be one that is left out.
func toolsMake(name string) bool {
	_, ok := made[name]
	return ok
}

// A sieve decides which folders of a tree are left out, during one look.
type sieve struct {
	root    string
	folders map[string]reach // by path below the root, of those that were asked for
}

// A reach is what Git says about the names of a folder.
type reach struct {
	rules *ignore.Rules
	// git is false outside of a repository, and in a folder that one leaves out as a whole:
	// what it says of the names there it does not say because of them.
	git bool
}

// newSieve reads what the repository around the root leaves out.
func newSieve(root string) *sieve {
	s := &sieve{root: root, folders: map[string]reach{}}
	top := root
	for !exists(filepath.Join(top, ".git")) {
		above := filepath.Dir(top)
		if above == top {
			s.folders[""] = reach{rules: ignore.At()}
			return s
		}
		top = above
	}
	r := repository(top)
	rel, err := filepath.Rel(top, root)
	if err == nil && rel != "." {
		at := top
		for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			at = filepath.Join(at, part)
			r = r.below(part, at)
		}
	}
	s.folders[""] = r
	return s
}

// repository is the top of one; parts are where it lies below where its rules begin.
func repository(top string, parts ...string) reach {
	r := reach{rules: ignore.At(parts...), git: true}
	if data := readSmall(filepath.Join(top, ".git", "info", "exclude")); data != nil {
		r.rules = r.rules.With(data)
	}
	return r.here(top)
}

// here adds a folder's own rules.
func (r reach) here(path string) reach {
	if data := readSmall(filepath.Join(path, ".gitignore")); data != nil {
		r.rules = r.rules.With(data)
	}
	return r
}

// below is the reach of a folder of this one.
func (r reach) below(name, path string) reach {
	return reach{rules: r.rules.Below(name), git: r.git && !r.rules.Ignores(name, true)}.here(path)
}

// at is the reach of a folder below the root. The caller holds the lock of the look.
func (s *sieve) at(folder string) reach {
	if r, ok := s.folders[folder]; ok {
		return r
	}
	above, name := "", folder
	if i := strings.LastIndexByte(folder, '/'); i >= 0 {
		above, name = folder[:i], folder[i+1:]
	}
	path := filepath.Join(s.root, filepath.FromSlash(folder))
	var r reach
	if exists(filepath.Join(path, ".git")) { // a repository of its own
		r = repository(path, strings.Split(folder, "/")...)
	} else {
		r = s.at(above).below(name, path)
	}
	s.folders[folder] = r
	return r
}

// leavesOut reports whether a folder is left out.
func (s *sieve) leavesOut(folder, name string) bool {
	marks, ok := made[name]
	if !ok {
		return false
	}
	if r := s.at(folder); r.git {
		return r.rules.Ignores(name, true)
	}
	here := filepath.Join(s.root, filepath.FromSlash(folder))
	return slices.ContainsFunc(marks, func(mark string) bool {
		if mark == "" {
			return name == "__pycache__" // Python alone makes it
		}
		if inside, ok := strings.CutPrefix(mark, "./"); ok {
			return exists(filepath.Join(here, name, inside))
		}
		return exists(filepath.Join(here, mark))
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// readSmall reads a file of rules; nil if it is none.
func readSmall(path string) []byte {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := plain.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, ignore.FileLimit))
	if err != nil {
		return nil
	}
	return data
}
