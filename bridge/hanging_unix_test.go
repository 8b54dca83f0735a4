//go:build unix && !darwin

package bridge

import (
	"errors"
	"testing"
	"time"
)

// A dialog program that hangs ends with the limit, whatever it was to show, and the next
// dialog finds its place free.
func TestDialogsThatHang(t *testing.T) {
	bin := t.TempDir()
	install(t, bin, "#!/bin/sh\nsleep 600\n")
	d := New(Config{Env: []string{"DISPLAY=:0", "PATH=" + bin}})
	const limit = 100 * time.Millisecond
	for what, show := range map[string]func() error{
		"a question": func() error { return second(d.ask(t.Context(), question{limit: limit})) },
		"a list":     func() error { return second(d.pickOne(t.Context(), choice{limit: limit})) },
		"a picker":   func() error { return second(d.choose(t.Context(), pick{limit: limit})) },
		"a place":    func() error { return second(d.choose(t.Context(), pick{save: true, limit: limit})) },
		"a message":  func() error { return d.tell(t.Context(), notice{limit: limit}) },
		"an entry": func() error {
			_, _, err := d.write(t.Context(), entry{limit: limit})
			return err
		},
	} {
		if err := show(); !errors.Is(err, errLate) {
			t.Errorf("%s: %v, want %v", what, err, errLate)
		}
	}
}
