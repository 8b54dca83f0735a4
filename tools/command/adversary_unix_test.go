//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"handrail/tools"
)

// TestAdversary plays every case of testdata/hands: what a careless author, a
// hostile agent or another program could do, and the answer that it gets. A case
// is a file of the archive, with a line for each of:
//
//	hand FIELDS    the fields of one tool, in JSON (the description is added)
//	file TEXT      or the whole ctxnest.json
//	input JSON     what the agent sends; without it the file is only loaded
//	before SCRIPT  what happens in the project before the call is settled
//	between SCRIPT what happens between the person's yes and the start
//	want WHAT      rejected: TEXT, warned: TEXT, refused CODE: TEXT, args JSON, or status STATUS
//
// REPEAT(text,n) stands for the text n times; COMMA for a comma in it.
func TestAdversary(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "hands", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			count++
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+f.Name, func(t *testing.T) { play(t, readCase(t, string(f.Data))) })
		}
	}
	if count < 100 {
		t.Errorf("%d cases; the issue asks for at least 100", count)
	}
}

var repeat = regexp.MustCompile(`REPEAT\(([^,]*),(\d+)\)`)

func readCase(t *testing.T, text string) map[string]string {
	t.Helper()
	c := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || c[key] != "" {
			t.Fatalf("the line %q cannot be read", line)
		}
		c[key] = repeat.ReplaceAllStringFunc(value, func(s string) string {
			m := repeat.FindStringSubmatch(s)
			n, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			return strings.Repeat(strings.ReplaceAll(m[1], "COMMA", ","), n)
		})
	}
	if c["want"] == "" {
		t.Fatal("a case without an answer")
	}
	return c
}

// play plays one case.
func play(t *testing.T, c map[string]string) {
	file := c["file"]
	if file == "" {
		file = oneHand("a-hand", c["hand"])
	}
	what, text, _ := strings.Cut(c["want"], " ")
	switch what {
	case "rejected:":
		if got := reasons(file); !strings.Contains(got, text) || got == "" {
			t.Errorf("rejected %q, want %q", got, text)
		}
		return
	case "warned:":
		if got := warnings(file); !strings.Contains(got, text) || reasons(file) != "" {
			t.Errorf("warned %q, rejected %q, want %q", got, reasons(file), text)
		}
		return
	}
	b := newBench(t)
	b.c.Env = append(b.c.Env, "TMPDIR="+t.TempDir())
	b.script(c["before"])
	var got string
	inv, err := b.prepare(b.handOf(file, "a-hand"), c["input"])
	switch {
	case err != nil:
		code := tools.InvalidArgs // of a schema's violation
		if e := tools.AsError(err); e.Code != tools.ExecutionFailed {
			code = e.Code
		}
		got = fmt.Sprintf("refused %s: %v", code, err)
	case what == "args":
		raw, err := json.Marshal(inv.(*handInvocation).argv[1:])
		if err != nil {
			t.Fatal(err)
		}
		got = "args " + string(raw)
	default:
		b.script(c["between"])
		result, err := inv.Run(t.Context(), tools.Discard{})
		r := report(t, result, err)
		got = "status " + r.Status
		if err != nil && r.Status == "rejected" {
			got = fmt.Sprintf("refused %s: %s", r.code, r.error)
		}
	}
	if want := c["want"]; got != want && (what != "refused" || !refusedAs(got, want)) {
		t.Errorf("got  %.600s\nwant %s", got, want)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "owned")); err == nil {
		t.Error("the file owned is there: something ran that should not")
	}
}

// refusedAs reports whether got has the code that is wanted, and its text.
func refusedAs(got, want string) bool {
	code, text, _ := strings.Cut(want, ": ")
	return strings.HasPrefix(got, code+": ") && strings.Contains(got, text)
}

// script runs a shell script in the project.
func (b *bench) script(text string) {
	b.t.Helper()
	if text == "" {
		return
	}
	r := b.ran(b.hand(`"command":["sh","-ec",`+quoted(text)+`]`), `{}`)
	if r.Status != "success" {
		b.t.Fatalf("%s: %+v", text, r)
	}
}
