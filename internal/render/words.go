package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unknown stands in an arg's text for what only bash will know.
const unknown = "\x00"

// An arg is a word of a command as its program will get it.
type arg struct {
	word  *syntax.Word
	text  string // quotes removed; unknown for expansions, and for values at load
	cause *mark  // a value in it that could be code; nil if there is none
	dash  *mark  // a value that begins it with "-"; nil if none does
}

func (a arg) is(texts ...string) bool { return slices.Contains(texts, a.text) }

// args turns the words of a command into what its program gets. At a call the
// values are known: a missing word is not there, an array is several.
func (j *judge) args(words []*syntax.Word) []arg {
	args := make([]arg, 0, len(words))
	for _, w := range words {
		a := arg{word: w, cause: j.flow.cause(w)}
		from, to := j.s.in(w)
		if !j.s.real || to != from+1 || j.s.spots[from].place != wholeWord {
			a.text = j.s.textOf(w)
			a.dash = j.s.dashOf(w)
			args = append(args, a)
			continue
		}
		m := &j.s.marks[from]
		for _, text := range m.given.words {
			one := arg{word: w, text: text, cause: a.cause}
			if strings.HasPrefix(text, "-") {
				one.dash = m.undashed()
			}
			args = append(args, one)
		}
	}
	return args
}

// textOf is the text of a word, quotes removed.
func (s *script) textOf(w *syntax.Word) string {
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			s.unquote(&b, part, "")
		case *syntax.SglQuoted:
			if part.Dollar && strings.Contains(part.Value, `\`) {
				b.WriteString(unknown)
				continue
			}
			s.write(&b, int(part.Right.Offset())-len(part.Value), int(part.Right.Offset()))
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				if lit, ok := inner.(*syntax.Lit); ok {
					s.unquote(&b, lit, "\\\"$`\n")
				} else {
					b.WriteString(unknown)
				}
			}
		default:
			b.WriteString(unknown)
		}
	}
	return b.String()
}

// unquote writes a piece of literal text without its backslashes. Inside double
// quotes a backslash quotes only some characters.
func (s *script) unquote(b *strings.Builder, l *syntax.Lit, only string) {
	start, end := int(l.Pos().Offset()), int(l.End().Offset())
	for i := start; i < end; i++ {
		quotes := s.text[i] == '\\' && i+1 < end && (only == "" || strings.IndexByte(only, s.text[i+1]) >= 0)
		if !quotes {
			continue
		}
		s.write(b, start, i)
		start = i + 1
		if s.text[start] == '\n' {
			start++
		}
		i++
	}
	s.write(b, start, end)
}

// write writes a piece of the text, with values in place of marks.
func (s *script) write(b *strings.Builder, start, end int) {
	from, to := s.between(uint(start), uint(end))
	for _, m := range s.marks[from:to] {
		b.WriteString(s.text[start:m.at])
		switch {
		case !s.real:
			b.WriteString(unknown)
		default:
			b.WriteString(m.given.first())
		}
		start = m.end
	}
	if start < end {
		b.WriteString(s.text[start:end])
	}
}
