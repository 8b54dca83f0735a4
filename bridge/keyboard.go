package bridge

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"handrail/internal/terminal"
)

// errStale says that a line was begun before it was asked for.
var errStale = errors.New("typed before it was asked for")

// A keyboard reads lines for one question at a time, and can stop reading.
type keyboard struct {
	in    io.Reader
	under chan typed // a read that is under way
}

type typed struct {
	text string
	err  error
}

func newKeyboard(in io.Reader) *keyboard { return &keyboard{in: in} }

// forget throws away what was typed so far, where the system can: in the
// terminal's own queue, and in ours.
func (k *keyboard) forget() {
	terminal.Forget(k.in)
	in, ok := k.in.(deadliner)
	if !ok || in.SetReadDeadline(time.Now().Add(time.Millisecond)) != nil {
		return
	}
	buf := make([]byte, 4096)
	for range 1000 { // an input that never stops is not waited out
		if _, err := k.in.Read(buf); err != nil {
			break
		}
	}
	_ = in.SetReadDeadline(time.Time{}) // it worked a moment ago
}

// A deadliner is an input whose reads can be ended.
type deadliner interface{ SetReadDeadline(time.Time) error }

// line reads one line. What came with it in the same breath is thrown away: it
// cannot be the answer to a question that was not there yet.
func (k *keyboard) line(ctx context.Context) (string, error) {
	stale := k.under != nil
	var text strings.Builder
	for {
		if k.under == nil {
			k.under = make(chan typed, 1)
			go read(k.in, k.under)
		}
		select {
		case got := <-k.under:
			k.under = nil
			if stale && got.err == nil {
				return "", errStale
			}
			head, _, complete := strings.Cut(got.text, "\n")
			text.WriteString(head)
			if complete {
				return text.String(), nil
			}
			if got.err != nil {
				return "", got.err
			}
			if text.Len() > 4096 {
				return "", errors.New("the line is too long for an answer")
			}
		case <-ctx.Done():
			k.stop()
			return "", ctx.Err()
		}
	}
}

// read reads once.
func read(in io.Reader, to chan<- typed) {
	buf := make([]byte, 4096)
	n, err := in.Read(buf)
	to <- typed{string(buf[:n]), err}
}

// stop ends the read that is under way, if the input has deadlines. If not, it
// stays, and the next line is known to be stale.
func (k *keyboard) stop() {
	in, ok := k.in.(deadliner)
	if !ok || in.SetReadDeadline(time.Unix(1, 0)) != nil {
		return
	}
	<-k.under
	k.under = nil
	_ = in.SetReadDeadline(time.Time{}) // it worked a moment ago
}
