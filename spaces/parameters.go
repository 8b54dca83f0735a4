package spaces

import (
	"encoding/json"
	"fmt"
	"strings"

	"handrail/internal/schema"
	"handrail/tools/command"
)

// parameters reads the parameters of a tool, one by one.
func (f toolForms) parameters(o object, file string) (list []command.Parameter, problems []Problem, ok bool) {
	m, given := o.get("parameters")
	if !given || string(m.value) == "null" {
		return nil, nil, true
	}
	entries, err := parseList(m.value, m.valueLine)
	if err != nil {
		return nil, []Problem{{File: file, Line: m.line, Severity: Error, Text: fmt.Sprintf("parameters %v", err)}}, false
	}
	written, err := parseList(m.written, m.valueLine)
	if err != nil { // of JSON, there is no other form
		written = nil
	}
	ok = true
	for i, e := range entries {
		if i < len(m.items) {
			e.line = m.items[i]
		}
		if i < len(written) {
			e.written = written[i].value
		}
		p, found, fine := f.one(e, file, i)
		problems = append(problems, found...)
		list, ok = append(list, p), ok && fine
	}
	return list, problems, ok
}

// one reads the parameter number i, counted from 0. Its default may be anything, so no form
// can check it; command.New does.
func (f toolForms) one(e member, file string, i int) (p command.Parameter, problems []Problem, ok bool) {
	o, err := parseObject(e.value, e.line)
	if err != nil {
		return p, []Problem{{File: file, Line: e.line, Severity: Error, Text: fmt.Sprintf("parameter %d %v", i+1, err)}}, false
	}
	if e.written != nil {
		written, err := parseObject(e.written, e.line)
		if err != nil {
			return p, []Problem{{File: file, Line: e.line, Severity: Error, Text: fmt.Sprintf("parameter %d %v", i+1, err)}}, false
		}
		for at := range o {
			m, _ := written.get(o[at].key)
			o[at].written = m.value
		}
	}
	fields := make(object, 0, len(o))
	for _, m := range o {
		m.line = max(m.line, e.line)
		if m.key == "enum" {
			m.value = textElements(m.value)
		}
		if m.key != "default" {
			fields = append(fields, m)
		}
	}
	problems, ok = f.parameter.read(fields, file, e.line, &p)
	name := fmt.Sprint(i + 1)
	if m, ok := o.get("name"); ok && text(f.parameter.value(m)) != "" {
		name = fmt.Sprintf("%q", text(f.parameter.value(m)))
	}
	for at := range problems {
		problems[at].Text = fmt.Sprintf("parameter %s: %s", name, problems[at].Text)
	}
	if m, ok := o.get("default"); ok {
		value := m.value
		if (p.Type == schema.TypeString || p.Type == schema.TypeArray) && m.written != nil {
			value = m.written
		}
		if err := json.Unmarshal(value, &p.Default); err != nil {
			return p, append(problems, Problem{File: file, Line: e.line, Severity: Error, Text: fmt.Sprintf("parameter %s: default: %v", name, err)}), false
		}
	}
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
