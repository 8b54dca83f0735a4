package sqlite

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// Whoever gives up while it writes is told what came of it, and takes nothing from those who write next: a BEGIN that was
// called off and done all the same once left every later act of the process without a journal.
func TestAnActThatIsCalledOff(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	done, off := 0, 0
	for i := range 4000 {
		name := fmt.Sprint("/", i)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(time.Duration(i%100) * 2 * time.Microsecond)
			cancel()
		}()
		err := s.States().SetState(ctx, "tried", name, "x")
		cancel()
		_, kept, readErr := s.States().State(t.Context(), "tried", name)
		if readErr != nil || kept != (err == nil) {
			t.Fatalf("act %d: told %v, kept %t (%v)", i, err, kept, readErr)
		}
		if err == nil {
			done++
		} else {
			off++
		}
		if err := s.States().SetState(t.Context(), "next", name, ""); err != nil {
			t.Fatalf("the act after %d: %v", i, err)
		}
	}
	t.Logf("%d done, %d called off", done, off)
}
