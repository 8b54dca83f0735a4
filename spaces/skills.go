package spaces

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// skillMatter is the front matter of a skill.
type skillMatter struct {
	Name         string         `json:"name" maxlen:"100"`
	Description  string         `json:"description" maxlen:"2000"`
	AllowedTools []string       `json:"allowed_tools,omitempty" alias:"allowed-tools,allowedTools"`
	Triggers     []string       `json:"triggers,omitempty"`
	Version      string         `json:"version,omitempty" maxlen:"100"`
	Variables    map[string]any `json:"variables,omitempty"`
}

// skills loads agent/skills/*.md and skills/<name>/SKILL.md.
func (l *loader) skills() {
	files := l.files.list("agent/skills", ".md")
	entries, err := fs.ReadDir(l.files.fsys, "skills")
	if err != nil {
		l.problems.unreadable("skills", err)
	}
	for _, e := range entries {
		if file := path.Join("skills", e.Name(), "SKILL.md"); l.files.exists(file) && !l.files.leftOut(file) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return
	}
	form, err := newForm[skillMatter]("allowed_tools", "allowed-tools", "allowedTools", "triggers")
	if err != nil {
		l.problems.broken("skills", err)
		return
	}
	r := &skillReader{space: l.space, files: l.files, problems: l.problems, form: form}
	taken := map[string]string{}
	for _, file := range files {
		s, ok := r.read(file)
		if !ok {
			continue
		}
		if first, twice := taken[s.Name]; twice {
			l.problems.add(file, 0, Error, "the name %q is already that of %s, so this skill was left out; give it another name", s.Name, first)
			continue
		}
		taken[s.Name] = file
		l.space.Skills = append(l.space.Skills, s)
		l.space.addItem(Item{Kind: "skill", Name: s.Name, File: file, SHA256: s.SHA256, Detail: strings.TrimSpace(s.Description + broughtUp(s.AllowedTools, mayRaise)), Whole: s.whole})
	}
}

// mayRaise reports whether a pattern of a skill can fit a server's tool, whose name
// has "__".
func mayRaise(pattern string) bool {
	return strings.Contains(pattern, "__") || strings.ContainsAny(pattern, "*?")
}

// A skillReader reads skills of a space.
type skillReader struct {
	space    *Space
	files    *files
	problems *problems
	form     form
}

// read reads one skill; ok is false where there is none to be used.
func (r *skillReader) read(file string) (Skill, bool) {
	if strings.EqualFold(path.Base(file), "README.md") {
		return Skill{}, false
	}
	r.space.declares(file)
	data, ok := r.files.listed(file, MaxSkill)
	if !ok {
		return Skill{}, false
	}
	doc, err := parseDocument(data)
	if err != nil {
		r.problems.broken(file, err)
		return Skill{}, false
	}
	if !doc.hasMatter {
		r.problems.add(file, 1, Error, "has no front matter; start it with ---, the lines name: … and description: …, and ---")
		return Skill{}, false
	}
	var m skillMatter
	named(doc.matter)
	problems, ok := r.form.read(doc.matter, file, 1, &m)
	r.problems.addAll(problems)
	if !ok {
		return Skill{}, false
	}
	if strings.TrimSpace(m.Name) == "" || misleads(m.Name) {
		r.problems.add(file, doc.matter.line("name"), Error, "the name %q cannot be called; give the skill a name of letters, digits, - and _", m.Name)
		return Skill{}, false
	}
	if doc.body == "" {
		r.problems.add(file, 0, Warning, "has no text after its front matter; that text is the skill")
	}
	s := Skill{
		Name: m.Name, Description: m.Description, Version: m.Version, Variables: m.Variables,
		Body: doc.body, BodyLine: doc.bodyLine, File: file, SHA256: digest(data), whole: string(data),
	}
	r.allowed(&s, m.AllowedTools, doc)
	r.triggers(&s, m.Triggers, doc.matter.line("triggers"))
	r.variables(&s, doc.matter.line("variables"))
	return s, true
}

// named turns a list of names of variables into variables without a value.
func named(matter object) {
	for i, m := range matter {
		var names []string
		if m.key != "variables" || json.Unmarshal(m.value, &names) != nil {
			continue
		}
		values := map[string]string{}
		for _, name := range names {
			values[name] = ""
		}
		if raw, err := json.Marshal(values); err == nil { // texts always marshal
			matter[i].value, matter[i].written = raw, raw
		}
	}
}

// allowed keeps the patterns of tools that a skill brings up.
func (r *skillReader) allowed(s *Skill, patterns []string, doc document) {
	line := max(doc.matter.line("allowed_tools"), doc.matter.line("allowed-tools"), doc.matter.line("allowedTools"))
	for _, p := range patterns {
		if p = strings.TrimSpace(p); p == "" {
			r.problems.add(s.File, line, Warning, "allowed_tools has an empty name, which brings up nothing")
			continue
		}
		if strings.ContainsAny(p, "[]{}()!^$\\ ") {
			r.problems.add(s.File, line, Warning, "allowed_tools has %q, which fits no tool: a pattern knows * for any characters and ? for one", p)
		}
		s.AllowedTools = append(s.AllowedTools, p)
	}
}

// variables leaves out what a template could not name.
func (r *skillReader) variables(s *Skill, line int) {
	for _, name := range slices.Sorted(maps.Keys(s.Variables)) {
		switch {
		case !isVariable(name):
			r.problems.add(s.File, line, Warning, "the variable %q cannot be named in the text and is left out; use letters, digits and _", name)
		case name == "context" || name == "this":
			r.problems.add(s.File, line, Warning, "the variable %q is left out: the name has a meaning of its own; give it another", name)
		default:
			continue
		}
		delete(s.Variables, name)
	}
}

func isVariable(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
