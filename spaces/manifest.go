package spaces

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// manifestFile describes the space, and may declare tools.
const manifestFile = "space.manifest.json"

// manifestForm is the part of a manifest that is text. What an app shows by
// (scope, navigation, pages, theme) is kept as it is.
type manifestForm struct {
	ID          string `json:"id,omitempty" maxlen:"64"`
	Name        string `json:"name,omitempty" maxlen:"200"`
	Version     string `json:"version,omitempty" maxlen:"200"`
	Description string `json:"description,omitempty" maxlen:"10000"`
	Icon        string `json:"icon,omitempty" maxlen:"200"`
}

// manifest reads space.manifest.json, all but its tools.
func (l *loader) manifest() {
	l.space.Name = filepath.Base(l.space.Dir)
	l.space.ID = kebab(l.space.Name)
	data, ok := l.files.read(manifestFile, MaxDefinition)
	if !ok {
		return
	}
	o, err := parseObject(trimBOM(data), 1)
	if err != nil {
		l.space.declares(manifestFile) // nobody can tell what it would have declared
		l.problems.broken(manifestFile, err)
		return
	}
	l.manifestFields, l.manifestSum = o, digest(data)
	l.manifestText(o)
}

func (l *loader) manifestText(o object) {
	m := &l.space.Manifest
	m.File = manifestFile
	rest := object{}
	for _, e := range o {
		switch e.key {
		case "scope":
			m.Scope = e.value
		case "navigation":
			m.Navigation = e.value
		case "pages":
			m.Pages, m.pagesLine = e.value, max(e.line, e.valueLine)
		case "theme":
			m.Theme = e.value
		case "tools":
		default:
			rest = append(rest, e)
		}
	}
	f, err := newForm[manifestForm]()
	if err != nil {
		l.problems.broken(manifestFile, err)
		return
	}
	f.also = []string{"tools", "theme", "pages", "navigation", "scope"}
	for _, e := range rest { // one at a time: a bad version does not cost the name
		var one manifestForm
		problems, ok := f.read(object{e}, manifestFile, e.line, &one)
		l.problems.addAll(problems)
		if ok {
			m.adopt(one)
		}
	}
	if m.ID != "" && !isKebab(m.ID) {
		l.problems.add(manifestFile, o.line("id"), Error, "the id %q is not kebab-case; write it like %q", m.ID, kebab(m.ID))
		m.ID = ""
	}
	if m.ID != "" {
		l.space.ID = m.ID
	}
	if m.Name != "" {
		l.space.Name = m.Name
	}
}

// CallByFolder takes out what the space's manifest calls it: its folder's name is all that is left.
func (s *Space) CallByFolder() {
	s.Name = filepath.Base(s.Dir)
	s.Manifest.Name, s.Manifest.Version, s.Manifest.Description, s.Manifest.Icon = "", "", "", ""
}

// noteManifest lists what the manifest of a space that declares something says of
// the space itself: its name is told to agents, and its id names its tools in
// rules.
func (l *loader) noteManifest() {
	if !l.space.Declares() || l.manifestFields == nil {
		return
	}
	fields := map[string]json.RawMessage{}
	for _, m := range l.manifestFields {
		if m.key != "tools" {
			fields[m.key] = m.value
		}
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		raw = nil
	}
	words := l.manifestWords()
	l.space.addPart(Item{Kind: "manifest", Name: "manifest", File: manifestFile, SHA256: l.manifestSum, Detail: words, Rights: manifestRights(words)}, raw)
}

// manifestWords say what trusting the manifest means: what it is told as, and what its pages may call.
func (l *loader) manifestWords() string {
	words := fmt.Sprintf("It names this space: agents are told %q, and rules call its tools %s__….", l.space.Name, l.space.ID)
	described, _ := l.space.Manifest.Describe(l.space.Pages) // its faults are reported by Load
	for _, p := range described {
		words += fmt.Sprintf("\nIts page %s may call %s.", strings.TrimPrefix(p.File, "pages/"), p.MayCall())
	}
	return words
}

// adopt keeps what one says.
func (m *Manifest) adopt(one manifestForm) {
	for _, p := range []struct {
		to   *string
		from string
	}{{&m.ID, one.ID}, {&m.Name, one.Name}, {&m.Version, one.Version}, {&m.Description, one.Description}, {&m.Icon, one.Icon}} {
		if p.from != "" {
			*p.to = p.from
		}
	}
}

// text reads a JSON string; anything else is "".
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
