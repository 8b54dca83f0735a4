package trust_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// What was running before the person trusted a script, and could write its folder then, cannot exchange that
// while the script's tool runs: whether its app runs still, is another one, or has ended.
func TestAScriptIsExchangedWhileItsToolRuns(t *testing.T) {
	for name, through := range map[string]func(d desk) desk{
		"of this app": func(d desk) desk { return d },
		"of another app": func(d desk) desk {
			return d.again()
		},
		"of an app that has ended": func(d desk) desk {
			d.Close()
			return d.again()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			const exchange = `mkdir -p work evil; echo "echo evil" >evil/run.sh; mv work kept && mv kept work && touch can; ` +
				`(until [ -e started ]; do sleep 0.02; done; mv work kept; mv evil work; echo "echo evil" >work/run.sh; touch tried; until [ -e stop ]; do sleep 0.02; done) >/dev/null 2>&1 &`
			raw, err := json.Marshal(map[string]string{"command": exchange})
			d.must(err)
			if r := d.Once("bash", string(raw)); operatortest.Code(r) != "" {
				t.Fatalf("%+v", r)
			}
			d.File("work/run.sh", "echo good\n")
			d.File("agent/tools/late.md", toolOf("late", "touch started; until [ -e tried ]; do sleep 0.02; done; bash work/run.sh"))
			d.Reload()
			d.Trust()
			second := through(d)
			r := second.Call("late", `{}`)
			if !strings.Contains(r.Content, "good") || strings.Contains(r.Content, "evil") {
				t.Errorf("it says %+v", r)
			}
			second.expect("an exchange that did not come about", "")
			d.File("stop", "")
			ends(t, second.Bench)
		})
	}
}

// again is the space in another app, on the same folders.
func (d desk) again() desk {
	d.T.Helper()
	second := *d.Bench
	second.O = operatortest.Open(d.T, d.Options, d.Person)
	s, err := second.O.OpenSpace(d.T.Context(), d.Dir)
	d.must(err)
	second.S = s
	return desk{&second}
}
