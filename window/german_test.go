package window

import (
	"strings"
	"testing"
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
