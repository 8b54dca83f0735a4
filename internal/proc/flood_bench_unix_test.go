//go:build unix

package proc

import (
	"io"
	"os"
	"os/exec"
	"testing"
)

// flood is how many bytes a program prints in BenchmarkFlood.
const flood = 256 << 20

// BenchmarkFlood measures a program that prints without end through Run, and
// beside it the floors: the program alone, and a bare reader of its pipe. The aim
// is 1 GB/s.
func BenchmarkFlood(b *testing.B) {
	path, err := exec.LookPath("head")
	if err != nil {
		b.Fatal(err)
	}
	args := []string{"-c", "268435456", "/dev/zero"}
	measure := func(b *testing.B, one func() (int64, error)) {
		b.SetBytes(flood)
		for b.Loop() {
			if n, err := one(); err != nil || n != flood {
				b.Fatalf("%d bytes, %v", n, err)
			}
		}
	}
	b.Run("null", func(b *testing.B) {
		measure(b, func() (int64, error) {
			cmd := exec.Command(path, args...)
			null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
			if err != nil {
				return 0, err
			}
			defer null.Close()
			cmd.Stdout = null
			return flood, cmd.Run()
		})
	})
	b.Run("reader", func(b *testing.B) {
		measure(b, func() (int64, error) {
			cmd := exec.Command(path, args...)
			out, err := cmd.StdoutPipe()
			if err != nil {
				return 0, err
			}
			if err := cmd.Start(); err != nil {
				return 0, err
			}
			n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 64<<10))
			if err != nil {
				return n, err
			}
			return n, cmd.Wait()
		})
	})
	run := func(c Command) func() (int64, error) {
		c.Path, c.Args, c.Env = path, args, os.Environ()
		return func() (int64, error) {
			out, err := Run(b.Context(), c)
			return out.Stdout.Total, err
		}
	}
	b.Run("run", func(b *testing.B) { measure(b, run(Command{})) })
	b.Run("live", func(b *testing.B) { measure(b, run(Command{Stdout: io.Discard})) })
	b.Run("whole", func(b *testing.B) {
		file, err := os.CreateTemp(b.TempDir(), "whole")
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		measure(b, func() (int64, error) {
			if err := file.Truncate(0); err != nil {
				return 0, err
			}
			if _, err := file.Seek(0, io.SeekStart); err != nil {
				return 0, err
			}
			return run(Command{Whole: file})()
		})
	})
}
