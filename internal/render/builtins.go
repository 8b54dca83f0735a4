package render

import (
	"slices"
	"strings"
)

const (
	whyTestShape = "could be taken for an operator of [, and -v runs what is in a subscript. Write one comparison for each [, with a literal operator: [ {{x}} = y ] && …"
	whyFormat    = "is in printf's format, where %% and \\ mean something. Write printf '%%s\\n' {{x}}"
	whyName      = "is read as the name of a variable. Write the name out"
	whySet       = "could change bash's own options. Write set -- {{x}}"
)

// test allows the shapes of [ and test in which no word can be taken for an
// operator: x, OP x, x OP y, each with ! before it.
func (j *judge) test(args []arg) {
	words := args[1:]
	if args[0].text == "[" && len(words) > 0 {
		words = words[:len(words)-1]
	}
	for len(words) > 0 && words[0].is("!") && words[0].cause == nil {
		words = words[1:]
	}
	ok := false
	switch len(words) {
	case 0, 1:
		ok = true
	case 2:
		op := words[0]
		ok = op.cause == nil && len(op.text) == 2 && op.text[0] == '-' && !op.is("-v", "-R")
	case 3:
		ok = words[1].cause == nil && words[1].is("=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef")
	}
	for _, w := range words {
		list := false
		if from, to := j.s.in(w.word); to > from {
			list = j.s.marks[from].param.Type == "array" && j.s.marks[from].given.list
		}
		if !ok || list && !j.s.real {
			j.again(w.word, w.cause, whyTestShape)
		}
	}
}

// printf allows values after a format, not in it.
func (j *judge) printf(args []arg) {
	rest := args[1:]
	if len(rest) > 1 && rest[0].is("-v") {
		j.again(rest[1].word, rest[1].cause, whyName)
		rest = rest[2:]
	}
	if len(rest) > 0 && rest[0].is("--") {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return
	}
	j.again(rest[0].word, rest[0].cause, whyFormat)
	if strings.Contains(rest[0].text, "%n") {
		for _, a := range rest[1:] {
			j.again(a.word, a.cause, whyName)
		}
	}
}

// set allows values after -- only.
func (j *judge) set(args []arg) {
	for _, a := range args[1:] {
		if a.is("--") && a.cause == nil {
			return
		}
		j.again(a.word, a.cause, whySet)
	}
}

// find judges the commands of -exec and its like.
func (j *judge) find(args []arg) {
	for i := 0; i < len(args); i++ {
		if !args[i].is("-exec", "-execdir", "-ok", "-okdir") {
			continue
		}
		end := slices.IndexFunc(args[i:], func(a arg) bool { return a.is(";", "+") })
		if end < 0 {
			end = len(args) - i
		}
		j.command(args[i+1:i+end], nil)
		i += end - 1
	}
}
