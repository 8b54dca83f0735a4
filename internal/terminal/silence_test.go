package terminal

import (
	"os"
	"testing"
)

// Only while it starts does a library find another standard error.
func TestSilence(t *testing.T) {
	was, found := os.Stderr, os.Stderr
	Silence(func() { found = os.Stderr })
	if found == was || found.Name() != os.DevNull {
		t.Errorf("a library finds %s", found.Name())
	}
	if os.Stderr != was {
		t.Error("the standard error did not come back")
	}
}
