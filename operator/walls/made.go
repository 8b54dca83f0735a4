package walls

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/proc"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// redirecting are files by which git would take its settings and hooks from
// elsewhere. Nobody makes them by hand in a folder that is a repository of its
// own.
func redirecting() []string { return []string{".git/commondir", ".git/config.worktree"} }

// unmade lists the protected names of the space that do not exist. A room cannot
// protect them: a program can make them.
func unmade(dir string) []string {
	var list []string
	add := func(name string) {
		if _, err := os.Lstat(at(dir, name)); err != nil {
			list = append(list, name)
		}
	}
	for _, name := range guard.Protected() {
		if name = strings.TrimSuffix(name, "/"); !strings.HasPrefix(name, ".git/") { // a program that makes a repository makes these
			add(name)
		}
	}
	if paths.IsFolder(at(dir, ".git")) {
		for _, name := range redirecting() {
			add(name)
		}
	}
	return list
}

// at is where a name of a space lies; it is written with slashes.
func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

// noticeMade tells the person of protected names that exist since a call. What is
// Handrail's own among them is held back until the person has looked; what other
// programs read unasked is not. What would lead git elsewhere is put aside.
func (s *Space) noticeMade(e proc.Errand, before []string) {
	var made []string
	for _, name := range before {
		if _, err := os.Lstat(at(s.c.Dir, name)); err == nil {
			made = append(made, putAside(s.c.Dir, name))
		}
	}
	if len(made) > 0 {
		s.k.c.Notice("warning", "A program that %s has run made %s in %s, which decides what runs later: look at it before you go on.", e.Tool, strings.Join(made, ", "), filepath.Base(s.c.Dir))
	}
}

// putAside gives a redirecting file another name, and says what it is called now.
func putAside(dir, name string) string {
	for _, bad := range redirecting() {
		if name != bad {
			continue
		}
		aside := name + ".put-aside"
		if err := os.Rename(at(dir, name), at(dir, aside)); err != nil {
			return fmt.Sprintf("%s (which could not be put aside: %v)", name, err)
		}
		return name + " (now " + aside + ")"
	}
	return name
}
