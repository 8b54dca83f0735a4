package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// dashes notes the parameters whose value begins one of these words with "-",
// up to a "--" of the author: quoting does not stop a program from taking such a
// word for an option (docs/spec/06-declared-tools.md).
func (j *judge) dashes(args []arg) {
	for _, a := range args {
		if from, to := j.s.in(a.word); a.is("--") && from == to {
			return
		}
		if a.dash != nil && !slices.Contains(j.s.options, a.dash.name) {
			j.s.options = append(j.s.options, a.dash.name)
			slices.Sort(j.s.options)
		}
	}
}

// dashOf returns the value that begins the word with a "-", nil if none does.
// What stands before it does not count if it may be empty: quotes, empty values,
// expansions.
func (s *script) dashOf(w *syntax.Word) *mark {
	if !s.real {
		return nil
	}
	from, to := s.in(w)
	start := int(w.Pos().Offset())
	for i := from; i < to; i++ {
		m := &s.marks[i]
		before := strings.TrimLeft(s.text[start:m.at], `"'`)
		value := m.given.first()
		switch {
		case before != "" && before[0] != '$':
			return nil
		case strings.HasPrefix(value, "-"):
			return m.undashed()
		case value != "":
			return nil
		}
		start = m.end
	}
	return nil
}

// undashed returns the mark unless its author allows a leading dash.
func (m *mark) undashed() *mark {
	if m.param.Dash || len(m.param.Enum) > 0 {
		return nil
	}
	return m
}

// first is the value's text, empty if it is missing.
func (g given) first() string {
	if len(g.words) == 0 {
		return ""
	}
	return g.words[0]
}
