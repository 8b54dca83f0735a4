package render

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// disputed refuses what bash, its older versions and our parser do not read
// alike: they would not agree where a quote ends, and so where a value stands.
func (s *script) disputed() {
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			s.splitDollars(n.Parts)
		case *syntax.DblQuoted:
			s.splitDollars(n.Parts)
			s.quotedBraces(n.Parts)
		case *syntax.Redirect:
			if n.Hdoc != nil {
				s.quotedBraces(n.Hdoc.Parts)
			}
		case *syntax.CallExpr:
			if len(n.Args) == 0 {
				s.foreign(n.Assigns)
			}
		case *syntax.DeclClause:
			s.foreign(n.Args)
		case *syntax.CmdSubst:
			s.crowded(n, n.Stmts, n.Last)
		case *syntax.ProcSubst:
			s.crowded(n, n.Stmts, n.Last)
		}
		return true
	})
}

// splitDollars refuses a $ that ends a line which goes on in the next: bash runs what our
// parser takes for text.
func (s *script) splitDollars(parts []syntax.WordPart) {
	for i, part := range parts[:max(0, len(parts)-1)] {
		lit, ok := part.(*syntax.Lit)
		if _, next := parts[i+1].(*syntax.Lit); ok && next && strings.HasSuffix(lit.Value, "$") {
			s.report(lit.Pos().Offset(), "a $ and what belongs to it stand in two lines, so that no value in this command would be safe. Write them in one")
		}
	}
}

// quotedBraces refuses quotes inside ${ } inside double quotes.
func (s *script) quotedBraces(parts []syntax.WordPart) {
	for _, part := range parts {
		if x, ok := part.(*syntax.ParamExp); ok && strings.ContainsAny(s.src(x), "'\"`\\") {
			s.report(x.Pos().Offset(), "quotes inside ${ } inside double quotes or a here-document are read differently by different versions of bash, so that no value in this command would be safe. Give the inner text to a variable first (x=text) and write ${y:-$x}")
		}
	}
}

// crowded refuses here-documents and comments in a substitution that holds a
// value: bash before 4.0 looks for its end without knowing either.
func (s *script) crowded(n syntax.Node, stmts []*syntax.Stmt, last []syntax.Comment) {
	if from, to := s.in(n); from == to {
		return
	}
	visit := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comment:
			s.report(n.Pos().Offset(), "a comment inside a $(…) that holds a value is read differently by older versions of bash. Write the comment above the command")
		case *syntax.Redirect:
			if n.Hdoc != nil {
				s.report(n.Pos().Offset(), "a here-document inside a $(…) that holds a value is read differently by older versions of bash. Write it to a file first, or use <<<")
			}
		}
		return true
	}
	for _, stmt := range stmts {
		syntax.Walk(stmt, visit)
	}
	for i := range last {
		syntax.Walk(&last[i], visit)
	}
}

// foreign refuses to change to a character set in which half of a letter can be
// a backslash: bash would read the rest of the script by it (see Locale).
func (s *script) foreign(assigns []*syntax.Assign) {
	for _, a := range assigns {
		if a.Name == nil || a.Value == nil {
			continue
		}
		switch a.Name.Value {
		case "LC_ALL", "LC_CTYPE", "LANG":
			if !harmless(s.textOf(a.Value)) {
				s.report(a.Pos().Offset(), "%s changes how bash reads the rest of the command, so that no value in it would be safe. Write a UTF-8 locale or C, or set it for one program: %s=… program", a.Name.Value, a.Name.Value)
			}
		}
	}
}
