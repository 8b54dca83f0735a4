package render

import (
	"reflect"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// verify parses the rendered text and compares its shape with that of the text
// with marks: the same commands, with as many words, in the same order. It holds
// by construction; were there a mistake in this package, a call would be refused
// here and not run.
func (s *script) verify(text string) error {
	if len(s.marks) == 0 {
		return nil
	}
	file, err := parseBash(strings.ToValidUTF8(text, "\ufffd")) // the parser wants UTF-8; bash takes any bytes
	if err == nil && shape(file, nil) == shape(s.file, s.wordsAt) {
		return nil
	}
	return &ProblemsError{Problems: []Problem{s.t.problem(0,
		"with these values the command would not keep its shape, so it does not run. This is a mistake in Handrail: please report the template and the values")}}
}

// wordsAt is how many words the word of the marked text becomes.
func (s *script) wordsAt(w *syntax.Word) int {
	if from, to := s.in(w); to == from+1 && s.spots[from].place == wholeWord {
		return len(s.marks[from].given.words)
	}
	return 1
}

// shape tells what a script is made of, without the text of its words. Quotes do
// not count: a value may bring its own.
func shape(file *syntax.File, words func(*syntax.Word) int) string {
	var b strings.Builder
	var open []string // what to write when a node ends
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil:
			b.WriteString(open[len(open)-1])
			open = open[:len(open)-1]
			return true
		case *syntax.Lit, *syntax.SglQuoted:
			return false
		case *syntax.DblQuoted, *syntax.ArrayElem: // an array's value may be several elements
			open = append(open, "")
			return true
		case *syntax.CmdSubst:
			if ownMark(n) {
				return false
			}
		case *syntax.Word:
			if words != nil && words(n) != 1 {
				b.WriteString(strings.Repeat("*syntax.Word()", words(n)))
				return false
			}
		}
		b.WriteString(reflect.TypeOf(n).String())
		b.WriteByte('(')
		open = append(open, ")")
		return true
	})
	return b.String()
}

// ownMark reports whether a substitution is one that lineEscapes writes.
func ownMark(c *syntax.CmdSubst) bool {
	if len(c.Stmts) != 1 {
		return false
	}
	call, ok := c.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 2 || call.Args[0].Lit() != "printf" || len(call.Args[1].Parts) != 1 {
		return false
	}
	byteOf, ok := call.Args[1].Parts[0].(*syntax.SglQuoted)
	return ok && (byteOf.Value == `\001` || byteOf.Value == `\177`)
}
