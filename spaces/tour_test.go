package spaces

import (
	"strings"
	"testing"
)

// All that a tour would call stands in what is trusted, to the end of each command and to the last call.
func TestATourIsShownWhole(t *testing.T) {
	padded := `{"text":"x","calls":[{"name":"bash","arguments":{"command":"true` + strings.Repeat(" ", 3000) + `; echo the end"}}]}` + "\n"
	detail, _ := tourDetail([]byte(padded + strings.Repeat(`{"calls":[{"name":"read","arguments":{}}]}`+"\n", 60) + `{"calls":[{"name":"write","arguments":{"path":"the last"}}]}`))
	for _, want := range []string{"; echo the end", "the last"} {
		if !strings.Contains(detail, want) {
			t.Errorf("what a tour calls lacks %q", want)
		}
	}
}
