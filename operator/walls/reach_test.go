package walls

import (
	"testing"

	"handrail/internal/sandbox"
	"handrail/spaces"
)

// What a server may reach is asked while the space is read for the first time, when
// nothing is known of it yet.
func TestTheNetworkOfAServerBeforeItsSpaceIsRead(t *testing.T) {
	unread := SpaceConfig{Current: func() (*Reach, *spaces.Space) { t.Error("nothing was read yet"); return &Reach{}, nil }}
	for name, tt := range map[string]struct {
		fixed, words []string
		want         string
	}{
		"its profile":           {words: []string{"a.example.com"}, want: "a.example.com"},
		"the command line":      {fixed: []string{"loopback"}, words: []string{"a.example.com"}, want: "loopback"},
		"a broken command line": {fixed: []string{"a/b"}, words: []string{"a.example.com"}, want: string(sandbox.Off)},
	} {
		s := (&Keeper{c: Config{Network: tt.fixed}, left: newLeftovers(t.TempDir())}).Space(unread)
		if got, err := s.ServerNetwork(tt.words); err != nil || got.String() != tt.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, tt.want)
		}
	}
}
