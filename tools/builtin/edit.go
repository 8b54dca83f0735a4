package builtin

import (
	"context"
	"fmt"
	"strings"

	"handrail/tools"
)

type editInput struct {
	Path       string `json:"path" doc:"The file, absolute or relative to the space"`
	Old        string `json:"old_string" alias:"old_text" doc:"The text to replace, exactly as it stands in the file, without line numbers"`
	New        string `json:"new_string" alias:"new_text" doc:"What to put in its place"`
	ReplaceAll bool   `json:"replace_all,omitempty" default:"false" doc:"Replace every occurrence, not just the only one"`
}

// edit makes the tool edit (docs/spec/05-built-in-tools.md).
func (f *files) edit() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "edit", Title: "Edit a file", Icon: "file-pen", SideEffect: true, Danger: tools.Moderate, Timeout: f.limits.fileTime,
	}, func(ctx context.Context, call tools.Call, in editInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		c, r, err := replaced(ctx, f, call, in)
		if err != nil {
			return tools.Act[tools.Result]{}, foreseen(f, err, in.Path)
		}
		set := changeSet{files: f, session: call.Session, changes: []change{c}}
		done := fmt.Sprintf("Edited %s: replaced %s at %s", f.show(c.path), count(r.count, "occurrence"), lineList(r.lines, r.count))
		return set.act("edit", tools.Say(tools.TitleEditFile, f.title(c.path)), done), nil
	})
}

// replaced settles an edit: the change, and what it replaces.
func replaced(ctx context.Context, f *files, call tools.Call, in editInput) (change, replacement, error) {
	c, err := f.loadText(ctx, in.Path)
	if err == nil {
		err = f.gate(call.Session, c.change)
	}
	if err == nil && unshown(f, call.Session, c.change) {
		err = readFirst(f.show(c.path))
	}
	if err != nil {
		return change{}, replacement{}, err
	}
	r, err := replaceIn(ctx, c.text, in.Old, in.New, in.ReplaceAll, f.limits.fileSize)
	if err != nil {
		return change{}, r, tools.Errorf(tools.AsError(err).Code, "%s: %v", f.show(c.path), err)
	}
	c.whole, c.touches = r.count > len(r.lines), spansAt(r.lines, lineCount(r.old))
	if err := f.gate(call.Session, c.change); err != nil {
		return change{}, r, err
	}
	if c.new, err = c.form.encode(r.text); err != nil {
		return change{}, r, tools.Errorf(tools.ExecutionFailed, "%s: the new text cannot be written as UTF-16: %v", f.show(c.path), err)
	}
	return c.change, r, nil
}

// A textChange is a change of a text file.
type textChange struct {
	change
	text string // old, decoded
	form form
}

// loadText loads a file that exists and holds text.
func (f *files) loadText(ctx context.Context, name string) (textChange, error) {
	c, err := f.load(ctx, name)
	if err != nil {
		return textChange{}, err
	}
	if !c.before.Exists {
		return textChange{}, tools.Errorf(tools.FileNotFound, "%q does not exist%s", name, f.similar(name))
	}
	if k := kindOf(c.old); k.binary() {
		return textChange{}, tools.Errorf(tools.ExecutionFailed, "%s is not text: it is %s (%s) of %d bytes", f.show(c.path), k.name, k.mime, len(c.old))
	}
	text, form, err := decode(c.old)
	if err != nil {
		return textChange{}, tools.Errorf(tools.ExecutionFailed, "%s cannot be read as text: %v", f.show(c.path), err)
	}
	return textChange{change: c, text: text, form: form}, nil
}

// A replacement is what an edit makes of a text.
type replacement struct {
	text  string
	old   string // as it stands in the file
	count int
	lines []int // where the first of them began, counted from 1
}

// mostPlaces is how many places an edit names, or counts one by one.
const mostPlaces = 20

// replaceIn replaces old by new in text: the only occurrence, or all of them.
// The line ends of the text are kept: old and new may come with others. The
// result has at most max bytes. On an error nothing is replaced.
func replaceIn(ctx context.Context, text, old, new string, all bool, max int64) (replacement, error) {
	var none replacement
	if old == "" {
		return none, tools.Errorf(tools.InvalidArgs, "old_string is empty: give the text to replace, or use write to make a whole file")
	}
	new = matchEnds(text, new)
	if !strings.Contains(text, old) {
		old = matchEnds(text, old)
	}
	if old == new {
		return none, tools.Errorf(tools.InvalidArgs, "old_string and new_string are the same, line ends aside: nothing would change")
	}
	found := occurrences(text, old, !all)
	n := len(found)
	switch {
	case n == 0:
		return none, tools.Errorf(tools.ExecutionFailed, "old_string does not occur. %s", closest(ctx, text, old))
	case n > 1 && !all:
		return none, tools.Errorf(tools.ExecutionFailed, "old_string occurs more than once, at %s: give more of the text around it so that it occurs once, or set replace_all",
			lineList(linesAt(text, found), 0))
	case all:
		n = strings.Count(text, old)
	}
	if size := int64(len(text)) + int64(n)*int64(len(new)-len(old)); size > max {
		return none, tools.Errorf(tools.TooLarge, "the file would have %d bytes; at most %d can be written", size, max)
	}
	return replacement{old: old, text: strings.Replace(text, old, new, n), count: n, lines: linesAt(text, found)}, nil
}

// occurrences finds the first places where old stands in text, mostPlaces and
// one more; places that overlap count if overlap is set.
func occurrences(text, old string, overlap bool) []int {
	var at []int
	for from := 0; len(at) <= mostPlaces; {
		i := strings.Index(text[from:], old)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + len(old)
		if overlap {
			from += 1 - len(old)
		}
	}
	return at
}

// spansAt are the lines of places that begin at these and have so many each.
func spansAt(lines []int, each int) []Span {
	var spans []Span
	for _, n := range lines {
		spans = withSpan(spans, Span{n, n + max(each, 1) - 1})
	}
	return spans
}

// matchEnds gives s the line ends that text uses, if it uses one sort.
func matchEnds(text, s string) string {
	plain := strings.ReplaceAll(s, "\r\n", "\n")
	crlf := strings.Count(text, "\r\n")
	switch {
	case crlf == 0:
		return plain
	case crlf == strings.Count(text, "\n"):
		return strings.ReplaceAll(plain, "\n", "\r\n")
	}
	return s
}

// linesAt gives the line of each offset, both ascending.
func linesAt(text string, offsets []int) []int {
	lines := make([]int, len(offsets))
	line, last := 1, 0
	for i, at := range offsets {
		line += strings.Count(text[last:at], "\n")
		last = at
		lines[i] = line
	}
	return lines
}

// lineList writes lines out: "line 3", "lines 3, 8 and more". total is how many
// there are in all; 0 if that is not known.
func lineList(lines []int, total int) string {
	if len(lines) == 1 {
		return fmt.Sprintf("line %d", lines[0])
	}
	var words []string
	for _, n := range lines[:min(len(lines), mostPlaces)] {
		words = append(words, fmt.Sprint(n))
	}
	s := "lines " + strings.Join(words, ", ")
	switch {
	case total > mostPlaces:
		s += fmt.Sprintf(" and %d more", total-mostPlaces)
	case len(lines) > mostPlaces:
		s += " and more"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
