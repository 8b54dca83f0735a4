package hooks

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/render"
	"handrail/internal/sandbox"
)

// params are the names that a hook's command may use (docs/spec/10-hooks.md).
func params() []render.Param {
	return []render.Param{
		{Name: "tool"}, {Name: "agent"}, {Name: "session"}, {Name: "space"}, {Name: "input.*", Type: "any"},
	}
}

// CheckNeeds says what is wrong with what a hook needs, a sentence each.
func CheckNeeds(n Needs) []string {
	var wrong []string
	if _, err := sandbox.ParseNetwork(n.Network); err != nil {
		wrong = append(wrong, fmt.Sprintf("network: %v", err))
	}
	for field, list := range map[string][]string{"read": n.Read, "write": n.Write} {
		for _, path := range list {
			switch {
			case path == "" || strings.ContainsRune(path, 0):
				wrong = append(wrong, fmt.Sprintf("%s: %q is no path", field, path))
			case strings.ContainsAny(path, "*?["):
				wrong = append(wrong, fmt.Sprintf("%s: %q is a pattern; name the folder that holds the files", field, path))
			case !filepath.IsAbs(path) && path != "~" && !strings.HasPrefix(path, "~/") && !filepath.IsLocal(filepath.FromSlash(path)):
				wrong = append(wrong, fmt.Sprintf("%s: %q leads out of the space; write an absolute path, or one below ~", field, path))
			}
		}
	}
	if n.Unwalled && len(n.Network)+len(n.Read)+len(n.Write) > 0 {
		wrong = append(wrong, `walls: "off" leaves it everything; leave out network, read and write, or the walls on`)
	}
	slices.Sort(wrong)
	return wrong
}

// A Problem is what is wrong with a command, with how to write it instead.
type Problem struct {
	Line int // of the command's text, from 1
	Text string
}

// Check says what is wrong with a hook's command: a place where no value can be
// safe, a name that is not known, or text that is not bash. The names are tool,
// input.*, agent, session and space.
func Check(command string) []Problem {
	_, err := render.Parse(command, params())
	var many *render.ProblemsError
	switch {
	case errors.As(err, &many):
		var out []Problem
		for _, p := range many.Problems {
			out = append(out, Problem{Line: p.Line, Text: p.String()})
		}
		return out
	case err != nil:
		return []Problem{{Line: 1, Text: err.Error()}}
	}
	return nil
}
