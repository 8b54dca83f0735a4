package frame

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// The person has seen what ended only if the page says so after it, and the desktop does not say otherwise soon.
func TestSaw(t *testing.T) {
	for name, c := range map[string]struct {
		then func(p *Presence, minimise func())
		want bool
		in   time.Duration
	}{
		"a page that says so":                     {func(p *Presence, _ func()) { p.Tell(true) }, true, 3 * time.Second},
		"a page that says so late":                {func(p *Presence, _ func()) { time.Sleep(9 * time.Second); p.Tell(true) }, true, 12 * time.Second},
		"a page that says nothing":                {func(*Presence, func()) {}, false, 10 * time.Second},
		"a page that says that they have left":    {func(p *Presence, _ func()) { time.Sleep(time.Second); p.Tell(false) }, false, time.Second},
		"a page that has not heard of it":         {func(p *Presence, _ func()) { p.Tell(true); time.Sleep(2 * time.Second); p.Tell(false) }, false, 3 * time.Second},
		"a desktop that tells after the page":     {func(p *Presence, away func()) { p.Tell(true); time.Sleep(2 * time.Second); away() }, false, 3 * time.Second},
		"a window that has just gone to sleep":    {func(p *Presence, away func()) { away(); p.Tell(true) }, false, 0},
		"a window that is left, and come back to": {func(p *Presence, _ func()) { p.Tell(true); p.Tell(false); p.Tell(true) }, true, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var small atomic.Bool
				p := &Presence{Minimised: small.Load}
				p.Tell(true)
				time.Sleep(time.Minute)
				ended := time.Now()
				go func() {
					time.Sleep(time.Nanosecond)
					c.then(p, func() { small.Store(true) })
				}()
				if got := p.Saw(t.Context(), ended); got != c.want {
					t.Errorf("%v, want %v", got, c.want)
				}
				if took := time.Since(ended).Round(time.Second); took != c.in {
					t.Errorf("known after %v, want %v", took, c.in)
				}
				synctest.Wait()
			})
		})
	}
}

func TestSawElsewhere(t *testing.T) {
	p := &Presence{}
	if !p.InFront() {
		t.Error("a new window is not in front")
	}
	p.Leave()
	if p.InFront() || p.Saw(t.Context(), time.Now()) {
		t.Error("who has left it is in it")
	}
	p.Tell(true)
	ended, stop := context.WithCancel(t.Context())
	stop()
	if p.Saw(ended, time.Now().Add(time.Hour)) {
		t.Error("nobody waits for an app that ends")
	}
}
