//go:build unix && !darwin

package opener

import (
	"errors"
	"fmt"

	"handrail/bridge/trusted"
	"handrail/internal/proc"
)

const install = "install it (Debian, Ubuntu, Fedora and Arch call it xdg-utils) and start Handrail again"

// system is what opens things here: xdg-open, found once and checked before each use.
type system struct {
	program trusted.Program
	path    string
	args    []string
	missing error
}

// find does not look on the person's PATH: a folder in it may be an agent's to write.
func find(env, roots []string) system {
	p, err := trusted.Find("xdg-open", "/usr/bin:/usr/local/bin:/bin", roots)
	s := system{program: p, path: p.Path()}
	switch {
	case errors.Is(err, trusted.ErrMissing):
		s.missing = errors.New("nothing can be opened here: the program xdg-open is not installed; " + install)
	case err != nil:
		s.missing = fmt.Errorf("nothing can be opened here: %w; %s", err, install)
	case proc.Getenv(env, "DISPLAY") == "" && proc.Getenv(env, "WAYLAND_DISPLAY") == "":
		s.missing = errors.New("nothing can be opened here: there is no display (DISPLAY and WAYLAND_DISPLAY are empty); start Handrail from a desktop session")
	}
	return s
}

func (s system) check(roots []string) error { return s.program.Check(roots) }
