package render

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unknown stands in an arg's text for what only bash will know.
const unknown = "\x00"

// An arg is a word of a command as its program will get it.
type arg struct {
	word   *syntax.Word
	text   string // quotes removed; unknown for expansions, and for values at load
	free   *mark  // a value in it that could be code; nil if there is none
	marked bool   // it holds any value
	sure   bool   // it is exactly one word
	// expands says that only bash knows a part of the word's text.
	expands bool
	sign    byte  // "-" or "+", if a value begins it with that
	signed  *mark // that value
}

func (a arg) is(texts ...string) bool { return slices.Contains(texts, a.text) }

// known reports whether all of the word is the author's, and known as it stands.
func (a arg) known() bool {
	return a.sure && !a.expands && !a.marked && !strings.Contains(a.text, unknown)
}

// option reports whether the author's part of the word makes it an option.
func (a arg) option() bool { return len(a.text) > 1 && a.text[0] == '-' && a.signed == nil }

// args turns the words of a command into what its program gets. At a call the
// values are known: a missing word is not there, an array is several.
func (j *judge) args(list []*syntax.Word) []arg {
	args := make([]arg, 0, len(list))
	for _, w := range list {
		from, to := j.s.in(w)
		a := arg{word: w, free: j.s.free(w), marked: from < to, sure: j.s.sure(w), expands: expands(w.Parts)}
		if !j.s.real || to != from+1 || j.s.spots[from].place != wholeWord {
			a.text = j.s.textOf(w)
			a.signed, a.sign = j.s.signOf(w)
			args = append(args, a)
			continue
		}
		m := &j.s.marks[from]
		for _, text := range m.given.words {
			one := a
			one.text = text
			if text != "" && (text[0] == '-' || text[0] == '+') {
				one.signed, one.sign = m, text[0]
			}
			args = append(args, one)
		}
	}
	return args
}

// free returns the first value inside a node that could be code.
func (s *script) free(n syntax.Node) *mark {
	from, to := s.in(n)
	for i := from; i < to; i++ {
		if s.marks[i].free {
			return &s.marks[i]
		}
	}
	return nil
}

// sure reports whether bash makes exactly one word of w: nothing in it is split, and
// no file's name can come in its place.
func (s *script) sure(w *syntax.Word) bool {
	for i, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.SglQuoted:
		case *syntax.Lit:
			text := s.src(part)
			if i == 0 && strings.HasPrefix(text, "~/") {
				text = text[2:]
			}
			if text != "[" && bare(text, "*?[{~") {
				return false
			}
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				if x, ok := inner.(*syntax.ParamExp); ok && (x.Index != nil || x.Param == nil || x.Param.Value == "@") {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// expands reports whether bash puts anything in place of these parts.
func expands(parts []syntax.WordPart) bool {
	return slices.ContainsFunc(parts, func(part syntax.WordPart) bool {
		switch part := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			return false
		case *syntax.DblQuoted:
			return expands(part.Parts)
		}
		return true
	})
}

// authored is what the author wrote of a word before the first value or expansion.
func (s *script) authored(w *syntax.Word) string {
	real := s.real
	s.real = false
	text, _, _ := strings.Cut(s.textOf(w), unknown)
	s.real = real
	return text
}

// bare reports whether one of these bytes stands in the text without a backslash.
func bare(text, bytes string) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.IndexByte(bytes, text[i]) >= 0:
			return true
		}
	}
	return false
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
		case !s.real && m.param.nature == inert:
			b.WriteByte('1')
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

// ofSpace reports whether a program is one of the space itself, whatever its name:
// ./watch is not watch. Tool chains lie in folders called bin.
func ofSpace(word string) bool {
	dir := path.Dir(strings.ReplaceAll(word, `\`, "/"))
	return strings.ContainsAny(word, `/\`) && !strings.HasPrefix(word, "/") && path.Base(dir) != "bin"
}
