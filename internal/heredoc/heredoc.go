// Package heredoc tells whether the parser found here-documents where bash reads them.
//
// The parser takes "cat <<E; [[ a ]]" and the lines below it for a document that begins a line later
// than bash's: what it calls text, bash runs, and the other way round. Whoever trusts what the parser
// says about a script asks here first.
package heredoc

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Misread returns the byte of the first here-document that bash may read in another place than the
// statements of text say; ok is false where there is none. In doubt it is misread: bash's place is certain
// only where the line of the operator ends outside of quotes, expansions and tests.
func Misread(text string, statements []*syntax.Stmt) (at int, ok bool) {
	f := &found{text: text, next: map[int]int{}, crossed: map[int]int{}}
	for _, s := range statements {
		syntax.Walk(s, f.visit)
	}
	slices.SortFunc(f.documents, func(a, b document) int { return cmp.Compare(a.OpPos.Offset(), b.OpPos.Offset()) })
	slices.SortFunc(f.whole, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, d := range f.documents {
		if !f.agrees(d) {
			return int(d.OpPos.Offset()), true
		}
	}
	return 0, false
}

// found is what of a script decides where its here-documents are.
type found struct {
	text      string
	documents []document
	whole     []span      // what a line may end in without ending as a command
	open      []int       // while it is visited: for each node around, where the innermost of whole ends
	next      map[int]int // by the end of a line with operators: where the next of their documents begins
	crossed   map[int]int // see crossing
}

// A document is the operator of one.
type document struct {
	*syntax.Redirect
	within int // where the innermost of whole ends in which it stands; 0: it stands in none
}

// A span is a range of bytes.
type span struct{ from, to int }

func (f *found) visit(n syntax.Node) bool {
	if n == nil {
		f.open = f.open[:len(f.open)-1]
		return true
	}
	within := 0
	if len(f.open) > 0 {
		within = f.open[len(f.open)-1]
	}
	switch n := n.(type) {
	case *syntax.Redirect:
		if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
			f.documents = append(f.documents, document{n, within})
		}
	case *syntax.SglQuoted, *syntax.DblQuoted, *syntax.ParamExp, *syntax.ArithmExp, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ExtGlob,
		*syntax.ArrayExpr, *syntax.TestClause, *syntax.ArithmCmd, *syntax.CStyleLoop, *syntax.LetClause:
		within = int(n.End().Offset())
		f.whole = append(f.whole, span{int(n.Pos().Offset()), within})
	}
	f.open = append(f.open, within)
	return true
}

// crossing is where the last of whole begins, in the line that ends at a byte, that goes on behind it; -1: none does.
func (f *found) crossing(line int) int {
	at, known := f.crossed[line]
	if known {
		return at
	}
	at = -1
	begins := strings.LastIndexByte(f.text[:line], '\n')
	i, _ := slices.BinarySearchFunc(f.whole, line, func(s span, line int) int { return cmp.Compare(s.from, line) })
	for i--; i >= 0 && f.whole[i].from > begins; i-- {
		if f.whole[i].to > line {
			at = f.whole[i].from
			break
		}
	}
	f.crossed[line] = at
	return at
}

// agrees reports whether bash reads a document where the parser has read it.
func (f *found) agrees(d document) bool {
	end := int(d.Word.End().Offset())
	delimiter, quoted, certain := delimiterOf(d.Word)
	if !certain || end > len(f.text) {
		return false
	}
	line := strings.IndexByte(f.text[end:], '\n')
	if line < 0 { // bash takes the end of the script for the end of an empty document
		return d.Hdoc == nil
	}
	line += end
	if f.text[line-1] == '\\' || f.crossing(line) >= end || d.within > 0 && d.within <= line {
		return false
	}
	from := cmp.Or(f.next[line], line+1)
	to, behind := f.lines(from, delimiter, d.Op == syntax.DashHdoc, !quoted)
	f.next[line] = behind
	if d.Hdoc == nil {
		return from == to
	}
	began, ended := int(d.Hdoc.Pos().Offset()), int(d.Hdoc.End().Offset())
	return began == from && to <= ended && ended <= behind
}

// lines are where a document that begins at from ends, and where the line behind its delimiter begins. tabs are
// taken from where its lines begin; where it joins, a backslash at the end of a line continues it.
func (f *found) lines(from int, delimiter string, tabs, joins bool) (to, behind int) {
	for at := from; at < len(f.text); {
		line, after := f.line(at)
		for joins && endsInBackslash(line) && after < len(f.text) {
			var more string
			more, after = f.line(after)
			line = line[:len(line)-1] + more
		}
		if tabs {
			line = strings.TrimLeft(line, "\t")
		}
		if line == delimiter {
			return at, after
		}
		at = after
	}
	return len(f.text), len(f.text)
}

// line is the line that begins at a byte, and where the one behind it does.
func (f *found) line(at int) (line string, after int) {
	line, _, _ = strings.Cut(f.text[at:], "\n")
	return line, min(at+len(line)+1, len(f.text))
}

// endsInBackslash reports whether a line ends in a backslash that no other one quotes.
func endsInBackslash(line string) bool {
	return (len(line)-len(strings.TrimRight(line, "\\")))%2 == 1
}

// delimiterOf is the line that ends a document, and whether a part of it is quoted; certain is false where it is anything
// else than plain text.
func delimiterOf(w *syntax.Word) (text string, quoted, certain bool) {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			plain := unescaped(p.Value)
			quoted = quoted || plain != p.Value
			text += plain
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false, false
			}
			quoted = true
			text += p.Value
		case *syntax.DblQuoted:
			inner, plain := "", len(p.Parts) == 0
			if len(p.Parts) == 1 {
				if lit, ok := p.Parts[0].(*syntax.Lit); ok {
					inner, plain = lit.Value, true
				}
			}
			if p.Dollar || !plain || strings.Contains(inner, `\`) {
				return "", false, false
			}
			quoted = true
			text += inner
		default:
			return "", false, false
		}
	}
	return text, quoted, text != "" && !strings.ContainsAny(text, "\\`$\n")
}

// unescaped is a text without the backslashes that quote.
func unescaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
