package window

import (
	"strings"
	"testing"

	"handrail/pipeline/guard"
	"handrail/tools/spoken"
)

// What a notification says is in the language that is chosen now.
func TestAnEndInGerman(t *testing.T) {
	b, begin, answer := atWork(t)
	w, d := framed(t, b)
	begin(w)
	d.small.Store(true)
	if _, err := (&Settings{w.app}).SetLanguage("de"); err != nil {
		t.Fatal(err)
	}
	answer()
	if got := <-d.notified; !strings.Contains(got, " ist fertig | In ") || !strings.HasSuffix(got, ". Klicken Sie hier, um es zu sehen.") {
		t.Errorf("%q", got)
	}
}

// What the Rules page says of a built-in rule is German in a German page, which reads it back by its English.
func TestEveryBuiltinRuleIsGerman(t *testing.T) {
	german := spoken.Told()
	for _, r := range guard.BuiltinRules() {
		if german[r.About] == "" {
			t.Errorf("%s: %q has no German", r.ID, r.About)
		}
	}
}

// Every stage of the guard that the trial of a rule names is German.
func TestEveryStageIsGerman(t *testing.T) {
	found := 0
	for stage := guard.BuiltinDeny; stage.String() != "nothing"; stage++ {
		found++
		if name := stage.String(); spoken.Labels()[name] == "" && !strings.Contains(name, ":") {
			t.Errorf("%q has no German", name)
		}
	}
	if found < 10 {
		t.Errorf("only %d stages are found", found)
	}
}
