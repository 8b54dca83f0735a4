package snapshot

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/ignore"
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

// A sieve decides which folders of a tree are left out, during one look.
type sieve struct {
	root  string
	rules map[string]*ignore.Rules // by folder below the root, with its own rules
	git   bool                     // the root lies in a repository
}

// newSieve reads what the repository around the root leaves out.
func newSieve(root string) *sieve {
	s := &sieve{root: root, rules: map[string]*ignore.Rules{}}
	top := root
	for !exists(filepath.Join(top, ".git")) {
		above := filepath.Dir(top)
		if above == top {
			s.rules[""] = ignore.At()
			return s.learn("", ignore.At())
		}
		top = above
	}
	s.git = true
	rules := ignore.At()
	if data := readSmall(filepath.Join(top, ".git", "info", "exclude")); data != nil {
		rules = rules.With(data)
	}
	rel, err := filepath.Rel(top, root)
	if err == nil && rel != "." {
		at := top
		for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			if data := readSmall(filepath.Join(at, ".gitignore")); data != nil {
				rules = rules.With(data)
			}
			rules, at = rules.Below(part), filepath.Join(at, part)
		}
	}
	return s.learn("", rules)
}

// learn adds a folder's own rules.
func (s *sieve) learn(at string, rules *ignore.Rules) *sieve {
	if data := readSmall(filepath.Join(s.root, filepath.FromSlash(at), ".gitignore")); data != nil {
		rules = rules.With(data)
	}
	s.rules[at] = rules
	return s
}

// at is the rules of a folder below the root. The caller holds the lock of the look.
func (s *sieve) at(folder string) *ignore.Rules {
	if r := s.rules[folder]; r != nil {
		return r
	}
	above, name := "", folder
	if i := strings.LastIndexByte(folder, '/'); i >= 0 {
		above, name = folder[:i], folder[i+1:]
	}
	r := s.at(above)
	if exists(filepath.Join(s.root, filepath.FromSlash(folder), ".git")) { // a repository of its own
		r = ignore.At(strings.Split(folder, "/")...)
	} else {
		r = r.Below(name)
	}
	s.learn(folder, r)
	return s.rules[folder]
}

// leavesOut reports whether a folder is left out.
func (s *sieve) leavesOut(folder, name string) bool {
	marks, ok := made[name]
	if !ok {
		return false
	}
	if s.git || exists(filepath.Join(s.root, filepath.FromSlash(folder), ".git")) {
		rules := s.at(folder)
		return rules.Ignores(name, true)
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
	f, err := os.Open(path)
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
