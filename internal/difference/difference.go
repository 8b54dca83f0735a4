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
