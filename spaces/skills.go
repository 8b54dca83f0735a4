package spaces

import (
	"io/fs"
	"path"
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
	files := l.list("agent/skills", ".md")
	entries, err := fs.ReadDir(l.fsys, "skills")
	if err != nil {
		l.unreadable("skills", err)
	}
	for _, e := range entries {
		if file := path.Join("skills", e.Name(), "SKILL.md"); l.exists(file) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return
	}
	form, err := newForm[skillMatter]("allowed_tools", "allowed-tools", "allowedTools", "triggers")
	if err != nil {
		l.broken("skills", err)
		return
	}
	taken := map[string]string{}
	for _, file := range files {
		s, ok := l.skill(file, form)
		if !ok {
			continue
		}
		if first, twice := taken[s.Name]; twice {
			l.problem(file, 0, Error, "the name %q is already that of %s, so this skill was left out; give it another name", s.Name, first)
			continue
		}
		taken[s.Name] = file
		l.space.Skills = append(l.space.Skills, s)
		l.item(Item{Kind: "skill", Name: s.Name, File: file, SHA256: s.SHA256, Detail: s.Description})
	}
}

func (l *loader) skill(file string, form form) (Skill, bool) {
	if strings.EqualFold(path.Base(file), "README.md") {
		return Skill{}, false
	}
	l.space.declared = true
	data, ok := l.listed(file, maxSkill)
	if !ok {
		return Skill{}, false
	}
	doc, err := parseDocument(data)
	if err != nil {
		l.broken(file, err)
		return Skill{}, false
	}
	if !doc.hasMatter {
		l.problem(file, 1, Error, "has no front matter; start it with ---, the lines name: … and description: …, and ---")
		return Skill{}, false
	}
	var m skillMatter
	problems, ok := form.read(doc.matter, file, 1, &m)
	l.report(problems)
	if !ok {
		return Skill{}, false
	}
	if doc.body == "" {
		l.problem(file, 0, Warning, "has no text after its front matter; that text is the skill")
	}
	return Skill{
		Name: m.Name, Description: m.Description, Version: m.Version, AllowedTools: m.AllowedTools, Triggers: m.Triggers,
		Variables: m.Variables, Body: doc.body, File: file, SHA256: digest(data),
	}, true
}
