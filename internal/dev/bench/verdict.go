package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// verdictCommand has 200 characters, and a bit of everything that a shell knows.
const verdictCommand = `cd sub && for f in *.go; do grep -n "rm -rf" "$f" | head -5; done; go test -run 'TestX' ./... 2>&1 | tee out/log.txt; ` +
	`FOO=bar env LANG=C sort -u out/log.txt > out/sorted.txt && git diff --stat`

// manyVerdicts is how many judgements one measurement takes: one alone is too
// short for the clock.
const manyVerdicts = 200

// paddings are commands of some hundred thousand characters that are there to keep a guard busy.
func paddings() []string {
	row := func(text, end string) string { return strings.Repeat(text, 50_000) + end }
	return []string{
		row("${a:-", "x"), row("cd a || cd b; ", "true"), row("cat | ", "cat"), row("{a,b}", ""), row("a=$a$a; ", "echo $a"), row("true && ", "true") + row("true || ", "true"),
		strings.Repeat("for i in 1 2 3; do ", 200) + "true" + strings.Repeat("; done", 200),
	}
}

// measureVerdict takes the time of a verdict on a command, with ten rules and with
// a thousand of them.
func measureVerdict(context.Context, bench) ([]line, error) {
	entry := tools.Entry{Info: tools.Info{Name: "bash", Source: "builtin", SideEffect: true}, Qualified: "bash", State: tools.Ready}
	act := tools.Preview{Shell: verdictCommand, Folder: "/space", Digest: "x", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
	judge := func(act tools.Preview, rules int) subject {
		c := guard.Config{Roots: func() []string { return []string{"/space"} }, Home: "/home/kim", Walls: func() string { return "" }}
		for i := range rules {
			outcome := []guard.Outcome{guard.Deny, guard.Ask, guard.Allow}[i%3]
			c.Rules = append(c.Rules, guard.Rule{Outcome: outcome, Tool: []string{"bash", "bash", "write"}[i%3], Pattern: fmt.Sprintf("prog%d sub*", i)})
		}
		g := guard.New(c)
		return func() error {
			for range manyVerdicts {
				if v := g.Judge(tools.Call{Space: "/space"}, entry, act); v.Outcome != guard.Allow {
					return fmt.Errorf("the verdict is %s by %s: %s", v.Outcome, v.By, v.Reason)
				}
			}
			return nil
		}
	}
	word := act
	word.Shell = "ls"
	worst := func() error {
		for _, padded := range paddings() {
			p := act
			p.Shell = padded
			if v := guard.New(guard.Config{Walls: func() string { return "" }}).Judge(tools.Call{Space: "/space"}, entry, p); v.Outcome != guard.Ask {
				return fmt.Errorf("the verdict on %.40s… is %s by %s: %s", padded, v.Outcome, v.By, v.Reason)
			}
		}
		return nil
	}
	samples, err := turns(20, judge(word, 10), judge(act, 10), judge(act, 1000), worst)
	if err != nil {
		return nil, err
	}
	least, few, many := samples[0].median()/manyVerdicts, samples[1].median()/manyVerdicts, samples[2].median()/manyVerdicts
	most := samples[3].median() / time.Duration(len(paddings()))
	return []line{
		{what: "a verdict on padding, on average", ours: most, floor: "on ls", least: least, aim: "at most 50 ms", met: most <= 50*time.Millisecond},
		{what: "a verdict on a command of 200 characters", ours: few, floor: "on ls", least: least, aim: "under 200 µs", met: few < 200*time.Microsecond},
		{what: "the same with 1,000 rules", ours: many, floor: "with 10 rules", least: few, aim: "no visible growth: within 1.25 times", met: many*4 <= few*5},
	}, nil
}
