package operator

import (
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/proc"
	"handrail/pipeline/guard"
)

// unmade lists the protected names of the space that do not exist. A room cannot
// protect them: a program can make them.
func (s *Space) unmade() []string {
	var list []string
	for _, name := range guard.Protected() {
		name = strings.TrimSuffix(name, "/")
		if strings.HasPrefix(name, ".git/") { // a program that makes a repository makes these
			continue
		}
		if _, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(name))); err != nil {
			list = append(list, name)
		}
	}
	return list
}

// noticeMade tells the person of protected names that exist since a call. What is
// Handrail's own among them is held back until the person has looked; what other
// programs read unasked is not.
func (s *Space) noticeMade(e proc.Errand, before []string) {
	var made []string
	for _, name := range before {
		if _, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(name))); err == nil {
			made = append(made, name)
		}
	}
	if len(made) > 0 {
		s.o.notice("warning", "A program that %s has run made %s in %s, which decides what runs later: look at it before you go on.", e.Tool, strings.Join(made, ", "), filepath.Base(s.dir))
	}
}
