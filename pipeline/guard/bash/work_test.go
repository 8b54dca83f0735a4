package bash

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"handrail/tools"
)

// heavy are texts that cost more than their length: n says how long.
func heavy() map[string]func(n int) string {
	nested := func(open, inner, shut string) func(n int) string {
		return func(n int) string { return strings.Repeat(open, n) + inner + strings.Repeat(shut, n) }
	}
	row := func(text, end string) func(n int) string {
		return func(n int) string { return strings.Repeat(text, n) + end }
	}
	return map[string]func(n int) string{
		"defaults": nested("${a:-", "x", "}"), "patterns": nested("${a/x/", "x", "}"), "sums": nested("$((", "1", "))"), "output": nested("$(echo ", "x", ")"),
		"quoted output": nested(`"$(echo `, "x", `)"`), "subshells": nested("(", "true", ")"), "blocks": nested("{ ", "true;", " }"), "tests": nested("[[ ( ", "a", " ) ]]"),
		"lists of lists": nested("{a,", "x", "}"), "conditions": nested("if true; then ", "true", "; fi"), "cases": nested("case a in a) ", "true", ";; esac"),
		"loops": nested("for i in 1 2 3; do ", "true", "; done"), "endless loops": nested("while true; do ", "true", "; done"),
		"braces": row("{a,b}", ""), "counting": row("{1..99999}", ""), "doubling": row("a=$a$a; ", "echo $a"), "steps": row("cd a || cd b; ", "true"), "ways": row("true && ", "true"),
		"variables": row("a=x; ", "echo $a"), "wrappers": row("env ", "true"), "feeds": row("xargs ", "rm"), "not": row("! ", "true"), "words": row("x ", ""), "pipes": row("cat | ", "cat"),
		"background": row("true & ", "true"), "texts": row("cat <<E\n$a\nE\n", ""), "backquotes": row("echo `echo x` ; ", "true"), "lists": row("a+=(x); ", "echo ${a[@]}"),
		"functions": func(n int) string {
			var b strings.Builder
			b.WriteString("f0(){ true; }; ")
			for i := 1; i < n; i++ {
				fmt.Fprintf(&b, "f%d(){ f%d; f%d; }; ", i, i-1, i-1)
			}
			return b.String() + fmt.Sprintf("f%d", n-1)
		},
	}
}

// However long a text is, only so much of it is read; what was not read is said, and asks.
func TestWorkIsBounded(t *testing.T) {
	r := NewReader("/home/kim")
	for name, text := range heavy() {
		for _, n := range []int{3, 1000, 50_000} {
			script := r.Read(tools.Preview{Shell: text(n), Folder: "/space"})
			unread := slices.ContainsFunc(script.Doubts, func(d Doubt) bool { return d.Hard && (n > 3 || d.Why.Code != tools.UnreadNoShell) })
			if script.work > maxWork && !unread {
				t.Errorf("%s, %d times, cost %d, and nothing is said to be unread", name, n, script.work)
			}
			if n == 3 && unread {
				t.Errorf("%s, three times, is too much: %+v", name, script.Doubts)
			}
		}
	}
}

// Several calls are read at once, each by itself: what one of them prints is not put together with another's settings. The race
// detector judges.
func TestReadsAtOnce(t *testing.T) {
	r := NewReader("/home/kim")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				r.Read(tools.Preview{Shell: `x=$(printf '%s-%s' a b); echo "$x" $'c\td'; echo -e 'e\n'`, Folder: "/space"})
			}
		})
	}
	all.Wait()
}
