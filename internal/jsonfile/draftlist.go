package jsonfile

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// mostPairs bounds how long it is looked for what two lists have in common.
const mostPairs = 4 << 20

// becomeList has a list, which begins on a line of this indentation, hold these items. What it has of them stays as it
// is written; what stands in place of another is changed there, and the rest goes and comes.
func (f *Draft) becomeList(a *hujson.Array, items []Value, indent string) error {
	now := make([]string, len(a.Elements))
	for i, e := range a.Elements {
		now[i] = sorted(plainText(e))
	}
	next := make([]string, len(items))
	for i, item := range items {
		next[i] = sorted(item.Raw)
	}
	at := 0 // in a, which changes
	for _, s := range steps(now, next) {
		in := min(s.gone, s.come)
		for i := range in {
			e := &a.Elements[at+i]
			if err := f.become(e, items[s.to+i], indentAfter(e.BeforeExtra, indent)); err != nil {
				return err
			}
		}
		at += in
		for range s.gone - in {
			f.cutItem(a, at, indent)
		}
		for i := range s.come - in {
			f.addItem(a, at, items[s.to+in+i], indent)
			at++
		}
		at += s.same
	}
	return nil
}

func sorted(text []byte) string {
	if out, ok := Sorted(text); ok {
		return string(out)
	}
	return string(text)
}

// plainText is a value without comments.
func plainText(v hujson.Value) []byte {
	v = v.Clone()
	v.Minimize()
	return v.Pack()
}

// A step of a list: so many items go, so many come in their place, and so many behind them are the same.
type step struct{ gone, come, same, to int }

// steps lead from one list to another.
func steps(from, to []string) (out []step) {
	head := 0
	for head < len(from) && head < len(to) && from[head] == to[head] {
		head++
	}
	tail := 0
	for tail < len(from)-head && tail < len(to)-head && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	out = append(out, step{same: head})
	a, b := from[head:len(from)-tail], to[head:len(to)-tail]
	i, j := 0, 0
	for _, pair := range common(a, b) {
		if pair[0] > i || pair[1] > j {
			out = append(out, step{gone: pair[0] - i, come: pair[1] - j, to: head + j})
		}
		out = append(out, step{same: 1})
		i, j = pair[0]+1, pair[1]+1
	}
	return append(out, step{gone: len(a) - i, come: len(b) - j, to: head + j})
}

// common are the indexes of a longest sequence that both lists have.
func common(a, b []string) (pairs [][2]int) {
	if len(a)*len(b) > mostPairs {
		return nil
	}
	long := make([][]int32, len(a)+1) // of what begins at these two
	for i := range long {
		long[i] = make([]int32, len(b)+1)
	}
	for i, x := range slices.Backward(a) {
		for j, y := range slices.Backward(b) {
			long[i][j] = max(long[i+1][j], long[i][j+1])
			if x == y {
				long[i][j] = long[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case long[i+1][j] >= long[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// addItem puts an item into a list before the one that stands at an index, or at its end.
func (f *Draft) addItem(a *hujson.Array, at int, item Value, indent string) {
	if n := len(a.Elements); at >= n {
		p := place{after: &a.AfterExtra, style: f.style, outer: indent}
		if n > 0 {
			p.first, p.last, p.comma = a.Elements[0].BeforeExtra, a.Elements[n-1].BeforeExtra, &a.Elements[n-1].AfterExtra
		} else {
			p.empty, p.lines = true, bytes.Contains(a.AfterExtra, []byte("\n"))
		}
		before, after, inner := p.end(n)
		a.Elements = append(a.Elements, hujson.Value{BeforeExtra: before, Value: f.written(item, inner, !p.lines), AfterExtra: after})
		return
	}
	next := &a.Elements[at].BeforeExtra
	before, rest := hujson.Extra(nil), *next
	lines := bytes.Contains(a.Elements[0].BeforeExtra, []byte("\n"))
	inner := indent
	switch {
	case lines:
		inner = indentAfter(a.Elements[0].BeforeExtra, indent)
		if end := bytes.IndexByte(rest, '\n'); end >= 0 && OnlyComments(rest[:end]) { // what stands beside the item before it
			before, rest = bytes.TrimRight(rest[:end], blanks), rest[end:]
			if end > 0 && (*next)[end-1] == '\r' {
				rest = (*next)[end-1:]
			}
		}
		before = append(slices.Clone(before), f.style.lineEnd()+inner...)
	case at > 0:
		before = hujson.Extra(" ")
	case len(rest) == 0:
		rest = hujson.Extra(" ")
	}
	*next = rest
	a.Elements = slices.Insert(a.Elements, at, hujson.Value{BeforeExtra: before, Value: f.written(item, inner, !lines)})
}

// cutItem takes an item out of a list.
func (f *Draft) cutItem(a *hujson.Array, at int, indent string) {
	e := a.Elements[at]
	right := &a.AfterExtra
	if at+1 < len(a.Elements) {
		right = &a.Elements[at+1].BeforeExtra
	}
	*right = f.style.kept(e.BeforeExtra, e.AfterExtra, *right, at == 0 && at+1 < len(a.Elements), indentAfter(e.BeforeExtra, indent))
	last := at > 0 && at+1 == len(a.Elements)
	a.Elements = slices.Delete(a.Elements, at, at+1)
	if last {
		endAt(&a.Elements[at-1].AfterExtra, &a.AfterExtra, e.AfterExtra != nil)
	}
	if len(a.Elements) == 0 && blank(a.AfterExtra) {
		a.AfterExtra = nil
	}
}
