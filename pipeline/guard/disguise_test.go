package guard

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// A disguise writes a script in another way that bash treats the same.
type disguise struct {
	rand  *rand.Rand
	words [][2]string // words before and after
}

// dress returns the script in disguise; ok is false if it cannot be parsed.
func dress(text string, seed uint64) (d *disguise, out string, ok bool) {
	d = &disguise{rand: rand.New(rand.NewPCG(seed, 1))}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffd }) {
		return d, "", false // the printer makes other letters of these
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) == 0 {
		return d, "", false
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, isCall := n.(*syntax.CallExpr)
		if !isCall {
			return true
		}
		for _, w := range call.Args {
			d.word(w)
		}
		return true
	})
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, file); err != nil {
		return d, "", false
	}
	out = d.around(strings.TrimRight(b.String(), "\n"), len(file.Stmts) == 1 && file.Stmts[0].Redirs == nil && simpleCall(file.Stmts[0]))
	_, err = syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(out), "")
	return d, out, err == nil
}

// simpleCall reports whether a statement is one program with arguments.
func simpleCall(n *syntax.Stmt) bool {
	call, ok := n.Cmd.(*syntax.CallExpr)
	return ok && !n.Background && !n.Negated && len(call.Args) > 0 && len(call.Assigns) == 0
}

const plainLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/._"

// word quotes a plain word in another way.
func (d *disguise) word(w *syntax.Word) {
	if len(w.Parts) != 1 {
		return
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || strings.Trim(lit.Value, plainLetters) != "" {
		return
	}
	s := lit.Value
	at := d.rand.IntN(len(s) + 1)
	var out string
	switch d.rand.IntN(9) {
	case 0:
		out = "'" + s + "'"
	case 1:
		out = `"` + s + `"`
	case 2:
		out = s[:at] + "''" + s[at:]
	case 3:
		out = s[:at] + `""` + s[at:]
	case 4:
		out = "'" + s[:at] + `'"` + s[at:] + `"`
	case 5:
		for _, c := range s {
			out += `\` + string(c)
		}
	case 6:
		out = "$'"
		for _, c := range []byte(s) {
			out += []string{fmt.Sprintf(`\x%02x`, c), fmt.Sprintf(`\%03o`, c), fmt.Sprintf(`\u%04x`, c)}[d.rand.IntN(3)]
		}
		out += "'"
	case 7:
		out = s[:at] + "\\\n" + s[at:]
	default:
		return
	}
	d.words = append(d.words, [2]string{s, out})
	parsed, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader("x "+out), "")
	if err != nil {
		return
	}
	w.Parts = parsed.Stmts[0].Cmd.(*syntax.CallExpr).Args[1].Parts
}

// around puts a script into something that runs it.
func (d *disguise) around(s string, simple bool) string {
	quoted, err := syntax.Quote(s, syntax.LangBash)
	if err != nil {
		return s
	}
	n := d.rand.IntN(18)
	if !simple && n >= 9 {
		n %= 8
	}
	switch n {
	case 0:
		return "{ " + s + "\n}"
	case 1:
		return "(" + s + "\n)"
	case 2:
		return "true && {\n" + s + "\n}"
	case 3:
		return "if true; then\n" + s + "\nfi"
	case 4:
		return "eval " + quoted
	case 5:
		return s + "\n# a comment"
	case 6:
		return "bash -c " + quoted
	case 7:
		return "for i in 1 2; do\n" + s + "\ndone"
	case 9:
		return "env " + s
	case 10:
		return "command " + s
	case 11:
		return s + " # a comment"
	case 12:
		return "A=1 " + s
	case 13:
		return "sudo -n " + s + " 2>&1"
	case 14:
		return "! ! " + s
	case 15:
		return "time -p -- " + s
	case 16:
		return "time ! " + s
	case 17:
		return "bash -O extglob -c " + quoted
	}
	return s
}

// stillDenied fails if a denied command is not denied in disguise.
func stillDenied(t *testing.T, g *Guard, command string, seed uint64) {
	t.Helper()
	if built(g, command).Outcome != Deny {
		return
	}
	_, out, ok := dress(command, seed)
	if !ok {
		return
	}
	if got := built(g, out); got.Outcome != Deny {
		t.Errorf("%q is denied, but in disguise %q it is %s (%s)", command, out, got.Outcome, got.Reason)
	}
}

// Every command of the corpus that is denied stays denied in many disguises.
func TestDeniedStaysDenied(t *testing.T) {
	g := space(Config{Walls: standing})
	corpus(t, "testdata/commands.txt", func(_ int, verdict, command, _ string) {
		if verdict != "deny" {
			return
		}
		for seed := range uint64(40) {
			stillDenied(t, g, command, seed)
		}
	})
}

// What the disguises do to words is nothing in the eyes of a real bash.
func TestBashTreatsDisguisesTheSame(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatalf("a test of what bash does needs bash: %v", err)
	}
	var before, after []string
	corpus(t, "testdata/commands.txt", func(n int, _, command, _ string) {
		d, _, _ := dress(command, uint64(n))
		for _, w := range d.words {
			before, after = append(before, w[0]), append(after, w[1])
		}
	})
	out, err := exec.CommandContext(t.Context(), bash, "--norc", "-c", "printf '%s\\0' "+strings.Join(after, " ")).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != len(before) || len(before) < 500 {
		t.Fatalf("%d words became %d", len(before), len(got))
	}
	for i := range before {
		if got[i] != before[i] {
			t.Errorf("bash reads %s as %q, not as %q", after[i], got[i], before[i])
		}
	}
}

func FuzzDeniedStaysDenied(f *testing.F) {
	corpus(f, "testdata/commands.txt", func(n int, verdict, command, _ string) {
		if verdict == "deny" {
			f.Add(command, uint64(n))
		}
	})
	g := space(Config{Walls: standing})
	f.Fuzz(func(t *testing.T, command string, seed uint64) { stillDenied(t, g, command, seed) })
}
