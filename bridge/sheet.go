package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/terminal"
	"handrail/tools"
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
	heading string   // The agent "architect" asks to run deploy
	about   []string // where and why, a few lines
	detail  []row    // what would run, whole
	effects []row    // what it would do, whole; may be empty
	came    []row    // what came in from elsewhere, in part; may be empty
}

// newSheet lays q out for lines of the given number of columns, at least 20.
func newSheet(q tools.Question, columns int) sheet {
	p := q.Preview
	s := sheet{
		detail:  marked(terminal.Visible(p.Detail), columns, q.Marked),
		effects: rows(effectList(q), columns),
	}
	for _, c := range q.Came {
		head := row{text: oneLine("Came in, from "+c.From.String()+", "+c.When.Local().Format("15:04")+":", columns)}
		if more := append([]row{{}, head}, rows(terminal.Visible(passage(c)), columns)...); s.size()+len(s.came)+len(more) <= dialogLines {
			s.came = append(s.came, more...)
		}
	}
	who := caller(q.Caller) + " asks"
	if q.Caller.Kind == tools.CallerPerson {
		who = "You asked"
	}
	s.heading = strings.Join(folded(who+" to run "+oneLine(q.Tool, columns), columns), "\n")

	inLine := columns - 4
	if q.During {
		s.heading = strings.Join(folded(p.Title, columns), "\n")
		by := caller(q.Caller)
		if q.Tool != "" {
			by += " called " + q.Tool
		}
		s.about = append(s.about, oneLine(by, inLine))
	} else if p.Title != "" {
		s.about = append(s.about, oneLine("“"+p.Title+"”", inLine))
	}
	if q.Machine != "" {
		s.about = append(s.about, oneLine("On your machine: "+q.Machine, inLine))
	}
	if q.Chat != "" {
		s.about = append(s.about, oneLine("Chat: “"+terminal.Visible(q.Chat)+"”", inLine))
	}
	s.about = append(s.about, oneLine("Space: "+q.Space, inLine))
	if p.Folder != "" && p.Folder != q.Space {
		s.about = append(s.about, oneLine("Folder: "+p.Folder, inLine))
	}
	if why := reasons(q); why != "" {
		why += lineNumbers(q.Marked, strings.Count(p.Detail, "\n"))
		s.about = append(s.about, folded(oneLine("Why you are asked: "+why, 2*columns), columns)...)
	}
	return s
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
func (s sheet) size() int { return len(s.detail) + len(s.effects) }

// all is the act in the order in which it is shown.
func (s sheet) all() []row {
	if len(s.effects) == 0 {
		return slices.Concat(s.detail, s.came)
	}
	return slices.Concat(s.detail, []row{{}, {text: itWould}}, s.effects, s.came)
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

// lineNumbers says which lines of a longer text make it ask: " (line 61, marked below)".
func lineNumbers(marked []int, breaks int) string {
	if len(marked) == 0 || breaks == 0 {
		return ""
	}
	const most = 5
	var numbers []string
	for _, n := range marked[:min(len(marked), most)] {
		numbers = append(numbers, strconv.Itoa(n))
	}
	word := "line "
	if len(marked) > 1 {
		word = "lines "
	}
	if len(marked) > most {
		numbers = append(numbers, "…")
	}
	return " (" + word + strings.Join(numbers, ", ") + ", marked " + hot + "below)"
}

// effectList is one line for each thing that an act would do, exact.
func effectList(q tools.Question) string {
	var b strings.Builder
	if len(q.Would) > 0 {
		for _, what := range q.Would {
			b.WriteString(strings.ReplaceAll(terminal.Visible(what), "\n", "⟨U+000A⟩") + "\n")
		}
		return b.String()
	}
	for _, e := range q.Preview.Effects {
		target := strings.ReplaceAll(terminal.Visible(e.Target), "\n", "⟨U+000A⟩")
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

// Plain lays a question out as text for a place that is not ours: a form that
// another program shows (docs/spec/08-mcp.md). whole is false where it is
// longer than a dialog may be (docs/spec/11-guard.md): then nobody may say yes
// to it there.
func Plain(q tools.Question) (text string, whole bool) {
	s := newSheet(q, dialogColumns)
	if s.size() > dialogLines {
		return "", false
	}
	return s.heading + "\n" + strings.Join(s.about, "\n") + "\n\n" + strings.TrimSuffix(lines(s.all()), "\n"), true
}
