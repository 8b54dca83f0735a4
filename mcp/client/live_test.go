package client

import (
	"testing"
	"time"
)

// A server that tells of changes without end is not listed without end.
func TestThePaceOfListing(t *testing.T) {
	t.Parallel()
	var p pace
	now := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC)
	began := now
	times := 0
	for now.Sub(began) < time.Minute { // it tells of the next change at once
		now = now.Add(p.next(now))
		times++
	}
	if most := relistAtOnce + int(time.Minute/relistEach) + 1; times > most || times < relistAtOnce {
		t.Errorf("it is listed %d times in a minute; at most %d would do", times, most)
	}
	if wait := p.next(now.Add(time.Hour)); wait != relistPause {
		t.Errorf("after an hour of calm it waits %s", wait)
	}
}
