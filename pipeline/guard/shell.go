package guard

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A command is one simple command of a script, with quoting and escapes
// resolved as bash would. A word that cannot be known before running (a
// variable, a substitution) is marked.
type command struct {
	args    []word
	assigns []string // NAME=value before the command
	writes  []word   // files that redirections write
	piped   bool     // its standard input is a pipe, a file or a here-document
	depth   int      // how many shells deep it stands
}

// A word is one argument after quoting is resolved.
type word struct {
	text  string
	known bool // text is the whole truth
}

// A script is what a walk over shell text found.
type script struct {
	commands []command
	texts    []string // every literal text: here-documents, echo arguments
	unknown  []string // what cannot be decided before running, in words
	bomb     bool     // a function that starts itself twice
}

// maxDepth is how many shells inside shells are followed.
const maxDepth = 8

// readScript parses shell text and everything in it that is shell text again.
func readScript(text string) script {
	var s script
	s.read(text, 0)
	return s
}

func (s *script) read(text string, depth int) {
	if depth > maxDepth {
		s.unknown = append(s.unknown, "it starts shells within shells")
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		s.unknown = append(s.unknown, "it cannot be read as a shell script")
		return
	}
	piped := map[*syntax.Stmt]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				piped[n.Y] = true
			}
		case *syntax.Stmt:
			s.statement(n, piped[n], depth)
		case *syntax.FuncDecl:
			s.function(n)
		}
		return true
	})
}

// statement takes the simple command and the redirections of a statement.
func (s *script) statement(n *syntax.Stmt, piped bool, depth int) {
	c := command{piped: piped, depth: depth}
	for _, r := range n.Redirs {
		if r.Hdoc != nil {
			s.texts = append(s.texts, resolve(r.Hdoc).text)
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			c.writes = append(c.writes, resolve(r.Word))
		case syntax.WordHdoc:
			s.texts = append(s.texts, resolve(r.Word).text)
			c.piped = true
		case syntax.Hdoc, syntax.DashHdoc, syntax.RdrIn:
			c.piped = true
		}
	}
	if call, ok := n.Cmd.(*syntax.CallExpr); ok {
		for _, a := range call.Assigns {
			value := ""
			if a.Value != nil {
				value = resolve(a.Value).text
			}
			if a.Name != nil {
				c.assigns = append(c.assigns, a.Name.Value+"="+value)
			}
		}
		for _, w := range call.Args {
			c.args = append(c.args, braces(w)...)
		}
	}
	if len(c.args) == 0 && len(c.writes) == 0 && len(c.assigns) == 0 {
		return
	}
	for _, a := range c.args {
		s.texts = append(s.texts, a.text)
	}
	s.unwrap(c, depth)
}

// function notices a fork bomb: a function whose body calls itself in a pipe
// or in the background.
func (s *script) function(n *syntax.FuncDecl) {
	if n.Name == nil { // other shells know functions without a name
		s.unknown = append(s.unknown, "it has a function without a name")
		return
	}
	syntax.Walk(n.Body, func(b syntax.Node) bool {
		stmt, ok := b.(*syntax.Stmt)
		if !ok {
			return true
		}
		pipe, isPipe := stmt.Cmd.(*syntax.BinaryCmd)
		if calls(stmt, n.Name.Value) && (stmt.Background || isPipe && pipe.Op == syntax.Pipe) {
			s.bomb = true
		}
		return true
	})
}

func calls(n syntax.Node, name string) bool {
	found := false
	syntax.Walk(n, func(b syntax.Node) bool {
		if c, ok := b.(*syntax.CallExpr); ok && len(c.Args) > 0 && c.Args[0].Lit() == name {
			found = true
		}
		return !found
	})
	return found
}

// name is the program's name without its folder; empty if it is not known.
func (c command) name() string {
	if len(c.args) == 0 || !c.args[0].known {
		return ""
	}
	return path.Base(c.args[0].text)
}

// String writes the command as one line: what rules are held against.
func (c command) String() string {
	parts := append([]string{}, c.assigns...)
	for _, a := range c.args {
		parts = append(parts, a.text)
	}
	for _, w := range c.writes {
		parts = append(parts, "> "+w.text)
	}
	return strings.Join(parts, " ")
}

// commandsOf lists the simple commands of a script as lines. whole says that
// nothing in it was left undecided.
func commandsOf(text string) (lines []string, whole bool) {
	s := readScript(text)
	whole = len(s.unknown) == 0
	for _, c := range s.commands {
		lines = append(lines, c.String())
		for _, a := range c.args {
			whole = whole && a.known
		}
	}
	return lines, whole && len(lines) > 0
}
