package snapshot

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a call pays for being known after a kill: a folder, a lock, a second name of the index and
// a record, and their removal, beside a look at Go's own source.
func BenchmarkBegin(b *testing.B) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip(err)
	}
	s := open(b, b.TempDir())
	tree := s.Tree(TreeConfig{Root: filepath.Join(strings.TrimSpace(string(out)), "src")})
	v, err := tree.Look(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("begin and end", func(b *testing.B) {
		for b.Loop() {
			c, err := s.Begins().Begin(Begun{ID: "c", Run: "r", Space: "s", Time: time.Now()}, []Seen{{tree, v}})
			if err != nil {
				b.Fatal(err)
			}
			c.End()
		}
	})
	b.Run("a look", func(b *testing.B) {
		for b.Loop() {
			if _, err := tree.Look(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
