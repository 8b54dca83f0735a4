package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/tools"
)

// BenchmarkRead reads a file of 1 KB, settled and run, beside a bare read.
func BenchmarkRead(b *testing.B) {
	d := newDesk(b, map[string]string{"src/deep/f": strings.Repeat("a line of 31 bytes, or nearly so\n", 31)})
	in, err := d.tools["read"].Info().Input.Check([]byte(`{"path":"src/deep/f"}`))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("handrail", func(b *testing.B) {
		for b.Loop() {
			inv, err := d.tools["read"].Prepare(b.Context(), tools.Call{Session: "s"}, in)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := inv.Run(b.Context(), tools.Discard{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			if _, err := os.ReadFile(filepath.Join(d.space, "src/deep/f")); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWrite writes a file of 1 KB that is there already.
func BenchmarkWrite(b *testing.B) {
	d := newDesk(b, map[string]string{"f": "x"})
	d.must("read", input{"path": "f"})
	content := strings.Repeat("a line of 31 bytes, or nearly so\n", 31)
	for b.Loop() {
		d.must("write", input{"path": "f", "content": content})
	}
}
