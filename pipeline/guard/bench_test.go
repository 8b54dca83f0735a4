package guard

import (
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

// shellAct is a command as the tool bash would settle it.
func shellAct(command string) tools.Preview {
	return tools.Preview{Shell: command, Folder: "/space", Digest: tools.Digest(command), Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
}

// longCommand has 200 characters and a bit of everything.
func longCommand() string {
	return strings.TrimSpace(`cd sub && for f in *.go; do grep -n "rm -rf" "$f" | head -5; done; go test -run 'TestX' ./... 2>&1 | tee out/log.txt; ` +
		`FOO=bar env LANG=C sort -u out/log.txt > out/sorted.txt && git diff --stat ` + strings.Repeat("x", 4))
}

func manyRules(n int) []Rule {
	var rules []Rule
	for i := range n {
		o := []Outcome{Deny, Ask, Allow}[i%3]
		for _, text := range []string{fmt.Sprintf("bash(prog%d sub*)", i), fmt.Sprintf("write(dir%d/**/*.md)", i), fmt.Sprintf("github__tool_%d", i)} {
			rules = append(rules, Rule{Outcome: o, Tool: strings.SplitN(text, "(", 2)[0], Pattern: strings.TrimSuffix(strings.Join(strings.SplitN(text, "(", 2)[1:], ""), ")")})
		}
	}
	return rules[:n]
}

func BenchmarkJudge(b *testing.B) {
	write := tools.Preview{Digest: "x", Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/docs/a/b.md"}}}
	for _, tt := range []struct {
		name  string
		entry tools.Entry
		p     tools.Preview
	}{
		{"short", entry("bash", true), shellAct("git status -s")},
		{"200-characters", entry("bash", true), shellAct(longCommand())},
		{"write", entry("write", true), write},
	} {
		for _, rules := range []int{0, 1000} {
			b.Run(fmt.Sprintf("%s/rules-%d", tt.name, rules), func(b *testing.B) {
				g := space(Config{Walls: standing, Rules: manyRules(rules)})
				b.ReportAllocs()
				for b.Loop() {
					g.Judge(tools.Call{}, tt.entry, tt.p)
				}
			})
		}
	}
}
