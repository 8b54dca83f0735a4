package builtin

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

func TestEdit(t *testing.T) {
	cases := []struct {
		name, file, old, new string
		all                  bool
		want, says           string
	}{
		{"one line", "a\nb\nc\n", "b", "B", false, "a\nB\nc\n", "replaced 1 occurrence at line 2"},
		{"delete", "a\nb\nc\n", "b\n", "", false, "a\nc\n", "at line 2"},
		{"several lines", "a\nb\nc\n", "a\nb", "x\ny\nz", false, "x\ny\nz\nc\n", "at line 1"},
		{"at the end", "a\nb", "b", "c", false, "a\nc", "at line 2"},
		{"whole file", "a", "a", "b", false, "b", "at line 1"},
		{"all", "x y x\nx\n", "x", "zz", true, "zz y zz\nzz\n", "replaced 3 occurrences at lines 1, 1, 2"},
		{"all of one", "x\n", "x", "y", true, "y\n", "replaced 1 occurrence at line 1"},
		{"all, no overlap", "aaa\n", "aa", "b", true, "ba\n", "replaced 1 occurrence"},
		{"LF text in a CRLF file", "a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\n", false, "x\r\ny\r\nc\r\n", "at line 1"},
		{"new lines in a CRLF file", "a\r\nb\r\n", "b", "b\nc", false, "a\r\nb\r\nc\r\n", "at line 2"},
		{"CRLF text in a CRLF file", "a\r\nb\r\n", "a\r\nb", "x\r\ny", false, "x\r\ny\r\n", "at line 1"},
		{"CRLF text in an LF file", "a\nb\n", "a\r\nb", "x\r\ny", false, "x\ny\n", "at line 1"},
		{"mixed line ends stay", "a\r\nb\nc\r\n", "b", "B", false, "a\r\nB\nc\r\n", "at line 2"},
		{"BOM stays", bom8 + "a\nb\n", "a\n", "x\n", false, bom8 + "x\nb\n", "at line 1"},
		{"UTF-16 stays", "\xff\xfea\x00\r\x00\n\x00b\x00", "a\nb", "é\nc", false, "\xff\xfe\xe9\x00\r\x00\n\x00c\x00", "at line 1"},
		{"invalid UTF-8 stays", "caf\xe9\nb\n", "b", "B", false, "caf\xe9\nB\n", "at line 2"},
		{"not a pattern", "a.b\naxb\n", "a.b", "$1", false, "$1\naxb\n", "at line 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": c.file})
			d.must("read", input{"path": "f"})
			got := d.must("edit", input{"path": "f", "old_string": c.old, "new_string": c.new, "replace_all": c.all})
			if !strings.HasPrefix(got, "Edited f: ") || !strings.Contains(got, c.says) {
				t.Errorf("it says %q, want %q", got, c.says)
			}
			if diff := cmp.Diff(c.want, d.get("f")); diff != "" {
				t.Errorf("the file (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEditRefuses(t *testing.T) {
	file := "func a() {\n\treturn 1\n}\n\nfunc b() {\n\treturn 1\n}\n"
	d := newDesk(t, map[string]string{"f": file, "crlf": "a\r\nb\r\n", "many": strings.Repeat("x\n", 30), "p": "a\x00"})
	for _, name := range []string{"f", "crlf", "many"} {
		d.must("read", input{"path": name})
	}
	edit := func(old, new string) input { return input{"path": "f", "old_string": old, "new_string": new} }
	d.refused(tools.ExecutionFailed, "edit", edit("\treturn 1", "\treturn 2"), "f: old_string occurs more than once, at lines 2, 6", "replace_all")
	d.refused(tools.ExecutionFailed, "edit", edit("  return 1\n}\n\nfunc b() {", "x"), "does not occur", "other white space is at line 2", "     2\t\treturn 1\n     3\t}")
	d.refused(tools.ExecutionFailed, "edit", edit("\treturn 12", "x"), "The closest place is line 2")
	d.refused(tools.ExecutionFailed, "edit", edit("completely unknown text", "x"), "Nothing like it stands there", "read the file again")
	d.refused(tools.InvalidArgs, "edit", edit("", "x"), "old_string is empty", "use write")
	d.refused(tools.InvalidArgs, "edit", edit("return", "return"), "nothing would change")
	d.refused(tools.InvalidArgs, "edit", input{"path": "crlf", "old_string": "a\n", "new_string": "a\r\n"}, "nothing would change")
	d.refused(tools.ExecutionFailed, "edit", input{"path": "many", "old_string": "x", "new_string": "y"}, "19, 20 and more")
	d.refused(tools.FileNotFound, "edit", input{"path": "none", "old_string": "x", "new_string": "y"}, "does not exist")
	d.refused(tools.ExecutionFailed, "edit", input{"path": "p", "old_string": "a", "new_string": "b"}, "not text")
	if d.get("f") != file {
		t.Errorf("the file has changed: %q", d.get("f"))
	}
	if got := d.must("edit", input{"path": "many", "old_string": "x", "new_string": "y", "replace_all": true}); !strings.Contains(got, "30 occurrences at lines 1, 2,") || !strings.Contains(got, "20 and 10 more") {
		t.Errorf("it says %q", got)
	}
}

func TestEditAliases(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\n"})
	d.must("read", input{"path": "f"})
	d.must("edit", input{"path": "f", "old_text": "a", "new_text": "b"})
	if d.get("f") != "b\n" {
		t.Errorf("the file holds %q", d.get("f"))
	}
}

func TestClosest(t *testing.T) {
	text := strings.Join([]string{
		"package main", "", "import \"fmt\"", "", "func main() {", "    fmt.Println(\"hello\")", "    return", "}", "",
		"func other() {", "    fmt.Println(\"bye\")", "}",
	}, "\n")
	for _, c := range []struct{ old, want string }{
		{"func main() {\n\tfmt.Println(\"hello\")", "The same text with other white space is at line 5:"},
		{"func main() {\n    fmt.Println(\"hullo\")", "The closest place is line 5:"},
		{"fmt.Println(\"bye!\")", "The closest place is line 11:"},
		{"nothing of the sort", "Nothing like it"},
		{"\n\n", "Nothing like it"},
	} {
		if got := closest(t.Context(), text, c.old); !strings.HasPrefix(got, c.want) {
			t.Errorf("closest(%q) = %q, want %q", c.old, got, c.want)
		}
	}
	if got := closest(t.Context(), strings.Repeat("a\n", closestWork/2), "b\nb\nb"); !strings.Contains(got, "too large") {
		t.Errorf("a huge file: %q", got)
	}
}

// An edit changes exactly one place, or nothing.
func FuzzEdit(f *testing.F) {
	f.Add("a\nb\nc\n", "b", "x")
	f.Add("a\r\nb\r\n", "a\nb", "x\ny")
	f.Add("aaa", "aa", "b")
	f.Add("a\r\nb\n", "\n", "\r\n")
	f.Add("\r\n\n\r", "\r", "")
	f.Add("x", "", "y")
	f.Add("ab\r\nab\n", "b\r\na", "\r")
	f.Fuzz(func(t *testing.T, text, old, new string) {
		r, err := replaceIn(t.Context(), text, old, new, false, 1<<20)
		if err != nil {
			if r.text != "" || tools.AsError(err).Code == "" {
				t.Errorf("an error comes with the text %q", r.text)
			}
			return
		}
		if r.count != 1 || len(r.lines) != 1 {
			t.Fatalf("%d places, lines %v", r.count, r.lines)
		}
		// What is left of the one place and right of it is as it was.
		head := commonPrefix(text, r.text)
		ok := false
		for at := 0; at <= head && !ok; at++ {
			for _, o := range []string{old, matchEnds(text, old)} {
				put := matchEnds(text, new)
				ok = ok || strings.HasPrefix(text[at:], o) && r.text == text[:at]+put+text[at+len(o):] &&
					strings.Count(text[:at], "\n")+1 == r.lines[0]
			}
		}
		if !ok {
			t.Errorf("replaceIn(%q, %q, %q) = %q at %v", text, old, new, r.text, r.lines)
		}
		// A second place would have been refused.
		for _, o := range []string{old, matchEnds(text, old)} {
			if i := strings.Index(text, o); i >= 0 && strings.Contains(text[i+1:], o) && o == old {
				t.Errorf("%q stands twice in %q", o, text)
			}
		}
		// With replace_all, the one place is all places, if they do not overlap.
		all, err := replaceIn(t.Context(), text, old, new, true, 1<<20)
		if err != nil || all.text != r.text {
			t.Errorf("replace_all gives %q, %v; one gives %q", all.text, err, r.text)
		}
	})
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// A text that is decoded and encoded again has the same bytes.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "a", bom8 + "a", "\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\xd8", "\xff\xfe", "\xff\xfe\x00\x00", "\xff", "a\x00b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, form, err := decode(data)
		if err != nil {
			return
		}
		again, err := form.encode(text)
		if err != nil || string(again) != string(data) {
			t.Errorf("decode(%q) = %q, encoded again %q, %v", data, text, again, err)
		}
	})
}

func TestReadLogForgetsTheOldest(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "x"})
	d.must("read", input{"path": "f"})
	for i := range maxReads - 1 {
		d.files.reads.Record("other", fmt.Sprint(i), Seen{State: d.stateOf("x")})
	}
	d.must("write", input{"path": "f", "content": "y"}) // just remembered, and now the latest
	d.files.reads.Record("other", "one more", Seen{State: d.stateOf("x")})
	d.must("write", input{"path": "f", "content": "z"})
	for i := range maxReads {
		d.files.reads.Record("other", fmt.Sprint("again", i), Seen{State: d.stateOf("x")})
	}
	d.refused(tools.PermissionDenied, "write", input{"path": "f", "content": "x"}, "has not been read")
}
