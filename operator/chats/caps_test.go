package chats

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// An agent that has used its calls waits for the person: with a yes it goes on where it is, with a no its run ends there, and
// the conversation can go on.
func TestARunWaitsAtItsCap(t *testing.T) {
	write := func(n string) string { return `write {"path":"` + n + `.txt","content":"x"}` }
	for name, x := range map[string]struct {
		yes   bool
		state journal.RunState
		wrote string
	}{
		"yes": {true, journal.Done, "a b c d"},
		"no":  {false, journal.Halted, "a b c"},
	} {
		t.Run(name, func(t *testing.T) {
			b := benchOf(t, operatortest.Options{
				Trusted: true, Settings: `{"caps":{"run":{"calls":3}},"mode":"workspace"}`,
				Files: map[string]string{"turns.jsonl": calls([]string{write("a"), write("b")}, []string{write("c")}, []string{write("d")}, nil)},
			})
			asked := []tools.Question{}
			b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
				if !q.During {
					return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
				}
				asked = append(asked, q)
				if x.yes {
					return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
				}
				return tools.Answer{Verdict: tools.Deny, Where: "window"}, nil
			}
			c := b.chat()
			_, run := b.say(c, "write")
			if run.State != x.state || len(asked) != 1 || asked[0].Preview.Title != "The run has used its 3 calls. Go on?" || !asked[0].Present {
				t.Fatalf("the run is %+v, asked %+v", run, asked)
			}
			if !x.yes && (!strings.Contains(run.Reason, "the run has used its 3 calls, and you did not let it go on") || !strings.Contains(run.Reason, "continue")) {
				t.Errorf("it ended: %s", run.Reason)
			}
			var wrote []string
			for _, n := range []string{"a", "b", "c", "d"} {
				if fileIn(b, n+".txt") {
					wrote = append(wrote, n)
				}
			}
			if got := strings.Join(wrote, " "); got != x.wrote {
				t.Errorf("it wrote %s, want %s", got, x.wrote)
			}
		})
	}
}

func fileIn(b *bench, name string) bool {
	_, err := os.Stat(filepath.Join(b.Dir, name))
	return err == nil
}
