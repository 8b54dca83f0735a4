package git

import (
	"strings"
	"testing"
)

// A file that would take long to read is told as one that nobody knows, and holds up nothing.
func TestEnvrcThatIsLongToRead(t *testing.T) {
	for _, text := range []string{strings.Repeat("{a,b}", 3000), strings.Repeat("source a.sh\n", 5000), strings.Repeat("x", 20_000)} {
		if !envrcOf(text).vague {
			t.Errorf("%.20q is taken as read", text)
		}
	}
	if e := envrcOf(strings.Repeat("# a comment\n", 5000) + "PATH_add bin\n"); e.vague {
		t.Error("comments are not read")
	}
}
