package render

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// listWord places the values of a word in a list of words.
func (p *placer) listWord(w *syntax.Word) { p.word(w, true, false) }

// oneWord places the values of a word that must be exactly one. always quotes
// even plain values, where bash reads an unquoted word as a pattern or operator.
func (p *placer) oneWord(w *syntax.Word, always bool) { p.word(w, false, always) }

func (p *placer) word(w *syntax.Word, list, always bool) {
	from, to := p.in(w)
	if from == to {
		return
	}
	careful := always || p.delicate(w)
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			how := partOfWord
			if p.whole(w, from) {
				how = oneWord
				if list {
					how = wholeWord
				}
			}
			p.literal(part, how, careful)
		case *syntax.SglQuoted:
			p.single(part)
		case *syntax.DblQuoted:
			p.double(part)
		default:
			p.inside(part)
		}
	}
}

// whole reports whether the mark is all there is of the word.
func (p *placer) whole(w *syntax.Word, i int) bool {
	return p.marks[i].at == int(w.Pos().Offset()) && p.marks[i].end == int(w.End().Offset())
}

// delicate reports whether a plain value could change what the word around it
// means, so that it must be quoted: 2 before > names a descriptor, "a-z" in
// brackets is a range, a comma in braces makes two words, a name after ~ is a
// home folder.
func (p *placer) delicate(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.ContainsAny(p.src(lit), "{[~(!^#\\") {
			return true
		}
	}
	next := int(w.End().Offset())
	return next < len(p.text) && strings.IndexByte("<>(", p.text[next]) >= 0
}

// literal places the marks in a piece of literal text.
func (p *placer) literal(l *syntax.Lit, how place, careful bool) {
	from, to := p.in(l)
	for i := from; i < to; i++ {
		m := &p.marks[i]
		switch {
		case escaped(p.text, m.at):
			p.refuseMark(i, whyBackslash)
		case m.param.Type == "array" && m.given.list && how != wholeWord:
			p.refuseMark(i, whyList)
		default:
			p.spots[i] = spot{place: how, careful: careful, element: p.element, shielded: p.quotes > 0}
		}
	}
}

// escaped reports whether a backslash escapes the byte at i.
func escaped(text string, i int) bool {
	n := 0
	for n < i && text[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func (p *placer) single(q *syntax.SglQuoted) {
	how := inSingle
	if q.Dollar {
		how = inEscaped
	}
	from, to := p.in(q)
	for i := from; i < to; i++ {
		switch m := &p.marks[i]; {
		case q.Dollar && escaped(p.text, m.at):
			p.refuseMark(i, whyBackslash)
		case m.param.Type == "array" && m.given.list:
			p.refuseMark(i, whyList)
		default:
			p.spots[i] = spot{place: how, shielded: p.quotes > 0}
		}
	}
}

func (p *placer) double(q *syntax.DblQuoted) {
	if q.Dollar {
		p.refuse(q, whyTranslated)
		return
	}
	for _, part := range q.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			p.literal(lit, inDouble, false)
			continue
		}
		p.quotes++
		p.inside(part)
		p.quotes--
	}
}

// inside places or refuses the values in a part of a word that is not text.
func (p *placer) inside(part syntax.WordPart) {
	switch part := part.(type) {
	case *syntax.CmdSubst:
		if part.Backquotes {
			p.refuse(part, whyBackquotes)
			return
		}
		p.nested(part.Stmts)
	case *syntax.ProcSubst:
		p.nested(part.Stmts)
	case *syntax.ParamExp:
		if part.Short {
			p.refuse(part, whyJoined)
			return
		}
		if part.Index != nil {
			p.refuse(part.Index, whySubscript)
		}
		if part.Slice != nil {
			p.refuse(part, whyArithmetic)
		}
		p.refuse(part, whyBraces)
	case *syntax.ArithmExp:
		p.refuse(part, whyArithmetic)
	case *syntax.ExtGlob:
		p.refuse(part, whyPattern)
	}
}

func (p *placer) nested(stmts []*syntax.Stmt) {
	before := p.substitution
	p.substitution = true
	p.stmts(stmts)
	p.substitution = before
}
