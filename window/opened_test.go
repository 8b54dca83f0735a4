package window

import (
	"errors"
	"testing"

	"handrail/operator/operatortest"
)

// The page waits for the app, which may be slow to open, and is told why there is none. A window that opens can be closed.
func TestOpened(t *testing.T) {
	for name, broken := range map[string]error{"open": nil, "not to be opened": errors.New("the record is locked")} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{})
			o := b.O
			if broken != nil {
				o = nil
			}
			w := New("0")
			told := make(chan error, 1)
			go func() { told <- (&Frame{w.app}).Opened() }()
			if w.Busy() {
				t.Error("it works before it is open")
			}
			select {
			case err := <-told:
				t.Fatalf("told before it was open: %v", err)
			default:
			}
			w.Open(t.Context(), newScreen(), o, broken)
			t.Cleanup(w.Close)
			if err := <-told; !errors.Is(err, broken) {
				t.Errorf("%v, want %v", err, broken)
			}
		})
	}
}
