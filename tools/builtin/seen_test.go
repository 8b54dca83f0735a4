package builtin

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"handrail/internal/confine"
	"handrail/tools"
)

// linesOf is a file of n lines that differ.
func linesOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestReadCountsOnlyWhatItShowed(t *testing.T) {
	d := newDesk(t, map[string]string{"f": linesOf(480)})
	write := input{"path": "f", "content": "new\n"}
	d.must("read", input{"path": "f", "limit": 199})
	d.refused(tools.PermissionDenied, "write", write, "has not read lines 200-480 of f", "read lines 200-480 first (offset 199), or use edit")
	d.must("read", input{"path": "f", "offset": 400})
	d.refused(tools.PermissionDenied, "write", write, "lines 200-400 of f")
	d.must("read", input{"path": "f", "offset": 200, "limit": 100})
	d.refused(tools.PermissionDenied, "write", write, "lines 200 and 301-400 of f")

	// edit changes what was shown, and nothing else.
	d.refused(tools.PermissionDenied, "edit", input{"path": "f", "old_string": "line 350\n", "new_string": ""}, "line 350 of f", "offset 349, limit 1")
	d.refused(tools.PermissionDenied, "edit", input{"path": "f", "old_string": "line", "new_string": "row", "replace_all": true}, "lines 200 and 301-400")
	d.must("edit", input{"path": "f", "old_string": "line 50\n", "new_string": "one\ntwo\nthree\n"})
	d.refused(tools.PermissionDenied, "write", write, "lines 202 and 303-402 of f") // they have moved
	d.must("edit", input{"path": "f", "old_string": "two\nthree\nline 51\n", "new_string": ""})
	d.refused(tools.PermissionDenied, "write", write, "lines 199 and 300-399 of f")
	d.must("read", input{"path": "f", "offset": 198, "limit": 1})
	d.must("read", input{"path": "f", "offset": 299, "limit": 100})
	d.must("write", write)
	d.must("write", input{"path": "f", "content": "again\n"})

	// A change by others takes all of it back.
	d.put("f", linesOf(10))
	d.must("read", input{"path": "f", "limit": 5})
	d.put("f", linesOf(11))
	d.must("read", input{"path": "f", "offset": 5})
	d.refused(tools.PermissionDenied, "write", write, "lines 1-5 of f")
}

// What a result has no room for was not shown.
func TestReadOfALargeFileCountsForWhatAResultHolds(t *testing.T) {
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", 1500)
	d := newDesk(t, map[string]string{"f": text})
	shown := d.must("read", input{"path": "f"})
	if len(shown) > tools.ContentLimit {
		t.Errorf("%d bytes are given, and cut", len(shown))
	}
	var last, left int
	if _, err := fmt.Sscanf(shown[strings.LastIndex(shown, "("):], "(%d more lines; go on with offset %d)", &left, &last); err != nil || last+left != 1500 {
		t.Fatalf("%v: %d and %d", err, last, left)
	}
	d.refused(tools.PermissionDenied, "write", input{"path": "f", "content": "new"}, fmt.Sprintf("lines %d-1500 of f", last+1))
	for last < 1500 {
		before := last
		shown = d.must("read", input{"path": "f", "offset": last})
		last += strings.Count(shown, "x\n")
		if last == before {
			t.Fatalf("no progress at %d", last)
		}
	}
	d.must("write", input{"path": "f", "content": "new"})
}

// A line that no result holds can be edited, and is never replaced unseen.
func TestALineThatIsTooLong(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "short\n" + strings.Repeat("y", 100_000) + "END\nshort\n"})
	d.must("read", input{"path": "f"})
	d.must("read", input{"path": "f", "offset": 1})
	d.must("read", input{"path": "f", "offset": 2})
	d.refused(tools.PermissionDenied, "write", input{"path": "f", "content": "new"}, "line 2 of f", "too long to be shown whole", "use edit or patch")
	d.must("edit", input{"path": "f", "old_string": "yEND", "new_string": "y"})
}

func TestFilesWithoutLines(t *testing.T) {
	d := newDesk(t, map[string]string{"empty": "", "crlf": "a\r\nb", "utf16": "\xff\xfea\x00\n\x00b\x00"})
	for _, name := range []string{"empty", "crlf", "utf16"} {
		d.must("read", input{"path": name})
		d.must("write", input{"path": name, "content": "new"})
	}
}

// Whatever is changed, a line that was not shown does not become one that was.
func TestWhatIsKnownMovesWithItsLines(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		var old []string
		for i := range 1 + random.IntN(12) {
			old = append(old, fmt.Sprint([]string{"a", "b", "line "}[random.IntN(3)], i*random.IntN(2)))
		}
		end := []string{"", "\n"}[random.IntN(2)]
		text := strings.Join(old, "\n") + end
		seen := Seen{State: confine.StateOf([]byte(text)), Total: lineCount(text)}
		known := map[string]bool{}
		for i := range seen.Total {
			if random.IntN(2) == 0 {
				seen.Lines = withSpan(seen.Lines, Span{i + 1, i + 1})
				known[old[i]] = true
			}
		}
		from := random.IntN(len(old))
		to := from + random.IntN(len(old)-from)
		fresh := strings.Repeat("new\n", random.IntN(3)) + "end"
		after := strings.Join(append(append(append([]string{}, old[:from]...), fresh), old[to:]...), "\n") + end
		got := seen.after(text, after)
		lines := strings.Split(strings.TrimSuffix(after, "\n"), "\n")
		if got.Total != lineCount(after) {
			t.Fatalf("%d lines of %q", got.Total, after)
		}
		for _, span := range got.Lines {
			if span.First < 1 || span.Last > got.Total || span.First > span.Last {
				t.Fatalf("%v of %d lines: %q to %q", got.Lines, got.Total, text, after)
			}
			for n := span.First; n <= span.Last; n++ {
				if line := lines[n-1]; !known[line] && !strings.Contains(fresh, line) {
					t.Fatalf("%q was never shown, and counts as read: %q to %q, %v to %v", line, text, after, seen.Lines, got.Lines)
				}
			}
		}
	}
}
