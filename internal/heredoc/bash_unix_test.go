//go:build unix

package heredoc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// What scripts are made of; %d becomes a number that says which command ran. None makes a function that is called: it
// might call itself without end.
var (
	documents = []string{"cat <<E", "cat <<E", "cat <<-E", "cat <<'E'", "cat <<\\E", "cat <<\"E\"", "cat <<E <<F", "<<E", "cat <<E\\\nE", "cat <<E''E", "cat <<E >x", "cat <<-'E' <<F", "(cat <<E)", "{ cat <<E; }", "y=$(cat <<E)"}
	commands  = []string{
		"r %d", "r %d", "[[ a ]]", "[[ a ]]", "[[ a && b ]]", "[[ a =~ b ]] >x", "! [[ a ]]", "((1))", "a b", "x=1", "x=(a b)", "time r %d", "! r %d", "{ r %d; }", "(r %d)", "echo $(r %d)", "echo `r %d`", "echo \"$(r %d)\"", "echo 'a'", "echo \"a", "echo 'a", "echo $'a\\'",
		"f() { r %d; }", "f() [[ a ]]", "case a in a) ;; esac", "if [[ a ]]; then r %d; fi", "let 1", "declare a", "echo ${a:-b}", "echo ${a:-", "echo $((1))", "echo $((", "cat <<< E", "for i in a; do r %d; done", "for ((;0;)); do :; done", "x[1]=a", "echo $(", "echo <(r %d)", "if true; then", "while r %d; do", "case a in",
	}
	joins = []string{"; ", "; ", " & ", " && ", " || ", " | ", " |& ", ";", " "}
	ends  = []string{"", "", "", "", " # c", " # [[", " \\", " |", " &&", ";", " &", "\t", "\r"}
	lines = []string{"r %d", "r %d", "r %d", "E", "E", "E", "F", "\tE", "E ", "EE", "E\\", "r %d\\", "\\", "$(r %d)", "`r %d`", "x", "", "'", "\"", ")", "}", "fi", "done", "esac", "b ]]", "))", "]]", "; r %d", "cat <<E", "[[ a ]]", "E; r %d", "E\r"}
)

// What the parser calls lines of a document, as far as Misread agrees, bash runs no part of.
func TestBashRunsNoLinesOfDocuments(t *testing.T) {
	scripts := 4000
	if text := os.Getenv("HANDRAIL_FUZZ_SCRIPTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		scripts = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("HANDRAIL_FUZZ_SEED"), 10, 64) // without one, 0
	r := rand.New(rand.NewPCG(seed, 7))
	dir, agreed, inside := t.TempDir(), 0, 0
	for done := 0; done < scripts; {
		var batch []string
		var texts [][]span
		for ; done < scripts && len(batch) < 200; done++ {
			script := random(r)
			file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(script), "")
			if err != nil {
				continue
			}
			if _, misread := Misread(script, file.Stmts); misread {
				continue
			}
			agreed++
			batch, texts = append(batch, script), append(texts, linesOf(script, file))
			inside += len(texts[len(texts)-1])
		}
		for i, ran := range run(t, dir, batch) {
			for _, command := range ran {
				at := strings.Index(batch[i], "r "+command)
				for _, s := range texts[i] {
					if s.from <= at && at < s.to {
						t.Errorf("bash runs %q of\n%s\n(%q)", "r "+command, batch[i], batch[i])
					}
				}
			}
		}
	}
	t.Logf("%d scripts, %d with a meaning, with %d lines that are text alone", scripts, agreed, inside)
	if inside*10 < scripts {
		t.Error("this proves little")
	}
}

// random is a script whose first line has a here-document.
func random(r *rand.Rand) string {
	var b strings.Builder
	one := func(list []string) {
		text := list[r.IntN(len(list))]
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, 100+b.Len())
		}
		b.WriteString(text)
	}
	for range r.IntN(2) {
		one(commands)
		one(joins)
	}
	one(documents)
	for range r.IntN(3) {
		one(joins)
		if r.IntN(5) == 0 {
			one(documents)
		} else {
			one(commands)
		}
	}
	one(ends)
	for range 2 + r.IntN(6) {
		b.WriteString("\n")
		one(lines)
	}
	if r.IntN(4) > 0 {
		b.WriteString("\nE\nF\n")
	}
	return b.String()
}

// linesOf are the bytes that are nothing but lines of documents: no part of a substitution.
func linesOf(script string, file *syntax.File) (lines []span) {
	syntax.Walk(file, func(n syntax.Node) bool {
		d, ok := n.(*syntax.Redirect)
		if !ok || d.Hdoc == nil {
			return true
		}
		for _, p := range d.Hdoc.Parts {
			if lit, ok := p.(*syntax.Lit); ok && int(lit.End().Offset()) <= len(script) {
				lines = append(lines, span{int(lit.Pos().Offset()), int(lit.End().Offset())})
			}
		}
		return true
	})
	return lines
}

// run runs scripts in real bash, and tells which of their commands ran.
func run(t *testing.T, dir string, scripts []string) (ran [][]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("exec 2>/dev/null </dev/null\n")
	for i, s := range scripts {
		file := filepath.Join(dir, strconv.Itoa(i))
		_ = os.Remove(file + ".ran")
		if err := os.WriteFile(file, []byte("r() { echo $1 >>"+file+".ran; }\n"+s), 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "(ulimit -t 2; cd %s; . %s) >/dev/null\n", dir, file)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "--noprofile", "--norc", "-c", b.String())
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // the scripts may fail
	for i := range scripts {
		out, _ := os.ReadFile(filepath.Join(dir, strconv.Itoa(i)+".ran")) // none: nothing ran
		ran = append(ran, strings.Fields(string(out)))
	}
	return ran
}
