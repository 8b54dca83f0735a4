package effort

import (
	"testing"
	"time"
)

// complaints is a test that keeps whether it was failed.
type complaints struct {
	testing.TB
	n int
}

func (c *complaints) Errorf(string, ...any) { c.n++ }

// Waiting takes nothing of the processor, and work does.
func TestLimit(t *testing.T) {
	c := &complaints{TB: t}
	end := Limit(c, 100*time.Millisecond)
	time.Sleep(200 * time.Millisecond)
	if end(); c.n != 0 {
		t.Error("waiting was counted as work")
	}
	end = Limit(c, 100*time.Millisecond)
	for before := used(t); used(t)-before < 150*time.Millisecond; {
	}
	if end(); c.n != 1 {
		t.Error("work was not counted")
	}
}
