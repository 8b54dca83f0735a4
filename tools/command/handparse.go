package command

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
	"handrail/internal/schema"
)

// ParseHands reads a ctxnest.json. It never fails as a whole: a tool that does
// not hold together is rejected alone, and a file that cannot be read at all
// gives no tools and a problem. file is what the problems call it. A file of
// more than MaxHandsFile bytes is refused unread. It is pure: it looks at no
// folder and starts no program (docs/spec/07-hands.md).
func ParseHands(data []byte, file string) (Hands, []HandProblem) {
	p := &handParser{file: file, fields: handFields(), params: paramFields(), programs: evalFlags(), patterns: map[string]patternNotes{}}
	if len(data) > MaxHandsFile {
		p.refuse(0, "", fmt.Sprintf("has %d bytes", len(data)), fmt.Sprintf("at most %d are read: make it smaller", MaxHandsFile))
		return p.hands, p.problems
	}
	top, err := jsonfile.Parse(bytes.TrimPrefix(data, []byte("\ufeff")), 1, jsonfile.Options{Depth: maxHandsDepth, UTF8: true})
	if err != nil {
		p.broken(err)
		return p.hands, p.problems
	}
	p.top(top)
	slices.SortStableFunc(p.problems, func(a, b HandProblem) int { return a.Line - b.Line })
	return p.hands, p.problems
}

type handParser struct {
	file     string
	fields   []handField
	params   []handField
	hands    Hands
	problems []HandProblem

	programs map[string][]string     // see evalFlags
	patterns map[string]patternNotes // by pattern: files repeat them
}

// refuse notes what is wrong with the file as a whole.
func (p *handParser) refuse(line int, field, reason, advice string) {
	p.problems = append(p.problems, HandProblem{File: p.file, Line: line, Field: field, Reason: reason, Advice: advice})
}

// broken notes why the file is no JSON that can be used.
func (p *handParser) broken(err error) {
	line, advice := 0, ""
	if at, ok := errors.AsType[*jsonfile.Error](err); ok {
		if line = at.Line; at.Reason == jsonfile.TooDeep {
			advice = "nothing in it needs that"
		}
	}
	p.refuse(line, "", err.Error(), advice)
}

// top reads the outermost object of version "1".
func (p *handParser) top(top jsonfile.Value) {
	if top.Kind != jsonfile.Object {
		p.refuse(top.Line, "", "must be a JSON object, not "+top.Kind.String(), "")
		return
	}
	if again := top.Repeats(); len(again) > 0 {
		p.refuse(again[0].Line, again[0].Name, fmt.Sprintf(textTwice, again[0].Name), "remove one")
		return
	}
	for _, m := range top.Members {
		if !slices.Contains([]string{"$schema", "version", "tools"}, m.Name) {
			p.problems = append(p.problems, HandProblem{File: p.file, Line: m.Line, Field: m.Name, Reason: fmt.Sprintf(textUnknown, m.Name), Minor: true})
		}
	}
	version, given := top.Get("version")
	if !given || version.Value.Kind != jsonfile.Text || version.Value.Text() != HandsVersion {
		p.refuse(max(version.Value.Line, top.Line), "version", textVersion, "no tool of this file is used until it is")
		return
	}
	list, given := top.Get("tools")
	if !given || list.Value.Kind != jsonfile.Object {
		p.refuse(max(list.Value.Line, top.Line), "tools", textTools, "")
		return
	}
	names := map[string]bool{}
	for _, m := range list.Value.Repeats() {
		names[m.Name] = true
	}
	for _, m := range list.Value.Members {
		notes := &handNotes{p: p, tool: m.Name, at: m.Line, lines: map[string]int{}}
		r := &handReader{p: p, notes: notes, hand: Hand{Name: m.Name, Line: m.Line}}
		if names[m.Name] {
			notes.reject("", m.Line, fmt.Sprintf(textTwice, m.Name), "which of them counts nobody could tell; remove one")
		} else {
			r.tool(m.Value)
		}
		if notes.reason != "" {
			p.hands.Rejected = append(p.hands.Rejected, RejectedHand{Name: m.Name, Reason: notes.reason, Line: notes.line})
			continue
		}
		p.hands.List = append(p.hands.List, r.hand)
	}
}

// A handReader reads one tool.
type handReader struct {
	p     *handParser
	notes *handNotes
	hand  Hand
	param HandParam // that is being read
}

// handNotes are what is wrong with one tool, and where its fields stand.
type handNotes struct {
	p      *handParser
	tool   string
	at     int            // the line of the tool
	lines  map[string]int // where the fields stand
	reason string         // of the first problem; "": none
	line   int            // of the first problem
}

func (n *handNotes) reject(field string, line int, reason, advice string) {
	if n.reason == "" {
		n.reason, n.line = reason, line
	}
	n.note(field, line, reason, advice, false)
}

func (n *handNotes) warn(field string, line int, reason, advice string) {
	n.note(field, line, reason, advice, true)
}

func (n *handNotes) note(field string, line int, reason, advice string, minor bool) {
	n.p.problems = append(n.p.problems, HandProblem{File: n.p.file, Line: line, Tool: n.tool, Field: field, Reason: reason, Advice: advice, Minor: minor, ofTool: true})
}

// lineOf is the line of a field, or of the tool if it has none.
func (n *handNotes) lineOf(field string) int {
	if line, ok := n.lines[field]; ok {
		return line
	}
	return n.at
}

// tool reads the tool and checks what hangs together.
func (r *handReader) tool(n jsonfile.Value) {
	if !isToolName(r.hand.Name) {
		r.notes.reject("", r.hand.Line, fmt.Sprintf(textToolName, r.hand.Name), "use small letters, digits and dashes, a letter first")
	}
	if n.Kind != jsonfile.Object {
		r.notes.reject("", n.Line, fmt.Sprintf(textType, "the tool", jsonfile.Object, n.Kind), "")
		return
	}
	r.object(r.p.fields, "", n)
	if _, given := n.Get("command"); !given {
		r.notes.reject("command", r.hand.Line, textCommand, "")
	}
	if strings.TrimSpace(r.hand.Description) == "" {
		r.notes.reject("description", r.notes.lineOf("description"), "description must be a non-empty string", "say in a sentence what the tool does")
	}
	c := &handChecker{p: r.p, hand: &r.hand, notes: r.notes}
	c.folder()
	c.command()
	c.params()
	if r.notes.reason == "" {
		c.advise()
	}
}

// object reads the known keys of an object and warns of others. prefix is what
// stands before a key in the name of its field.
func (r *handReader) object(fields []handField, prefix string, n jsonfile.Value) {
	for _, m := range n.Repeats() {
		r.notes.reject(prefix+m.Name, m.Line, fmt.Sprintf(textTwice, prefix+m.Name), "remove one")
	}
	for _, m := range n.Members {
		name := prefix + m.Name
		r.notes.lines[name] = m.Value.Line
		i := slices.IndexFunc(fields, func(f handField) bool { return f.name == m.Name })
		if i < 0 {
			r.notes.warn(name, m.Line, fmt.Sprintf(textUnknown, name), nearest(m.Name, fields))
			continue
		}
		fields[i].read(r, name, m.Value)
	}
}

// nearest suggests the key that was meant.
func nearest(key string, fields []handField) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	if name := schema.Slip(key, names); name != "" {
		return "did you mean " + name + "?"
	}
	return ""
}

// isToolName reports whether name matches ^[a-z][a-z0-9-]*$
// (docs/spec/07-hands.md#fields).
func isToolName(name string) bool {
	for i, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return name != ""
}
