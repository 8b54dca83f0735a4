package client

import (
	"fmt"
	"strings"
	"time"
)

// What one call takes in of its server's log and progress: it is all kept in the
// journal, and a server could fill the disk with it. More is counted only.
const (
	toldBytes  = 256 << 10              // of text
	toldLine   = 16                     // bytes that each piece counts at least
	toldPause  = 100 * time.Millisecond // between two messages of progress
	toldAtOnce = 10                     // of them that may come with no pause
)

// A budget is what is spent of that. The zero value has spent nothing.
type budget struct {
	bytes int
	free  time.Time // when all messages of progress will have had their pause

	lines, steps int // left out
}

// text reports whether so many bytes of text are still taken. One that is too long is
// left out whole.
func (b *budget) text(n int) bool {
	n = max(n, toldLine)
	if b.bytes+n > toldBytes {
		return false
	}
	b.bytes += n
	return true
}

// step reports whether a message of progress is taken now.
func (b *budget) step(now time.Time) bool {
	if b.free.Before(now) {
		b.free = now
	}
	if b.free.Sub(now) > (toldAtOnce-1)*toldPause {
		return false
	}
	b.free = b.free.Add(toldPause)
	return true
}

// leftOut says how much was left out, in a line; "" if nothing was.
func (b *budget) leftOut() string {
	var what []string
	if b.lines > 0 {
		what = append(what, fmt.Sprintf("%d lines of its log", b.lines))
	}
	if b.steps > 0 {
		what = append(what, fmt.Sprintf("%d messages of its progress", b.steps))
	}
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf("Handrail: the server said more than is kept of one call (%d KB, and progress %d times a second): %s were left out\n", toldBytes>>10, time.Second/toldPause, strings.Join(what, " and "))
}
