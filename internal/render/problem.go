package render

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Problem is a place in a template that its author must change.
type Problem struct {
	Line, Column int    // from 1; the column counts characters
	Text         string // what is wrong, why, and how to write it instead
}

// String is "line 1, column 5: …".
func (p Problem) String() string {
	return fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Text)
}

// A ProblemsError lists every problem of a template.
type ProblemsError struct{ Problems []Problem }

// Error implements error, one line a problem.
func (e *ProblemsError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = "command, " + p.String()
	}
	return strings.Join(lines, "\n")
}

// A ValueError says why a value cannot be put into the command line.
type ValueError struct {
	Param string
	Text  string
}

// Error implements error.
func (e *ValueError) Error() string { return fmt.Sprintf("parameter %q: %s", e.Param, e.Text) }

func valueErrorf(param, format string, args ...any) *ValueError {
	return &ValueError{Param: param, Text: fmt.Sprintf(format, args...)}
}

// problem makes a Problem at a byte of the template's source.
func (t *Template) problem(offset int, format string, args ...any) Problem {
	line, column := position(t.source, offset)
	return Problem{Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
}

// position tells line and column, from 1, of a byte of text.
func position(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}
