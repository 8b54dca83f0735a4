package builtin

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxColumns is how many bytes of a line grep shows; a longer one is cut
// around the match. Minified files have lines of megabytes.
const maxColumns = 1000

// format writes matching lines, and those around them, as grep and ripgrep do:
// file:line:text, file-line-text for context, -- between groups.
func (g *grep) format(name string, data []byte, found []span) string {
	var out strings.Builder
	n, at := 1, 0 // line number of offset at
	last := 0     // number of the last line that was written
	for i, l := range found {
		n += bytes.Count(data[at:l.start], []byte("\n"))
		at = l.start
		before := g.around(data, l, -1)
		first := n - len(before)
		if g.in.Context > 0 && last > 0 && first > last+1 {
			out.WriteString("--\n")
		}
		for j, c := range before {
			if number := first + j; number > last {
				writeLine(&out, name, '-', number, g.cutText(data[c.start:c.end], 0))
			}
		}
		writeLine(&out, name, ':', n, g.cutAround(data[l.start:l.end]))
		last = n
		for j, c := range g.around(data, l, +1) {
			if i+1 < len(found) && c.start >= found[i+1].start {
				break
			}
			last = n + 1 + j
			writeLine(&out, name, '-', last, g.cutText(data[c.start:c.end], 0))
		}
	}
	return out.String()
}

// around returns the lines of context before (-1) or after (+1) a line, in
// order.
func (g *grep) around(data []byte, l span, way int) []span {
	var lines []span
	for range g.in.Context {
		switch {
		case way < 0 && l.start > 0:
			l = lineAround(data, l.start-1)
			lines = append([]span{l}, lines...)
		case way > 0 && l.end+1 < len(data):
			l = lineAround(data, l.end+1)
			lines = append(lines, l)
		}
	}
	return lines
}

func writeLine(out *strings.Builder, name string, mark byte, number int, text []byte) {
	out.WriteString(name)
	out.WriteByte(mark)
	out.WriteString(strconv.Itoa(number))
	out.WriteByte(mark)
	out.WriteString(strings.ToValidUTF8(strings.TrimSuffix(string(text), "\r"), "�"))
	out.WriteByte('\n')
}

// cutAround cuts a long line so that its first match is in what is left.
func (g *grep) cutAround(line []byte) []byte {
	if len(line) <= maxColumns {
		return line
	}
	at := 0
	if g.search.literal != nil {
		at = g.search.literal.index(line)
	} else if loc := g.search.re.FindIndex(line); loc != nil {
		at = loc[0]
	}
	return g.cutText(line, max(0, at-maxColumns/4))
}

// cutMargin is how much of a line around a cut is looked at for secrets: half of one is no secret that anything knows.
const cutMargin = 16 << 10

// cutText cuts maxColumns bytes out of a line, at borders of characters, after secrets were taken out of what lies around the cut.
func (g *grep) cutText(line []byte, from int) []byte {
	if len(line) <= maxColumns {
		return line
	}
	start, end := max(0, from-cutMargin), min(len(line), from+maxColumns+cutMargin)
	before, after := start > 0, end < len(line)
	line, from = line[start:end], from-start
	if plain := g.f.redact(string(line)); plain != string(line) {
		from = max(0, from-max(0, len(line)-len(plain))) // what was found comes sooner, by that at most
		line = []byte(plain)
	}
	to := min(from+maxColumns, len(line))
	for from > 0 && from < len(line) && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && to > from && !utf8.RuneStart(line[to]) {
		to--
	}
	cut := append([]byte(nil), line[from:to]...)
	if before || from > 0 {
		cut = append([]byte("… "), cut...)
	}
	if after || to < len(line) {
		cut = append(cut, " …"...)
	}
	return cut
}

// firstMatches keeps the first n matching lines of what format wrote about a
// file, and the context before each.
func firstMatches(text, name string, n int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(line)
		rest, ok := strings.CutPrefix(line, name+":")
		if ok {
			number, _, _ := strings.Cut(rest, ":")
			if _, err := strconv.Atoi(number); err == nil {
				if n--; n == 0 {
					break
				}
			}
		}
	}
	return out.String()
}
