// Package difference shows how two texts differ, and which files of a list of changes were only
// renamed. What undoes calls and what rehearses them show it in this way.
package difference

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/snapshot"
)

// Limit is how many bytes a text may have whose difference is shown.
const Limit = 1 << 20

// A Part is a piece in which two texts differ.
type Part struct {
	Header string   `json:"header"` // "@@ -1,2 +1,3 @@"
	Lines  []string `json:"lines"`  // each with " ", "-" or "+" before it, and its end
}

// Parts are the pieces in which two texts differ, in order; none if they are the same.
func Parts(from, to string) (out []Part, err error) {
	d, err := udiff.ToUnifiedDiff("", "", from, udiff.Lines(from, to), udiff.DefaultContextLines)
	if err != nil {
		return nil, err
	}
	for _, h := range d.Hunks {
		p := Part{}
		var del, ins int
		for _, l := range h.Lines {
			mark := " "
			switch l.Kind {
			case udiff.Delete:
				mark, del = "-", del+1
			case udiff.Insert:
				mark, ins = "+", ins+1
			default:
				del, ins = del+1, ins+1
			}
			p.Lines = append(p.Lines, mark+l.Content)
		}
		p.Header = fmt.Sprintf("@@ -%d,%d +%d,%d @@", h.FromLine, del, h.ToLine, ins)
		out = append(out, p)
	}
	return out, nil
}

// Redacted are the same pieces, in the same number and with as many lines, of texts whose secrets are taken out
// by redact, which may make one line of many: where it does, no line of what lies between says anything.
func Redacted(from, to string, redact func(string) string) ([]Part, error) {
	parts, err := Parts(from, to)
	if err != nil {
		return nil, err
	}
	before, after := linesWithout(from, redact), linesWithout(to, redact)
	for _, p := range parts {
		var at, then, n int
		if _, err := fmt.Sscanf(p.Header, "@@ -%d,%d +%d,%d @@", &at, &n, &then, &n); err != nil {
			return nil, fmt.Errorf("the header %q: %w", p.Header, err)
		}
		for i, line := range p.Lines {
			old, fresh := "", ""
			if line[0] != '+' {
				old = before[at-1]
				at++
			}
			if line[0] != '-' {
				fresh = after[then-1]
				then++
			}
			shown := fresh
			if line[0] == '-' || line[0] == ' ' && old != line[1:] {
				shown = old
			}
			p.Lines[i] = line[:1] + shown
		}
	}
	return parts, nil
}

// hidden stands for a line of a secret that has several.
const hidden = "[redacted]"

// linesWithout are the lines of a text, each with its end, without secrets.
func linesWithout(text string, redact func(string) string) []string {
	lines := strings.SplitAfter(text, "\n")
	whole := redact(text)
	if whole == text {
		return lines
	}
	for i, l := range lines {
		lines[i] = redact(l)
	}
	if strings.Join(lines, "") == whole {
		return lines
	}
	rest := strings.SplitAfter(whole, "\n")
	first, last := 0, len(lines)
	for first < min(len(lines), len(rest)) && lines[first] == rest[first] {
		first++
	}
	for end := len(rest); last > first && end > first && lines[last-1] == rest[end-1]; end-- {
		last--
	}
	for i := first; i < last; i++ {
		end := ""
		if strings.HasSuffix(lines[i], "\n") {
			end = "\n"
		}
		lines[i] = hidden + end
	}
	return lines
}

// Write writes parts for a terminal, each line behind an indent. clean makes a line fit to be shown.
func Write(w io.Writer, indent string, parts []Part, clean func(string) string) {
	for _, p := range parts {
		fmt.Fprintf(w, "%s%s\n", indent, p.Header)
		for _, line := range p.Lines {
			fmt.Fprintf(w, "%s%s\n", indent, clean(strings.TrimRight(line, "\r\n")))
		}
	}
}

// IsText reports whether a content can be shown line by line.
func IsText(content string) bool {
	return utf8.ValidString(content) && !strings.ContainsRune(content, 0)
}

// Renamed are the files of one folder that changes have only renamed: the new name, and the name that
// is gone. They have the same content, which is not empty, and no other name of the changes has it.
func Renamed(changes []snapshot.Change) map[snapshot.Name]snapshot.Name {
	type pair struct{ gone, come []snapshot.Name }
	same := map[string]*pair{}
	at := func(hash string) *pair {
		if same[hash] == nil {
			same[hash] = &pair{}
		}
		return same[hash]
	}
	isFile := func(e *snapshot.Entry) bool { return e != nil && e.Kind == snapshot.File && e.Hash != "" && e.Size > 0 }
	for _, c := range changes {
		switch {
		case c.After == nil && isFile(c.Before):
			p := at(c.Before.Hash)
			p.gone = append(p.gone, c.Path)
		case c.Before == nil && isFile(c.After):
			p := at(c.After.Hash)
			p.come = append(p.come, c.Path)
		}
	}
	out := map[snapshot.Name]snapshot.Name{}
	for _, p := range same {
		if len(p.gone) == 1 && len(p.come) == 1 {
			out[p.come[0]] = p.gone[0]
		}
	}
	return out
}

// Merged is what becomes of a text that was changed in two ways, line by line; false where they meet.
func Merged(base, one, other string) (string, bool) {
	edits, ok := udiff.Merge(udiff.Lines(base, one), udiff.Lines(base, other))
	if !ok {
		return "", false
	}
	text, err := udiff.Apply(base, edits)
	return text, err == nil
}
