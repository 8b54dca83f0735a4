package terminal

import (
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Is reports whether a stream of this process is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// A Screen shows text on a terminal, and does nothing else there: whatever it is
// given, no sequence of it moves the cursor, sets a title, hides or reorders
// text (docs/spec/01-command-line.md#what-a-terminal-is-sent). It holds back
// only a character or a line end that is not whole yet. It is safe for
// concurrent use.
type Screen struct {
	mu    sync.Mutex
	out   io.Writer
	begun []byte // of a character, or of a line end
	marks int
	waits bool // what it is given waits while a question stands: see Pause
}

// NewScreen makes a Screen that shows on out.
func NewScreen(out io.Writer) *Screen { return &Screen{out: out} }

// On is what may be written to a stream of this process: a Screen where it is a
// terminal, and the stream itself where it is a pipe or a file, which get text
// as it is.
func On(stream io.Writer) io.Writer {
	if Is(stream) {
		return &Screen{out: stream, waits: true}
	}
	return stream
}

// Out is what this process may write to its standard output. Each call makes a
// Screen of its own.
func Out() io.Writer { return On(os.Stdout) }

// Err is the same for standard error.
func Err() io.Writer {
	standard.Lock()
	defer standard.Unlock()
	return On(os.Stderr)
}

// Write implements io.Writer.
func (s *Screen) Write(text []byte) (int, error) {
	if s.waits {
		return waiting.write(s, text)
	}
	return s.write(text)
}

func (s *Screen) write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := text
	if len(s.begun) > 0 {
		all = append(s.begun, text...)
	}
	whole := wholeOf(all)
	_, err := s.out.Write(s.show(all[:whole]))
	s.begun = append([]byte(nil), all[whole:]...)
	if err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush shows what was begun and not ended.
func (s *Screen) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.out.Write(s.show(s.begun))
	s.begun = nil
	return err
}

// show is what is sent to the terminal for text.
func (s *Screen) show(text []byte) []byte {
	out := make([]byte, 0, len(text)+16)
	for {
		at := endOfLine(text)
		out = shown(out, text[:at], &s.marks, acts, "\t")
		if at == len(text) {
			return out
		}
		text = text[at+1:] // without the CR of a line end
	}
}

// endOfLine is where the next CR LF begins; len(text) if there is none.
func endOfLine(text []byte) int {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\r' && text[i+1] == '\n' {
			return i
		}
	}
	return len(text)
}

// wholeOf is how many bytes of text do not wait for what follows.
func wholeOf(text []byte) int {
	n := len(text)
	if n > 0 && text[n-1] == '\r' {
		return n - 1
	}
	for i := n - 1; i >= 0 && i >= n-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return n
}
