package proc

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A ring keeps the head and the tail of a stream within a fixed number of
// bytes. It is safe for concurrent use.
type ring struct {
	mu      sync.Mutex
	head    []byte
	tail    []byte // circular once it is full
	oldest  int    // where the oldest byte of a full tail is
	headCap int
	tailCap int
	total   int64
}

// newRing makes a ring that never keeps more than limit bytes; a limit below
// one means DefaultCap. Memory is taken as output comes.
func newRing(limit int) *ring {
	if limit < 1 {
		limit = DefaultCap
	}
	return &ring{headCap: limit / 2, tailCap: limit - limit/2}
}

// write takes in the next bytes of the stream.
func (r *ring) write(p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total += int64(len(p))
	if room := r.headCap - len(r.head); room > 0 {
		n := min(room, len(p))
		r.head = append(r.head, p[:n]...)
		p = p[n:]
	}
	if len(p) > r.tailCap { // only its end can stay
		p = p[len(p)-r.tailCap:]
	}
	if room := r.tailCap - len(r.tail); room > 0 {
		n := min(room, len(p))
		r.tail = append(r.tail, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(r.tail[r.oldest:], p)
		r.oldest = (r.oldest + n) % r.tailCap
		p = p[n:]
	}
}

// ends returns the kept head and tail, in order. If bytes between them were
// dropped, a character that the gap cut is left out of both.
func (r *ring) ends() (head, tail []byte, total int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	head = append([]byte(nil), r.head...)
	tail = append(append([]byte(nil), r.tail[r.oldest:]...), r.tail[:r.oldest]...)
	if int64(len(head)+len(tail)) == r.total {
		return head, tail, r.total
	}
	head = head[:len(head)-partial(head)]
	for i := 0; i < utf8.UTFMax-1 && len(tail) > 0 && !utf8.RuneStart(tail[0]); i++ {
		tail = tail[1:]
	}
	return head, tail, r.total
}

// capture renders what was kept.
func (r *ring) capture() Capture {
	head, tail, total := r.ends()
	dropped := total - int64(len(head)+len(tail))
	if dropped == 0 {
		return Capture{Text: strings.ToValidUTF8(string(head)+string(tail), "\uFFFD"), Total: total}
	}
	var text strings.Builder
	text.WriteString(strings.ToValidUTF8(string(head), "\uFFFD"))
	if len(head) > 0 && head[len(head)-1] != '\n' {
		text.WriteByte('\n')
	}
	text.WriteString("[... " + strconv.FormatInt(dropped, 10) + " bytes dropped ...]\n")
	text.WriteString(strings.ToValidUTF8(string(tail), "\uFFFD"))
	return Capture{Text: text.String(), Total: total, Dropped: dropped}
}

// partial counts the bytes at the end of p that begin a character and do not
// finish it: 0 to 3.
func partial(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		last := p[len(p)-n:]
		if !utf8.RuneStart(last[0]) {
			continue
		}
		if utf8.FullRune(last) {
			return 0
		}
		return n
	}
	return 0
}
