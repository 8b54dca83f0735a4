package secrets

import (
	"io"
	"sync"
)

// Stream returns a writer that passes text on without secrets, whatever pieces
// it comes in. Of what it was given it holds back only an end that may still
// become a secret: at most as long as the longest form of one, until more comes
// or it is closed, however long that takes: half of a secret is a secret too.
// Close writes what is left; it does not close w. It is safe for concurrent use.
func (r *Redactor) Stream(w io.Writer) io.WriteCloser { return &stream{r: r, w: w} }

type stream struct {
	r *Redactor
	w io.Writer

	mu     sync.Mutex
	s      state
	held   []byte
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
	s.held = append(s.held[:0], src[done:]...)
	s.out = out[:0]
	if len(out) == 0 {
		return nil
	}
	_, err := s.w.Write(out)
	if cap(s.out) > 256<<10 { // one large piece must not stay
		s.out = nil
	}
	return err
}
