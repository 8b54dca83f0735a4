//go:build unix

package cli

import (
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// What was told to end, and hangs, is ended: at the second signal, or after a while. The same signal told twice is one.
func TestWhatHangsIsEnded(t *testing.T) {
	for name, c := range map[string]struct {
		again time.Duration // when the second signal comes; 0: none does
		ends  time.Duration // when the command ends by itself; 0: never
		want  time.Duration // when the process is ended; 0: it is not
	}{
		"nothing more":            {0, 0, endsWithin},
		"a second signal":         {2 * time.Second, 0, 2 * time.Second},
		"the same one told twice": {time.Millisecond, 0, endsWithin},
		"it ends":                 {0, time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				told, over := make(chan os.Signal, 1), make(chan struct{})
				if c.again > 0 {
					time.AfterFunc(c.again, func() { told <- syscall.SIGTERM })
				}
				if c.ends > 0 {
					time.AfterFunc(c.ends, func() { close(over) })
				}
				began := time.Now()
				if lasts(told, over) != (c.want > 0) {
					t.Fatalf("the process is ended: %v", c.want == 0)
				}
				if took := time.Since(began); c.want > 0 && took != c.want {
					t.Errorf("it is ended after %v, want %v", took, c.want)
				}
			})
		})
	}
}
