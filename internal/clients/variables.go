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
	for _, text := range []*string{&s.Command, &s.Dir, &s.URL, &s.ClientID, &s.ClientSecret, &s.PrivateKey} {
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
	switch e.r.f.shape {
	case shapeOpencode:
		text = regexp.MustCompile(`\{env:([A-Za-z_][A-Za-z0-9_]*)\}`).ReplaceAllString(text, "$${$1}")
		if strings.Contains(text, "{file:") {
			e.s.note("%s names a file whose content opencode puts in: keep the value as a secret after the import", text)
		}
	case shapeContinue:
		return continueSecrets(e, text)
	default: // below
	}
	return e.placeholders(text)
}

// continueSecrets makes secrets of what Continue keeps as such: ${{ secrets.NAME }}.
func continueSecrets(e *entry, text string) string {
	var made []string
	aside := regexp.MustCompile(`\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}`)
	parts := aside.Split(text, -1)
	for _, m := range aside.FindAllStringSubmatch(text, -1) {
		made = append(made, e.asked(Ask{Secret: secrets.NameOf(e.s.Name + "." + m[1]), Prompt: m[1]}))
	}
	var out strings.Builder
	for i, part := range parts { // what else stands there is no reference of ours
		out.WriteString(e.placeholders(part))
		if i < len(made) {
			out.WriteString(made[i])
		}
	}
	return out.String()
}

// placeholders translates those that begin with a $.
func (e *entry) placeholders(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	switch e.r.f.shape {
	case shapeCrush:
		if strings.Contains(text, "$(") {
			e.s.note("%s holds a command, which Crush runs to get a value and Handrail does not: keep the value as a secret after the import", text)
		}
		fallthrough
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
	case found && kind == "secret": // of a text that somebody else may have written: it gets no secret that is there
		e.s.note("%s names a secret there; here it is one of this server's own, whose value you give", whole)
		return e.asked(Ask{Secret: secrets.NameOf(e.s.Name + "." + rest), Prompt: rest})
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

// literal reports whether ${NAME} stands for itself in the file's program: the others fill it in.
func (r *reader) literal() bool {
	return !slices.Contains([]string{"claude-code", "gemini", "qwen", "roo", "kiro", "opencode", "crush", "amp", "copilot", "text"}, r.f.Program)
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
	return e.asked(ask)
}

// asked has the person asked for a value, and returns what stands for it.
func (e *entry) asked(ask Ask) string {
	if !slices.Contains(e.s.Asks, ask) {
		e.s.Asks = append(e.s.Asks, ask)
	}
	return secrets.Reference(ask.Secret)
}

func isVariable(name string) bool {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name)
}
