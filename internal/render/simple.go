package render

import (
	"fmt"
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// A template is simple if every value of it ends as an argument, or in one, or as the
// input, of a program that does not read it as code, and bash itself evaluates nothing
// that could see it (docs/spec/06-declared-tools.md#values-that-are-no-code). This file
// goes down a script that holds such a value through the nodes it knows and refuses all
// others: what is not understood is refused, wherever in the script it stands.

// insteadScript is how everything can be written that is not simple.
const insteadScript = "Put that into a script of the space and give the value to it (bash scripts/name.sh -- {{x}}), or leave nothing that could be code: with an enum, the type number, or a pattern of digits and . , : -"

const (
	whyHeld = "is given to a variable, and bash reads variables as code in more places than anybody can list. Write %s itself where it is needed, as often as you like"
	whyLoop = "is given to the variable of a loop, and bash reads variables as code in more places than anybody can list. Write {{#each x}} … {{this}} … {{/each}}"
	whyWild = "is in braces, of which bash makes several words. Write the words out"
)

// A judge looks at what will read the values of a script.
type judge struct {
	s       *script
	cause   *mark           // a value that could be code; nil if there is none
	numbers map[string]bool // variables that hold nothing but numbers (numbers.go)
	files   files
	loops   int // how many loops are around
	looped  bool
	group   int  // the outermost pipe or loop around
	groups  int  // so many there were
	aside   bool // inside of what bash does not wait for
}

// judge refuses what is not simple, and in every script a value that chooses
// what runs.
func (s *script) judge() {
	j := &judge{s: s}
	for i := range s.marks {
		if s.marks[i].free {
			j.cause = &s.marks[i]
			break
		}
	}
	if j.cause == nil {
		syntax.Walk(s.file, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
				commands{j}.chosen(j.args(c.Args))
			}
			return true
		})
		return
	}
	j.numbers = j.countedNames()
	j.stmts(s.file.Stmts, nil)
	j.finish()
}

// again refuses the place of a value.
func (j *judge) again(at syntax.Node, m *mark, why string, args ...any) {
	if m == nil || m.refused {
		return
	}
	m.refused = true
	through := ""
	if at == nil {
		through = "(through a pipe or a document) "
	}
	j.problem(m.source, "%s %s%s", m.tag, through, fmt.Sprintf(why, args...))
}

// deny refuses a part of the script that could see a value. what starts the sentence.
func (j *judge) deny(at syntax.Node, what string, args ...any) {
	j.problem(j.s.source(int(at.Pos().Offset())), "%s, and that could see %s, a value. %s", fmt.Sprintf(what, args...), j.cause.tag, insteadScript)
}

func (j *judge) problem(source int, format string, args ...any) {
	if p := j.s.t.problem(source, format, args...); !slices.Contains(j.s.problems, p) {
		j.s.problems = append(j.s.problems, p)
	}
}

func (j *judge) stmts(list []*syntax.Stmt, in *mark) {
	for _, s := range list {
		j.stmt(s, in)
	}
}

// stmt judges a statement that reads in, or nothing that is a value, on its
// standard input.
func (j *judge) stmt(s *syntax.Stmt, in *mark) {
	if s.Coprocess || s.Disown {
		j.deny(s, "this is a part of other shells")
		return
	}
	aside := j.aside
	defer func() { j.aside = aside }()
	j.aside = aside || s.Background
	for _, r := range s.Redirs {
		if m := j.redirect(r, in); m != nil {
			in = m
		}
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && j.loops == 0 {
		for i := range j.files.outputs {
			if at := j.files.outputs[i].arg.word; slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return r.Word == at }) {
				j.files.outputs[i].of = call
			}
		}
	}
	if slices.ContainsFunc(s.Redirs, writes) && j.files.hot == nil {
		if j.files.hot = in; s.Cmd != nil && in == nil {
			j.files.hot = j.s.free(s.Cmd)
		}
	}
	if s.Cmd != nil {
		first := len(j.files.steps)
		j.compound(s.Cmd, in)
		j.files.read(j.s, s.Redirs, first)
	}
}

func (j *judge) compound(c syntax.Command, in *mark) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		commands{j}.call(c, in)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			defer together(j)()
		}
		j.stmt(c.X, in)
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			if m := j.s.free(c.X); m != nil {
				in = m
			}
		}
		j.stmt(c.Y, in)
	case *syntax.Block:
		j.stmts(c.Stmts, in)
	case *syntax.Subshell:
		j.stmts(c.Stmts, in)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			j.stmts(c.Cond, in)
			j.stmts(c.Then, in)
		}
	case *syntax.WhileClause:
		defer together(j)()
		j.loops++
		j.stmts(c.Cond, in)
		j.stmts(c.Do, in)
		j.loops--
		j.looped = true
	case *syntax.ForClause:
		j.loop(c, in)
	case *syntax.CaseClause:
		j.word(c.Word, in)
		for _, item := range c.Items {
			for _, pattern := range item.Patterns {
				j.word(pattern, in)
			}
			j.stmts(item.Stmts, in)
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			j.stmt(c.Stmt, in)
		}
	case *syntax.TestClause:
		j.test(c.X, in)
	case *syntax.ArithmCmd:
		j.number(c.X)
	case *syntax.DeclClause:
		j.declare(c, in)
	case *syntax.FuncDecl:
		j.deny(c, "a function is defined here, which can evaluate what it is given")
	case *syntax.CoprocClause:
		j.deny(c, "coproc gives its command's streams to bash")
	case *syntax.LetClause:
		j.deny(c, "let calculates with texts")
	default:
		j.deny(c, "this is no part of bash that is known here")
	}
}

func (j *judge) loop(c *syntax.ForClause, in *mark) {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		switch {
		case c.Select:
			j.deny(c, "select reads an answer into a variable")
		case !l.InPos.IsValid():
			j.deny(c, "a loop without words goes over the shell's own arguments")
		case !assignable(l.Name.Value):
			j.deny(c, "%s is a variable of bash's own", l.Name.Value)
		}
		for _, w := range l.Items {
			j.word(w, in)
			j.again(w, j.s.free(w), whyLoop)
		}
	case *syntax.CStyleLoop:
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if x != nil {
				j.number(x)
			}
		}
	}
	defer together(j)()
	j.loops++
	j.stmts(c.Do, in)
	j.loops--
	j.looped = true
}

// together begins a pipe or a loop; what it returns ends it.
func together(j *judge) func() {
	before := j.group
	if before == 0 {
		j.groups++
		j.group = j.groups
	}
	return func() { j.group = before }
}

// declare allows export NAME and export NAME=text, without values.
func (j *judge) declare(c *syntax.DeclClause, in *mark) {
	if c.Variant.Value != "export" {
		j.deny(c, "%s lets a variable be read as something else", c.Variant.Value)
		return
	}
	for _, a := range c.Args {
		if a.Name == nil || a.Array != nil {
			j.deny(c, "this export has options, or names that are not written out")
			return
		}
		j.assign(a, in)
	}
}

// assign allows to give a variable a text in which there is no value.
func (j *judge) assign(a *syntax.Assign, in *mark) {
	if !assignable(a.Name.Value) {
		j.deny(a, "%s decides what bash or another program runs", a.Name.Value)
		return
	}
	if a.Index != nil {
		j.subscript(a.Index)
	}
	if a.Value != nil {
		j.word(a.Value, in)
	}
	if a.Array != nil {
		for _, e := range a.Array.Elems {
			if e.Index != nil {
				j.subscript(e.Index)
			}
			if e.Value != nil {
				j.word(e.Value, in)
			}
		}
	}
	if m := j.s.free(a); m != nil {
		j.again(a, m, whyHeld, m.tag)
	}
}

// redirect judges a redirection and returns the value that it lets the statement
// read, nil if there is none.
func (j *judge) redirect(r *syntax.Redirect, in *mark) *mark {
	if r.N != nil {
		if _, err := strconv.Atoi(r.N.Value); err != nil {
			j.deny(r, "a descriptor is kept in a variable here")
		}
	}
	if r.Word != nil {
		j.word(r.Word, in)
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if r.Hdoc != nil {
			j.word(r.Hdoc, in)
			return j.s.free(r.Hdoc)
		}
	case syntax.WordHdoc:
		return j.s.free(r.Word)
	case syntax.RdrIn:
		if a := (arg{word: r.Word, text: j.s.textOf(r.Word), sure: true}); a.known() {
			j.files.inputs = append(j.files.inputs, file{arg: a, base: programs.Base(a.text)})
		}
		return j.opened(r.Word)
	case syntax.DplOut:
		if text := j.s.textOf(r.Word); text != "-" {
			if _, err := strconv.Atoi(text); err != nil {
				j.deny(r, "a descriptor is opened by name here")
			}
		}
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		j.files.writes(j, r.Word)
	default:
		j.deny(r, "a descriptor is copied, or opened both ways")
	}
	return nil
}

// writes reports whether a redirection writes a file.
func writes(r *syntax.Redirect) bool {
	return slices.Contains([]syntax.RedirOperator{syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll}, r.Op)
}

// opened is the value in what < reads: in < <(…), not in the name of a file.
func (j *judge) opened(w *syntax.Word) *mark {
	for _, part := range w.Parts {
		if sub, ok := part.(*syntax.ProcSubst); ok {
			return j.s.free(sub)
		}
	}
	return nil
}
