package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/terminal"
	"handrail/tools"
	"handrail/tools/spoken"
)

// How much a native dialog shows (docs/spec/11-guard.md#the-dialog). A dialog
// that holds more does not fit the screen, and its buttons are out of reach.
const (
	dialogLines   = 24
	dialogColumns = 100
	// cardLines is how much a card shows, which scrolls. What is longer nobody reads in there.
	cardLines = 5000
)

// itWould introduces the effects.
const itWould = "It would"

// A sheet is a question laid out for reading: who asks for what, and the whole
// of what would happen. Every line that came from the act itself is marked by
// a bar, so that no text in it can pass for ours.
type sheet struct {
	in      spoken.Tongue
	heading string   // The agent "architect" asks to run deploy
	about   []string // where and why, a few lines
	more    int      // how many of these are there because a folder's name is long
	detail  []row    // what would run, whole
	effects []row    // what it would do, whole; may be empty
	came    []row    // what came in from elsewhere, in part; may be empty
}

// newSheet lays q out for lines of the given number of columns, at least 20, in the language of who reads it.
func newSheet(q tools.Question, columns int, t spoken.Tongue) sheet {
	p := q.Preview
	s := sheet{
		in:      t,
		detail:  marked(terminal.Visible(t.Clause(p.Wording, p.Detail)), columns, q.Marked),
		effects: rows(effectList(q, t), columns),
	}
	for _, c := range q.Came {
		head := row{text: oneLine(t.Own("Came in, from %s, %s:", t.Clause(c.From.Clause(), c.From.String()), c.When.Local().Format("15:04")), columns)}
		if more := append([]row{{}, head}, rows(terminal.Visible(passage(c)), columns)...); s.size()+len(s.came)+len(more) <= dialogLines {
			s.came = append(s.came, more...)
		}
	}
	inLine, called := columns-4, t.Clause(p.Heading, p.Title)
	if q.During {
		s.heading = strings.Join(folded(called, columns), "\n")
		s.about = append(s.about, oneLine(calls(q, t), inLine))
	} else {
		s.heading = strings.Join(folded(asks(q, oneLine(q.Tool, columns), t), columns), "\n")
		if called != "" {
			s.about = append(s.about, oneLine(t.Own("“%s”", called), inLine))
		}
	}
	if q.Machine != "" {
		s.about = append(s.about, oneLine(t.Own("On your machine: %s", q.Machine), inLine))
	}
	if q.Chat != "" {
		s.about = append(s.about, oneLine(t.Own("Chat: “%s”", terminal.Visible(q.Chat)), inLine))
	}
	s.where(t.Own("Space: %s", q.Space), columns)
	if p.Folder != "" && p.Folder != q.Space {
		s.where(t.Own("Folder: %s", p.Folder), columns)
	}
	if why := reasons(q, t); why != "" {
		why += lineNumbers(q.Marked, strings.Count(p.Detail, "\n"), t)
		s.about = append(s.about, folded(oneLine(t.Own("Why you are asked: %s", why), 2*columns), columns)...)
	}
	return s
}

// where says in which folder the act would be done: whole, since what an act does depends on it, and an agent may choose it.
func (s *sheet) where(line string, columns int) {
	all := folded(terminal.Line(line), columns)
	s.about, s.more = append(s.about, all...), s.more+len(all)-1
}

// asks says who asks to run a tool.
func asks(q tools.Question, tool string, t spoken.Tongue) string {
	if q.Caller.Kind == tools.CallerPerson {
		return t.Own("You asked to run %s", tool)
	}
	return t.Own("%s asks to run %s", caller(q.Caller, t), tool)
}

// calls says who has made the call that asks on its way.
func calls(q tools.Question, t spoken.Tongue) string {
	switch {
	case q.Tool == "":
		return strings.TrimSuffix(caller(q.Caller, t), ",")
	case q.Caller.Kind == tools.CallerPerson:
		return t.Own("You called %s", q.Tool)
	}
	return t.Own("%s called %s", caller(q.Caller, t), q.Tool)
}

// folded breaks a line about the act where it is too long. What goes on in the
// next line is set in, so that it cannot begin like a line of ours.
func folded(line string, columns int) []string {
	out := paragraph(line, columns-4)
	for i := range out[1:] {
		out[1+i] = "    " + out[1+i]
	}
	return out
}

// size is how many lines must be seen before anybody can say yes.
func (s sheet) size() int { return s.more + len(s.detail) + len(s.effects) }

// all is the act in the order in which it is shown.
func (s sheet) all() []row {
	if len(s.effects) == 0 {
		return slices.Concat(s.detail, s.came)
	}
	return slices.Concat(s.detail, []row{{}, {text: s.in.Own(itWould)}}, s.effects, s.came)
}

// passage is text that came in, with what would leave as well between brackets.
func passage(p tools.Passage) string {
	var b strings.Builder
	if p.Before {
		b.WriteString("…")
	}
	for _, part := range p.Parts {
		if part.Same {
			b.WriteString("⟦" + part.Text + "⟧")
		} else {
			b.WriteString(part.Text)
		}
	}
	if p.After {
		b.WriteString("…")
	}
	return b.String()
}

// caller names who asks, in a length that leaves room for the tool.
func caller(c tools.Caller, t spoken.Tongue) string {
	c.Name = oneLine(c.Name, 50)
	return t.Caller(c)
}

// reasons joins why the pipeline and why the tool want the person asked.
func reasons(q tools.Question, t spoken.Tongue) string {
	why, more := t.Reason(q.Because, q.Reason), t.Clause(q.Preview.Because, q.Preview.Reason)
	if q.Preview.Reason == "" || strings.Contains(q.Reason, q.Preview.Reason) {
		return why
	}
	if q.Reason == "" {
		return more
	}
	return why + "; " + more
}

// lineNumbers says which lines of a longer text make it ask: " (line 61, marked below)".
func lineNumbers(marked []int, breaks int, t spoken.Tongue) string {
	if len(marked) == 0 || breaks == 0 {
		return ""
	}
	const most = 5
	var numbers []string
	for _, n := range marked[:min(len(marked), most)] {
		numbers = append(numbers, strconv.Itoa(n))
	}
	if len(marked) > most {
		numbers = append(numbers, "…")
	}
	if len(marked) > 1 {
		return t.Own(" (lines %s, marked %sbelow)", strings.Join(numbers, ", "), hot)
	}
	return t.Own(" (line %s, marked %sbelow)", numbers[0], hot)
}

// effectList is one line for each thing that an act would do, exact.
func effectList(q tools.Question, t spoken.Tongue) string {
	var b strings.Builder
	if len(q.Would) > 0 {
		for i, what := range q.Would {
			if i < len(q.Deeds) {
				what = t.Clause(q.Deeds[i], what)
			}
			b.WriteString(strings.ReplaceAll(terminal.Visible(what), "\n", "⟨U+000A⟩") + "\n")
		}
		return b.String()
	}
	for _, e := range q.Preview.Effects {
		target := strings.ReplaceAll(terminal.Visible(e.Target), "\n", "⟨U+000A⟩")
		fmt.Fprintf(&b, "%-6s %s\n", oneLine(t.Effect(e.Kind), 12), target)
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

// Plain lays a question out as text for a place that is not ours: a form that
// another program shows (docs/spec/08-mcp.md). whole is false where it is
// longer than a dialog may be (docs/spec/11-guard.md): then nobody may say yes
// to it there.
func Plain(q tools.Question) (text string, whole bool) {
	s := newSheet(q, dialogColumns, spoken.English)
	if s.size() > dialogLines {
		return "", false
	}
	return s.heading + "\n" + strings.Join(s.about, "\n") + "\n\n" + strings.TrimSuffix(lines(s.all()), "\n"), true
}
