package guard

import (
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

// What would be denied is not let through because something long stands before or around
// it: whatever is not read asks, in every mode that asks, and nobody can turn that off.
func TestPaddingHidesNothing(t *testing.T) {
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	padded := map[string]string{
		"statements":               many(":; ", 60_000) + "rm -rf /",
		"statements and a call":    `f(){ "$1" -rf /; }; ` + many(":; ", 1_500) + "f rm",
		"a loop over many":         "for c in " + many("true ", 300) + "rm; do $c -rf /; done",
		"braces":                   "for c in {" + many("true,", 300) + "rm}; do $c -rf /; done",
		"a long variable":          `a="` + many(" ", 20_000) + `rm"; $a -rf /`,
		"a long variable, cut":     `a="` + many("x", 20_000) + `rm"; ${a#` + many("x", 20_000) + `} -rf /`,
		"a long list":              "a=(" + many("x ", 300) + "rm); ${a[300]} -rf /; " + `"${a[@]:300}" -rf /`,
		"a long text into a shell": `echo "` + many("# x\n", 20_000) + `rm -rf /" | sh`,
		"texts into a shell":       "{ " + many("echo '# "+many("x", 100)+"'; ", 900) + "echo rm -rf /; } | sh",
		"a text that has mistakes": many("echo x\n", 300) + "rm -rf /\n))",
		"folders":                  many("cd a || cd b; cd c || cd d; ", 20) + "cd /; rm -rf home",
		"defaults":                 "echo " + many("${a:-", 8_000) + "$(rm -rf /)" + many("}", 8_000),
		"brackets":                 many("(", 8_000) + "rm -rf /" + many(")", 8_000),
		"shells":                   many("eval ", 20) + "rm -rf /",
		"wrappers":                 many("env ", 5_000) + "rm -rf /",
		"functions in functions":   "f(){ g \"$@\"; }; " + chain(20) + "f rm",
		"a conditional with steps": many("if true; then ", 3_000) + "rm -rf /" + many("; fi", 3_000),
		"loops with steps":         many("while true; do ", 300) + "rm -rf /" + many("; done", 300),
	}
	run := []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/bash"}}
	var rules []Rule
	for _, text := range []string{"bash", "bash(*)"} {
		r, err := ParseRule(Allow, text, "settings")
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	loose := map[string]Outcome{"undecided": Allow}
	for name, text := range padded {
		for mode, g := range map[string]*Guard{
			"workspace":     space(Config{Walls: standing}),
			"ask":           space(Config{Walls: standing, Mode: AskAll}),
			"with a rule":   space(Config{Walls: standing, Rules: rules}),
			"without walls": space(Config{Rules: rules, Builtin: loose}),
		} {
			for _, authored := range []bool{false, true} {
				p := tools.Preview{Shell: text, Folder: "/space", Effects: run, Authored: authored, Values: []tools.Span{{Start: 0, End: 1}}}
				if v := g.Judge(tools.Call{}, entry("bash", true), p); v.Outcome == Allow || v.Outcome == Ask && v.By.Name != ruleUnread && v.By.Name != ruleRecursive {
					t.Errorf("%s, %s, an author's: %v: %s by %s: %s", name, mode, authored, v.Outcome, v.By, v.Reason)
				}
			}
		}
	}
	if err := CheckBuiltin(map[string]Outcome{ruleUnread: Allow}); err == nil {
		t.Error("what was not read may be allowed")
	}
}

// chain is functions that hand on what they are called with, n of them after g.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(`g(){ h0 "$@"; }; `)
	for i := range n {
		fmt.Fprintf(&b, `h%d(){ h%d "$@"; }; `, i, i+1)
	}
	fmt.Fprintf(&b, `h%d(){ "$1" -rf /; }; `, n)
	return b.String()
}
