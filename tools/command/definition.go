package command

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"handrail/internal/programs"
	"handrail/internal/render"
	"handrail/internal/schema"
	"handrail/tools"
)

// A Definition is a Spec that holds together: its parameters make a schema and
// its command takes every value safely. It does not change.
type Definition struct {
	Spec   Spec
	Origin Origin

	schema   *schema.Schema
	template *render.Template
	settings []setting
}

// A setting is one variable of the environment.
type setting struct {
	name  string
	value *render.Setting
}

var (
	idForm       = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// defaultTimeout is how many seconds a tool may take that does not say
// (docs/spec/06-declared-tools.md#fields).
const defaultTimeout = 60

// idLimit is the longest id, in characters: what models accept as a name.
const idLimit = 64

// New makes a Definition. ok is false if a Problem is not minor.
func New(s Spec, o Origin) (d Definition, problems []Problem, ok bool) {
	d = Definition{Spec: s, Origin: o}
	note := func(field, format string, args ...any) {
		problems = append(problems, Problem{Field: field, Text: fmt.Sprintf(format, args...)})
	}
	d.checkText(note)
	if params, err := schema.FromParameters(d.parameters()); err != nil {
		note("parameters", "%v", err)
	} else {
		d.schema = params
	}
	if s.MCP {
		if s.Server == "" {
			note("server", "a tool with mcp: true needs the name of its server")
		}
		if s.Command != "" {
			note("command", "a tool with mcp: true has no command of its own: its server does the work; remove one of the two")
		}
		problems = append(problems, s.idle()...)
	} else {
		problems = append(problems, d.readCommand()...)
		if s.Server != "" || s.Tool != "" {
			problems = append(problems, Problem{Field: "server", Text: "\"server\" and \"tool\" count only with mcp: true, so the command runs and no server is asked: add mcp: true, or remove them", Minor: true})
		}
	}
	problems = append(problems, d.readEnvironment()...)
	return d, problems, !slices.ContainsFunc(problems, func(p Problem) bool { return !p.Minor })
}

// idle says which fields count for nothing in a tool of a server.
func (s Spec) idle() []Problem {
	var out []Problem
	for field, set := range map[string]bool{"environment": len(s.Environment) > 0, "workingDir": s.WorkingDir != "", "network": len(s.Network) > 0} {
		if set {
			out = append(out, Problem{Field: field, Text: fmt.Sprintf("%q counts for nothing with mcp: true: it is the server that has an environment, a folder and a network; set it there", field), Minor: true})
		}
	}
	slices.SortFunc(out, func(a, b Problem) int { return strings.Compare(a.Field, b.Field) })
	return out
}

// Info is what the author says of the tool. Input is nil of a tool of a server for
// which they name no parameters: it takes what the server takes.
func (d Definition) Info() tools.Info {
	s := d.Spec
	description := s.Description
	if d.Origin.Body != "" {
		description += "\n\n" + d.Origin.Body
	}
	file := d.Origin.File
	if d.Origin.Line > 0 {
		file = fmt.Sprintf("%s:%d", file, d.Origin.Line)
	}
	i := tools.Info{
		Name: s.ID, Title: s.Name, Description: description, Category: s.Category, Icon: s.Icon, Input: d.schema, Source: d.Origin.Source,
		SideEffect: s.SideEffect, Idempotent: s.Idempotent, Confirm: s.Confirm, Danger: s.danger(), Timeout: d.timeout(),
		File: file, Template: s.Command, Docs: d.Origin.Body,
	}
	if s.MCP && len(s.Parameters) == 0 {
		i.Input = nil
	}
	return i
}

// Line is the command that the tool runs for values that its schema has accepted. It is worked out
// of the definition alone: no folder, secret or program has been looked at.
func (d Definition) Line(values map[string]any) (string, error) {
	rendered, err := d.template.Render(values)
	return rendered.Text, err
}

func (d Definition) timeout() time.Duration {
	return time.Duration(d.Spec.Timeout * float64(time.Second))
}

// checkText checks what a name, a folder or a list may be.
func (d *Definition) checkText(note func(field, format string, args ...any)) {
	s := &d.Spec
	switch {
	case s.ID == "":
		note("id", "the id is missing: give the tool a kebab-case name, such as deploy-to-staging")
	case !idForm.MatchString(s.ID) || len(s.ID) > idLimit:
		note("id", "the id %q is not kebab-case: use small letters and digits with single dashes between, at most %d", s.ID, idLimit)
	}
	switch {
	case strings.TrimSpace(s.Name) == "":
		note("name", "the name is missing: say what people call the tool")
	case strings.ContainsFunc(s.Name, unicode.IsControl):
		note("name", "the name has a line break or another control character in it: write it on one line")
	}
	if s.Timeout < 0 {
		note("timeout", "the timeout is %v: write how many seconds the tool may take", s.Timeout)
	}
	if s.Timeout == 0 {
		s.Timeout = defaultTimeout
	}
	if strings.TrimSpace(s.Description) == "" {
		note("description", "the description is missing: say in a sentence what the tool does, so that a model knows when to use it")
	}
	if dir := filepath.ToSlash(s.WorkingDir); dir != "" && (!filepath.IsLocal(s.WorkingDir) || strings.HasPrefix(dir, "/")) {
		note("workingDir", "the folder %q must lie in the space: write it relative to the space, without ..", s.WorkingDir)
	}
	if len(s.Network) > 1 && (slices.Contains(s.Network, "on") || slices.Contains(s.Network, "off")) {
		note("network", "write on, off, or a list of hosts")
	}
	if !s.SideEffect {
		s.Idempotent = true
	}
}

// parameters are the Spec's, as a schema wants them.
func (d *Definition) parameters() []schema.Parameter {
	var out []schema.Parameter
	for _, p := range d.Spec.Parameters {
		out = append(out, schema.Parameter{
			Name: p.Name, Type: p.Type, Description: p.Description, Required: p.Required, Enum: p.Enum, Pattern: p.Pattern, Default: p.Default,
		})
	}
	return out
}

// readCommand reads the template with the parameters that it may use. A
// parameter with a pattern may start with a dash if the pattern lets it: the
// schema has checked the value against it before.
func (d *Definition) readCommand() []Problem {
	if strings.TrimSpace(d.Spec.Command) == "" {
		return []Problem{{Field: "command", Text: "the command is missing: say what the tool runs"}}
	}
	var params []render.Param
	for _, p := range d.Spec.Parameters {
		params = append(params, render.Param{Name: p.Name, Type: p.Type, Required: p.Required, Enum: p.Enum, Pattern: p.Pattern, Dash: p.Pattern != ""})
	}
	t, err := render.Parse(d.Spec.Command, params)
	var many *render.ProblemsError
	switch {
	case errors.As(err, &many):
		var out []Problem
		for _, p := range many.Problems {
			out = append(out, Problem{Field: "command", Line: p.Line, Text: fmt.Sprintf("command, %s", p)})
		}
		return out
	case err != nil:
		return []Problem{{Field: "command", Text: fmt.Sprintf("command: %v", err)}}
	}
	d.template = t
	return nil
}

// forbidden are variables that would change which program runs or what it runs
// first, so that what was shown would not be what runs.
var forbidden = []string{"PATH", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "IFS", "PS4", "HANDRAIL_IDEMPOTENCY_KEY"}

// readEnvironment reads the values of the environment.
func (d *Definition) readEnvironment() []Problem {
	var out []Problem
	for _, name := range slices.Sorted(maps.Keys(d.Spec.Environment)) {
		switch {
		case !variableForm.MatchString(name):
			out = append(out, Problem{Field: "environment", Text: fmt.Sprintf("%q cannot name a variable: use letters, digits and _", name)})
			continue
		case deciding(name):
			out = append(out, Problem{Field: "environment", Text: fmt.Sprintf("the variable %s decides what bash runs and cannot be set here; name the program by its path in the command", name)})
			continue
		}
		if why := d.sways(name, d.Spec.Environment[name]); why != "" {
			out = append(out, Problem{Field: "environment", Text: why})
			continue
		}
		value, err := render.ParseSetting(d.Spec.Environment[name])
		if err != nil {
			out = append(out, Problem{Field: "environment", Text: fmt.Sprintf("%s: %v", name, err)})
			continue
		}
		d.settings = append(d.settings, setting{name, value})
	}
	return out
}

var placeholder = regexp.MustCompile(`\{\{[~&#^/]*\s*(?:(?:if|unless|each)\s+)?([A-Za-z_][A-Za-z0-9_-]*)\s*~?\}\}`)

// sways says why a variable cannot be set to this text beside the command's values: a value would stand
// in it, or a program would read one as code because of it.
func (d *Definition) sways(name, text string) string {
	sway, known := programs.SwayOf(name)
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.ContainsFunc(d.Spec.Parameters, func(p Parameter) bool { return p.Name == m[1] }) {
			continue
		}
		why := ""
		if known {
			why = fmt.Sprintf(", and %s %s", name, sway.What)
		}
		return fmt.Sprintf("%s: a variable takes no value of a call, so that %s would stay as it is%s: give the value to the command, as an argument", name, m[0], why)
	}
	if known && d.template != nil && d.template.Free() && sway.Input(text) {
		return fmt.Sprintf("%s %s, and a value of the command could be that: set it in a script of the space, or leave nothing that could be code with an enum or a pattern", name, sway.What)
	}
	return ""
}

// deciding reports whether a variable decides what bash runs. Windows does not
// tell Path from PATH.
func deciding(name string) bool {
	name = strings.ToUpper(name)
	return slices.Contains(forbidden, name) || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") || strings.HasPrefix(name, "BASH_FUNC_")
}
