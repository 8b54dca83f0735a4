package hooks

import (
	"errors"

	"handrail/internal/render"
)

// params are the names that a hook's command may use (docs/spec/10-hooks.md).
func params() []render.Param {
	return []render.Param{
		{Name: "tool"}, {Name: "agent"}, {Name: "session"}, {Name: "space"}, {Name: "input.*", Type: "any"},
	}
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
