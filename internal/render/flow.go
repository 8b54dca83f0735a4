package render

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A value stays a value when it goes through a variable: x={{v}}; eval "$x" is
// no safer than eval {{v}}. This file finds which variables hold values. It
// does not follow the order of commands: a variable that ever holds a value is
// taken to hold it always. Numbers and listed words are followed nowhere: they
// cannot be anything but words.

// A flow knows which variables of a script hold values.
type flow struct {
	s    *script
	held map[string]*mark // by the variable's name
}

// cause returns a value that the text of n is made of, directly or through a
// variable, nil if there is none.
func (f *flow) cause(n syntax.Node) *mark {
	var found *mark
	syntax.Walk(n, func(n syntax.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			found = f.valueIn(n)
		case *syntax.ParamExp:
			found = f.holder(n)
		}
		return found == nil
	})
	return found
}

// valueIn returns the first mark in a piece of text that is not a plain word.
func (f *flow) valueIn(n syntax.Node) *mark {
	from, to := f.s.in(n)
	for i := from; i < to; i++ {
		if !f.s.marks[i].param.plain() {
			return &f.s.marks[i]
		}
	}
	return nil
}

// holder returns the value that an expansion can yield.
func (f *flow) holder(x *syntax.ParamExp) *mark {
	if x.Param == nil {
		return nil
	}
	return f.held[positional(x.Param.Value)]
}

// positional gives $1, $2, $@ and $* one name.
func positional(name string) string {
	if _, err := strconv.Atoi(name); err == nil && name != "0" || name == "@" || name == "*" {
		return "@"
	}
	return name
}

// follow fills f.held, going over the script until nothing is added.
func (f *flow) follow() {
	functions := f.functions()
	for before := -1; before != len(f.held); {
		before = len(f.held)
		syntax.Walk(f.s.file, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				f.mark(n.Name, f.assigned(n))
			case *syntax.WordIter:
				for _, w := range n.Items {
					f.mark(n.Name, f.cause(w))
				}
			case *syntax.CallExpr:
				f.followCall(n, functions)
			case *syntax.BinaryCmd:
				if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
					f.followInput(n.Y, f.cause(n.X))
				}
			case *syntax.Stmt:
				f.followInput(n, f.input(n))
			}
			return true
		})
	}
}

// assigned is the value in what an assignment assigns.
func (f *flow) assigned(a *syntax.Assign) *mark {
	if a.Value != nil {
		return f.cause(a.Value)
	}
	if a.Array != nil {
		return f.cause(a.Array)
	}
	return nil
}

func (f *flow) mark(name *syntax.Lit, m *mark) {
	if name != nil && m != nil && f.held[name.Value] == nil {
		f.held[name.Value] = m
	}
}

// functions lists the names of the functions that the script defines.
func (f *flow) functions() []string {
	var names []string
	syntax.Walk(f.s.file, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.FuncDecl); ok && d.Name != nil {
			names = append(names, d.Name.Value)
		}
		return true
	})
	return names
}

// followCall knows the commands that set variables from their words: set, a
// function of the script, and printf -v.
func (f *flow) followCall(c *syntax.CallExpr, functions []string) {
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	for _, w := range c.Args[1:] {
		m := f.cause(w)
		switch {
		case m == nil:
		case name == "set" || slices.Contains(functions, name):
			if f.held["@"] == nil {
				f.held["@"] = m
			}
		case name == "printf":
			f.holdWords(c.Args[1:], m)
		}
	}
}

// followInput knows the commands that set variables from their input.
func (f *flow) followInput(stmt *syntax.Stmt, m *mark) {
	if m == nil {
		return
	}
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "read", "mapfile", "readarray":
				f.holdWords(c.Args[1:], m)
				for _, name := range []string{"REPLY", "MAPFILE"} {
					f.mark(&syntax.Lit{Value: name}, m)
				}
			}
		}
		return true
	})
}

// holdWords takes every word that could be a variable's name for one.
func (f *flow) holdWords(words []*syntax.Word, m *mark) {
	for _, w := range words {
		f.mark(&syntax.Lit{Value: strings.TrimPrefix(w.Lit(), "-v")}, m)
	}
}

// input is the value in what a statement reads on its standard input.
func (f *flow) input(stmt *syntax.Stmt) *mark {
	for _, r := range stmt.Redirs {
		var m *mark
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				m = f.cause(r.Hdoc)
			}
		case syntax.WordHdoc, syntax.RdrIn, syntax.RdrInOut, syntax.DplIn:
			m = f.inputWord(r)
		}
		if m != nil {
			return m
		}
	}
	return nil
}

// inputWord is the value in a here-string or in < <(…). The name of a file is
// not what the file holds.
func (f *flow) inputWord(r *syntax.Redirect) *mark {
	if r.Op == syntax.WordHdoc {
		return f.cause(r.Word)
	}
	for _, part := range r.Word.Parts {
		if sub, ok := part.(*syntax.ProcSubst); ok {
			return f.cause(sub)
		}
	}
	return nil
}
