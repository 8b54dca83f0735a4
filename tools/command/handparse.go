package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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
	top, err := parseJSON(data)
	if err != nil {
		var at *jsonError
		line := 0
		if errors.As(err, &at) {
			line = at.line
		}
		p.refuse(line, "", err.Error(), "")
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

// top reads the outermost object of version "1".
func (p *handParser) top(top node) {
	if top.kind != kindObject {
		p.refuse(top.line, "", "must be a JSON object, not "+string(top.kind), "")
		return
	}
	if again := top.twice(); len(again) > 0 {
		p.refuse(again[0].line, again[0].key, fmt.Sprintf(textTwice, again[0].key), "remove one")
		return
	}
	for _, m := range top.members {
		if !slices.Contains([]string{"$schema", "version", "tools"}, m.key) {
			p.problems = append(p.problems, HandProblem{File: p.file, Line: m.line, Field: m.key, Reason: fmt.Sprintf(textUnknown, m.key), Minor: true})
		}
	}
	version, given := top.get("version")
	if !given || version.kind != kindText || version.text != HandsVersion {
		p.refuse(max(version.line, top.line), "version", textVersion, "no tool of this file is used until it is")
		return
	}
	list, given := top.get("tools")
	if !given || list.kind != kindObject {
		p.refuse(max(list.line, top.line), "tools", textTools, "")
		return
	}
	names := map[string]bool{}
	for _, m := range list.twice() {
		names[m.key] = true
	}
	for _, m := range list.members {
		r := &handReader{p: p, hand: Hand{Name: m.key, Line: m.line}}
		if names[m.key] {
			r.reject("", m.line, fmt.Sprintf(textTwice, m.key), "which of them counts nobody could tell; remove one")
		} else {
			r.tool(m.value)
		}
		if r.reason != "" {
			p.hands.Rejected = append(p.hands.Rejected, RejectedHand{Name: m.key, Reason: r.reason, Line: r.line})
			continue
		}
		p.hands.List = append(p.hands.List, r.hand)
	}
}

// A handReader reads one tool.
type handReader struct {
	p      *handParser
	hand   Hand
	param  HandParam      // that is being read
	lines  map[string]int // where the fields stand
	reason string         // of the first problem; "": none
	line   int            // of the first problem
}

func (r *handReader) reject(field string, line int, reason, advice string) {
	if r.reason == "" {
		r.reason, r.line = reason, line
	}
	r.note(field, line, reason, advice, false)
}

func (r *handReader) warn(field string, line int, reason, advice string) {
	r.note(field, line, reason, advice, true)
}

func (r *handReader) note(field string, line int, reason, advice string, minor bool) {
	r.p.problems = append(r.p.problems, HandProblem{File: r.p.file, Line: line, Tool: r.hand.Name, Field: field, Reason: reason, Advice: advice, Minor: minor, ofTool: true})
}

// lineOf is the line of a field, or of the tool if it has none.
func (r *handReader) lineOf(field string) int {
	if line, ok := r.lines[field]; ok {
		return line
	}
	return r.hand.Line
}

// tool reads the tool and checks what hangs together.
func (r *handReader) tool(n node) {
	if !isToolName(r.hand.Name) {
		r.reject("", r.hand.Line, fmt.Sprintf(textToolName, r.hand.Name), "use small letters, digits and dashes, a letter first")
	}
	if n.kind != kindObject {
		r.reject("", n.line, fmt.Sprintf(textType, "the tool", kindObject, n.kind), "")
		return
	}
	r.lines = map[string]int{}
	r.object(r.p.fields, "", n)
	if _, given := n.get("command"); !given {
		r.reject("command", r.hand.Line, textCommand, "")
	}
	if strings.TrimSpace(r.hand.Description) == "" {
		r.reject("description", r.lineOf("description"), "description must be a non-empty string", "say in a sentence what the tool does")
	}
	r.checkFolder()
	r.checkCommand()
	r.checkParams()
	if r.reason == "" {
		r.advise()
	}
}

// object reads the known keys of an object and warns of others. prefix is what
// stands before a key in the name of its field.
func (r *handReader) object(fields []handField, prefix string, n node) {
	for _, m := range n.twice() {
		r.reject(prefix+m.key, m.line, fmt.Sprintf(textTwice, prefix+m.key), "remove one")
	}
	for _, m := range n.members {
		name := prefix + m.key
		r.lines[name] = m.value.line
		i := slices.IndexFunc(fields, func(f handField) bool { return f.name == m.key })
		if i < 0 {
			r.warn(name, m.line, fmt.Sprintf(textUnknown, name), nearest(m.key, fields))
			continue
		}
		fields[i].read(r, name, m.value)
	}
}

// nearest suggests the known key that differs only in its case or its dashes.
func nearest(key string, fields []handField) string {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	for _, f := range fields {
		if plain(f.name) == plain(key) {
			return "did you mean " + f.name + "?"
		}
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
