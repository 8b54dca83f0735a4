package operator

import (
	"testing"

	"handrail/pipeline/guard"
)

// What is no limit closes the space, and says so.
func TestLimitsBelowNothing(t *testing.T) {
	s := openFiles(t, nil)
	for text, closed := range map[string]bool{
		`{"limits":{"memory_mb":-5}}`: true, `{"limits":{"processes":-1}}`: true, `{"limits":{"memory_mb":64,"processes":9}}`: false, `{}`: false,
	} {
		writeFile(t, s.o.settings.Path(), text)
		if err := s.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Mode() == guard.ReadOnly; got != closed {
			t.Errorf("%s: closed %v, want %v; %v", text, got, closed, s.Problems())
		}
	}
}
