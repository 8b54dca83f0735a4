package guard

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// quoted writes an argv as internal/render.Argv does.
func quoted(t *testing.T, argv []string) string {
	t.Helper()
	words := make([]string, len(argv))
	for i, a := range argv {
		var err error
		if words[i], err = syntax.Quote(a, syntax.LangBash); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(words, " ")
}

func TestProgramsWithoutAShell(t *testing.T) {
	raw, err := os.ReadFile("testdata/argvs.txt")
	if err != nil {
		t.Fatal(err)
	}
	g, cases := space(Config{}), 0
	for n, line := range strings.Split(string(raw), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verdict, rest, ok := strings.Cut(line, " | ")
		at := strings.LastIndex(rest, " | ")
		var argv []string
		if !ok || at < 0 || json.Unmarshal([]byte(rest[:at]), &argv) != nil {
			t.Fatalf("line %d is not verdict | argv | why", n+1)
		}
		want := Outcome(verdict)
		if want == "pass" {
			want = Allow
		}
		got := built(g, quoted(t, argv))
		if got.Outcome != want {
			t.Errorf("line %d: %q is %s (%s), want %s: %s", n+1, argv, got.Outcome, got.Reason, want, rest[at+3:])
		}
		cases++
	}
	if cases < 40 {
		t.Errorf("only %d cases were read", cases)
	}
}

// Whatever the words, the guard sees one command with exactly these words, and
// nothing that is only known when it runs.
func FuzzAnArgvIsOneCommandOfLiteralWords(f *testing.F) {
	f.Add("rm", "-rf", "/")
	f.Add("A=b", "$(x)", "a\nb")
	f.Add("!", "{a,b}", "")
	f.Add("time", "#", "\\")
	f.Add("[[", "%s%d", "'\"`")
	f.Add("a[0]=1", "~root", "\u202e\u00a0é")
	f.Add("[", "&>x", "\x7f\x1b\x01")
	f.Add("coproc", "((", "\xff\xfe%")
	f.Add("function", "select", "x\x80")
	g := space(Config{})
	f.Fuzz(func(t *testing.T, program, one, two string) {
		argv := []string{program, one, two}
		for _, a := range argv {
			if strings.Contains(a, "\x00") {
				return // no program can be given one, and the schema refuses it
			}
		}
		text := quoted(t, argv)
		s := g.readScript(tools.Preview{Shell: text, Folder: "/space"})
		if len(s.commands) == 0 {
			t.Fatalf("%q as %s holds no command (%v)", argv, text, s.doubts)
		}
		c := s.commands[0]
		if len(c.args) != len(argv) || len(c.assigns) > 0 || len(c.writes) > 0 || c.in.piped {
			t.Fatalf("%q as %s is %+v", argv, text, c)
		}
		for i, a := range c.args {
			if a.text != argv[i] || !a.known {
				t.Errorf("%q as %s: word %d is %q, known %t", argv, text, i, a.text, a.known)
			}
		}
	})
}
