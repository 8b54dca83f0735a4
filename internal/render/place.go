package render

import (
	"mvdan.cc/sh/v3/syntax"
)

// What is wrong with a place, and how to write it instead.
const (
	whyProgram    = "is in the name of the program: a value must not choose what runs. Write the name out; to choose between programs use {{#if}} or case"
	whyArithmetic = "is in arithmetic, where bash reads a value as an expression and runs what is in it. Make the parameter a number, give it to a variable first (n={{n}}) and calculate with that"
	whySubscript  = "is in a subscript, where bash reads a value as an expression and runs what is in it. Make the parameter a number, give it to a variable first (n={{n}}) and write ${list[n]}"
	whyBraces     = "is inside ${ }, where quotes do not hold. Write {{#if y}} … {{else}}{{x}}{{/if}}, or call a script of the space that does it"
	whyVariable   = "is in the name of a variable: a value must not choose what is set or read. Write the name out"
	whyJoined     = "follows a $, so that bash reads both as the name of a variable. Write braces, as in ${x}{{y}}, or \\$ for a dollar sign"
	whyFunction   = "is in the name of a function. Write the name out"
	whyComment    = "is in a comment, which a value with a line break would leave. Remove it, or write it as an argument"
	whyBackquotes = "is inside backquotes, which take quotes away. Write $(…)"
	whyPattern    = "is in an extended pattern, where quotes do not hold everywhere. List the words with {{#if}} or case"
	whyQuotedDoc  = "is in a here-document with a quoted end word, where nothing can be escaped. Write the end word without quotes, as in <<EOF"
	whyTabsDoc    = "is in a here-document that strips tabs, and would lose its own. Write << instead of <<-"
	whyDocWord    = "is in the end word of a here-document. Write the word out"
	whyNestedDoc  = "is in a here-document inside $(…), which older versions of bash read differently. Write it to a file first, or use <<<"
	whyInDoc      = "is in a $(…) inside a here-document. Print the document piece by piece: { echo …; program {{x}}; }"
	whyDescriptor = "names a file descriptor. Write the number out"
	whyTranslated = "is inside $\"…\", which is translated and read again. Leave the $ out"
	whyBackslash  = "follows a backslash, which would take its quotes away. Remove the backslash"
	whyList       = "is an array, and this place holds one word. Write {{#each x}}…{{this}} …{{/each}}, or pass the array as words of its own"
	whyTest       = "is an operand of a calculating comparison in [[ ]], which reads it as an expression and runs what is in it. Write [ {{n}} -eq 1 ], which does not"
	whyTestName   = "is read as the name of a variable, with a subscript that can run code. Write the name out"
	whyDeclared   = "is a word of declare, local, readonly or export, which read it again as a name, a number or an array. Write the value itself where it is needed, as often as you like"
	whyUnknown    = "stands where no value is known to be safe. Pass it as an argument of a program"
)

// place finds the place of every mark. What is not placed is refused.
func (s *script) place() {
	p := &placer{script: s}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			s.refuse(c, whyComment)
		}
		return true
	})
	p.stmts(s.file.Stmts)
	for i := range s.spots {
		if s.spots[i].place == nowhere {
			s.refuseMark(i, whyUnknown)
		}
	}
	s.disputed()
}

// A placer walks down the script through the nodes it knows. It never goes
// into one that it does not know: the marks there stay unplaced.
type placer struct {
	*script
	substitution bool // inside $(…) or <(…)
	quotes       int  // double quotes around it, those outside of substitutions included
	element      bool // inside an element of an array
}

func (p *placer) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *placer) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	p.command(s.Cmd)
	for _, r := range s.Redirs {
		p.redirect(r)
	}
}

func (p *placer) command(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		p.call(c)
	case *syntax.BinaryCmd:
		p.stmt(c.X)
		p.stmt(c.Y)
	case *syntax.Block:
		p.stmts(c.Stmts)
	case *syntax.Subshell:
		p.stmts(c.Stmts)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			p.stmts(c.Cond)
			p.stmts(c.Then)
		}
	case *syntax.WhileClause:
		p.stmts(c.Cond)
		p.stmts(c.Do)
	case *syntax.ForClause:
		p.loop(c)
	case *syntax.CaseClause:
		p.oneWord(c.Word, false)
		for _, item := range c.Items {
			for _, pattern := range item.Patterns {
				p.oneWord(pattern, true)
			}
			p.stmts(item.Stmts)
		}
	case *syntax.TimeClause:
		p.stmt(c.Stmt)
	case *syntax.CoprocClause:
		if c.Name != nil {
			p.refuse(c.Name, whyVariable)
		}
		p.stmt(c.Stmt)
	case *syntax.FuncDecl:
		if c.Name != nil {
			p.refuse(c.Name, whyFunction)
		}
		p.stmt(c.Body)
	case *syntax.TestClause:
		p.test(c.X)
	case *syntax.DeclClause:
		p.declare(c)
	case *syntax.ArithmCmd, *syntax.LetClause:
		p.refuse(c, whyArithmetic)
	}
}

func (p *placer) call(c *syntax.CallExpr) {
	for _, a := range c.Assigns {
		p.assign(a)
	}
	for i, w := range c.Args {
		if i == 0 {
			p.refuse(w, whyProgram)
		} else {
			p.listWord(w)
		}
	}
}

func (p *placer) loop(c *syntax.ForClause) {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		p.refuse(l.Name, whyVariable)
		for _, w := range l.Items {
			p.listWord(w)
		}
	case *syntax.CStyleLoop:
		p.refuse(l, whyArithmetic)
	}
	p.stmts(c.Do)
}

func (p *placer) assign(a *syntax.Assign) {
	if a.Name != nil {
		p.refuse(a.Name, whyVariable)
	}
	if a.Index != nil {
		p.refuse(a.Index, whySubscript)
	}
	if a.Value != nil {
		p.oneWord(a.Value, false)
	}
	if a.Array == nil {
		return
	}
	p.element = true
	defer func() { p.element = false }()
	for _, e := range a.Array.Elems {
		switch {
		case e.Index != nil:
			p.refuse(e.Index, whySubscript)
			if e.Value != nil {
				p.oneWord(e.Value, false)
			}
		case e.Value != nil:
			p.listWord(e.Value)
		}
	}
}

// declare places values in export NAME={{x}}. declare, local, readonly and
// options read the value again: as arithmetic, as the words of an array, or as
// the name of a variable.
func (p *placer) declare(c *syntax.DeclClause) {
	for _, a := range c.Args {
		option := a.Naked && a.Value != nil && p.src(a) != "--"
		if c.Variant.Value != "export" || option || a.Naked || a.Index != nil || a.Array != nil || a.Append {
			p.refuse(a, whyDeclared)
		}
		if option {
			p.refuse(c, whyDeclared)
		}
		if a.Value != nil && !a.Naked {
			p.assign(a)
		}
	}
}

// test places the operands of [[ ]]. They are always quoted: bash takes a bare
// -n for an operator.
func (p *placer) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		p.oneWord(x, true)
	case *syntax.ParenTest:
		p.test(x.X)
	case *syntax.UnaryTest:
		switch x.Op {
		case syntax.TsVarSet, syntax.TsRefVar:
			p.refuse(x, whyTestName)
		default:
			p.test(x.X)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			p.refuse(x, whyTest)
		default:
			p.test(x.X)
			p.test(x.Y)
		}
	}
}

func (p *placer) redirect(r *syntax.Redirect) {
	if r.N != nil {
		p.refuse(r.N, whyDescriptor)
	}
	switch r.Op {
	case syntax.DplIn, syntax.DplOut:
		p.refuse(r.Word, whyDescriptor)
	case syntax.Hdoc, syntax.DashHdoc:
		p.refuse(r.Word, whyDocWord)
		if r.Hdoc != nil {
			p.document(r)
		}
	default:
		p.oneWord(r.Word, false)
		from, to := p.in(r.Word)
		for i := from; i < to; i++ {
			p.spots[i].needed = r.Op != syntax.WordHdoc && p.whole(r.Word, i)
		}
	}
}

// document places values in the lines of a here-document.
func (p *placer) document(r *syntax.Redirect) {
	switch {
	case p.substitution:
		p.refuse(r.Hdoc, whyNestedDoc)
	case !plainWord(p.src(r.Word)):
		p.refuse(r.Hdoc, whyQuotedDoc)
	case r.Op == syntax.DashHdoc:
		p.refuse(r.Hdoc, whyTabsDoc)
	}
	for _, part := range r.Hdoc.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			p.literal(part, inDocument, false)
		case *syntax.CmdSubst:
			p.refuse(part, whyInDoc)
		default:
			p.inside(part)
		}
	}
}
