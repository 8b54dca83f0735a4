package machines

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Numbers are those of the letters that were had from a machine, as ranges: a letter counts once, however often and
// however late it comes.
type Numbers []span

// A span is a range of numbers, both ends included.
type span struct{ first, last uint64 }

// ReadNumbers reads what String has written: "1-7,9".
func ReadNumbers(text string) (n Numbers, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, many := strings.Cut(part, "-")
		if !many {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 64)
		last, wrong := strconv.ParseUint(to, 10, 64)
		if err != nil || wrong != nil || first > last || len(n) > 0 && n[len(n)-1].last >= first {
			return nil, errors.New("the numbers of letters are damaged")
		}
		n = append(n, span{first, last})
	}
	return n, nil
}

// String writes them as short as they are.
func (n Numbers) String() string {
	parts := make([]string, 0, len(n))
	for _, s := range n {
		text := strconv.FormatUint(s.first, 10)
		if s.last > s.first {
			text += "-" + strconv.FormatUint(s.last, 10)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// Has reports whether a number is among them.
func (n Numbers) Has(number uint64) bool {
	return slices.ContainsFunc(n, func(s span) bool { return s.first <= number && number <= s.last })
}

// With are these and one more.
func (n Numbers) With(number uint64) Numbers {
	if n.Has(number) {
		return n
	}
	at := 0
	for at < len(n) && n[at].last < number {
		at++
	}
	n = slices.Insert(slices.Clone(n), at, span{number, number})
	if at+1 < len(n) && n[at+1].first == number+1 {
		n[at].last = n[at+1].last
		n = slices.Delete(n, at+1, at+2)
	}
	if at > 0 && n[at-1].last+1 == number {
		n[at-1].last = n[at].last
		n = slices.Delete(n, at, at+1)
	}
	return n
}
