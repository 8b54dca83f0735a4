package command

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParseHands reads files of 10 and of 500 hands: the time for one hand
// is the same in both.
func BenchmarkParseHands(b *testing.B) {
	for _, n := range []int{10, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var tools []string
			for i := range n {
				tools = append(tools, fmt.Sprintf(`"hand-%d": {"description": "Runs the suite.", "command": ["npx", "vitest", "--reporter=verbose", "{{filter}}", "{{n}}"], "timeout": 120000,
					"env": {"LC_ALL": "C"}, "params": {"filter": {"type": "string", "default": "", "pattern": "^[a-zA-Z0-9 _/]*$"}, "n": {"type": "number", "min": 0}}}`, i))
			}
			data := []byte(`{"version":"1","tools":{` + strings.Join(tools, ",\n") + `}}`)
			for b.Loop() {
				if hands, problems := ParseHands(data, HandsFile); len(hands.List) != n || len(problems) > 0 {
					b.Fatal(problems)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/hand")
		})
	}
}
