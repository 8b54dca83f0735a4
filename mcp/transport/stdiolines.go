package transport

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// What is kept of what a server says beside the protocol (docs/spec/08-mcp.md).
const (
	LogLines = 200  // the last lines
	LogWidth = 2000 // characters of each
)

// sayings are the last lines that a server has said. They are safe for concurrent
// use, and bounded.
type sayings struct {
	mu    sync.Mutex
	lines []string
	open  []byte // a line of a stream that has not ended yet
	over  bool   // the rest of that line is too long and dropped
	last  string // the last note, without its count
	times int    // how often it came in a row

	strayed atomic.Bool // see Link
}

// Write implements io.Writer: it takes in a stream and cuts it into lines.
func (s *sayings) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	for len(p) > 0 {
		line, rest, ended := cutLine(p)
		s.extend(line)
		if ended {
			s.end()
		}
		p = rest
	}
	return n, nil
}

// cutLine cuts p at its first line end.
func cutLine(p []byte) (line, rest []byte, ended bool) {
	for i, b := range p {
		if b == '\n' {
			return p[:i], p[i+1:], true
		}
	}
	return p, nil, false
}

// extend adds to the open line, as far as it can be shown.
func (s *sayings) extend(p []byte) {
	if room := LogWidth*utf8.UTFMax - len(s.open); len(p) > room {
		p, s.over = p[:room], true
	}
	s.open = append(s.open, p...)
}

// end ends the open line.
func (s *sayings) end() {
	text := strings.ToValidUTF8(strings.TrimRight(string(s.open), "\r"), "\uFFFD")
	if s.over {
		text += "…"
	}
	s.open, s.over = s.open[:0], false
	s.add(text)
}

// note adds a line of our own. The same one many times in a row is one line with
// a count.
func (s *sayings) note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text = CutLine(text)
	if text == s.last && s.times > 0 && len(s.lines) > 0 {
		s.times++
		s.lines[len(s.lines)-1] = fmt.Sprintf("%s (%d times)", CutLine(text), s.times)
		return
	}
	s.add(text)
	s.last, s.times = text, 1
}

// add adds a line.
func (s *sayings) add(text string) {
	s.last, s.times = "", 0
	if len(s.lines) == LogLines {
		copy(s.lines, s.lines[1:])
		s.lines = s.lines[:LogLines-1]
	}
	s.lines = append(s.lines, CutLine(text))
}

// CutLine cuts a line to what is kept of it.
func CutLine(line string) string {
	if len(line) <= LogWidth || utf8.RuneCountInString(line) <= LogWidth {
		return line
	}
	n := 0
	for i := range line {
		if n++; n == LogWidth {
			return line[:i] + "…"
		}
	}
	return line
}

// all returns the lines, the oldest first, with one that has not ended.
func (s *sayings) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := append([]string(nil), s.lines...)
	if len(s.open) > 0 {
		all = append(all, CutLine(strings.ToValidUTF8(string(s.open), "\uFFFD")))
	}
	return all[max(0, len(all)-LogLines):]
}
