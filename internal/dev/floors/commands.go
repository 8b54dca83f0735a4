package floors

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// command is how a text names a command of ours. Compiled once, never changed.
var command = regexp.MustCompile(`\bhandrail (?:--?)?[a-z]`)

// A Terminal is a file that may name a command, because only somebody in a terminal
// reads what it says.
type Terminal struct {
	File string // relative to the root; a folder ends in "/"
	Why  string
}

// Commands returns the texts of product code below root that name a command of ours:
// only a terminal words what to do as one (docs/decisions/0586). Terminals that name
// none are violations, too.
func Commands(root string, terminals []Terminal) ([]Violation, error) {
	files, err := parseTree(root)
	if err != nil {
		return nil, err
	}
	var found []Violation
	used := map[string]bool{}
	for _, f := range files {
		lines := f.commands()
		if f.test || len(lines) == 0 {
			continue
		}
		at := slices.IndexFunc(terminals, func(t Terminal) bool {
			return t.File == f.name || strings.HasSuffix(t.File, "/") && strings.HasPrefix(f.name, t.File)
		})
		if at >= 0 {
			used[terminals[at].File] = true
			continue
		}
		for _, line := range lines {
			found = append(found, Violation{File: f.name, Line: line, Text: "it names a command: give it a tools.Action, which each face words"})
		}
	}
	for _, t := range terminals {
		if !used[t.File] || t.Why == "" {
			found = append(found, Violation{File: t.File, Text: fmt.Sprintf("it may name commands (%q), and names none, or for no reason: remove the row", t.Why)})
		}
	}
	return found, nil
}

// commands are the lines of the texts that name a command.
func (s source) commands() []int {
	var lines []int
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // a tag is no text that anybody reads
			return n.Tag == nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && command.MatchString(text) {
				lines = append(lines, s.line(n.Pos()))
			}
		}
		return true
	})
	return lines
}
