//go:build unix

package operator

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program whose calls the person ends may call again: that is what the button says.
func TestAProgramMayCallAgain(t *testing.T) {
	t.Parallel()
	b := newHandBench(t, noHands)
	c := serveClient(t, b.s, `{}`)
	c.call(1, "bash", `{"command":"echo one"}`)
	c.hear(`"id":1`)
	runs, _, err := b.o.Runs(t.Context(), "", "", 10)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if err := errors.Join(b.o.Disconnect(b.o.Clients()[0].ID), b.o.CancelRun(runs[0].ID)); err != nil {
		t.Fatal(err)
	}
	c.call(2, "bash", `{"command":"echo > begun; sleep 600"}`)
	waitFor(t, func() bool {
		_, err := os.Stat(filepath.Join(b.s.Dir(), "begun"))
		return err == nil
	})
	if err := b.o.Disconnect(b.o.Clients()[0].ID); err != nil {
		t.Fatal(err)
	}
	if line := c.hear(`"id":2`); !strings.Contains(line, `"code":"cancelled"`) {
		t.Errorf("a call that was cut off is answered with %s", line)
	}
	c.call(3, "bash", `{"command":"echo two"}`)
	if line := c.hear(`"id":3`); !strings.Contains(line, "two") {
		t.Errorf("after it was cut off: %s", line)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
