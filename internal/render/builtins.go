package render

import (
	"strings"

	"handrail/internal/lazy"
)

const (
	whyTestShape = "could be taken for an operator of [, and -v runs what is in a subscript. Write one comparison for each [, with a literal operator: [ {{x}} = y ] && …"
	whyFormat    = "is in printf's format, where %% and \\ mean something. Write printf '%%s\\n' {{x}}"
)

// brackets allows the shapes of [ and test in which no word can be taken for an
// operator: x, OP x, x OP y, each with ! before it.
func (j commands) brackets(args []arg) {
	words := args[1:]
	if args[0].text == "[" && len(words) > 0 {
		words = words[:len(words)-1]
	}
	for len(words) > 0 && words[0].is("!") && words[0].known() {
		words = words[1:]
	}
	ok := false
	switch len(words) {
	case 0, 1:
		ok = true
	case 2:
		op := words[0]
		ok = op.known() && len(op.text) == 2 && op.text[0] == '-' && !op.is("-v", "-R")
	case 3:
		ok = words[1].known() && words[1].is("=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef")
	}
	for _, w := range words {
		many := !w.sure && w.free == nil
		if from, to := j.s.in(w.word); to > from {
			many = j.s.marks[from].param.Type == "array" && j.s.marks[from].given.list && !j.s.real
		}
		switch {
		case ok && !many:
			j.derived(w, true)
		case w.free != nil:
			j.again(w.word, w.free, whyTestShape)
		default:
			j.deny(w.word, "%s could be an operator of [", j.s.src(w.word))
		}
	}
}

// formats are what printf does with a word: show it. %n, which names a variable, is
// not among them.
var formats = lazy.Regexp(`%[-+ #0]*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*)?)?[diouxXeEfFgGaAcsbqQ%]|%[-0-9]*\([^)]*\)T`)

// printf allows values after a format that only shows them, not in it.
func (j commands) printf(args []arg) {
	rest := args[1:]
	if len(rest) > 0 && rest[0].is("--") && rest[0].known() {
		rest = rest[1:]
	} else if len(rest) > 0 && rest[0].option() {
		j.option(rest[0], "printf")
		return
	}
	if len(rest) == 0 {
		return
	}
	switch format := rest[0]; {
	case format.free != nil:
		j.again(format.word, format.free, whyFormat)
	case !format.sure || format.expands || strings.Contains(formats().ReplaceAllString(format.text, ""), "%"):
		j.option(format, "printf")
	}
	for _, a := range rest[1:] {
		j.derived(a, true)
	}
}
