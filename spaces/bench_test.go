package spaces_test

import (
	"fmt"
	"path/filepath"
	"testing"

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
