package builtin

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/dev/effort"
	"handrail/internal/schema"
	"handrail/tools"
)

func TestGrep(t *testing.T) {
	d := newDesk(t, map[string]string{
		"a.go":           "package a\n\nfunc Foo() error {\n\treturn nil\n}\n\nfunc foo() {}\n",
		"b/b.go":         "package b\n\nfunc Bar() { Foo() }\n",
		"b/c.ts":         "export const foo = 1\r\nconst x = foo\r\n",
		"notes.md":       "Foo is a word\n-dash first\na.b\naxb\nend",
		"data.bin":       "Foo\x00",
		"wide.txt":       "\xff\xfeF\x00o\x00o\x00\n\x00",
		"bom.txt":        bom8 + "Foo first\n",
		".git/x.go":      "Foo\n",
		".hidden/h.go":   "// Foo hidden\n",
		".gitignore":     "ignored/\n",
		"ignored/i.go":   "Foo\n",
		"latin.txt":      "caf\xe9 Foo\n",
		"long.min.js":    strings.Repeat("x", 5000) + "Foo" + strings.Repeat("y", 5000) + "\n",
		"Makefile":       "Foo:\n",
		"b/c/Dockerfile": "FROM Foo\n",
	})
	for _, c := range []struct {
		in   input
		want []string
	}{
		{input{"pattern": "Foo", "type": "go"}, []string{".hidden/h.go:1:// Foo hidden", "a.go:3:func Foo() error {", "b/b.go:3:func Bar() { Foo() }"}},
		{input{"pattern": "foo", "ignore_case": true, "glob": "*.{go,ts}", "path": "b"}, []string{"b/b.go:3:func Bar() { Foo() }", "b/c.ts:1:export const foo = 1", "b/c.ts:2:const x = foo"}},
		{input{"pattern": "Foo", "path": "b/b.go"}, []string{"b/b.go:3:func Bar() { Foo() }"}},
		{input{"pattern": "Foo", "glob": "b/**/*.go"}, []string{"b/b.go:3:func Bar() { Foo() }"}},
		{input{"pattern": "Foo", "glob": "*.txt"}, []string{"bom.txt:1:Foo first", "latin.txt:1:caf� Foo", "wide.txt:1:Foo"}},
		{input{"pattern": "-dash"}, []string{"notes.md:2:-dash first"}},
		{input{"pattern": "--"}, []string{""}},
		{input{"pattern": "a.b", "type": "markdown"}, []string{"notes.md:3:a.b", "notes.md:4:axb"}},
		{input{"pattern": `a\.b`}, []string{"notes.md:3:a.b"}},
		{input{"pattern": "^end$"}, []string{"notes.md:5:end"}},
		{input{"pattern": "= 1$", "type": "ts"}, []string{"b/c.ts:1:export const foo = 1"}},
		{input{"pattern": `^$`, "path": "a.go"}, []string{"a.go:2:", "a.go:6:"}},
		{input{"pattern": `\AFoo`, "path": "notes.md"}, []string{"notes.md:1:Foo is a word"}},
		{input{"pattern": `func\s+\w+\(\)\s*\{`, "path": "a.go"}, []string{"a.go:7:func foo() {}"}},
		{input{"pattern": `[^x]+nil[^x]*`, "path": "a.go"}, []string{"a.go:4:\treturn nil"}},
		{input{"pattern": `(?s)Foo.*nil`, "path": "a.go"}, []string{""}},
		{input{"pattern": `package a\n`, "path": "a.go"}, []string{""}},
		{input{"pattern": "nothing at all"}, []string{""}},
		{input{"pattern": "Foo", "type": "make"}, []string{"Makefile:1:Foo:"}},
		{input{"pattern": "Foo", "type": "docker"}, []string{"b/c/Dockerfile:1:FROM Foo"}},
		{input{"pattern": "Foo", "path": "ignored"}, []string{"ignored/i.go:1:Foo"}},
		{input{"pattern": "return", "-C": 1}, []string{"a.go-3-func Foo() error {", "a.go:4:\treturn nil", "a.go-5-}"}},
		{input{"pattern": "package|func foo", "path": "a.go", "context": 1}, []string{"a.go:1:package a", "a.go-2-", "--", "a.go-6-", "a.go:7:func foo() {}"}},
		{input{"pattern": "package|func", "path": "a.go", "context": 1}, []string{"a.go:1:package a", "a.go-2-", "a.go:3:func Foo() error {", "a.go-4-\treturn nil", "--", "a.go-6-", "a.go:7:func foo() {}"}},
		{input{"pattern": "package|func", "path": "a.go", "context": 2}, []string{"a.go:1:package a", "a.go-2-", "a.go:3:func Foo() error {", "a.go-4-\treturn nil", "a.go-5-}", "a.go-6-", "a.go:7:func foo() {}"}},
		{input{"pattern": "package", "glob": "**/*.go", "context": 1}, []string{"a.go:1:package a", "a.go-2-", "--", "b/b.go:1:package b", "b/b.go-2-"}},
	} {
		if diff := cmp.Diff(c.want, lines(d.must("grep", c.in))); diff != "" {
			t.Errorf("grep %v (-want +got):\n%s", c.in, diff)
		}
	}
	got := d.must("grep", input{"pattern": "Foo", "respect_gitignore": false, "type": "go"})
	if !strings.Contains(got, "ignored/i.go:1:Foo\n") || strings.Contains(got, ".git/") {
		t.Errorf("without .gitignore: %q", got)
	}
	got = d.must("grep", input{"pattern": "Foo", "type": "js"})
	if !strings.HasPrefix(got, "long.min.js:1:… xxx") || !strings.Contains(got, "xFooy") || len(got) > maxColumns+100 {
		t.Errorf("a long line: %d bytes, %.60q", len(got), got)
	}
}

// A long line is cut after secrets were taken out: a half of one would be known to nothing.
func TestGrepCutsNoSecret(t *testing.T) {
	const secret, mark = "QwPartOneANDsecondPartTwoZz", "[it]"
	g := &grep{f: &files{redact: func(text string) string { return strings.ReplaceAll(text, secret, mark) }}}
	for at := 0; at < 3*maxColumns; at++ {
		line := strings.Repeat("a", at) + secret + strings.Repeat("b", 3*maxColumns-at)
		for _, from := range []int{0, 700, 1500} {
			got := string(g.cutText([]byte(line), from))
			if strings.Contains(got, "Qw") || strings.Contains(got, "Zz") || strings.Contains(got, "ANDse") || len(got) > maxColumns+20 {
				t.Fatalf("the secret at %d, cut from %d: %q", at, from, got)
			}
		}
	}
	if got := string(g.cutText([]byte(strings.Repeat("x", 40<<10)+secret+"needle"+strings.Repeat("y", 40<<10)), 40<<10)); !strings.Contains(got, "needle") || strings.Contains(got, "Qw") {
		t.Errorf("behind a secret: %q", got)
	}
	if got := string(g.cutText([]byte(strings.Repeat("x", 40<<10)), 30<<10)); got != "… "+strings.Repeat("x", maxColumns)+" …" {
		t.Errorf("without one: %q", got)
	}
}

func TestGrepRefuses(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "x\n", "bin": "x\x00"})
	d.refused(tools.InvalidArgs, "grep", input{"pattern": "("}, "not valid RE2")
	d.refused(tools.InvalidArgs, "grep", input{"pattern": "(?=x)"}, "not valid RE2")
	d.refused(tools.InvalidArgs, "grep", input{"pattern": "x", "type": "klingon"}, `"klingon" is not known`, "go, ", "use glob")
	d.refused(tools.InvalidArgs, "grep", input{"pattern": "x", "glob": "[a"}, "not a pattern of file names")
	d.refused(tools.FileNotFound, "grep", input{"pattern": "x", "path": "none"}, "does not exist")
	d.refused(tools.InvalidPath, "grep", input{"pattern": "x", "path": "/etc"}, "outside")
	d.refused(tools.ExecutionFailed, "grep", input{"pattern": "x", "path": "bin"}, "not text")
}

func TestGrepLimits(t *testing.T) {
	if l := usualLimits(); l.grepLines != 1000 || l.grepTime != 10*time.Second {
		t.Errorf("limits are %+v", l)
	}
	for _, spread := range []int{3, 100} { // lines a file
		for total, cut := range map[int]bool{999: false, 1000: false, 1001: true, 4100: true} {
			d := newDesk(t, nil)
			var want []string
			for i := 0; i < total; i += spread {
				name := fmt.Sprintf("d%d/f%04d", i%7, i)
				n := min(spread, total-i)
				d.put(name, strings.Repeat("hit\n", n))
				for j := range n {
					want = append(want, fmt.Sprintf("%s:%d:hit", name, j+1))
				}
			}
			r, err := d.call("grep", input{"pattern": "hit"})
			if err != nil {
				t.Fatal(err)
			}
			sortLines(want)
			if cut {
				want = append(want[:1000], "(there are more than 1000 matches; these are the first: narrow the pattern, path, type or glob)")
			}
			if diff := cmp.Diff(want, lines(r.Content)); diff != "" || r.Meta.Truncated != cut {
				t.Errorf("%d matches, %d a file: truncated %v (-want +got):\n%.2000s", total, spread, r.Meta.Truncated, diff)
			}
		}
	}
	slow := newDesk(t, map[string]string{"f": "x"}, func(l *limits) { l.grepTime = 1 })
	slow.refused(tools.Timeout, "grep", input{"pattern": "x"}, "longer than 1ns")
	slow.refused(tools.Timeout, "grep", input{"pattern": "x", "path": "f"}, "longer than 1ns")
	small := newDesk(t, map[string]string{"f": "x\n", "big": strings.Repeat("x", 11)}, func(l *limits) { l.fileSize = 10 })
	if got := small.must("grep", input{"pattern": "x"}); got != "f:1:x\n(1 file left out: larger than 10 bytes)\n" {
		t.Errorf("with a large file: %q", got)
	}
}

// sortLines sorts file:line:text by file, then by line.
func sortLines(list []string) {
	key := func(s string) string {
		name, rest, _ := strings.Cut(s, ":")
		number, _, _ := strings.Cut(rest, ":")
		return fmt.Sprintf("%s %08s", name, number)
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(key(a), key(b)) })
}

// Secrets do not come up by accident, but whoever names the file gets it.
func TestGrepLeavesSecretsOut(t *testing.T) {
	d := newDesk(t, map[string]string{".env": "TOKEN=abc\n", "sub/id_rsa": "TOKEN\n", "a.txt": "TOKEN\n", ".env.example": "TOKEN=\n"})
	want := ".env.example:1:TOKEN=\na.txt:1:TOKEN\n(left out because they usually hold secrets: .env, sub/id_rsa; name one in path to search in it)\n"
	if got := d.must("grep", input{"pattern": "TOKEN"}); got != want {
		t.Errorf("got %q", got)
	}
	if got := d.must("grep", input{"pattern": "TOKEN", "path": ".env"}); got != ".env:1:TOKEN=abc\n" {
		t.Errorf("the file by its name: %q", got)
	}
}

func TestGrepUnreadable(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "x\n"})
	if err := os.Symlink("/etc/passwd", filepath.Join(d.space, "link")); err != nil {
		t.Fatal(err)
	}
	if got := d.must("grep", input{"pattern": "x|root"}); got != "a:1:x\n" {
		t.Errorf("with a link to the outside: %q", got)
	}
}

// A searcher finds the lines that a plain look at each line finds.
func FuzzSearcher(f *testing.F) {
	for _, p := range []string{"b", "a.c", "^$", "$", "^", "", "a*", `\s`, "[^a]+", "(?i)AB", "a|b", `\bfoo\b`, `x\z`, "a{2,3}", `\w+\(`, "(?s)a.b", "é", `[\n]`, `a\nb`, "(ab)+c", `\x{20}`, "K"} {
		f.Add(p, "abc\n\nfoo (x)\nAB\naéb\nxx\n", false)
		f.Add(p, "abc\n\nfoo (x)\nAB\nK\u212a\nb", true)
	}
	f.Add("[^a]+", "\xaa", false)
	f.Add("ab", strings.Repeat("xb\n", 200)+"ab", false)
	f.Add("a.*b", strings.Repeat("a\n", 200)+"ab", false)
	f.Fuzz(func(t *testing.T, pattern, text string, ignoreCase bool) {
		if strings.Contains(text, "\r") {
			return // \r\n counts as one line end: TestGrep
		}
		s, err := newSearcher(pattern, ignoreCase)
		if err != nil {
			return
		}
		re, err := schema.Compile(pattern, ignoreCase)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for n, line := range bytes.Split([]byte(strings.TrimSuffix(text, "\n")), []byte("\n")) {
			if text != "" && re.Match(line) {
				want = append(want, fmt.Sprintf("%d %q", n, line))
			}
		}
		for _, l := range s.lines(t.Context(), []byte(text), 1<<20) {
			got = append(got, fmt.Sprintf("%d %q", strings.Count(text[:l.start], "\n"), text[l.start:l.end]))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q in %q (-line by line +searcher):\n%s", pattern, text, diff)
		}
	})
}

func TestSearcherInChunks(t *testing.T) {
	var text strings.Builder
	want := 0
	for i := range 40_000 {
		if i%1000 == 7 {
			text.WriteString("needle 42\n")
			want++
		} else {
			fmt.Fprintf(&text, "line %d of hay\n", i)
		}
	}
	text.WriteString(strings.Repeat("x", 3*searchChunk) + " needle 1 " + strings.Repeat("x", 3*searchChunk))
	want++
	for _, pattern := range []string{"needle", `needle \d`, `n[e]+dl[e] [0-9]`, `(?i)NEEDLE`} {
		s, err := newSearcher(pattern, false)
		if err != nil {
			t.Fatal(err)
		}
		got := s.lines(t.Context(), []byte(text.String()), 1000)
		if len(got) != want {
			t.Errorf("%s: %d lines, want %d", pattern, len(got), want)
		}
		if got := s.lines(t.Context(), []byte(text.String()), 5); len(got) != 5 {
			t.Errorf("%s, at most 5: %d lines", pattern, len(got))
		}
	}
}

func FuzzFinder(f *testing.F) {
	f.Add("aXb", "aaXbaXb")
	f.Add("e", "eee")
	f.Add("ab", strings.Repeat("b", 300)+"ab")
	f.Add("", "x")
	f.Add("long", "lo")
	f.Fuzz(func(t *testing.T, text, data string) {
		if got, want := newFinder(text).index([]byte(data)), strings.Index(data, text); got != want {
			t.Errorf("%q in %q: %d, want %d", text, data, got, want)
		}
	})
}

// A pattern that would take the engine long to compile is refused, with what to do; one that a very long line
// would keep busy leaves that line out and says so, and finds what is around it.
func TestGrepHeavyPatterns(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "xx\n"})
	end := effort.Limit(t, 5*time.Second)
	for _, pattern := range []string{strings.Repeat("x{0,1000}", 50), strings.Repeat("x{0,100}", 500), strings.Repeat("x{0,1000}", 49), strings.Repeat("x{1000}", 50), `\pL{500}`, strings.Repeat("(x?){1000}", 20)} {
		d.refused(tools.InvalidArgs, "grep", input{"pattern": pattern}, "too many repetitions", "smaller numbers")
		d.refused(tools.InvalidArgs, "grep", input{"pattern": pattern, "ignore_case": true}, "too many repetitions")
	}
	end()
	end = effort.Limit(t, 60*time.Second)
	d.put("b", "x first\n"+strings.Repeat("x", 3_000_000)+"y\nx last\n")
	got := d.must("grep", input{"pattern": strings.Repeat("x{0,1000}", 4) + "(y| )", "path": "b"})
	end()
	if want := "b:1:x first\nb:3:x last\n(1 line left out: too long for a pattern of so many repetitions; write smaller numbers in its braces)\n"; got != want {
		t.Errorf("got %.300q", got)
	}
}

// A search that was cancelled ends within the file that it is in, and is not settled any more.
func TestGrepCancelled(t *testing.T) {
	s, err := newSearcher("(a|b){30}c", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.lines(ctx, []byte(strings.Repeat(strings.Repeat("ab", 15)+"c\n", 1000)), 1000); len(got) != 0 {
		t.Errorf("%d lines are found after the end", len(got))
	}
}
