package pages_test

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/pages"
	"handrail/tools/spoken"
)

// What surrounds a page is said in the person's language, as it is set at that moment.
func TestAroundAPageIsThePersonsLanguage(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"pages/home.html": "<p>home"}})
	tongue := spoken.English
	f := pages.New(b.O, func() pages.Tongue { return tongue })
	t.Cleanup(f.Close)
	for _, want := range []struct {
		tongue spoken.Tongue
		first  []string
		again  string
	}{
		{spoken.English, []string{`<html lang="en">`, ">Opening…<", "This page is closed."}, "opened already"},
		{spoken.German, []string{`<html lang="de">`, ">Wird geöffnet…<", "Diese Seite ist geschlossen."}, "schon benutzt"},
	} {
		tongue = want.tongue
		s, err := f.Open(t.Context(), b.S, "home")
		if err != nil {
			t.Fatal(err)
		}
		address := s.Address()
		_, _, first := get(t, address)
		_, _, again := get(t, address)
		for _, part := range want.first {
			if !strings.Contains(first, part) {
				t.Errorf("%s: %q is not in %s", want.tongue, part, first)
			}
		}
		if !strings.Contains(again, want.again) {
			t.Errorf("%s: opened again, it says %q", want.tongue, again)
		}
		s.Close()
	}
}
