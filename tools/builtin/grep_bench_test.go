package builtin

import (
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/confine"
	"handrail/internal/proc"
)

// BenchmarkGrep searches Go's own source beside ripgrep, whole process
// included, where that is installed. The aim: within 1.5 times.
func BenchmarkGrep(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(root)), "src")
	roots, err := confine.New(confine.Config{Base: src})
	if err != nil {
		b.Fatal(err)
	}
	defer roots.Close()
	f := &files{roots: roots, reads: NewReadLog(), redact: proc.House{}.Redact, withholds: func(string) bool { return false }, limits: usualLimits()}
	for _, c := range []struct {
		name string
		in   grepInput
		rg   []string
	}{
		{"word", grepInput{Pattern: "ErrUnexpectedEOF"}, []string{"ErrUnexpectedEOF"}},
		{"none", grepInput{Pattern: "no such word in there"}, []string{"no such word in there"}},
		{"ignorecase", grepInput{Pattern: "errunexpectedeof", IgnoreCase: true}, []string{"-i", "errunexpectedeof"}},
		{"regexp", grepInput{Pattern: `func \w+EOF\(`}, []string{`func \w+EOF\(`}},
		{"noliteral", grepInput{Pattern: `[A-Z]{12}[0-9]{3}`}, []string{`[A-Z]{12}[0-9]{3}`}},
		{"many", grepInput{Pattern: "e"}, []string{"e"}},
	} {
		b.Run(c.name+"/handrail", func(b *testing.B) {
			for b.Loop() {
				g, err := f.newGrep(c.in)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := g.run(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/rg", func(b *testing.B) {
			rg, err := exec.LookPath("rg")
			if err != nil {
				b.Skip("ripgrep is not installed: there is nothing to compare with")
			}
			for b.Loop() {
				cmd := exec.Command(rg, append(c.rg, src)...)
				cmd.Stdout = io.Discard
				if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
					b.Fatal(err)
				}
			}
		})
	}
}
