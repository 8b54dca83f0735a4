package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// SourceLimit is the longest template, in bytes.
const SourceLimit = 32 << 10

// A Param is a name that a template may use.
type Param struct {
	Name     string // "suite"; "input.*" stands for every name below input (hooks, docs/spec/10-hooks.md)
	Type     string // string (also ""), number, integer, boolean, array; any: whatever the call brings
	Required bool

	// Enum, if not empty, lists every value there is, and Pattern, if not empty, is
	// an RE2 expression that every value, or item, matches as a whole. With a type
	// they can leave no character with which code can be made (inert.go).
	Enum    []string
	Pattern string
	// Dash says that the author's pattern allows values that start with "-",
	// so that they are not reported in Rendered.Options.
	Dash bool

	nature nature // natureOf, known once the template is read
}

// A Template is a command line with placeholders. It does not change and is
// safe for concurrent use.
type Template struct {
	source string
	nodes  []node
	params map[string]*Param
}

// Rendered is a command line with its values in it.
type Rendered struct {
	// Text is the script for bash. It is what to show, and what to run.
	Text string
	// Options names the parameters whose value starts with "-" and stands where
	// a program would take it for an option, with no "--" before it and no
	// pattern that allows it. Such a call must ask
	// (docs/spec/06-declared-tools.md). Sorted.
	Options []string
	// Spans says which parts of Text came from values, in order. All else are
	// the author's own words.
	Spans []Span
}

// A Span is a part of a rendered text that came from a value, quotes included.
type Span struct {
	Param      string
	Start, End int // bytes of Rendered.Text
}

// Parse reads a command template and refuses every place where a value could
// not be safe. Its error is a *ProblemsError; each Problem says where, why and
// how to write it instead. A template of at most SourceLimit bytes takes well
// under a millisecond.
func Parse(source string, params []Param) (*Template, error) {
	if err := readable(source); err != nil {
		return nil, err
	}
	t := &Template{
		source: strings.ReplaceAll(source, "\r\n", "\n"), // written on Windows; bash would take "\r" for a letter
		params: make(map[string]*Param, len(params)),
	}
	for i := range params {
		p := params[i]
		p.nature = natureOf(&p)
		t.params[p.Name] = &p
	}
	problems := t.parse()
	if len(problems) == 0 {
		problems = t.checkVariants()
	}
	if len(problems) > 0 {
		return nil, &ProblemsError{Problems: problems}
	}
	return t, nil
}

// readable refuses what is not text, or too much of it.
func readable(source string) error {
	var text string
	switch {
	case strings.TrimSpace(source) == "":
		text = "the command is empty: write the command line to run"
	case len(source) > SourceLimit:
		text = fmt.Sprintf("the command is %d bytes long and may have %d: put it into a script of the space and call that", len(source), SourceLimit)
	case strings.ContainsRune(source, 0):
		text = "the command contains a NUL byte, which no command line can hold: remove it"
	case !utf8.ValidString(source):
		text = "the command is not valid UTF-8: save the file as UTF-8"
	default:
		return nil
	}
	return &ProblemsError{Problems: []Problem{{Line: 1, Column: 1, Text: text}}}
}

// Free reports whether a value that could be code stands anywhere in the template.
func (t *Template) Free() bool {
	var visit func([]node) bool
	visit = func(nodes []node) bool {
		return slices.ContainsFunc(nodes, func(n node) bool {
			if n.kind == valueNode && n.ref.kind == refThis {
				return true
			}
			p := t.param(n.ref.name)
			return n.kind == valueNode && n.ref.kind == refParam && p != nil && natureOf(p) == free || visit(n.body) || visit(n.inverse)
		})
	}
	return visit(t.nodes)
}

// Render writes the command line with these values in it. Values are those of
// a checked input, defaults filled in: a name that is absent or nil is missing.
// A missing optional value is an empty word where it is quoted and no word
// where it is bare.
//
// The error is a *ValueError for a value that cannot be in a command line or is
// not of its parameter's type, and a *ProblemsError if these values lead to a
// script that is not safe or not bash.
func (t *Template) Render(values map[string]any) (Rendered, error) {
	given, err := t.readValues(values)
	if err != nil {
		return Rendered{}, err
	}
	m, err := t.expand(given)
	if err != nil {
		return Rendered{}, err
	}
	s := t.read(m)
	if len(s.problems) > 0 {
		return Rendered{}, &ProblemsError{Problems: s.problems}
	}
	out, err := filler{s}.fill()
	if err != nil {
		return Rendered{}, err
	}
	if s.wrong != nil {
		return Rendered{}, s.wrong
	}
	if err := s.verify(out.Text); err != nil {
		return Rendered{}, err
	}
	out.Options = s.options
	return out, nil
}

// read parses one written-out template, places its marks and judges them.
func (t *Template) read(m *marked) *script {
	s := t.parseScript(m)
	if len(s.problems) > 0 || len(m.marks) == 0 {
		return s
	}
	s.place()
	s.judge()
	return s
}

// checkVariants reads the template once for each way through its blocks that
// shows a placeholder not yet seen, and collects the problems.
func (t *Template) checkVariants() []Problem {
	var found []Problem
	for _, v := range t.variants() {
		m, err := t.expand(v)
		if err != nil {
			var p *ProblemsError
			if errors.As(err, &p) {
				found = append(found, p.Problems...)
			}
			continue
		}
		for _, p := range t.read(m).problems {
			if !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return found
}
