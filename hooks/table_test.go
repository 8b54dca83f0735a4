package hooks

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTable is the table of docs/spec/10-hooks.md#exit-codes against real
// processes: what a hook ended with, whether it is blocking, and when it ran.
func TestTable(t *testing.T) {
	type fate struct {
		Block, Stop bool
		Next        bool   // the hook after it ran
		Result      Result // in the trace
	}
	goesOn := fate{Next: true, Result: OK}
	warned := fate{Next: true, Result: Warning}
	refused := fate{Block: true, Result: Blocked}
	halted := fate{Block: true, Stop: true, Result: Failed}
	skips := fate{Result: OK}
	ends := []struct {
		name, command string
		timeout       bool
		blocking, not fate
	}{
		{"0", "exit 0", false, goesOn, goesOn},
		{"1", "exit 1", false, refused, skips},
		{"2", "exit 2", false, halted, warned},
		{"any other code", "exit 3", false, halted, warned},
		{"255", "exit 255", false, halted, warned},
		{"a time-out", "sleep 60", true, halted, warned},
		{"a missing program", "no-such-program-here", false, halted, warned},
		{"a missing script", "bash scripts/none.sh", false, halted, warned},
		{"a folder", "bash .", false, halted, warned},
		{"a script that cannot be read", "bash -c 'if true'", false, halted, warned},
		{"a signal", "kill -9 $$", false, halted, warned},
		{"a group that it kills", "kill -9 0", false, halted, warned},
		{"block: true at exit 0", `echo '{"block": true}'`, false, refused, warned},
		{"block: false at exit 0", `echo '{"block": false}'`, false, goesOn, goesOn},
		{"block: false at exit 1", `echo '{"block": false}'; exit 1`, false, refused, skips},
		{"half a JSON at exit 0", `printf '{"block": tr'`, false, halted, warned},
	}
	for _, phase := range []Phase{PreTool, PostTool} {
		for _, end := range ends {
			for _, blocking := range []bool{true, false} {
				want := end.not
				if blocking {
					want = end.blocking
				}
				t.Run(fmt.Sprintf("%s, blocking=%v, %s", phase, blocking, end.name), func(t *testing.T) {
					t.Parallel()
					first := hook("first", phase, end.command)
					first.Blocking = blocking
					if end.timeout {
						first.Timeout = 50 * 1e6
					}
					b := bench(t, first, hook("second", phase, "true"))
					d := b.run(t, phase, `{"command":"ls"}`)
					got := fate{Block: d.Block, Stop: d.Stop, Next: len(d.Ran) == 2 && d.Ran[1].Result == OK, Result: d.Ran[0].Result}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("-want +got:\n%s%+v", diff, d)
					}
					if d.Block && d.By != "first in agent/hooks/safety.json:1" {
						t.Errorf("by %q", d.By)
					}
					if d.Stop && d.Reason == "" {
						t.Error("a run that stops without a reason")
					}
				})
			}
		}
	}
}

// TestTableIsWhole: every code, both ways, in both phases, once.
func TestTableIsWhole(t *testing.T) {
	seen := map[string]int{}
	for _, r := range Rules() {
		seen[fmt.Sprintf("%d %v %s", r.Code, r.Blocking, r.Phase)]++
	}
	for _, code := range []int{0, 1, 2} {
		for _, blocking := range []bool{true, false} {
			for _, phase := range []Phase{PreTool, PostTool} {
				if key := fmt.Sprintf("%d %v %s", code, blocking, phase); seen[key] != 1 {
					t.Errorf("%s has %d rules", key, seen[key])
				}
			}
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d rules", len(seen))
	}
	if got := effect(7, true, PreTool); got != Halt {
		t.Errorf("a code without a rule: %s", got)
	}
}

// TestASkipNeverSkipsAGuard: what a hook that is not blocking says cannot keep a
// blocking one from its word (decision 0302).
func TestASkipNeverSkipsAGuard(t *testing.T) {
	guard := hook("guard", PreTool, "exit 1")
	guard.Blocking = true
	d := bench(t, hook("logger", PreTool, "exit 1"), hook("other", PreTool, "touch other"), guard).run(t, PreTool, `{}`)
	if !d.Block || d.By != "guard in agent/hooks/safety.json:3" {
		t.Errorf("%+v", d)
	}
	want := []Result{OK, Skipped, Blocked}
	for i, r := range want {
		if d.Ran[i].Result != r {
			t.Errorf("hook %d: %+v, want %s", i, d.Ran[i], r)
		}
	}
}
