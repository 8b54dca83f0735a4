package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/lazy"
	"handrail/internal/programs"
)

// word judges what bash evaluates in a word. Where the word goes is its reader's
// affair (running.go).
func (j *judge) word(w *syntax.Word, in *mark) {
	for _, part := range w.Parts {
		j.part(part, in)
	}
}

func (j *judge) part(part syntax.WordPart, in *mark) {
	switch part := part.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
	case *syntax.DblQuoted:
		if part.Dollar {
			j.deny(part, `$"…" is translated and read again`)
		}
		for _, inner := range part.Parts {
			j.part(inner, in)
		}
	case *syntax.ParamExp:
		j.expansion(part, in)
	case *syntax.ArithmExp:
		j.number(part.X)
	case *syntax.CmdSubst:
		if part.Backquotes || part.TempFile || part.ReplyVar {
			j.deny(part, "backquotes, and ${ }, are read differently by versions of bash; write $(…)")
			return
		}
		j.stmts(part.Stmts, in)
	case *syntax.ProcSubst:
		aside := j.aside
		j.aside = true
		defer func() { j.aside = aside }()
		switch part.Op {
		case syntax.CmdIn:
			j.stmts(part.Stmts, in)
		case syntax.CmdOut:
			j.stmts(part.Stmts, j.cause) // whatever is written to it
		default:
			j.deny(part, "this is a part of other shells")
		}
	case *syntax.ExtGlob:
	default:
		j.deny(part, "this is no part of bash that is known here")
	}
}

// expansion allows those that yield a variable's text and nothing else.
func (j *judge) expansion(x *syntax.ParamExp, in *mark) {
	switch {
	case x.Excl || x.Names != 0 || x.Exp != nil && x.Exp.Op == syntax.OtherParamOps:
		j.deny(x, "%s reads what a variable holds as a name or as code", j.s.src(x))
		return
	case x.Param == nil || x.NestedParam != nil || x.Flags != nil || x.Width || x.IsSet || len(x.Modifiers) > 0:
		j.deny(x, "%s is a part of other shells", j.s.src(x))
		return
	case !legible(x.Param.Value):
		j.deny(x, "bash keeps parts of commands and of what they read in $%s", x.Param.Value)
		return
	}
	if name := x.Param.Value; name == "PWD" || name == "OLDPWD" {
		j.files.folder = x
	}
	if x.Index != nil {
		j.subscript(x.Index)
	}
	if x.Slice != nil {
		for _, n := range []syntax.ArithmExpr{x.Slice.Offset, x.Slice.Length} {
			if n != nil {
				j.number(n)
			}
		}
	}
	if x.Repl != nil {
		for _, w := range []*syntax.Word{x.Repl.Orig, x.Repl.With} {
			if w != nil {
				j.word(w, in)
			}
		}
	}
	if x.Exp == nil {
		return
	}
	if x.Exp.Op == syntax.AssignUnset || x.Exp.Op == syntax.AssignUnsetOrNull {
		j.deny(x, "%s gives a variable its value in passing", j.s.src(x))
	}
	if x.Exp.Word != nil {
		j.word(x.Exp.Word, in)
	}
}

// subscript allows digits, * and @.
func (j *judge) subscript(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		return
	}
	j.number(x)
}

var digits = lazy.Regexp(`^[0-9]{1,18}$`)

// number allows arithmetic in which nothing but numbers can be.
func (j *judge) number(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		j.number(x.X)
		j.number(x.Y)
	case *syntax.UnaryArithm:
		j.number(x.X)
	case *syntax.ParenArithm:
		j.number(x.X)
	case *syntax.Word:
		if !j.isNumber(x) {
			j.deny(x, "%s is calculated with, and bash runs what is in such a text", j.s.src(x))
		}
	default:
		j.deny(x, "this calculates")
	}
}

// isNumber reports whether a word of arithmetic is a number, or a variable that holds
// nothing else.
func (j *judge) isNumber(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	switch part := w.Parts[0].(type) {
	case *syntax.Lit:
		return digits().MatchString(part.Value) || j.numbers[part.Value]
	case *syntax.ParamExp:
		plain := part.Param != nil && !part.Excl && part.Index == nil && part.Slice == nil && part.Repl == nil && part.Exp == nil && part.Names == 0
		return plain && (j.numbers[part.Param.Value] || part.Length && legible(part.Param.Value))
	case *syntax.ArithmExp:
		j.number(part.X)
		return true
	}
	return false
}

// countedNames finds the variables that the script gives numbers to and nothing else.
func (j *judge) countedNames() map[string]bool {
	names := map[string]bool{}
	note := func(name string, number bool) {
		before, seen := names[name]
		names[name] = number && (before || !seen) && assignable(name)
	}
	syntax.Walk(j.s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil {
				note(n.Name.Value, j.numeric(n))
			}
		case *syntax.WordIter:
			number := len(n.Items) > 0
			for _, w := range n.Items {
				number = number && digits().MatchString(w.Lit())
			}
			note(n.Name.Value, number)
		case *syntax.CStyleLoop:
			if set, ok := n.Init.(*syntax.BinaryArithm); ok && set.Op == syntax.Assgn {
				if w, ok := set.X.(*syntax.Word); ok && w.Lit() != "" {
					note(w.Lit(), true)
				}
			}
		}
		return true
	})
	return names
}

// numeric reports whether an assignment gives a number: digits, a calculation, or
// a value that is one.
func (j *judge) numeric(a *syntax.Assign) bool {
	if a.Value == nil || a.Index != nil || a.Array != nil || a.Append || len(a.Value.Parts) != 1 {
		return false
	}
	if _, ok := a.Value.Parts[0].(*syntax.ArithmExp); ok {
		return true
	}
	from, to := j.s.in(a.Value)
	if from == to {
		return digits().MatchString(a.Value.Lit())
	}
	m := &j.s.marks[from]
	return to == from+1 && m.param.nature == inert && !m.free && m.at == int(a.Value.Pos().Offset()) && m.end == int(a.Value.End().Offset())
}

// test judges [[ ]]. The operands of its calculating comparisons are arithmetic.
func (j *judge) test(x syntax.TestExpr, in *mark) {
	switch x := x.(type) {
	case *syntax.Word:
		j.word(x, in)
	case *syntax.ParenTest:
		j.test(x.X, in)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			j.deny(x, "%s evaluates the name of a variable", x.Op)
			return
		}
		j.test(x.X, in)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); !ok || !j.isNumber(w) {
					j.deny(x, "%s in [[ ]] calculates with texts; [ … ] does not", x.Op)
					return
				}
			}
		default:
			j.test(x.X, in)
			j.test(x.Y, in)
		}
	default:
		j.deny(x, "this is no part of [[ ]] that is known here")
	}
}

// assignable reports whether a variable is the author's own: neither bash nor another
// program does anything with it but to hand it out.
func assignable(name string) bool {
	switch name {
	case "PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "PAGER", "GIT_PAGER":
		return true // script.disputed looks at those of the character set
	}
	return !ofBash(name) && !programs.RunsCode(name)
}

// legible reports whether a variable cannot hold a value though none was assigned.
func legible(name string) bool {
	switch name {
	case "?", "$", "!", "#", "HOME", "PATH", "PWD", "OLDPWD", "UID", "EUID", "HOSTNAME", "OSTYPE", "MACHTYPE", "RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "PPID", "SHLVL", "LINENO":
		return true
	}
	return !ofBash(name) && name != "" && (letterOrDigit(name[0]) && name[0] > '9' || name[0] == '_')
}

// ofBash reports whether bash gives the variable a meaning of its own.
func ofBash(name string) bool {
	for _, prefix := range []string{"BASH", "COMP_", "COMPREPLY", "COPROC", "EPOCH", "HIST", "READLINE_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return slices.Contains([]string{
		"_", "-", "@", "*", "0", "ARGV0", "auto_resume", "CDPATH", "CHILD_MAX", "COLUMNS", "DIRSTACK", "EMACS", "ENV", "EUID", "EXECIGNORE", "FCEDIT", "FIGNORE", "FUNCNAME", "FUNCNEST", "GLOBIGNORE", "GLOBSORT", "GROUPS", "HOME",
		"HOSTFILE", "HOSTNAME", "HOSTTYPE", "IFS", "IGNOREEOF", "INPUTRC", "INSIDE_EMACS", "LINENO", "LINES", "MACHTYPE", "MAIL", "MAILCHECK", "MAILPATH", "MAPFILE", "OLDPWD", "OPTARG", "OPTERR", "OPTIND", "OSTYPE", "PIPESTATUS",
		"POSIXLY_CORRECT", "PPID", "PROMPT_COMMAND", "PROMPT_DIRTRIM", "PS0", "PS1", "PS2", "PS3", "PS4", "PWD", "RANDOM", "REPLY", "SECONDS", "SHELL", "SHELLOPTS", "SHLVL", "SRANDOM", "TIMEFORMAT", "TMOUT", "TMPDIR", "UID", "histchars",
	}, name)
}
