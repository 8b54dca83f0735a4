package builtin

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// hunkHead is the first line of a hunk.
var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$`)

// recount corrects the line counts in the heads of hunks, which models get
// wrong: the hunk is what stands there, up to the next hunk or file. Without
// this, lines beyond a wrong count would be left out without a word.
func recount(patch string) (string, error) {
	lines := strings.SplitAfter(patch, "\n")
	var out strings.Builder
	for i := 0; i < len(lines); {
		m := hunkHead.FindStringSubmatch(strings.TrimRight(lines[i], "\r\n"))
		if m == nil {
			if strings.HasPrefix(lines[i], "@@") {
				return "", fmt.Errorf("line %d of the patch, %.60q, is not the head of a hunk: it must look like @@ -12,3 +12,4 @@", i+1, strings.TrimSpace(lines[i]))
			}
			out.WriteString(lines[i])
			i++
			continue
		}
		body := trueBody(lines[i+1:], m[2], m[4])
		if body == nil {
			var err error
			if body, err = hunkBody(lines, i+1); err != nil {
				return "", err
			}
		}
		oldCount, newCount := 0, 0
		for _, l := range body {
			switch l[0] {
			case '-':
				oldCount++
			case '+':
				newCount++
			case ' ', '\n', '\r':
				oldCount++
				newCount++
			}
		}
		fmt.Fprintf(&out, "@@ -%s,%d +%s,%d @@%s\n", m[1], oldCount, m[3], newCount, m[5])
		for _, l := range body {
			out.WriteString(l)
		}
		i += 1 + len(body)
	}
	return out.String(), nil
}

// trueBody is the lines of a hunk whose counts are right: as many as they say,
// and then an end. Otherwise it is nil.
func trueBody(lines []string, oldCount, newCount string) []string {
	left := [2]int{1, 1} // a count that is left out is 1
	for i, count := range []string{oldCount, newCount} {
		if count == "" {
			continue
		}
		n, err := strconv.Atoi(count)
		if err != nil {
			return nil
		}
		left[i] = n
	}
	end := 0
	for ; left[0] > 0 || left[1] > 0; end++ {
		if end == len(lines) || lines[end] == "" {
			return nil
		}
		switch lines[end][0] {
		case ' ', '\n', '\r':
			left[0]--
			left[1]--
		case '-':
			left[0]--
		case '+':
			left[1]--
		case '\\':
		default:
			return nil
		}
	}
	if end < len(lines) && strings.HasPrefix(lines[end], "\\") {
		end++
	}
	if left[0] < 0 || left[1] < 0 || end == 0 || !isEnd(lines[end:]) {
		return nil
	}
	return lines[:end]
}

// isEnd reports whether a hunk is over: nothing more, an empty line, another
// hunk, or what is around patches.
func isEnd(rest []string) bool {
	if len(rest) == 0 || strings.TrimSpace(rest[0]) == "" {
		return true
	}
	for _, head := range []string{"diff --git ", "@@ -", "Index: ", "index ", "====="} {
		if strings.HasPrefix(rest[0], head) {
			return true
		}
	}
	return isFileHead(rest) || isSignature(rest)
}

// isFileHead reports whether the lines --- and +++ of another file come.
func isFileHead(rest []string) bool {
	return len(rest) > 2 && strings.HasPrefix(rest[0], "--- ") && strings.HasPrefix(rest[1], "+++ ") && strings.HasPrefix(rest[2], "@@ -")
}

// hunkBody is the lines of a hunk that begins at from, whatever its counts say.
// Empty lines at its end belong to the text around the patch; inside they are
// empty lines of context.
func hunkBody(lines []string, from int) ([]string, error) {
	last := from
	for end := from; end < len(lines) && lines[end] != ""; end++ {
		l := lines[end]
		switch {
		case strings.TrimSpace(l) == "":
			if l[0] == ' ' {
				last = end + 1
			}
		case isEnd(lines[end:]):
			return lines[from:last], nil
		case strings.IndexByte(" +-\\", l[0]) >= 0:
			last = end + 1
		default:
			return nil, fmt.Errorf("line %d of the patch, %.60q, belongs to no hunk: lines of a hunk start with a space, + or -", end+1, strings.TrimSpace(l))
		}
	}
	return lines[from:last], nil
}

// isSignature reports whether nothing is left but what git format-patch puts
// below a patch: "-- " and its version.
func isSignature(rest []string) bool {
	if strings.TrimRight(rest[0], "\r\n") != "-- " || len(rest) < 2 || rest[1] == "" || rest[1][0] < '0' || rest[1][0] > '9' {
		return false
	}
	return strings.TrimSpace(strings.Join(rest[2:], "")) == ""
}

// A textLine is a line with the line end that it has.
type textLine struct{ text, end string }

func splitText(text string) []textLine {
	var lines []textLine
	for text != "" {
		line, rest, found := strings.Cut(text, "\n")
		l := textLine{text: line}
		if found {
			l.end = "\n"
		}
		if bare, ok := strings.CutSuffix(line, "\r"); ok && found {
			l = textLine{bare, "\r\n"}
		}
		lines = append(lines, l)
		text = rest
	}
	return lines
}

// usualEnd is the line end that most lines have.
func usualEnd(lines []textLine) string {
	crlf, lf := 0, 0
	for _, l := range lines {
		switch l.end {
		case "\r\n":
			crlf++
		case "\n":
			lf++
		}
	}
	if crlf > lf {
		return "\r\n"
	}
	return "\n"
}

// applyHunks applies hunks to a text: all of them, or it fails. Lines that stay
// keep their line ends, new ones get the usual one of the text.
func applyHunks(ctx context.Context, text string, hunks []*gitdiff.TextFragment) (string, error) {
	lines := splitText(text)
	end := usualEnd(lines)
	var out []textLine
	done, drift := 0, 0 // lines that are through; how far off the last hunk was
	for i, h := range hunks {
		at, err := place(ctx, lines, h, done, drift)
		if err != nil {
			return "", fmt.Errorf("hunk %d of %d, %s, %w", i+1, len(hunks), h.Header(), err)
		}
		drift = at - stated(h)
		out = append(out, lines[done:at]...)
		for _, l := range h.Lines {
			switch l.Op {
			case gitdiff.OpAdd:
				out = append(out, newLine(l, end, len(lines) == 0))
			case gitdiff.OpContext:
				out = append(out, lines[at])
				at++
			case gitdiff.OpDelete:
				at++
			}
		}
		done = at
	}
	out = append(out, lines[done:]...)
	var b strings.Builder
	for i, l := range out {
		b.WriteString(l.text)
		if l.end == "" && i+1 < len(out) {
			l.end = end
		}
		b.WriteString(l.end)
	}
	return b.String(), nil
}

// newLine makes the line of a patch. In a new file it keeps its own line end.
func newLine(l gitdiff.Line, end string, fresh bool) textLine {
	text, found := strings.CutSuffix(l.Line, "\n")
	bare, crlf := strings.CutSuffix(text, "\r")
	switch {
	case !found:
		return textLine{text: text}
	case fresh && crlf:
		return textLine{bare, "\r\n"}
	}
	return textLine{bare, end}
}

// stated is the index of the line where a hunk says that it begins.
func stated(h *gitdiff.TextFragment) int {
	if h.OldLines == 0 {
		return int(h.OldPosition) // after that line
	}
	return int(h.OldPosition) - 1
}

// place finds the index of the line where a hunk fits, at done or after it:
// where it says, or else the only other place.
func place(ctx context.Context, lines []textLine, h *gitdiff.TextFragment, done, drift int) (int, error) {
	var want []string
	for _, l := range h.Lines {
		if l.Old() {
			want = append(want, strings.TrimRight(l.Line, "\r\n"))
		}
	}
	at := stated(h) + drift
	if len(want) == 0 {
		if at < done || at > len(lines) {
			return 0, fmt.Errorf("adds lines after line %d, which is not there: the file has %d lines", h.OldPosition, len(lines))
		}
		return at, nil
	}
	if at >= done && fits(lines, want, at) {
		return at, nil
	}
	found, err := runs(ctx, lines, want, done)
	if err != nil {
		return 0, err
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("does not fit. %s", closest(ctx, joinText(lines), strings.Join(want, "\n")))
	case 1:
		return found[0], nil
	}
	places := make([]string, 0, mostPlaces)
	for _, i := range found[:min(len(found), mostPlaces)] {
		places = append(places, strconv.Itoa(i+1))
	}
	return 0, fmt.Errorf("does not fit where it says, but at %d other places (lines %s): give it more context", len(found), strings.Join(places, ", "))
}

func fits(lines []textLine, want []string, at int) bool {
	if at < 0 || at+len(want) > len(lines) {
		return false
	}
	for i, w := range want {
		if strings.TrimRight(lines[at+i].text, "\r") != w {
			return false
		}
	}
	return true
}

// runs finds where lines stand in a text, from a line on. It looks at each line of the text twice at most, however
// much of want stands in it (Knuth, Morris and Pratt).
func runs(ctx context.Context, lines []textLine, want []string, from int) (found []int, err error) {
	back := make([]int, len(want)+1) // by how many lines fit: how many still do if the next does not
	for i, k := 1, 0; i < len(want); i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, errTooLong
		}
		for k > 0 && want[i] != want[k] {
			k = back[k]
		}
		if want[i] == want[k] {
			k++
		}
		back[i+1] = k
	}
	k := 0
	for i := from; i < len(lines); i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, errTooLong
		}
		line := strings.TrimRight(lines[i].text, "\r")
		for k > 0 && line != want[k] {
			k = back[k]
		}
		if line == want[k] {
			k++
		}
		if k == len(want) {
			found, k = append(found, i+1-k), back[k]
		}
	}
	return found, nil
}

// errTooLong says that the time of the call has passed.
var errTooLong = errors.New("takes too long to find")

func joinText(lines []textLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}
