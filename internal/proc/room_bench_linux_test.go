package proc

import (
	"os/exec"
	"path/filepath"
	"testing"

	"handrail/internal/sandbox"
)

// BenchmarkWalls measures a small program behind walls and without, beside the
// floor: os/exec alone. The aim with walls is 1.3 times the floor (issue: "How
// fast").
func BenchmarkWalls(b *testing.B) {
	path, err := exec.LookPath("git")
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if out, err := exec.Command(path, "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		b.Fatalf("%s: %v", out, err)
	}
	env := []string{"PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1", "HOME=" + dir}
	floor := func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(path, "ls-files")
			cmd.Dir, cmd.Env = dir, env
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%s: %v", out, err)
			}
		}
	}
	with := func(w *Walls) func(b *testing.B) {
		return func(b *testing.B) {
			c := Command{Path: path, Args: []string{"ls-files"}, Dir: dir, Env: env, Walls: w}
			for b.Loop() {
				if out, err := Run(b.Context(), c); err != nil || out.ExitCode != 0 {
					b.Fatalf("%+v, %v", out, err)
				}
			}
		}
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		b.Fatal(err)
	}
	w := openTestWalls(b, sandbox.Profile{Write: []string{real}})
	b.Run("floor", floor)
	b.Run("none", with(nil))
	b.Run("walls", with(w))
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			if err := openTestWalls(b, sandbox.Profile{Write: []string{real}}).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
