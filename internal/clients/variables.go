package clients

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/secrets"
)

// variables puts our placeholders in place of the program's own. Handrail knows
// ${NAME}, ${NAME:-else}, ${secret:NAME}, ${workspaceFolder}, ${userHome} and
// ${pathSeparator}.
func (e *entry) variables() {
	s := e.s
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		s.Env[name] = e.translate(s.Env[name])
	}
	e.env = s.Env
	for _, text := range []*string{&s.Command, &s.Dir, &s.URL, &s.ClientID, &s.ClientSecret} {
		*text = e.translate(*text)
	}
	for i := range s.Args {
		s.Args[i] = e.translate(s.Args[i])
	}
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		s.Headers[name] = e.translate(s.Headers[name])
	}
}

// translate translates one text.
func (e *entry) translate(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	switch e.r.f.shape {
	case shapeGemini:
		text = regexp.MustCompile(`\$([A-Za-z_][A-Za-z0-9_]*)`).ReplaceAllString(text, "$${$1}")
	}
	return regexp.MustCompile(`\$\{([^{}]*)\}`).ReplaceAllStringFunc(text, func(whole string) string {
		return e.variable(whole, whole[2:len(whole)-1])
	})
}

// variable translates one placeholder.
func (e *entry) variable(whole, name string) string {
	kind, rest, found := strings.Cut(name, ":")
	switch {
	case name == "/":
		return "${pathSeparator}"
	case found && kind == "env" && isVariable(rest):
		return "${" + rest + "}"
	case found && kind == "input":
		return e.input(rest)
	case found && kind == "secret" && e.r.w.Form:
		return whole
	case e.s.Project != "" && (name == "workspaceFolder" || name == "workspaceRoot"):
		return e.s.Project
	case e.s.Project != "" && name == "workspaceFolderBasename":
		return filepath.Base(e.s.Project)
	case name == "workspaceFolder" || name == "workspaceRoot" || name == "userHome" || name == "pathSeparator":
		return whole
	case found && strings.HasPrefix(rest, "-") && isVariable(kind):
		return whole
	case isVariable(name) && name != "workspaceFolderBasename":
		if value, own := e.env[name]; own { // programs such as mcp-remote fill it in themselves
			return value
		}
		if e.r.literal() {
			e.s.note("%s stands for itself in that program; here it is the variable of your environment", whole)
		}
		return whole
	}
	e.s.note("%s is a placeholder of that program which Handrail cannot fill in: change it after the import", whole)
	return whole
}

// literal reports whether ${NAME} stands for itself in the file's program: only
// Claude Code and Gemini CLI fill it in.
func (r *reader) literal() bool {
	return r.f.Program != "claude-code" && r.f.Program != "gemini" && r.f.Program != "text"
}

// input makes a secret of what VS Code asks the person for.
func (e *entry) input(id string) string {
	ask := Ask{Secret: secrets.NameOf(e.s.Name + "." + id), Prompt: id}
	found := false
	if e.r.inputs != nil {
		for _, input := range e.r.inputs.items {
			if n := input.get("id"); n == nil || n.text != id {
				continue
			}
			found = true
			if n := input.get("description"); n != nil && n.kind == isText && n.text != "" {
				ask.Prompt = n.text
			}
			if n := input.get("default"); n != nil && n.kind == isText {
				ask.Value = n.text
			}
		}
	}
	if !found {
		e.s.note("${input:%s} is not among the inputs of the file", id)
	}
	if !slices.Contains(e.s.Asks, ask) {
		e.s.Asks = append(e.s.Asks, ask)
	}
	return "${secret:" + ask.Secret + "}"
}

func isVariable(name string) bool {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name)
}
