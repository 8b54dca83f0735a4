package definitions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/render"
	"handrail/internal/schema"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
)

// The nouns that faces read, so that they need to know this package alone.
type (
	// A Problem is what the author of a file must know.
	Problem = spaces.Problem
	// A Violation is one thing that is wrong with the values of a tool.
	Violation = schema.Violation
)

// A Check is what the loader says of a text, saved or not.
type Check struct {
	Problems []Problem
	// Name is what it is called by; "" where the file does not load, or holds several.
	Name string
	// Tool is what is known of a tool; nil: the text is none, or does not load.
	Tool *tools.Info
	// Told is what of an agent or a skill a model reads, with stand-ins for what only a chat knows.
	Told string
	// Holds are what a file of several is made of: the ids of hooks, the names of tools of a manifest.
	Holds []string
}

// Check judges a text as if it were the file, by the loader itself: the whole space is read with it.
// It touches no file.
func (f *Files) Check(ctx context.Context, name, text string) (Check, error) {
	kind, err := KindOf(name)
	if err != nil {
		return Check{}, err
	}
	space, problems, err := spaces.Draft(ctx, f.c.Dir, name, []byte(text))
	if err != nil {
		return Check{}, err
	}
	var c Check
	for _, p := range problems {
		if p.File == name {
			c.Problems = append(c.Problems, p)
		}
	}
	switch kind {
	case Tool:
		c.tool(space, name)
	case Agent:
		c.agent(space, name)
	case Skill:
		c.skill(space, name)
	case Hooks:
		for _, h := range space.Hooks {
			if h.File == name {
				c.Holds = append(c.Holds, h.ID)
			}
		}
	case Manifest:
		for _, t := range space.Tools {
			if t.Origin.File == name && t.Rejected == "" {
				c.Holds = append(c.Holds, t.Spec.ID)
			}
		}
		c.Name = space.Manifest.Name
	}
	return c, nil
}

func (c *Check) tool(space *spaces.Space, name string) {
	if t, ok := toolOf(space, name); ok && t.Rejected == "" {
		info := t.Info()
		c.Name, c.Tool = t.Spec.ID, &info
	}
}

func (c *Check) agent(space *spaces.Space, name string) {
	for _, a := range space.Agents {
		if a.File != name {
			continue
		}
		c.Name = a.ID
		if told, err := render.Text(a.Prompt, space.PromptValues(a, "you", []string{"read", "bash"})); err == nil { // else it is a Problem
			c.Told = told
		}
	}
}

func (c *Check) skill(space *spaces.Space, name string) {
	for _, k := range space.Skills {
		if k.File == name {
			c.Name, c.Told = k.Name, k.Body
		}
	}
}

// toolOf finds the tool of a file of its own.
func toolOf(space *spaces.Space, name string) (spaces.Tool, bool) {
	i := slices.IndexFunc(space.Tools, func(t spaces.Tool) bool { return t.Origin.File == name })
	if i < 0 {
		return spaces.Tool{}, false
	}
	return space.Tools[i], true
}

// A Line is the command that a tool would run. It is worked out of a text alone: nothing has run.
type Line struct {
	Text       string
	Violations []Violation
	Why        string // why there is none, if the values are not the reason
}

// Resolve works out what the tool of a text would run for an input, a JSON object.
func (f *Files) Resolve(ctx context.Context, name, text, input string) (Line, error) {
	switch kind, err := KindOf(name); {
	case err != nil:
		return Line{}, err
	case kind != Tool:
		return Line{}, fmt.Errorf("%s is no file of a tool", name)
	}
	space, _, err := spaces.Draft(ctx, f.c.Dir, name, []byte(text))
	if err != nil {
		return Line{}, err
	}
	t, ok := toolOf(space, name)
	switch {
	case !ok:
		return Line{Why: "the text is no tool yet"}, nil
	case t.Rejected != "":
		return Line{Why: t.Rejected}, nil
	case t.Spec.MCP:
		return Line{Why: "its server does the work, and no command runs"}, nil
	}
	return lineOf(t.Definition, input), nil
}

func lineOf(d command.Definition, input string) Line {
	in, err := d.Info().Input.Check(json.RawMessage(input))
	var invalid *schema.InvalidError
	switch {
	case errors.As(err, &invalid):
		return Line{Violations: invalid.Violations}
	case err != nil:
		return Line{Why: err.Error()}
	}
	text, err := d.Line(in.Values())
	if err != nil {
		return Line{Why: err.Error()}
	}
	return Line{Text: strings.TrimRight(text, "\n")}
}
