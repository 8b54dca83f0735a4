package secrets

import (
	"cmp"
	"slices"
	"strings"
)

// A tail says which one and two bytes at the end of a text may begin something.
type tail struct {
	two [1 << 10]uint64
	one [256]bool
}

func (t *tail) add(a, b byte) {
	p := uint32(a) | uint32(b)<<8
	t.two[p>>6] |= 1 << (p & 63)
	t.one[a] = true
}

func (t *tail) has(text []byte) bool {
	if len(text) == 1 {
		return t.one[text[0]]
	}
	p := uint32(text[0]) | uint32(text[1])<<8
	return t.two[p>>6]&(1<<(p&63)) != 0
}

// A table finds all forms of all known values, and the patterns of tokens. It
// does not change.
type table struct {
	// Where something may begin is decided by three bytes, hashed to 16 bits; at the
	// end of what is there so far by two and by one: solo is for what begins only
	// where no word goes on.
	three      [1 << 10]uint64
	ends, solo tail
	forms      map[[3]byte][]form // the longest first
	marks      map[string]string  // by value
	patterns   patterns
}

func newTable(known map[string]string) *table {
	t := &table{forms: map[[3]byte][]form{}, marks: map[string]string{}, patterns: newPatterns()}
	type key struct {
		text string
		as   shape
	}
	owner := map[key]form{}
	for value, name := range known {
		mark := Mark(name)
		t.marks[value] = mark
		for _, f := range formsOf(value, mark) {
			if before, ok := owner[key{f.text, f.as}]; !ok || mark < before.mark { // the same form of two secrets: always the same one of them
				owner[key{f.text, f.as}] = f
			}
		}
	}
	for _, f := range owner {
		starts := f.starts()
		slices.Sort(starts)
		for _, start := range slices.Compact(starts) {
			key := [3]byte{start[0], start[1], start[2]}
			t.forms[key] = append(t.forms[key], f)
			t.mayBegin(start, &t.ends)
		}
	}
	for _, fs := range t.forms {
		slices.SortFunc(fs, func(a, b form) int {
			if len(a.text) != len(b.text) {
				return len(b.text) - len(a.text)
			}
			return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.as, b.as))
		})
	}
	for _, s := range patternStarts() {
		t.mayBegin(s, &t.ends)
	}
	for _, s := range soloStarts() {
		t.mayBegin(s, &t.solo)
	}
	return t
}

func hash3(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 2654435761 >> 16
}

func (t *table) mayBegin(start string, at *tail) {
	h := hash3(start[0], start[1], start[2])
	t.three[h>>6] |= 1 << (h & 63)
	at.add(start[0], start[1])
}

// A state is what a scan keeps from one piece of text to the next.
type state struct {
	before [2]byte // the last two bytes, the newest last
	in     within
	eaten  int  // bytes taken since the mark, within something
	lazy   bool // nothing is copied if nothing changes
	cut    int  // where the last mark ended, or the text begins: no word goes on there
}

// within says in the middle of what a scan is.
type within uint8

const (
	inText    within = iota
	inToken          // the rest of a token, which the mark stands for
	inDotted         // the same, of one that has dots
	inKey            // the rest of a line of a private key
	inKeyLine        // the same, where a line of it begins
	inBearer         // before the token after "Bearer "
	inValue          // the rest of a value in a URL
)

// A found is what begins at a place.
type found struct {
	state found3
	lead  int    // bytes that stay, before what is replaced
	size  int    // bytes that are replaced
	mark  string // by this
	then  within
}

type found3 uint8

const (
	nothing found3 = iota
	here
	unsure // more text decides it
)

// scan appends src without secrets to dst, and returns how many bytes of src it
// has looked at: all if final, else all but those at the end that may begin a
// secret. changed says whether something was replaced or left out.
func (t *table) scan(dst, src []byte, s *state, final bool) (out []byte, done int, changed bool) {
	copied := 0
	keep := func(to int) { // what stays is copied only if something else changes, or for a stream
		dst = append(dst, src[copied:to]...)
		copied = to
	}
	i := 0
	for i < len(src) {
		switch s.in {
		case inText:
			i = t.next(src, i, s, final)
		case inBearer:
		default:
			n, over := rest(src[i:], s, final)
			keep(i)
			i += n
			copied, changed = i, changed || n > 0
			if !over {
				return t.paused(dst, src, i, s, changed)
			}
			s.in, s.eaten, s.cut = inText, 0, i
			continue
		}
		if i >= len(src) {
			break
		}
		f := t.at(src, i, s, final)
		if f.state == unsure {
			break
		}
		if f.state == nothing {
			if s.in == inText {
				i++
			}
			s.in = inText // no token follows: it is text like any other
			continue
		}
		keep(i)
		if f.lead > 0 { // there may be a known value in it
			keep(i + 1)
			inner := state{before: [2]byte{0, src[i]}, cut: -1}
			lead, _, touched := t.scan(nil, src[i+1:i+f.lead], &inner, true)
			dst, copied, changed = append(dst, lead...), i+f.lead, changed || touched
		}
		if f.mark != "" {
			dst, changed = append(dst, f.mark...), true
		}
		i += f.lead + f.size
		copied = i
		s.in, s.eaten = f.then, 0
		if f.mark != "" {
			s.cut = i
		}
	}
	if s.lazy && !changed {
		return nil, i, false
	}
	keep(i)
	return t.paused(dst, src, i, s, changed)
}

// paused notes where a scan stands.
func (t *table) paused(dst, src []byte, i int, s *state, changed bool) ([]byte, int, bool) {
	for _, b := range src[max(0, i-2):i] {
		s.before = [2]byte{s.before[1], b}
	}
	if s.cut != i {
		s.cut = -1
	} else {
		s.cut = 0
	}
	return dst, i, changed
}

// next is the next place, from i, where something may begin; if none is, the
// place from which on more text is needed to know.
func (t *table) next(src []byte, i int, s *state, final bool) int {
	for ; i+2 < len(src); i++ {
		h := hash3(src[i], src[i+1], src[i+2])
		if t.three[h>>6]&(1<<(h&63)) != 0 {
			return i
		}
	}
	if final {
		return len(src)
	}
	for ; i < len(src); i++ {
		if t.ends.has(src[i:]) || t.solo.has(src[i:]) && stands(s.last(src, i)) {
			return i
		}
	}
	return len(src)
}

// last is the two bytes before i.
func (s *state) last(src []byte, i int) [2]byte {
	switch i {
	case s.cut:
		return [2]byte{}
	case 0:
		return s.before
	case 1:
		return [2]byte{s.before[1], src[0]}
	}
	return [2]byte{src[i-2], src[i-1]}
}

// at says what begins at i.
func (t *table) at(src []byte, i int, s *state, final bool) found {
	rest := src[i:]
	if len(rest) < 3 {
		if final {
			return found{}
		}
		return found{state: unsure}
	}
	for _, f := range t.forms[[3]byte{rest[0], rest[1], rest[2]}] {
		switch n, is := f.match(rest, final); is {
		case here:
			return found{state: here, size: n, mark: f.mark}
		case unsure:
			return found{state: unsure}
		}
	}
	if s.in == inBearer {
		return bearer(rest, final)
	}
	return t.pattern(rest, s.last(src, i), final)
}

// match compares text with the form, and returns how many bytes of it are.
func (f *form) match(text []byte, final bool) (int, found3) {
	switch f.as {
	case escaped:
		return matchEscaped(f.text, text, final)
	case dumped, decimal, octal:
		return matchDump(f.text, f.as, text, final)
	}
	if !f.loose {
		n := min(len(text), len(f.text))
		switch {
		case string(text[:n]) != f.text[:n]:
			return 0, nothing
		case n == len(f.text):
			return n, here
		case final:
			return 0, nothing
		}
		return 0, unsure
	}
	at := 0
	for i := range len(f.text) {
		if i > 0 {
			n, known := rowEnd(text[at:], final)
			if !known {
				return 0, unsure
			}
			at += n
		}
		if at == len(text) {
			return 0, end(final)
		}
		if text[at] != f.text[i] {
			return 0, nothing
		}
		at++
	}
	return at, here
}

// rowEnd is how many bytes the end of a row takes: breaks, also as JSON escapes them, and
// the blanks before the next one.
func rowEnd(text []byte, final bool) (n int, known bool) {
	breaks := 0
	for breaks < 4 {
		if n == len(text) {
			return n, final
		}
		if text[n] == '\n' || text[n] == '\r' {
			n, breaks = n+1, breaks+1
			continue
		}
		slashes, known := run(text[n:], func(b byte) bool { return b == '\\' }, 4, final)
		if !known {
			return 0, false
		}
		if slashes == 0 || slashes == 4 {
			break
		}
		if n+slashes == len(text) {
			return 0, final
		}
		if c := text[n+slashes]; c != 'n' && c != 'r' {
			break
		}
		n, breaks = n+slashes+1, breaks+1
	}
	if breaks == 0 {
		return 0, true
	}
	blanks, known := run(text[n:], isBlank, mostIndent, final)
	return n + blanks, known
}
