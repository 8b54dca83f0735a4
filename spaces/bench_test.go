package spaces_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/pins"
	"handrail/spaces"
)

// BenchmarkOpen loads spaces of several sizes. The time for one tool must not
// grow with their number.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{0, 1, 100, 1_000, 5_000} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			for i := range n {
				write(b, filepath.Join(dir, "agent", "tools", fmt.Sprintf("tool-%05d.md", i)), fmt.Sprintf(`---
id: tool-%05d
name: "Tool %d"
description: "Runs the tests of a suite"
category: test
parameters:
  - name: suite
    type: string
    description: "Which tests to run"
    required: true
    enum: [unit, integration, all]
  - name: timeout
    type: number
    description: "Seconds"
    default: 30
command: "bash scripts/test.sh -- {{suite}} --timeout {{timeout}}"
timeout: 120
---
# Tool %d

Runs the tests.
`, i, i, i))
			}
			for b.Loop() {
				space, problems, err := spaces.Open(b.Context(), dir)
				if err != nil || len(problems) > 0 || len(space.Tools) != n {
					b.Fatal(err, problems, len(space.Tools))
				}
			}
			if n > 0 {
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/tool")
			}
		})
	}
}

// BenchmarkChanged asks whether what was trusted is still there, as happens twice
// a call: of every item, whose files are read, as it was once; of every item by
// the identity of its file; and of what one tool depends on.
func BenchmarkChanged(b *testing.B) {
	dir := b.TempDir()
	for i := range 100 {
		write(b, filepath.Join(dir, "agent", "tools", fmt.Sprintf("tool-%03d.md", i)),
			fmt.Sprintf("---\nid: tool-%03d\nname: T\ndescription: d\ncommand: bash scripts/%03d.sh\n---\n", i, i))
		write(b, filepath.Join(dir, "scripts", fmt.Sprintf("%03d.sh", i)), strings.Repeat("echo one more line of a script\n", 300))
	}
	space, problems, err := spaces.Open(b.Context(), dir)
	if err != nil || len(problems) > 0 {
		b.Fatal(err, problems)
	}
	var one []spaces.Item
	for _, i := range space.Inventory() {
		if i.Name == "tool-042" || i.Name == "scripts/042.sh" {
			one = append(one, i)
		}
	}
	check := func(b *testing.B, items ...spaces.Item) {
		for b.Loop() {
			if changed, err := space.Changed(items...); err != nil || len(changed) > 0 {
				b.Fatal(err, changed)
			}
		}
	}
	b.Run("all, read", func(b *testing.B) { // files as young as these are always read
		for b.Loop() {
			b.StopTimer()
			fresh, _, err := spaces.Open(b.Context(), dir)
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if changed, err := fresh.Changed(); err != nil || len(changed) > 0 {
				b.Fatal(err, changed)
			}
		}
	})
	last := filepath.Join(dir, "scripts", "099.sh")
	for info, err := os.Stat(last); err == nil && !pins.IdentityOf(info).Settled(time.Now()); info, err = os.Stat(last) {
	}
	if _, err := space.Changed(); err != nil {
		b.Fatal(err)
	}
	b.Run("all", func(b *testing.B) { check(b) })
	b.Run("one tool", func(b *testing.B) { check(b, one...) })
}
