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

// cause returns a value that the text of n is made of, directly or through a
// variable, nil if there is none.
func (s *script) cause(n syntax.Node) *mark {
	var found *mark
	syntax.Walk(n, func(n syntax.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			found = s.valueIn(n)
		case *syntax.ParamExp:
			found = s.holder(n)
		}
		return found == nil
	})
	return found
}

// valueIn returns the first mark in a piece of text that is not a plain word.
func (s *script) valueIn(n syntax.Node) *mark {
	from, to := s.in(n)
	for i := from; i < to; i++ {
		if !s.marks[i].param.plain() {
			return &s.marks[i]
		}
	}
	return nil
}

// holder returns the value that an expansion can yield.
func (s *script) holder(x *syntax.ParamExp) *mark {
	if x.Param == nil {
		return nil
	}
	return s.held[positional(x.Param.Value)]
}

// positional gives $1, $2, $@ and $* one name.
func positional(name string) string {
	if _, err := strconv.Atoi(name); err == nil && name != "0" || name == "@" || name == "*" {
		return "@"
	}
	return name
}

// follow fills s.held, going over the script until nothing is added.
func (s *script) follow() {
	s.held = map[string]*mark{}
	functions := s.functions()
	for before := -1; before != len(s.held); {
		before = len(s.held)
		syntax.Walk(s.file, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				s.hold(n.Name, s.assigned(n))
			case *syntax.WordIter:
				for _, w := range n.Items {
					s.hold(n.Name, s.cause(w))
				}
			case *syntax.CallExpr:
				s.followCall(n, functions)
			case *syntax.BinaryCmd:
				if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
					s.followInput(n.Y, s.cause(n.X))
				}
			case *syntax.Stmt:
				s.followInput(n, s.input(n))
			}
			return true
		})
	}
}

// assigned is the value in what an assignment assigns.
func (s *script) assigned(a *syntax.Assign) *mark {
	if a.Value != nil {
		return s.cause(a.Value)
	}
	if a.Array != nil {
		return s.cause(a.Array)
	}
	return nil
}

func (s *script) hold(name *syntax.Lit, m *mark) {
	if name != nil && m != nil && s.held[name.Value] == nil {
		s.held[name.Value] = m
	}
}

// functions lists the names of the functions that the script defines.
func (s *script) functions() []string {
	var names []string
	syntax.Walk(s.file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok && f.Name != nil {
			names = append(names, f.Name.Value)
		}
		return true
	})
	return names
}

// followCall knows the commands that set variables from their words: set, a
// function of the script, and printf -v.
func (s *script) followCall(c *syntax.CallExpr, functions []string) {
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	for _, w := range c.Args[1:] {
		m := s.cause(w)
		switch {
		case m == nil:
		case name == "set" || slices.Contains(functions, name):
			if s.held["@"] == nil {
				s.held["@"] = m
			}
		case name == "printf":
			s.holdWords(c.Args[1:], m)
		}
	}
}

// followInput knows the commands that set variables from their input.
func (s *script) followInput(stmt *syntax.Stmt, m *mark) {
	if m == nil {
		return
	}
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "read", "mapfile", "readarray":
				s.holdWords(c.Args[1:], m)
				for _, name := range []string{"REPLY", "MAPFILE"} {
					s.hold(&syntax.Lit{Value: name}, m)
				}
			}
		}
		return true
	})
}

// holdWords takes every word that could be a variable's name for one.
func (s *script) holdWords(words []*syntax.Word, m *mark) {
	for _, w := range words {
		s.hold(&syntax.Lit{Value: strings.TrimPrefix(w.Lit(), "-v")}, m)
	}
}

// input is the value in what a statement reads on its standard input.
func (s *script) input(stmt *syntax.Stmt) *mark {
	for _, r := range stmt.Redirs {
		var m *mark
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				m = s.cause(r.Hdoc)
			}
		case syntax.WordHdoc, syntax.RdrIn, syntax.RdrInOut, syntax.DplIn:
			m = s.inputWord(r)
		}
		if m != nil {
			return m
		}
	}
	return nil
}

// inputWord is the value in a here-string or in < <(…). The name of a file is
// not what the file holds.
func (s *script) inputWord(r *syntax.Redirect) *mark {
	if r.Op == syntax.WordHdoc {
		return s.cause(r.Word)
	}
	for _, part := range r.Word.Parts {
		if sub, ok := part.(*syntax.ProcSubst); ok {
			return s.cause(sub)
		}
	}
	return nil
}
