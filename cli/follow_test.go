package cli

import (
	"bytes"
	"strings"
	"testing"

	"handrail/journal"
)

// A refusal is said once, in words for people, and names nobody where nobody has answered.
func TestARefusalIsSaidOnce(t *testing.T) {
	nobody, person := journal.DeciderData{Kind: "nobody"}, journal.DeciderData{Kind: "person", Name: "terminal"}
	for name, c := range map[string]struct {
		kind    journal.Kind
		verdict journal.VerdictData
		told    string // the model
		want    string
	}{
		"nobody answered":       {journal.Expired, journal.VerdictData{By: "nobody", Decider: nobody, Reason: "nobody answered within 10 min; the call did not run. Ask the person before you try it again", Cause: "nobody answered within 10 min"}, "nobody answered within 10 min; the call did not run", "✕ nobody answered within 10 min\n"},
		"nobody could be asked": {journal.Declined, journal.VerdictData{By: "nobody", Decider: nobody, Reason: "this call asks, and nobody could be asked"}, "this call asks, and nobody could be asked", "✕ this call asks, and nobody could be asked\n"},
		"the person":            {journal.Declined, journal.VerdictData{By: "the person, in the terminal", Decider: person, Reason: "the call was declined; do not try it again unless the person asks for it"}, "the call was declined; do not try it again unless the person asks for it", "✕ the person, in the terminal: denied\n"},
		"with a reason":         {journal.Declined, journal.VerdictData{By: "the person, in the terminal", Decider: person, Reason: "the call was declined: not today", Cause: "not today"}, "the call was declined: not today", "✕ the person, in the terminal: not today\n"},
	} {
		var out, stderr bytes.Buffer
		f := &follower{s: &session{Env: Env{Stdout: &out, Stderr: &stderr}, app: app{}}, run: "r", own: map[string]string{}, no: map[string]bool{}}
		f.brief(journal.New("r", "c", c.kind, c.verdict))
		f.brief(journal.New("r", "c", journal.Returned, journal.ReturnedData{Error: c.told, Code: "declined"}))
		f.brief(journal.New("r", "d", journal.Returned, journal.ReturnedData{Error: "no such file", Code: "not_found"})) // no refusal
		if got, want := stderr.String(), c.want+"✕ not_found: no such file\n"; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if strings.TrimSpace(out.String()) != "" {
			t.Errorf("%s: it prints %q", name, out.String())
		}
	}
}
