package walls

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/pipeline/guard"
)

// there lists the protected names that the space has, but for what git reads.
func there(dir string) []string {
	var list []string
	for _, name := range guard.Protected() {
		switch {
		case inGit(name):
		case strings.Contains(name, "*"):
			list = append(list, named(dir, name)...)
		default:
			list = append(list, name)
		}
	}
	return list
}

// named lists the names at the top of a space that a name with a * stands for.
func named(dir, name string) []string {
	found, _ := filepath.Glob(filepath.Join(escapeGlob(dir), name)) // the names are sound
	for i, path := range found {
		found[i] = filepath.Base(path)
	}
	return found
}

// escapeGlob is a path as a pattern that stands for it alone.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// inGit reports whether a name is for repositories to look after.
func inGit(name string) bool { return name == ".git/" || name == ".gitmodules" }

// unmade lists the protected names of the space that do not exist. A room cannot
// protect them: a program can make them. Of a name with a * it is the name itself,
// where nothing has such a name.
func unmade(dir string) []string {
	var list []string
	for _, name := range guard.Protected() {
		switch name = strings.TrimSuffix(name, "/"); {
		case name == ".git":
		case strings.Contains(name, "*"):
			if len(named(dir, name)) == 0 {
				list = append(list, name)
			}
		default:
			if _, err := os.Lstat(at(dir, name)); err != nil {
				list = append(list, name)
			}
		}
	}
	return list
}

// at is where a name of a space lies; it is written with slashes.
func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

// noticeMade tells the person of protected names that exist since a call. What is
// Handrail's own among them is held back until the person has looked; what other
// programs read unasked is not.
func (s *Space) noticeMade(e proc.Errand, before []string) {
	var made []string
	for _, name := range before {
		if strings.Contains(name, "*") {
			made = append(made, named(s.c.Dir, name)...)
		} else if _, err := os.Lstat(at(s.c.Dir, name)); err == nil {
			made = append(made, name)
		}
	}
	if len(made) > 0 {
		slices.Sort(made)
		s.k.c.Notice("warning", "A program that %s has run made %s in %s, which decides what runs later: look at it before you go on.", e.Tool, strings.Join(made, ", "), filepath.Base(s.c.Dir))
	}
}
