package chats

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A program that plainly makes what decides what runs later asks after text from elsewhere, although it is not there yet and no wall holds it
// off; before, and of any other file, it does not.
func TestAProgramThatMakesWhatRunsLaterAsksAfterText(t *testing.T) {
	s := strangerOf(t)
	fetch := `web_fetch {"url":"` + s.site.URL + `/a"}`
	plant, other := `bash {"command":"mkdir -p .github/workflows; echo evil > .github/workflows/x.yml"}`, `bash {"command":"mkdir -p d; echo fine > d/x.yml"}`
	for name, x := range map[string]struct {
		turns []string
		asks  bool
	}{"before": {[]string{plant}, false}, "after": {[]string{fetch, plant}, true}, "another file": {[]string{fetch, other}, false}} {
		t.Run(name, func(t *testing.T) {
			s.questions = nil
			b := benchOf(t, operatortest.Options{Trusted: true, Walls: true, Settings: s.settings(`}`), Files: map[string]string{"turns.jsonl": calls(x.turns, nil)}})
			b.Person.Answer = s.ask(no)
			got, _ := b.say(b.chat(), "read "+s.site.URL+"/a")
			if declined := strings.HasPrefix(got[len(got)-1], "declined"); declined != x.asks || len(s.questions) != map[bool]int{true: 1}[x.asks] {
				t.Fatalf("%q, asked %d times", got, len(s.questions))
			}
			for _, q := range s.questions {
				if !strings.Contains(q.Reason, "it makes .github/workflows") || q.By.Name != "from-elsewhere" {
					t.Errorf("%+v", q)
				}
			}
		})
	}
}
