package frame

import (
	"context"
	"sync"
	"time"
)

// How late the two may be who know whether a person is in the window, on a machine that is busy: the page, which says so again when
// something has ended, and the desktop, which knows that the window was put away.
const (
	pageWithin    = 10 * time.Second
	desktopWithin = 3 * time.Second
)

// A Presence is whether a person is in the window. Its zero value has them there. It is safe for concurrent use.
type Presence struct {
	Minimised func() bool // what the desktop knows; nil: nothing

	mu    sync.Mutex
	away  bool
	said  time.Time     // when the page has last told
	hears chan struct{} // closed when it tells; nil: nobody waits
}

// Tell notes what the page says: the person sees the window and is in it, or not.
func (p *Presence) Tell(front bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away, p.said = !front, time.Now()
	if p.hears != nil {
		close(p.hears)
		p.hears = nil
	}
}

// Leave has the person away until the page tells otherwise.
func (p *Presence) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = true
}

// InFront reports whether the person is in the window, as far as anyone has told.
func (p *Presence) InFront() bool {
	p.mu.Lock()
	away := p.away
	p.mu.Unlock()
	return !away && (p.Minimised == nil || !p.Minimised())
}

// Saw waits until it is known whether the person was in the window at a moment that has just passed, and reports it. Who is not told
// counts as elsewhere: it takes a page that says so after that moment, and a desktop that does not say otherwise soon after.
func (p *Presence) Saw(ctx context.Context, moment time.Time) bool {
	late := time.NewTimer(pageWithin)
	defer late.Stop()
	for {
		if !p.InFront() {
			return false
		}
		told, hears := p.toldSince(moment)
		if told {
			break
		}
		select {
		case <-hears:
		case <-late.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-time.After(desktopWithin):
	case <-ctx.Done():
	}
	return p.InFront()
}

// toldSince reports whether the page has told after a moment; else hears is closed when it does.
func (p *Presence) toldSince(moment time.Time) (told bool, hears <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said.After(moment) {
		return true, nil
	}
	if p.hears == nil {
		p.hears = make(chan struct{})
	}
	return false, p.hears
}
