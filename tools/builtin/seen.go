package builtin

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/confine"
	"handrail/tools"
)

// A Seen is what a session knows of a file: in which state it was, and which of
// its lines a result has shown (docs/spec/05-built-in-tools.md#changing-a-file).
type Seen struct {
	confine.State
	Total int    // lines, as read counts them
	Lines []Span `json:",omitempty"` // shown whole: ascending, none touches the next
	Parts []Span `json:",omitempty"` // likewise, of lines that are too long to be shown whole
}

// A Span is lines from First to Last, counted from 1.
type Span struct{ First, Last int }

// shownWhole is a file that the session knows every line of.
func shownWhole(state confine.State, total int) Seen {
	return Seen{State: state, Total: total, Lines: withSpan(nil, Span{1, total})}
}

// and is what the session knows after another read of the same file. What it knew of
// another state of it counts for nothing.
func (s Seen) and(more Seen) Seen {
	if s.SHA256 != more.SHA256 || s.Total != more.Total || !s.Same(more.State) {
		return more
	}
	for _, l := range s.Lines {
		more.Lines = withSpan(more.Lines, l)
	}
	for _, l := range s.Parts {
		more.Parts = withSpan(more.Parts, l)
	}
	return more
}

// missing are the lines of a span that were not shown; whole asks for lines that
// were shown from their beginning to their end.
func (s Seen) missing(of Span, whole bool) []Span {
	lines := s.Lines
	if !whole {
		lines = slices.Clone(lines)
		for _, l := range s.Parts {
			lines = withSpan(lines, l)
		}
	}
	var out []Span
	for _, l := range lines {
		if l.Last < of.First {
			continue
		}
		if l.First > of.Last {
			break
		}
		if l.First > of.First {
			out = append(out, Span{of.First, l.First - 1})
		}
		of.First = l.Last + 1
	}
	if of.First <= of.Last {
		out = append(out, of)
	}
	return out
}

// withSpan is lines with one more span.
func withSpan(lines []Span, more Span) []Span {
	if more.First > more.Last {
		return lines
	}
	var out []Span
	for i, l := range lines {
		switch {
		case l.Last+1 < more.First:
			out = append(out, l)
		case more.Last+1 < l.First:
			return append(append(out, more), lines[i:]...)
		default:
			more = Span{min(l.First, more.First), max(l.Last, more.Last)}
		}
	}
	return append(out, more)
}

// after is what the session knows once the file has been changed from old to new:
// the lines before and behind the change as before, and what it wrote if it knew all
// that was replaced.
func (s Seen) after(old, new string) Seen {
	state := confine.StateOf([]byte(new))
	total := lineCount(new)
	if len(s.missing(Span{1, s.Total}, true)) == 0 {
		return shownWhole(state, total)
	}
	head := min(s.Total, total)
	if at := sameHead(old, new); at < len(old) && at < len(new) {
		head = strings.Count(old[:at], "\n")
	}
	tail := 0
	if at := sameTail(old[startOf(old, head):], new[startOf(new, head):]); at > 0 {
		tail = lineCount(old[len(old)-at:])
		if at < len(old) && old[len(old)-at-1] != '\n' || at < len(new) && new[len(new)-at-1] != '\n' {
			tail-- // its first line is not whole
		}
	}
	out := Seen{State: state, Total: total}
	if len(s.missing(Span{head + 1, s.Total - tail}, true)) == 0 {
		out.Lines = withSpan(nil, Span{head + 1, total - tail})
	}
	carry := func(to, from []Span) []Span {
		for _, l := range from {
			to = withSpan(to, Span{l.First, min(l.Last, head)})
			if first := max(l.First, s.Total-tail+1); first <= l.Last {
				to = withSpan(to, Span{first + total - s.Total, l.Last + total - s.Total})
			}
		}
		return to
	}
	out.Lines, out.Parts = carry(out.Lines, s.Lines), carry(nil, s.Parts)
	return out
}

// startOf is where the line behind the first n begins.
func startOf(text string, n int) int {
	at := 0
	for range n {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return at
}

func sameHead(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func sameTail(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}

// lineCount is how many lines a text has, as read numbers them.
func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// textOf is what read shows of a file: a text decoded, anything else as one line.
func textOf(data []byte) string {
	if kindOf(data).binary() {
		return string(bytes.ReplaceAll(data, []byte("\n"), []byte(" ")))
	}
	text, _, err := decode(data)
	if err != nil {
		return string(data)
	}
	return text
}

// spansText names lines: "line 7", "lines 1-20 and 300-480".
func spansText(spans []Span) string {
	var words []string
	for _, s := range spans[:min(len(spans), 5)] {
		if s.First == s.Last {
			words = append(words, fmt.Sprint(s.First))
		} else {
			words = append(words, fmt.Sprintf("%d-%d", s.First, s.Last))
		}
	}
	if more := len(spans) - 5; more > 0 {
		words = append(words, fmt.Sprintf("%d more places", more))
	}
	if len(spans) == 1 && spans[0].First == spans[0].Last {
		return "line " + words[0]
	}
	if len(words) == 1 {
		return "lines " + words[0]
	}
	return "lines " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// unread is the error of a change that would touch lines that no result has shown.
func (f *files) unread(c change, seen Seen) error {
	if !c.whole {
		var left []Span
		for _, t := range c.touches {
			for _, m := range seen.missing(t, false) {
				left = withSpan(left, m)
			}
		}
		if len(left) == 0 {
			return nil
		}
		return tools.Errorf(tools.PermissionDenied, "this session has not read %s of %s: read that first (offset %d, limit %d)",
			spansText(left), f.show(c.path), left[0].First-1, left[0].Last-left[0].First+1)
	}
	left := seen.missing(Span{1, seen.Total}, true)
	if len(left) == 0 {
		return nil
	}
	if len(left) == len(seen.Parts) && slices.Equal(left, seen.Parts) {
		return tools.Errorf(tools.PermissionDenied, "%s of %s are too long to be shown whole, so what write would replace cannot be known: use edit or patch, or a program through bash",
			spansText(left), f.show(c.path))
	}
	return tools.Errorf(tools.PermissionDenied, "this session has not read %s of %s, and write would replace that unseen: read %s first (offset %d), or use edit",
		spansText(left), f.show(c.path), spansText(left), left[0].First-1)
}
