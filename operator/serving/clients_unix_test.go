//go:build unix

package serving

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A program whose calls the person ends may call again: that is what the button says.
func TestAProgramMayCallAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	c := b.join(`{}`)
	c.call(1, "bash", `{"command":"echo one"}`)
	c.hear(`"id":1`)
	runs, _, err := b.O.History().Runs(t.Context(), "", "", 10)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if err := errors.Join(b.clients.Disconnect(b.clients.List()[0].ID), b.O.Runs().Cancel(runs[0].ID)); err != nil {
		t.Fatal(err)
	}
	c.call(2, "bash", `{"command":"echo > begun; sleep 600"}`)
	operatortest.WaitFor(t, func() bool {
		_, err := os.Stat(filepath.Join(b.S.Dir(), "begun"))
		return err == nil
	})
	if err := b.clients.Disconnect(b.clients.List()[0].ID); err != nil {
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
