package render

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A judge looks at what will read the values of a script.
type judge struct {
	s    *script
	flow flow
}

func newJudge(s *script) *judge {
	j := &judge{s: s, flow: flow{s: s, held: map[string]*mark{}}}
	j.flow.follow()
	return j
}

// judge refuses the places where a value, though it arrives as one word, would
// be read a second time as code: by bash itself (arithmetic, subscripts, names of
// variables) or by the program that gets it (programs.go).
func (j *judge) judge() {
	inputs := map[*syntax.Stmt]*mark{} // the values that statements read on standard input
	syntax.Walk(j.s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if m := j.flow.input(n); m != nil {
				spread(n, m, inputs)
			}
			if c, ok := n.Cmd.(*syntax.CallExpr); ok {
				j.call(c, inputs[n])
			}
		case *syntax.BinaryCmd:
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				spread(n.Y, j.flow.cause(n.X), inputs)
			}
		case *syntax.Assign:
			j.assign(n)
		case *syntax.DeclClause:
			j.declare(n)
		case *syntax.ParamExp:
			j.expansion(n)
		case *syntax.ArithmExp:
			j.arithmetic(n.X)
		case *syntax.ArithmCmd:
			j.arithmetic(n.X)
		case *syntax.LetClause:
			j.arithmetic(n.Exprs...)
		case *syntax.CStyleLoop:
			j.arithmetic(n.Init, n.Cond, n.Post)
		case *syntax.ArrayElem:
			j.arithmetic(n.Index)
		case *syntax.BinaryTest:
			switch n.Op {
			case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
				j.calculates(n, whyTest)
			}
		case *syntax.UnaryTest:
			if n.Op == syntax.TsVarSet || n.Op == syntax.TsRefVar {
				j.again(n, j.flow.cause(n), whyTestName)
			}
		}
		return true
	})
}

// spread notes that a statement and all inside it may read m.
func spread(stmt *syntax.Stmt, m *mark, inputs map[*syntax.Stmt]*mark) {
	if m == nil {
		return
	}
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if inner, ok := n.(*syntax.Stmt); ok && inputs[inner] == nil {
			inputs[inner] = m
		}
		return true
	})
}

// again reports that the value m is read again at a node. Where it came through
// a variable, the message says so.
func (j *judge) again(at syntax.Node, m *mark, why string, args ...any) {
	if m == nil || m.refused {
		return
	}
	through := "(through a variable, a pipe or a document) "
	if at != nil {
		if from, to := j.s.in(at); from != to {
			through, m.refused = "", true
		}
	}
	p := j.s.t.problem(m.source, "%s %s%s", m.tag, through, fmt.Sprintf(why, args...))
	if !slices.Contains(j.s.problems, p) {
		j.s.problems = append(j.s.problems, p)
	}
}

// calculates refuses an arithmetic expression that uses a variable with a value
// in it. There a variable needs no $.
func (j *judge) calculates(x syntax.Node, why string) {
	j.again(x, j.flow.cause(x), "%s", why)
	syntax.Walk(x, func(n syntax.Node) bool {
		if lit, ok := n.(*syntax.Lit); ok {
			j.again(x, j.flow.held[lit.Value], "%s", why)
		}
		return true
	})
}

// arithmetic is calculates for expressions, of which some are not there.
func (j *judge) arithmetic(expressions ...syntax.ArithmExpr) {
	for _, x := range expressions {
		if x != nil {
			j.calculates(x, whyArithmetic)
		}
	}
}

// expansion refuses expansions that read what a variable holds as a name or
// as code: ${!x}, ${x@P}, ${list[x]}, ${text:x}.
func (j *judge) expansion(x *syntax.ParamExp) {
	if x.Excl || x.Exp != nil && x.Exp.Op == syntax.OtherParamOps {
		j.again(x, j.flow.holder(x), "is read again by %s, as a name or as code. Use ${x}", j.s.src(x))
	}
	j.arithmetic(x.Index)
	if x.Slice != nil {
		j.arithmetic(x.Slice.Offset, x.Slice.Length)
	}
}

// assign refuses to give a value to a variable that bash or a program reads
// as code, or that bash was told to calculate with.
func (j *judge) assign(a *syntax.Assign) {
	j.arithmetic(a.Index)
	if a.Name == nil {
		return
	}
	m := j.flow.assigned(a)
	switch name := a.Name.Value; {
	case m == nil:
	case runsCode(name):
		j.again(a, m, "is given to %s, which decides what other programs run. Use a variable with another name", name)
	case j.integers()[name]:
		j.again(a, m, "is given to %s, which is declared with an option by which bash reads it again. Declare it without", name)
	}
}

// declare refuses declare "$x" and its like, where $x holds a value.
func (j *judge) declare(d *syntax.DeclClause) {
	for _, a := range d.Args {
		switch {
		case a.Naked && a.Value != nil:
			j.again(a, j.flow.cause(a.Value), whyDeclared)
		case a.Value != nil && d.Variant.Value != "export" && d.Variant.Value != "local" && d.Variant.Value != "readonly":
			j.again(a, j.flow.cause(a.Value), whyDeclared)
		}
	}
}

// integers lists the variables that are declared with any option: bash reads
// what such a variable is given as arithmetic (-i), as a name (-n) or as words.
func (j *judge) integers() map[string]bool {
	names := map[string]bool{}
	syntax.Walk(j.s.file, func(n syntax.Node) bool {
		d, ok := n.(*syntax.DeclClause)
		if !ok {
			return true
		}
		options := false
		for _, a := range d.Args {
			if a.Naked && a.Value != nil && strings.ContainsAny(j.s.src(a), "inaA") {
				options = true
			}
			if a.Name != nil && options {
				names[a.Name.Value] = true
			}
		}
		return true
	})
	return names
}

// runsCode reports whether the variable makes bash or other programs run what
// it holds, or changes how they read words.
func runsCode(name string) bool {
	switch name {
	case "PATH", "IFS", "PS0", "PS1", "PS2", "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV", "SHELL", "SHELLOPTS", "BASHOPTS",
		"LANG", "LANGUAGE", "NODE_OPTIONS", "NODE_PATH", "PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "PERL5OPT", "PERL5LIB", "PERL5DB",
		"RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH", "MAKEFLAGS", "GNUMAKEFLAGS", "EDITOR", "VISUAL",
		"PAGER", "MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "GIT_SSH", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_PAGER",
		"GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "RSYNC_RSH", "CVS_RSH",
		"TAR_OPTIONS", "RUSTC_WRAPPER", "GOFLAGS", "CC", "CXX", "LD":
		return true
	}
	for _, prefix := range []string{"LD_", "DYLD_", "LC_", "GIT_CONFIG", "BASH_FUNC_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, "_COMMAND")
}
