package spaces

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"handrail/tools"
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
	File     string       `json:"file"` // relative to the space, with slashes; "." for the folder itself
	Line     int          `json:"line"` // from 1; 0: the file as a whole
	Severity Severity     `json:"severity"`
	Text     string       `json:"text"` // what is wrong, why, and what its author can do
	Action   tools.Action `json:"-"`    // what else the person can do, for each face to word
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

// problems collects what is wrong with a space while it is loaded.
type problems struct{ list []Problem }

// add notes what is wrong in a file; line 0 is the file as a whole.
func (p *problems) add(file string, line int, s Severity, format string, args ...any) {
	p.list = append(p.list, Problem{File: file, Line: line, Severity: s, Text: fmt.Sprintf(format, args...), Action: tools.ActionIn(args)})
}

func (p *problems) addAll(list []Problem) { p.list = append(p.list, list...) }

// broken reports why a file as a whole was left out.
func (p *problems) broken(file string, err error) {
	line := 0
	var placed *placedError
	if errors.As(err, &placed) {
		line = placed.line
	}
	p.add(file, line, Error, "%v", err)
}

// unreadable reports that a file or folder cannot be read. That it is not there
// is no problem: every part of a space is optional.
func (p *problems) unreadable(name string, err error) {
	var pathErr *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
	case errors.Is(err, fs.ErrPermission):
		p.add(name, 0, Error, "may not be read; give yourself the right to read it")
	case escapes(err):
		p.add(name, 0, Error, "is a link that leads out of the space, which is not followed; put a copy in its place")
	case errors.As(err, &pathErr):
		p.add(name, 0, Error, "cannot be read: %v", pathErr.Err)
	default:
		p.add(name, 0, Error, "cannot be read: %v", err)
	}
}

// escapes reports whether err says that a link leads out of the space. The error
// of os.Root has no name that could be compared with.
func escapes(err error) bool {
	var pathErr *fs.PathError
	return errors.As(err, &pathErr) && strings.Contains(pathErr.Err.Error(), "escapes")
}

// lastLine is the line of the newest problem.
func (p *problems) lastLine() int {
	if len(p.list) == 0 {
		return 0
	}
	return p.list[len(p.list)-1].Line
}
