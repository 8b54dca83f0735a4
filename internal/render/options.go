package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// dashes notes the parameters whose value begins one of these words with a sign,
// up to a "--" of the author: quoting does not stop a program from taking such a
// word for an option (docs/spec/06-declared-tools.md).
func (j commands) dashes(args []arg, signs string) {
	for _, a := range args {
		if a.is("--") && !a.marked {
			return
		}
		if a.signed == nil || strings.IndexByte(signs, a.sign) < 0 || a.signed.param.Dash || len(a.signed.param.Enum) > 0 {
			continue
		}
		if !slices.Contains(j.s.options, a.signed.name) {
			j.s.options = append(j.s.options, a.signed.name)
			slices.Sort(j.s.options)
		}
	}
}

// signOf returns the value that begins the word with a "-" or a "+", nil if none does.
// What stands before it does not count if it may be empty: quotes, empty values,
// expansions.
func (s *script) signOf(w *syntax.Word) (*mark, byte) {
	if !s.real {
		return nil, 0
	}
	from, to := s.in(w)
	start := int(w.Pos().Offset())
	for i := from; i < to; i++ {
		m := &s.marks[i]
		before := strings.TrimLeft(s.text[start:m.at], `"'`)
		value := m.given.first()
		switch {
		case before != "" && before[0] != '$':
			return nil, 0
		case value != "" && (value[0] == '-' || value[0] == '+'):
			return m, value[0]
		case value != "":
			return nil, 0
		}
		start = m.end
	}
	return nil, 0
}

// first is the value's text, empty if it is missing.
func (g given) first() string {
	if len(g.words) == 0 {
		return ""
	}
	return g.words[0]
}
