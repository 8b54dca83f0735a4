package hands

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/schema"
	"handrail/tools/command"
)

// Resolve works out what a hand of a text would run for an input.
func (f *File) Resolve(text, name, input string) Argv {
	hands, problems := command.ParseHands([]byte(text), command.HandsFile)
	i := slices.IndexFunc(hands.List, func(h command.Hand) bool { return h.Name == name })
	if i < 0 {
		for _, p := range problems {
			if !p.Minor && (p.Tool == name || p.Tool == "") {
				return Argv{Why: p.String()}
			}
		}
		return Argv{Why: fmt.Sprintf("there is no hand '%s' in this text", name)}
	}
	h := hands.List[i]
	schemaOf, err := inputOf(h)
	if err != nil {
		return Argv{Why: err.Error()}
	}
	in, err := schemaOf.Check(json.RawMessage(input))
	var invalid *schema.InvalidError
	switch {
	case errors.As(err, &invalid):
		return Argv{Violations: invalid.Violations}
	case err != nil:
		return Argv{Why: err.Error()}
	}
	texts, wrong := handTexts(h, in.Values())
	if len(wrong) > 0 {
		return Argv{Violations: wrong}
	}
	out := Argv{Argv: append([]string{h.Command[0]}, h.Argv(texts)...), Folder: f.c.Dir}
	if h.WorkingDir != "" {
		out.Folder = filepath.Join(f.c.Dir, filepath.FromSlash(h.WorkingDir))
	}
	for _, element := range h.Command[1:] {
		alone := command.Hand{Command: []string{h.Command[0], element}}
		if len(alone.Argv(texts)) == 0 {
			out.Dropped = append(out.Dropped, element)
		}
	}
	return out
}

// handTexts are the values as they stand in the argv. What is left out without a
// default is "", 0 or false (docs/spec/07-hands.md).
func handTexts(h command.Hand, values map[string]any) (map[string]string, []schema.Violation) {
	texts := map[string]string{}
	var wrong []schema.Violation
	for _, name := range h.ParamNames() {
		value, ok := values[name]
		if !ok {
			value = map[string]any{schema.TypeNumber: 0.0, schema.TypeBoolean: false, schema.TypeString: ""}[h.Params[name].Type]
		}
		text, err := h.Params[name].Accept(name, value)
		if err != nil {
			wrong = append(wrong, schema.Violation{Path: name, Message: plainWhy(err, name)})
		}
		if ok || text != "" { // what was left out and has no default takes its element along
			texts[name] = text
		}
	}
	return texts, wrong
}

// TryPattern reports whether a text passes a parameter's pattern, and why not.
func TryPattern(pattern, value string) (passes bool, why string) {
	const name = "value"
	if _, err := (command.HandParam{Type: schema.TypeString, Pattern: pattern}).Accept(name, value); err != nil {
		return false, plainWhy(err, name)
	}
	return true, ""
}

// plainWhy is the reason without the parameter's name, which stands beside it.
func plainWhy(err error, name string) string {
	return strings.TrimPrefix(err.Error(), "param '"+name+"' ")
}
