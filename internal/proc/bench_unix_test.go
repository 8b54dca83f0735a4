//go:build unix

package proc

import (
	"os"
	"os/exec"
	"testing"
)

// BenchmarkEcho measures bash running echo through Run, and beside it the
// floor: os/exec alone. The aim for the bash tool is 1.5 times the floor.
func BenchmarkEcho(b *testing.B) {
	path, err := exec.LookPath("bash")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("run", func(b *testing.B) {
		c := Script(path, "echo hello", Command{Env: os.Environ()})
		for b.Loop() {
			out, err := Run(b.Context(), c)
			if err != nil || out.Stdout.Text != "hello\n" {
				b.Fatalf("%+v, %v", out, err)
			}
		}
	})
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(path, "--noprofile", "--norc", "-c", "echo hello")
			if out, err := cmd.Output(); err != nil || string(out) != "hello\n" {
				b.Fatalf("%q, %v", out, err)
			}
		}
	})
}
