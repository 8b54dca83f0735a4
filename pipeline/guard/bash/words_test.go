package bash

import (
	"os/exec"
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
	r := NewReader("/home/kim")
	f.Fuzz(func(t *testing.T, program, one, two string) {
		argv := []string{program, one, two}
		for _, a := range argv {
			if strings.Contains(a, "\x00") {
				return // no program can be given one, and the schema refuses it
			}
		}
		text := quoted(t, argv)
		s := r.Read(tools.Preview{Shell: text, Folder: "/space"})
		if len(s.Commands) == 0 {
			t.Fatalf("%q as %s holds no command (%v)", argv, text, s.Doubts)
		}
		c := s.Commands[0]
		if len(c.Args) != len(argv) || len(c.Assigns) > 0 || len(c.Writes) > 0 || c.In.Piped {
			t.Fatalf("%q as %s is %+v", argv, text, c)
		}
		for i, a := range c.Args {
			if a.Text != argv[i] || !a.Known {
				t.Errorf("%q as %s: word %d is %q, known %t", argv, text, i, a.Text, a.Known)
			}
		}
	})
}

// What the guard takes a word for is what bash makes of it.
func TestWordsAreWhatBashMakesOfThem(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatalf("a test of what bash does needs bash: %v", err)
	}
	r := NewReader("/home/kim")
	for _, script := range []string{
		`echo a'b'"c"\d`, `echo $'\x41\102\u0043\n\t\\\'x'`, `echo {a,b}{1..3} x{,y} '{a,b}'`, `x='a  b'; echo $x "$x" '$x'`, `x=' a b '; echo -$x-`, `IFS=,; x=a,b,,c; echo $x "$x"`,
		`x=abc; echo ${x#a} ${x%c} ${x:1} ${x:1:1} ${x/b/Z} ${x//[ac]/Z} ${x^^} ${#x}`, `a=(x 'y z'); echo "${a[@]}" ${a[@]}`, `set -- 1 '2 3'; echo "$@" $2 "$*"x`, `echo $(echo a b) "$(echo 'a  b')"`,
		`x=$(printf 'a\n\n'); echo "$x"`, `f() { echo "$1" "$2"; }; f 'a b' c`, `for i in a 'b c'; do echo "$i"; done`, `x=a; x+=b; echo $x`, `echo "a\$b\\c\d"`, `echo a\` + "\n" + `b`, `x=; echo "$x"y $x z`,
		`echo "" ''x`, `x='*'; echo "$x"`, `echo "$(echo cm0= | base64 -d)"`, `export E='a b'; echo "$E"`, `y=${UNSET_X-d}; z=1; echo "$z"`,
	} {
		s := r.Read(previewOf(script))
		var want []string
		for _, c := range s.Commands {
			if c.Name() != "echo" || c.Depth > 1 {
				continue
			}
			known := c.Decided()
			for _, a := range c.Args[1:] {
				if known {
					want = append(want, a.Text)
				}
			}
		}
		stub := "echo() { printf '%s\\0' \"$@\" >&3; builtin echo \"$@\"; }; " + script
		cmd := exec.CommandContext(t.Context(), bash, "--norc", "-c", "exec 3>&1 >/dev/null; "+stub)
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s:\n bash  %q\n guard %q", script, got, want)
		}
	}
}

func previewOf(script string) tools.Preview { return tools.Preview{Shell: script, Folder: "/space"} }
