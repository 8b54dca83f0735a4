package origins

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/tools"
)

// How much of what came in is remembered to be shown, and how much is shown.
const (
	mostText     = 256 << 10 // bytes of one origin: its newest
	mostTexts    = 2 << 20   // of a conversation
	mostPassages = 3
	around       = 160 // characters on each side of what both have in common
	shortestSame = 12  // bytes that count as in common
	mostMarked   = 8   // places in one passage
	mostInput    = 1 << 20
)

// A came is the newest text of one origin.
type came struct {
	from tools.Origin
	text string
	when time.Time
}

// keep remembers text that came in, to be shown. b.mu is held.
func (c *conversation) keep(from []tools.Origin, text string, now time.Time) {
	if text == "" {
		return
	}
	text = strings.Join(valuesOf(text), "\n")
	for _, o := range from {
		at := slices.IndexFunc(c.came, func(k came) bool { return k.from.Key() == o.Key() })
		if at < 0 {
			c.came = append(c.came, came{from: o})
			at = len(c.came) - 1
		}
		k := &c.came[at]
		k.text, k.when = strings.TrimSpace(k.text+"\n"+text), now
		if over := len(k.text) - mostText; over > 0 {
			k.text = strings.ToValidUTF8(k.text[over:], "")
		}
	}
	total := 0
	for i := len(c.came) - 1; i >= 0; i-- {
		if total += len(c.came[i].text); total > mostTexts {
			c.came[i].text = ""
		}
	}
}

// Passages are the places of what came in that a question shows: those that have most in common with an input first.
func (b *Book) Passages(session string, from []tools.Origin, input json.RawMessage) []tools.Passage {
	b.mu.Lock()
	var list []came
	if c := b.sessions[session]; c != nil {
		list = slices.Clone(c.came)
	}
	b.mu.Unlock()
	said := finderOf(sayings(input))
	type found struct {
		tools.Passage
		common int
	}
	var all []found
	for _, k := range list {
		if k.text == "" || !holds(from, k.from) {
			continue
		}
		marks, common := said.in(k.text)
		all = append(all, found{passage(k, marks), common})
	}
	slices.SortStableFunc(all, func(a, b found) int { return b.common - a.common })
	var out []tools.Passage
	for _, f := range all[:min(len(all), mostPassages)] {
		out = append(out, f.Passage)
	}
	return out
}

// sayings are the texts of an input, in the forms in which a text from elsewhere may stand in it.
func sayings(input json.RawMessage) (out []string) {
	if len(input) > mostInput {
		input = input[:mostInput]
	}
	for _, value := range valuesOf(string(input)) {
		out = append(out, value)
		if plain, err := url.QueryUnescape(value); err == nil && plain != value {
			out = append(out, plain)
		}
		for _, word := range strings.FieldsFunc(value, func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'`,;:?&=()<>", r) }) {
			if len(word) < shortestSame {
				continue
			}
			for _, decode := range []func(string) ([]byte, error){base64.StdEncoding.DecodeString, base64.RawURLEncoding.DecodeString, base64.RawStdEncoding.DecodeString, hex.DecodeString} {
				if raw, err := decode(word); err == nil && utf8.Valid(raw) {
					out = append(out, string(raw))
				}
			}
		}
	}
	return out
}

// A finder knows the pieces of what was said.
type finder struct {
	said   []string
	pieces map[string][2]int // of shortestSame bytes: in which saying, and where
	maybe  []uint64          // a bit for each beginning of a piece: most places of a text are told by it alone
}

// maybeBits is how many bits a finder has.
const maybeBits = 22

func finderOf(said []string) *finder {
	f := &finder{pieces: map[string][2]int{}, maybe: make([]uint64, 1<<(maybeBits-6))}
	for n, s := range said {
		s = strings.ToLower(s)
		f.said = append(f.said, s)
		for i := 0; i+shortestSame <= len(s); i++ {
			piece := s[i : i+shortestSame]
			if _, known := f.pieces[piece]; !known {
				f.pieces[piece] = [2]int{n, i}
				bit := bitOf(binary.LittleEndian.Uint64([]byte(piece)))
				f.maybe[bit>>6] |= 1 << (bit & 63)
			}
		}
	}
	return f
}

// bitOf spreads the first eight bytes of a piece.
func bitOf(first uint64) uint64 { return first * 0x9e3779b97f4a7c15 >> (64 - maybeBits) }

// in finds where a text holds what was said, and how many bytes that is.
func (f *finder) in(text string) (marks [][2]int, common int) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // letters whose small form is longer
		lower = text
	}
	if len(f.pieces) == 0 || len(lower) < shortestSame {
		return nil, 0
	}
	first := uint64(0)
	for i := range 7 {
		first = first>>8 | uint64(lower[i])<<56
	}
	for i := 0; i+shortestSame <= len(lower); i++ {
		first = first>>8 | uint64(lower[i+7])<<56
		bit := bitOf(first)
		if f.maybe[bit>>6]&(1<<(bit&63)) == 0 {
			continue
		}
		if last := len(marks) - 1; last >= 0 && i < marks[last][1] {
			continue
		}
		at, known := f.pieces[lower[i:i+shortestSame]]
		if !known {
			continue
		}
		s, n := f.said[at[0]], shortestSame
		for at[1]+n < len(s) && i+n < len(lower) && s[at[1]+n] == lower[i+n] {
			n++
		}
		marks = append(marks, [2]int{i, i + n})
		common += n
	}
	return marks, common
}

// passage is the part of a text around its marks, or its beginning.
func passage(k came, marks [][2]int) tools.Passage {
	p := tools.Passage{From: k.from, When: k.when}
	begin, end := 0, min(len(k.text), 2*around)
	if len(marks) > 0 {
		begin = max(0, marks[0][0]-around)
		end = min(len(k.text), max(marks[0][1], marks[0][0]+around)+around)
	}
	for begin > 0 && !utf8.RuneStart(k.text[begin]) {
		begin--
	}
	for end < len(k.text) && !utf8.RuneStart(k.text[end]) {
		end++
	}
	if end-begin > 6*around {
		end = begin + 6*around
		for end < len(k.text) && !utf8.RuneStart(k.text[end]) {
			end++
		}
	}
	last := begin
	add := func(to int, same bool) {
		if to > last {
			p.Parts = append(p.Parts, tools.PassagePart{Text: k.text[last:to], Same: same})
			last = to
		}
	}
	for _, m := range marks {
		if len(p.Parts) >= 2*mostMarked || m[0] >= end {
			break
		}
		from, to := max(m[0], last), min(m[1], end)
		for from < to && !utf8.RuneStart(k.text[from]) {
			from++
		}
		for to < end && !utf8.RuneStart(k.text[to]) {
			to++
		}
		if from >= to {
			continue
		}
		add(from, false)
		add(to, true)
	}
	add(end, false)
	p.Before, p.After = begin > 0, end < len(k.text)
	return p
}
