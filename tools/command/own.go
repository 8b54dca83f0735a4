package command

import (
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/tools"
)

// OwnPrograms tells the person's programs from those that an agent could have written.
type OwnPrograms interface {
	// OwnPath is the person's PATH without the folders that an agent could write.
	OwnPath() (string, error)
	// Planted reports whether an agent could have written a program, what it is a link
	// to, or what interprets it by this PATH.
	Planted(program, path string) (bool, error)
}

// searched is env with a PATH on which the folders that an agent could write stand
// last: nothing that is put there stands before a program of the person's.
func (c Config) searched(env []string) ([]string, error) {
	if c.Own == nil {
		return env, nil
	}
	own, err := c.Own.OwnPath()
	if err != nil {
		return nil, notTold(err)
	}
	dirs := filepath.SplitList(own)
	for _, dir := range filepath.SplitList(proc.Getenv(env, "PATH")) {
		if filepath.IsAbs(dir) && !slices.Contains(dirs, filepath.Clean(dir)) {
			dirs = append(dirs, filepath.Clean(dir))
		}
	}
	return proc.SetEnv(env, "PATH", strings.Join(dirs, string(filepath.ListSeparator))), nil
}

// planted says why a program must be asked about, because an agent could have written
// it; none if there is no reason. What the person has pinned is checked by its content.
func (c Config) planted(p program, env []string) (tools.Clause, error) {
	if c.Own == nil || c.Script != nil && c.Script(p.path) && c.Script(p.real) {
		return tools.Clause{}, nil
	}
	planted, err := c.Own.Planted(p.path, proc.Getenv(env, "PATH"))
	switch {
	case err != nil:
		return tools.Clause{}, notTold(err)
	case !planted:
		return tools.Clause{}, nil
	}
	return tools.Say(tools.AskPlanted, p.path), nil
}

func notTold(err error) error {
	return tools.Errorf(tools.Unavailable, "it cannot be told which programs are yours and not an agent's: %v", err)
}
