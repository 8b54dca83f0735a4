package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/tools/command"
)

// existing is the ctxnest.json that is there, with how it is written. Text is
// only ever put into it, never taken out.
type existing struct {
	text    string
	there   bool
	top     object
	version bool
	tools   *object // nil: it has none
	names   map[string]bool
	argvs   map[string]string // the argv as JSON: the hand that has it

	newline string
	unit    string // one step of indentation; "" if all stands on one line
}

// An insertion is text that goes in before the byte at an offset.
type insertion struct {
	at   int
	text string
}

// jsonBlank is what JSON takes for blank.
const jsonBlank = " \t\r\n"

var firstIndent = regexp.MustCompile(`^\{[ \t]*\r?\n(?:[ \t]*\r?\n)*([ \t]+)"`)

// readHands reads ctxnest.json. The error says, behind the file's name, why
// nothing can be added to it.
func readHands(text string, there bool) (existing, error) {
	e := existing{text: text, there: there, names: map[string]bool{}, argvs: map[string]string{}, newline: "\n", unit: "  "}
	if !there {
		return e, nil
	}
	data := []byte(strings.TrimPrefix(text, "\ufeff"))
	start := len(text) - len(data)
	whole := []byte(text)
	switch {
	case !utf8.Valid(data):
		return e, errors.New("is not valid UTF-8; save it as UTF-8")
	case len(bytes.Trim(data, jsonBlank)) == 0:
		return e, errors.New("is empty; remove it, or write {} into it")
	}
	var err error
	if e.top, err = parseObject(whole, start); err != nil {
		return e, fmt.Errorf("%w; mend it first", err)
	}
	if len(bytes.Trim(whole[e.top.close+1:], jsonBlank)) > 0 {
		return e, errors.New("goes on after the end of its JSON object; remove the rest")
	}
	e.style()
	return e, e.declared(whole)
}

// style finds out how the file is written.
func (e *existing) style() {
	body := e.text[e.top.open : e.top.close+1]
	if strings.Contains(body, "\r\n") {
		e.newline = "\r\n"
	}
	if m := firstIndent.FindStringSubmatch(body); m != nil {
		e.unit = m[1]
	} else if !strings.Contains(body, "\n") && len(e.top.members) > 0 {
		e.unit = ""
	}
}

// declared reads the version and the hands that are there.
func (e *existing) declared(whole []byte) error {
	seen := map[string]bool{}
	for _, m := range e.top.members {
		if seen[m.key] {
			return fmt.Errorf("gives %s twice; remove one", shown(m.key))
		}
		seen[m.key] = true
	}
	if m, ok := e.top.get("version"); ok {
		if e.version = true; string(m.value) != `"1"` {
			return errors.New(`has a version that is not the text "1"; mend it first`)
		}
	}
	m, ok := e.top.get("tools")
	if !ok {
		return nil
	}
	tools, err := parseObject(whole, m.valueAt)
	if err != nil {
		return fmt.Errorf("has tools that are no object of hands: tools %w", err)
	}
	e.tools = &tools
	if !e.version && len(tools.members) > 0 { // with one added, hands that nobody looked at would come to life
		return errors.New(`has hands and no version, so none of them is used; add "version": "1" first`)
	}
	for _, m := range tools.members {
		var h struct {
			Command []string `json:"command"`
		}
		e.names[m.key] = true
		if json.Unmarshal(m.value, &h) == nil {
			e.argvs[argvKey(h.Command)] = m.key
		}
	}
	return nil
}

// argvKey is an argv without its parameters, to find a hand that does the same.
func argvKey(argv []string) string {
	fixed := slices.DeleteFunc(slices.Clone(argv), func(s string) bool { return s == "--" || strings.Contains(s, "{{") })
	return strings.Join(fixed, "\x00")
}

// has says why a draft is not added; "" if it is new.
func (e *existing) has(d draft) string {
	if e.names[d.name] {
		return fmt.Sprintf("%s has a hand named %s already", FileName, d.name)
	}
	if same, ok := e.argvs[argvKey(d.hand.Command)]; ok {
		return fmt.Sprintf("%s does the same with %s already", FileName, shown(same))
	}
	return ""
}

// add puts hands at the end of the tools and returns the new text, and what was
// put in, in order.
func (e *existing) add(hands []Proposed) (string, []insertion) {
	if !e.there {
		e.text, e.top = "{}", object{open: 0, close: 1}
		text, ins := e.insert(hands)
		return text + "\n", ins
	}
	return e.insert(hands)
}

// insert puts the hands, and what else the file lacks, into the text.
func (e *existing) insert(hands []Proposed) (string, []insertion) {
	var ins []insertion
	if e.tools != nil {
		indent, unit := e.inside(*e.tools)
		ins = append(ins, e.into(*e.tools, indent, unit, e.entries(hands, indent, unit)))
	}
	var more []string
	if !e.version {
		more = append(more, `"version": "1"`)
	}
	indent, unit := e.inside(e.top)
	if e.tools == nil {
		inner := e.entries(hands, indent+unit, unit)
		if unit == "" {
			more = append(more, `"tools": {`+strings.Join(inner, ", ")+`}`)
		} else {
			sep := e.newline + indent + unit
			more = append(more, `"tools": {`+sep+strings.Join(inner, ","+sep)+e.newline+indent+"}")
		}
	}
	if len(more) > 0 {
		ins = append(ins, e.into(e.top, indent, unit, more))
	}
	var b strings.Builder
	at := 0
	for _, i := range ins { // what goes into the tools comes before the end of the file's object, which holds them
		b.WriteString(e.text[at:i.at])
		b.WriteString(i.text)
		at = i.at
	}
	b.WriteString(e.text[at:])
	return b.String(), ins
}

// inside is the indentation of what stands in an object, and one step of it; both
// are "" in an object that is written on one line.
func (e *existing) inside(o object) (indent, unit string) {
	if len(o.members) > 0 {
		start := e.text[o.open+1 : o.members[0].keyEnd]
		gap := start[:strings.IndexByte(start, '"')]
		if n := strings.LastIndexByte(gap, '\n'); n >= 0 {
			return gap[n+1:], e.step()
		}
		return "", ""
	}
	if e.unit == "" {
		return "", ""
	}
	line := e.text[strings.LastIndexByte(e.text[:o.open], '\n')+1:]
	line = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return line + e.unit, e.unit
}

func (e *existing) step() string {
	if e.unit == "" {
		return "  "
	}
	return e.unit
}

// into puts members behind the last one of an object.
func (e *existing) into(o object, indent, unit string, members []string) insertion {
	if unit == "" {
		text := strings.Join(members, ", ")
		if n := len(o.members); n > 0 {
			return insertion{o.members[n-1].valueEnd, ", " + text}
		}
		return insertion{o.open + 1, text}
	}
	sep := e.newline + indent
	text := sep + strings.Join(members, ","+sep)
	if n := len(o.members); n > 0 {
		return insertion{o.members[n-1].valueEnd, "," + text}
	}
	if !strings.Contains(e.text[o.open:o.close], "\n") {
		text += e.newline + strings.TrimSuffix(indent, unit)
	}
	return insertion{o.open + 1, text}
}

// entries writes each hand as a member.
func (e *existing) entries(hands []Proposed, indent, unit string) []string {
	list := make([]string, len(hands))
	for i, h := range hands {
		list[i] = quote(h.Name) + ": " + e.entry(h.Hand, indent, unit)
	}
	return list
}

// entry writes a hand, one line for each field and each parameter.
func (e *existing) entry(h command.Hand, indent, unit string) string {
	text := encode(h)
	if unit == "" {
		return spaced(text)
	}
	return e.fields(text, indent, unit, 2)
}

// fields writes an object with one line for each member, and those of params in
// the same way; what lies deeper stands on one line.
func (e *existing) fields(text []byte, indent, unit string, depth int) string {
	o, err := parseObject(text, 0)
	if err != nil || depth == 0 {
		return spaced(text)
	}
	sep := e.newline + indent + unit
	list := make([]string, len(o.members))
	for i, m := range o.members {
		value := spaced(m.value)
		if m.key == "params" {
			value = e.fields(m.value, indent+unit, unit, depth-1)
		}
		list[i] = quote(m.key) + ": " + value
	}
	return "{" + sep + strings.Join(list, ","+sep) + e.newline + indent + "}"
}

// encode writes v as JSON without the escapes that only HTML needs. What is
// encoded here, texts and hands, always can be.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSpace(b.Bytes())
}

func quote(text string) string { return string(encode(text)) }

// spaced writes compact JSON with a blank behind each comma and colon.
func spaced(text []byte) string {
	var b strings.Builder
	inText, escaped := false, false
	for _, c := range text {
		b.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case inText && c == '\\':
			escaped = true
		case c == '"':
			inText = !inText
		case !inText && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
