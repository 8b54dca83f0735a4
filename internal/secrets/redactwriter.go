package secrets

import (
	"bytes"
	"io"
	"sync"
)

// Stream returns a writer that passes text on without secrets, whatever pieces
// it comes in. Of what it was given it holds back only an end that may still
// become a secret: at most as long as the longest form of one, until more comes
// or it is closed, however long that takes: half of a secret is a secret too.
// Close writes what is left; it does not close w. It is safe for concurrent use.
func (r *Redactor) Stream(w io.Writer) io.WriteCloser { return &stream{r: r, w: w} }

// shownAtOnce is how many signs at the end of a piece a Live stream shows at once, though a secret may begin with them.
const shownAtOnce = 3

// Live is Stream for what somebody reads while it is written, and who may have to answer it. A few signs at the end that
// could begin a secret are shown at once: a question or a number would else be cut short until more is written. If more
// makes them the beginning of a secret, the rest of it is taken out.
func (r *Redactor) Live(w io.Writer) io.WriteCloser { return &stream{r: r, w: w, live: true} }

type stream struct {
	r    *Redactor
	w    io.Writer
	live bool

	mu     sync.Mutex
	s      state
	held   []byte
	shown  int // bytes of held that are written already
	out    []byte
	closed bool
}

// Write implements io.Writer: it has taken all of p, or w has failed.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, io.ErrClosedPipe
	}
	if err := s.pass(p, false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close implements io.Closer.
func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.pass(nil, true)
}

func (s *stream) pass(p []byte, final bool) error {
	src := p
	if len(s.held) > 0 {
		s.held = append(s.held, p...)
		src = s.held
	}
	out, done, _ := s.r.now().scan(s.out[:0], src, &s.s, final)
	s.out = out[:0]
	if past := min(s.shown, done); past > 0 {
		s.shown -= past
		if bytes.HasPrefix(out, src[:past]) {
			out = out[past:]
		} // else they began a secret, and its mark follows them
	}
	s.held = append(s.held[:0], src[done:]...)
	if s.live && len(bytes.Fields(s.held)) <= 1 && len(bytes.TrimSpace(s.held)) <= shownAtOnce {
		out = append(out, s.held[s.shown:]...)
		s.shown = len(s.held)
	}
	if len(out) == 0 {
		return nil
	}
	_, err := s.w.Write(out)
	if cap(s.out) > 256<<10 { // one large piece must not stay
		s.out = nil
	}
	return err
}
