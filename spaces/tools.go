package spaces

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"strings"

	"handrail/tools/command"
)

// A Tool is what a space declares as one, ready to be made callable, or the
// reason why it cannot be.
type Tool struct {
	command.Definition
	Rejected string // why it is left out; empty if it is not
}

// tools loads agent/tools/*.md.
func (l *loader) tools() {
	files := l.list("agent/tools", ".md")
	if len(files) == 0 {
		return
	}
	form, err := newForm[command.Spec]("network")
	if err != nil {
		l.broken("agent/tools", err)
		return
	}
	taken := map[string]string{}
	for _, file := range files {
		if strings.EqualFold(path.Base(file), "README.md") {
			continue
		}
		data, ok := l.listed(file, maxDefinition)
		if !ok {
			continue
		}
		l.space.declared = true
		doc, err := parseDocument(data)
		if err != nil {
			l.broken(file, err)
			l.reject(command.Origin{Source: "custom", File: file}, base(file))
			continue
		}
		if !doc.hasMatter {
			l.problem(file, 1, Error, "has no front matter, so it is no tool; start it with ---, the lines id, name, description and command, and ---")
			continue
		}
		sum := sha256.Sum256(data)
		l.tool(form, doc.matter, command.Origin{Source: "custom", File: file, Line: 1, Body: doc.body}, hex.EncodeToString(sum[:]), taken)
	}
}

// manifestTools loads the tools of space.manifest.json. data is the whole file.
func (l *loader) manifestTools(o object, data []byte) {
	m, ok := o.get("tools")
	if !ok {
		return
	}
	l.space.declared = true
	entries, err := parseList(m.value, m.valueLine)
	if err != nil {
		l.problem(manifestFile, m.line, Error, "tools %v", err)
		return
	}
	form, err := newForm[command.Spec]("network")
	if err != nil {
		l.broken(manifestFile, err)
		return
	}
	sum := sha256.Sum256(data)
	taken := map[string]string{}
	for _, e := range entries {
		fields, err := parseObject(e.value, e.line)
		if err != nil {
			l.problem(manifestFile, e.line, Error, "a tool %v", err)
			continue
		}
		l.tool(form, fields, command.Origin{Source: "manifest", File: manifestFile, Line: e.line}, hex.EncodeToString(sum[:]), taken)
	}
}

// tool makes one tool of its fields. Whatever is wrong is reported with the
// line of the field that it is about.
func (l *loader) tool(form form, fields object, origin command.Origin, sum string, taken map[string]string) {
	defaults := takeDefaults(fields)
	var spec command.Spec
	problems, ok := form.read(fields, origin.File, origin.Line, &spec)
	name := spec.ID
	if m, found := fields.get("id"); found && name == "" {
		name = text(m.value)
	}
	for i := range spec.Parameters {
		if i < len(defaults) {
			spec.Parameters[i].Default = defaults[i]
		}
	}
	var d command.Definition
	if ok {
		var found []command.Problem
		d, found, ok = command.New(spec, origin)
		for _, p := range found {
			problems = append(problems, Problem{origin.File, lineOf(fields, p, origin.Line), severity(p), p.Text})
		}
	}
	if first, twice := taken[name]; ok && twice {
		problems = append(problems, Problem{origin.File, fields.line("id"), Error, "the id \"" + name + "\" is already that of " + first + ", so this tool was left out; give it another id"})
		ok = false
	}
	l.report(problems)
	if !ok {
		if name == "" {
			name = base(origin.File)
		}
		l.reject(origin, name)
		return
	}
	taken[name] = origin.File
	l.space.Tools = append(l.space.Tools, Tool{Definition: d})
	l.item(Item{Kind: "tool", Name: name, File: origin.File, SHA256: sum, Detail: spec.Command})
	l.namedScripts(spec.Command, spec.WorkingDir)
}

// reject lists a tool that was left out, with the first thing that is wrong.
func (l *loader) reject(origin command.Origin, name string) {
	why := "its definition is broken"
	for i := len(l.problems) - 1; i >= 0; i-- {
		if p := l.problems[i]; p.File == origin.File && p.Severity == Error && p.Line >= origin.Line {
			why = p.Text
		}
	}
	l.space.Tools = append(l.space.Tools, Tool{Definition: command.Definition{Spec: command.Spec{ID: name, Name: name}, Origin: origin}, Rejected: why})
}

// takeDefaults takes the defaults out of the parameters: their types are the
// parameters' own, which no form can say.
func takeDefaults(fields object) []any {
	for i, m := range fields {
		if m.key != "parameters" {
			continue
		}
		var list []map[string]json.RawMessage
		if json.Unmarshal(m.value, &list) != nil {
			return nil // the form says what is wrong
		}
		defaults := make([]any, len(list))
		for j, p := range list {
			if raw, ok := p["default"]; ok {
				_ = json.Unmarshal(raw, &defaults[j]) // it was JSON a moment ago
				delete(p, "default")
			}
		}
		if raw, err := json.Marshal(list); err == nil {
			fields[i].value = raw
		}
		return defaults
	}
	return nil
}

// lineOf is the line of the file that a problem is about.
func lineOf(fields object, p command.Problem, at int) int {
	m, ok := fields.get(p.Field)
	switch {
	case !ok:
		return at
	case p.Line > 0 && strings.Contains(text(m.value), "\n"): // a block begins on the line after its key
		return m.line + p.Line
	}
	return m.line
}

func severity(p command.Problem) Severity {
	if p.Minor {
		return Warning
	}
	return Error
}

// base is a file's name without folder and suffix.
func base(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }
