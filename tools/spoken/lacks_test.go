package spoken_test

import (
	"regexp"
	"slices"
	"testing"

	"handrail/internal/catalog"
	"handrail/tools/spoken"
)

// reasonsOfServers are why well-known servers lack something.
func reasonsOfServers() (list []string) {
	for _, server := range catalog.All() {
		for _, need := range server.Needs {
			list = append(list, need.Why)
		}
	}
	return list
}

// Why a well-known server lacks something is German, each: a new one needs its own.
func TestWhatServersLackIsGerman(t *testing.T) {
	place := regexp.MustCompile(`%[a-z]`)
	formats := map[string]*regexp.Regexp{}
	for format := range spoken.Tables()[slices.IndexFunc(spoken.Tables(), func(table map[string]string) bool { return table["%s's API"] != "" })] {
		formats[format] = regexp.MustCompile("^" + place.ReplaceAllString(regexp.QuoteMeta(format), `\S.*`) + "$")
	}
	names := []string{"AWS", "Gmail", "Google Calendar", "Google Drive", "YouTube"} // the same in German
	reasons := reasonsOfServers()
	for _, why := range reasons {
		is := slices.Contains(names, why)
		for _, format := range formats {
			is = is || format.MatchString(why)
		}
		if !is {
			t.Errorf("%q has no German", why)
		}
	}
	if len(reasons) < 100 {
		t.Errorf("only %d reasons are known", len(reasons))
	}
}
