package walls

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/pipeline/guard"
)

// A top is the names in the folder of a space, as they were at one moment.
type top struct {
	dir   string
	names []string
	lower map[string]bool // the same in lower case; nil where the folder could not be read
}

// lookAtTop looks at what is in the folder of the space now.
func lookAtTop(s *Space) top {
	t := top{dir: s.c.Dir}
	list, err := s.tops.Read(s.c.Dir)
	if err != nil {
		return t
	}
	t.names, t.lower = list.Names, make(map[string]bool, len(list.Names))
	for _, name := range t.names {
		t.lower[strings.ToLower(name)] = true
	}
	return t
}

// lacks reports whether nothing in the folder can be what a name stands for: there is
// not even the first part of it, in any case of letters.
func (t top) lacks(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return t.lower != nil && !t.lower[strings.ToLower(first)]
}

// has reports whether there is something of a name.
func (t top) has(name string) bool {
	if t.lacks(name) {
		return false
	}
	_, err := os.Lstat(at(t.dir, name))
	return err == nil
}

// matching lists the names that a name with a * stands for.
func (t top) matching(name string) (found []string) {
	for _, n := range t.names {
		if ok, _ := path.Match(name, n); ok { // the patterns are sound
			found = append(found, n)
		}
	}
	return found
}

// there lists the protected names that the space may have, but for what git reads.
func (t top) there() []string {
	var list []string
	for _, name := range guard.Protected() {
		switch {
		case inGit(name):
		case strings.Contains(name, "*"):
			list = append(list, t.matching(name)...)
		case !t.lacks(name):
			list = append(list, name)
		}
	}
	return list
}

// inGit reports whether a name is for repositories to look after.
func inGit(name string) bool { return name == ".git/" || name == ".gitmodules" }

// unmade lists the protected names of the space that do not exist. A room cannot
// protect them: a program can make them. Of a name with a * it is the name itself,
// where nothing has such a name.
func (t top) unmade() []string {
	var list []string
	for _, name := range guard.Protected() {
		switch name = strings.TrimSuffix(name, "/"); {
		case name == ".git":
		case strings.Contains(name, "*"):
			if len(t.matching(name)) == 0 {
				list = append(list, name)
			}
		default:
			if !t.has(name) {
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
	now := lookAtTop(s)
	for _, name := range before {
		if strings.Contains(name, "*") {
			made = append(made, now.matching(name)...)
		} else if now.has(name) {
			made = append(made, name)
		}
	}
	if len(made) > 0 {
		slices.Sort(made)
		s.k.c.Notice("warning", "A program that %s has run made %s in %s, which decides what runs later: look at it before you go on.", e.Tool, strings.Join(made, ", "), filepath.Base(s.c.Dir))
	}
}
