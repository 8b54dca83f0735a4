package render

import (
	"errors"
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/heredoc"
)

// A script is a written-out template, parsed as bash, with the place of each
// of its marks.
type script struct {
	*marked
	t        *Template
	file     *syntax.File
	spots    []spot   // by mark (place.go)
	options  []string // see Rendered.Options
	problems []Problem
	wrong    *ValueError // a value that its place does not take
}

// A spot says where a mark stands and how its value is to be written there.
type spot struct {
	place    place
	careful  bool // quote even a plain word: what is around it could change its meaning
	needed   bool // it cannot be missing: the name of a file
	element  bool // it is in an element of an array
	shielded bool // it is in a substitution between double quotes (quote.go)
}

// place is the sort of place a mark stands in.
type place int

const (
	nowhere    place = iota // not placed: refused
	wholeWord               // an unquoted word of its own in a list of words: an array fills it with several
	oneWord                 // an unquoted word of its own where there must be exactly one
	partOfWord              // unquoted, with other text before or after it
	inDouble                // "…"
	inSingle                // '…'
	inEscaped               // $'…'
	inDocument              // the lines of a here-document
)

// parseScript parses the written-out template.
func (t *Template) parseScript(m *marked) *script {
	s := &script{marked: m, t: t, spots: make([]spot, len(m.marks))}
	file, err := parseBash(m.text)
	var parse syntax.ParseError
	var lang syntax.LangError
	switch {
	case err == nil:
		s.file = file
		if at, misread := heredoc.Misread(m.text, file.Stmts); misread {
			s.report(uint(at), "it is not certain where bash reads this here-document: let its lines begin right below <<, on a line that ends in no quotes, brackets or test, and name its end in plain letters")
		}
	case errors.As(err, &parse):
		s.report(parse.Pos.Offset(), "this is not valid bash: %s", s.readable(parse.Text))
	case errors.As(err, &lang):
		s.report(lang.Pos.Offset(), "this is not valid bash: %s", s.readable(lang.Feature))
	default:
		s.report(0, "this is not valid bash: %v", err)
	}
	if err == nil && len(file.Stmts) == 0 && m.real {
		s.report(0, "with these values nothing is left to run: write what to do in an {{else}}")
	}
	return s
}

func parseBash(text string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
}

// report remembers a problem at a byte of the written-out text.
func (s *script) report(at uint, format string, args ...any) {
	s.problems = append(s.problems, s.t.problem(s.source(int(at)), format, args...))
}

// readable puts the placeholders back into a message of the parser.
func (s *script) readable(text string) string {
	if len(s.marks) == 0 {
		return text
	}
	return strings.ReplaceAll(text, s.text[s.marks[0].at:s.marks[0].end], "{{…}}")
}

// between returns the marks in a range of bytes, as indices [from, to).
func (s *script) between(start, end uint) (from, to int) {
	from = sort.Search(len(s.marks), func(i int) bool { return s.marks[i].at >= int(start) })
	to = sort.Search(len(s.marks), func(i int) bool { return s.marks[i].end > int(end) })
	return from, max(from, to)
}

// in returns the marks inside a node.
func (s *script) in(n syntax.Node) (from, to int) {
	return s.between(n.Pos().Offset(), n.End().Offset())
}

// src is the source text of a node.
func (s *script) src(n syntax.Node) string {
	start, end := int(n.Pos().Offset()), int(n.End().Offset())
	if start > end || end > len(s.text) {
		return ""
	}
	return s.text[start:end]
}

// refuse refuses every mark inside the node; why starts after "{{x}} ".
func (s *script) refuse(n syntax.Node, why string) {
	from, to := s.in(n)
	for i := from; i < to; i++ {
		s.refuseMark(i, why)
	}
}

func (s *script) refuseMark(i int, why string) {
	m := &s.marks[i]
	if m.refused {
		return
	}
	m.refused = true
	s.problems = append(s.problems, s.t.problem(m.source, "%s %s", m.tag, why))
}
