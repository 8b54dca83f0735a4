package spaces

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"handrail/tools/command"
)

// The sources of declared tools, as tools.Info names them.
const (
	sourceCustom   = "custom"
	sourceManifest = "manifest"
)

// toolForms are the forms of a declared tool. The parameters are read one by
// one, so that each has its own line.
type toolForms struct{ tool, parameter form }

func newToolForms() (toolForms, error) {
	tool, err := newForm[command.Spec]("network")
	if err != nil {
		return toolForms{}, err
	}
	parameter, err := newForm[command.Parameter]("enum")
	if err != nil {
		return toolForms{}, err
	}
	return toolForms{tool, parameter}, nil
}

// tools loads agent/tools/*.md.
func (l *loader) tools() {
	files := l.list("agent/tools", ".md")
	if len(files) == 0 {
		return
	}
	forms, err := newToolForms()
	if err != nil {
		l.broken("agent/tools", err)
		return
	}
	for _, file := range files {
		if l.ctx.Err() != nil {
			return
		}
		l.toolFile(file, forms)
	}
}

// toolFile loads one tool of agent/tools.
func (l *loader) toolFile(file string, forms toolForms) {
	l.space.declared = true
	name := strings.TrimSuffix(path.Base(file), ".md")
	origin := command.Origin{Source: sourceCustom, File: file, Line: 1}
	before := len(l.problems)
	data, ok := l.listed(file, maxDefinition)
	if !ok {
		l.reject(name, origin, before)
		return
	}
	doc, err := parseDocument(data)
	if err == nil && !doc.hasMatter {
		if strings.EqualFold(name, "README") {
			return
		}
		err = &placedError{1, "has no front matter; start it with ---, the fields of the tool (id, name, description, command), and ---"}
	}
	if err != nil {
		l.broken(file, err)
		l.reject(name, origin, before)
		return
	}
	origin.Body = doc.body
	l.tool(doc.matter, forms, origin, name, digest(data))
}

// manifestTools loads the tools of the manifest.
func (l *loader) manifestTools() {
	m, ok := l.manifestFields.get("tools")
	if !ok {
		return
	}
	l.space.declared = true
	entries, err := parseList(m.value, m.valueLine)
	if err != nil {
		l.problem(manifestFile, m.line, Error, `"tools" %v`, err)
		return
	}
	if len(entries) > maxFiles {
		l.problem(manifestFile, m.line, Error, "has %d tools; only the first %d were loaded: remove some", len(entries), maxFiles)
		entries = entries[:maxFiles]
	}
	if len(entries) == 0 {
		return
	}
	forms, err := newToolForms()
	if err != nil {
		l.broken(manifestFile, err)
		return
	}
	for i, e := range entries {
		before := len(l.problems)
		origin := command.Origin{Source: sourceManifest, File: manifestFile, Line: e.line}
		name := fmt.Sprintf("tool %d", i+1)
		tool, err := parseObject(e.value, e.line)
		if err != nil {
			l.problem(manifestFile, e.line, Error, "%s %v", name, err)
			l.reject(name, origin, before)
			continue
		}
		l.tool(tool, forms, origin, name, l.manifestSum)
	}
}

// tool makes a tool of its fields. name is what it is called if it has no id.
func (l *loader) tool(o object, forms toolForms, origin command.Origin, name, sum string) {
	before := len(l.problems)
	if m, ok := o.get("id"); ok && text(m.value) != "" {
		name = text(m.value)
	}
	var spec command.Spec
	problems, ok := forms.tool.read(toolFields(o), origin.File, origin.Line, &spec)
	parameters, more, fine := forms.parameters(o, origin.File)
	l.report(append(problems, more...))
	if !ok || !fine {
		l.reject(name, origin, before)
		return
	}
	spec.Parameters = parameters
	d, wrong, ok := command.New(spec, origin)
	for _, p := range wrong {
		severity := Error
		if p.Minor {
			severity = Warning
		}
		l.problem(origin.File, o.textLine(p.Field, p.Line, origin.Line), severity, "%s", p.Text)
	}
	if !ok {
		l.reject(name, origin, before)
		return
	}
	l.addTool(d, sum)
}

// addTool takes a tool in. One whose id is taken stays in the list: it is shown
// as shadowed where tools are listed.
func (l *loader) addTool(d command.Definition, sum string) {
	if first, twice := l.toolIDs[d.Spec.ID]; twice {
		l.problem(d.Origin.File, d.Origin.Line, Warning, "the id %q is already that of the tool in %s, which is used instead; give this one another id", d.Spec.ID, first)
	} else {
		l.toolIDs[d.Spec.ID] = d.Origin.File
	}
	l.space.Tools = append(l.space.Tools, Tool{Definition: d})
	l.item(Item{Kind: "tool", Name: d.Spec.ID, File: d.Origin.File, SHA256: sum, Detail: toolDetail(d.Spec)})
	l.namedScripts(d.Spec.Command, d.Spec.WorkingDir)
}

// toolDetail says what a tool would run.
func toolDetail(s command.Spec) string {
	if s.MCP {
		return "a tool of the server " + s.Server
	}
	detail := s.Command
	for _, name := range slices.Sorted(maps.Keys(s.Environment)) {
		detail += fmt.Sprintf(" [%s=%s]", name, s.Environment[name])
	}
	return detail
}

// reject lists a tool that could not be loaded, with the first of its problems:
// those from the number before on.
func (l *loader) reject(name string, origin command.Origin, before int) {
	t := Tool{Rejected: "it cannot be loaded"}
	t.Origin, t.Spec.ID, t.Spec.Name = origin, name, name
	for _, p := range l.problems[before:] {
		if p.Severity == Error {
			t.Rejected = p.Text
			t.Origin.Line = p.Line
			break
		}
	}
	l.space.Tools = append(l.space.Tools, t)
}

// toolFields are the fields of a tool but its parameters, in the form that their
// types want: YAML reads off and on as switches, and 8080 as a number.
func toolFields(o object) object {
	fields := make(object, 0, len(o))
	for _, m := range o {
		switch m.key {
		case "parameters":
			continue
		case "network":
			switch string(m.value) {
			case "false":
				m.value = json.RawMessage(`["off"]`)
			case "true":
				m.value = json.RawMessage(`["on"]`)
			}
		case "environment":
			m.value = textValues(m.value)
		}
		fields = append(fields, m)
	}
	return fields
}

// parameters reads the parameters of a tool, one by one.
func (f toolForms) parameters(o object, file string) (list []command.Parameter, problems []Problem, ok bool) {
	m, given := o.get("parameters")
	if !given || string(m.value) == "null" {
		return nil, nil, true
	}
	entries, err := parseList(m.value, m.valueLine)
	if err != nil {
		return nil, []Problem{{file, m.line, Error, fmt.Sprintf("parameters %v", err)}}, false
	}
	ok = true
	for i, e := range entries {
		if i < len(m.items) {
			e.line = m.items[i]
		}
		p, found, fine := f.one(e, file, i)
		problems = append(problems, found...)
		list, ok = append(list, p), ok && fine
	}
	return list, problems, ok
}

// parameter reads the parameter number i. Its default may be anything, so no form
// can check it; command.New does.
func (f toolForms) one(e member, file string, i int) (p command.Parameter, problems []Problem, ok bool) {
	o, err := parseObject(e.value, e.line)
	if err != nil {
		return p, []Problem{{file, e.line, Error, fmt.Sprintf("parameter %d %v", i+1, err)}}, false
	}
	fields := make(object, 0, len(o))
	name := fmt.Sprint(i + 1)
	var standard any
	for _, m := range o {
		m.line = max(m.line, e.line)
		switch m.key {
		case "default":
			if err := json.Unmarshal(m.value, &standard); err != nil {
				return p, []Problem{{file, m.line, Error, fmt.Sprintf("parameter %s: default: %v", name, err)}}, false
			}
			continue
		case "enum":
			m.value = textElements(m.value)
		case "name":
			if t := text(m.value); t != "" {
				name = fmt.Sprintf("%q", t)
			}
		}
		fields = append(fields, m)
	}
	problems, ok = f.parameter.read(fields, file, e.line, &p)
	for at := range problems {
		problems[at].Text = fmt.Sprintf("parameter %s: %s", name, problems[at].Text)
	}
	p.Default = standard
	return p, problems, ok
}

// textElements turns the numbers and switches in a list into text.
func textElements(raw json.RawMessage) json.RawMessage {
	var values []json.RawMessage
	if json.Unmarshal(raw, &values) != nil {
		return raw
	}
	for i := range values {
		values[i] = asText(values[i])
	}
	return remarshal(values, raw)
}

// textValues turns the numbers and switches in an object into text.
func textValues(raw json.RawMessage) json.RawMessage {
	var values map[string]json.RawMessage
	if json.Unmarshal(raw, &values) != nil {
		return raw
	}
	for name := range values {
		values[name] = asText(values[name])
	}
	return remarshal(values, raw)
}

// asText turns a number or a switch into the text that it was written as.
func asText(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || strings.ContainsRune(`"[{n`, rune(raw[0])) {
		return raw
	}
	return json.RawMessage(`"` + string(raw) + `"`)
}

func remarshal(v any, otherwise json.RawMessage) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return otherwise
	}
	return raw
}
