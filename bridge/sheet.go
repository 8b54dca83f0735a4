package bridge

import (
	"fmt"
	"slices"
	"strings"

	"handrail/tools"
)

// How much a native dialog shows (SPEC 11, "The dialog"). A dialog that holds
// more does not fit the screen, and its buttons are out of reach.
const (
	dialogLines   = 24
	dialogColumns = 100
)

// itWould introduces the effects.
const itWould = "It would"

// A sheet is a question laid out for reading: who asks for what, and the whole
// of what would happen. Every line that came from the act itself is marked by
// a bar, so that no text in it can pass for ours.
type sheet struct {
	heading string   // The agent "architect" asks to run deploy
	about   []string // where and why, a few lines
	detail  []row    // what would run, whole
	effects []row    // what it would do, whole; may be empty
}

// newSheet lays q out for lines of the given number of columns.
func newSheet(q tools.Question, columns int) sheet {
	p := q.Preview
	inLine := columns - 4 // no line about the act needs a second one, but the reason
	s := sheet{
		heading: oneLine(fmt.Sprintf("%s asks to run %s", caller(q.Caller), q.Tool), columns),
		detail:  rows(Visible(p.Detail), columns),
		effects: rows(effectList(p.Effects), columns),
	}
	if q.Caller.Kind == tools.CallerPerson {
		s.heading = oneLine("You asked to run "+q.Tool, columns)
	}
	if p.Title != "" {
		s.add("“"+p.Title+"”", inLine, columns)
	}
	s.add("Space: "+q.Space, inLine, columns)
	if p.Folder != "" && p.Folder != q.Space {
		s.add("Folder: "+p.Folder, inLine, columns)
	}
	if why := reasons(q); why != "" {
		s.add("Why you are asked: "+why, 2*columns, columns)
	}
	return s
}

// add puts a line about the act into the sheet, cut to room columns. Where it goes on in a second
// line, that one is set in, so that it cannot begin like one of ours.
func (s *sheet) add(line string, room, columns int) {
	for i, part := range paragraph(oneLine(line, room), columns-4) {
		if i > 0 {
			part = "    " + part
		}
		s.about = append(s.about, part)
	}
}

// size is how many lines must be seen before anybody can say yes.
func (s sheet) size() int { return len(s.detail) + len(s.effects) }

// all is the act in the order in which it is shown.
func (s sheet) all() []row {
	if len(s.effects) == 0 {
		return s.detail
	}
	return slices.Concat(s.detail, []row{{}, {text: itWould}}, s.effects)
}

// caller names who asks, in a length that leaves room for the tool.
func caller(c tools.Caller) string {
	c.Name = oneLine(c.Name, 50)
	return c.String()
}

// reasons joins why the pipeline and why the tool want the person asked.
func reasons(q tools.Question) string {
	if q.Preview.Reason == "" || strings.Contains(q.Reason, q.Preview.Reason) {
		return q.Reason
	}
	if q.Reason == "" {
		return q.Preview.Reason
	}
	return q.Reason + "; " + q.Preview.Reason
}

// effectList is one line for each effect, its target exact.
func effectList(effects []tools.Effect) string {
	var b strings.Builder
	for _, e := range effects {
		target := strings.ReplaceAll(Visible(e.Target), "\n", "⟨U+000A⟩")
		fmt.Fprintf(&b, "%-6s %s\n", oneLine(string(e.Kind), 10), target)
	}
	return b.String()
}

// lines writes rows, each with its mark.
func lines(rs []row) string {
	var b strings.Builder
	for _, r := range rs {
		b.WriteString(r.mark + r.text + "\n")
	}
	return b.String()
}
