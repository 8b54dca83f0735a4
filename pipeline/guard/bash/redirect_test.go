package bash

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"handrail/tools"
)

// The text of a here-document is what real bash makes of it.
func TestDocuments(t *testing.T) {
	r := NewReader("/home/kim")
	rnd := rand.New(rand.NewPCG(7, 7))
	pieces := []string{"\\", "\"", "'", "a", " ", "\n", "\t", "~", "*", "{a,b}", "\\$HOME", "`", "\\`", "#", "!", "\\\n", "\\\\"}
	compared := 0
	for n := range 400 {
		var b strings.Builder
		for range rnd.IntN(12) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		body := b.String()
		start := []string{"cat <<E\n", "cat <<'E'\n", "cat <<\\E\n", "cat <<\"E\"\n", "cat <<-E\n\t", "cat <<-'E'\n\t"}[n%6]
		script := start + body + "\nE\n"
		if !strings.Contains(start, "'") && !strings.Contains(start, "\"") && !strings.Contains(start, "\\") && strings.Count(strings.ReplaceAll(body, "\\\\", ""), "`") > strings.Count(body, "\\`") {
			continue // what it starts is not for this test
		}
		c := exec.CommandContext(t.Context(), "bash", "-c", script)
		var said strings.Builder
		c.Stderr = &said
		want, err := c.Output()
		if err != nil || said.Len() > 0 {
			continue // bash itself does not take it
		}
		s := r.Read(tools.Preview{Shell: script, Folder: "/space"})
		if len(s.Commands) == 1 && !s.Commands[0].In.Known && strings.Contains(body, "\\\\$") {
			continue // $HOME itself
		}
		if len(s.Commands) != 1 || !s.Commands[0].In.Known {
			if !slices.ContainsFunc(s.Doubts, func(d Doubt) bool { return d.Hard }) {
				t.Errorf("%q: %+v", script, s.Commands)
			}
			continue
		}
		compared++
		if got := s.Commands[0].In.Text; got != string(want) {
			t.Errorf("%q: it reads %q, bash %q", script, got, want)
		}
	}
	if compared < 200 {
		t.Errorf("only %d were compared", compared)
	}
}

// What the parser takes for the lines of a document, though bash runs it, is seen.
func TestLinesThatAreNoDocument(t *testing.T) {
	r := NewReader("/home/kim")
	for _, script := range []string{
		"cat <<E; [[ a ]]\nE\nmark x\nE\n", "cat <<E && [[ a = b ]]\nE\nmark x\nE\n", "y=$(cat <<E)\nmark x\nE\n", "[[ a ]] <<E; [[ b ]] # c\nE\nmark x\nE\n",
	} {
		s := r.Read(tools.Preview{Shell: script, Folder: "/space"})
		marked := slices.ContainsFunc(s.Commands, func(c Command) bool { return len(c.Args) > 0 && c.Args[0].Text == "mark" })
		if !marked || !slices.ContainsFunc(s.Doubts, func(d Doubt) bool { return d.Hard }) {
			t.Errorf("%q: %+v, %+v", script, s.Commands, s.Doubts)
		}
	}
}

// Wherever a line goes on in the next one, what bash runs is seen, or the script is not read.
func TestLinesThatGoOn(t *testing.T) {
	r := NewReader("/home/kim")
	dir, tries := t.TempDir(), 0
	for _, script := range []string{
		"echo $(mark x)", "echo \"$(mark x)\"", "cat <<E\n$(mark x)\nE\n", "cat <<-E\n\t$(mark x)\nE\n", "cat <(mark x)", "echo `mark x`", "echo \"`mark x`\"", "cat <<E\n`mark x`\nE\n",
		"x=$(mark x)", "x=\"$(mark x)\"", "echo ${x:-$(mark x)}", "echo \"${x:-$(mark x)}\"", "true && mark x", "false || mark x", "true; mark x", "true & mark x", "if true; then mark x; fi",
		"echo $((1+$(mark 1; echo 2)))", "[[ $(mark x) ]]", "case x in x) mark x;; esac", "f() { mark x; }; f", "eval 'mark x'", "echo a >$(mark x; echo /dev/null)", "cat <<<$(mark x)", "cat <<<\"$(mark x)\"", "a[$(mark 1; echo 1)]=2", "bash <<E\necho hi\nE\nmark x", "cat <<'E'\nx\nE\nmark x",
		"{ mark x; }", "(mark x)", "for i in $(mark x); do :; done", "while mark x; false; do :; done", "time mark x", "! mark x", "coproc mark x", "echo $'a' $(mark x)", "echo $\"$(mark x)\"", "exec 3< <(mark x)", "cat <<E\n\\$(mark y)\n$(mark x)\nE\n",
	} {
		for at := range len(script) + 1 {
			text := script[:at] + "\\\n" + script[at:]
			tries++
			file := filepath.Join(dir, strconv.Itoa(tries)) // what runs beside it may come late
			c := exec.CommandContext(t.Context(), "bash", "-c", "mark() { : > "+file+"; }\n"+text)
			c.Dir = dir
			_ = c.Run() // many are no scripts any more
			if os.Remove(file) != nil {
				continue
			}
			s := r.Read(tools.Preview{Shell: text, Folder: "/space"})
			seen := slices.ContainsFunc(s.Commands, func(c Command) bool { return c.Name() == "mark" }) || slices.ContainsFunc(s.Doubts, func(d Doubt) bool { return d.Hard })
			if !seen {
				t.Errorf("%q: bash runs it, and %+v are seen", text, s.Commands)
			}
		}
	}
}
