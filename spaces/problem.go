package spaces

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity says how much a Problem matters.
type Severity string

// The severities. An Error means that something was left out; after a Warning
// all of it was loaded.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// A Problem is something in a space that its author should mend.
type Problem struct {
	File     string   `json:"file"` // relative to the space, with slashes; "." for the folder itself
	Line     int      `json:"line"` // from 1; 0: the file as a whole
	Severity Severity `json:"severity"`
	Text     string   `json:"text"` // what is wrong, why, and what to do
}

// String writes the problem as `check` prints it: file:line: text.
func (p Problem) String() string {
	text := p.Text
	if p.Severity == Warning {
		text = "warning: " + text
	}
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, text)
	}
	return p.File + ": " + text
}

// HasErrors reports whether something was left out.
func HasErrors(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Severity == Error })
}

func sortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
}
