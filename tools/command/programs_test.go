package command

import (
	"testing"

	"handrail/internal/programs"
)

// Every shell of package programs is one that reads a value as a script.
func TestEveryShellEvaluates(t *testing.T) {
	for _, name := range programs.Shells() {
		if at := passthrough([]string{"/bin/" + name, "-lc", "{{x}}"}, evalFlags()); at != 2 {
			t.Errorf("%s -lc {{x}}: found at %d, want 2", name, at)
		}
	}
}
