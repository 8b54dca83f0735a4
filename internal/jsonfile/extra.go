package jsonfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// widest is how many bytes a list may have that is written on one line.
const widest = 100

// indentAfter is the indentation of what stands behind blanks and comments; outer, where no line ends in them.
func indentAfter(extra hujson.Extra, outer string) string {
	at := bytes.LastIndexByte(extra, '\n')
	if at < 0 {
		return outer
	}
	line := extra[at+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// comments are the comments among blanks, those of one line without its end.
func comments(extra []byte) (out []string) {
	scan(extra, func(start, end int, comment bool) {
		if comment {
			out = append(out, strings.TrimRight(string(extra[start:end]), "\r"))
		}
	})
	return out
}

// endsInLine reports whether a comment stands at the end which goes on to the end of its line.
func endsInLine(extra []byte) bool {
	all := comments(extra)
	return len(all) > 0 && strings.HasPrefix(all[len(all)-1], "//")
}

// lineEnd is how a line ends, also of a document that has only one.
func (s *style) lineEnd() string {
	if s.eol == "" {
		return "\n"
	}
	return s.eol
}

// kept is what stands before the next value when one is taken out: left stood before it, middle within its member,
// right behind it. All comments are kept. opens says that the next value becomes the first.
func (s *style) kept(left, middle, right hujson.Extra, opens bool, indent string) hujson.Extra {
	before := slices.Clone(left)
	for _, c := range comments(middle) {
		if before = append(before, c...); strings.HasPrefix(c, "//") {
			before = append(before, s.lineEnd()+indent...)
		} else {
			before = append(before, ' ')
		}
	}
	rest := bytes.TrimLeft(right, blanks)
	if blank(before) {
		beside := len(rest) > 0 && !bytes.Contains(right[:len(right)-len(rest)], []byte("\n")) // a comment on its line
		if opens || beside && bytes.Contains(before, []byte("\n")) {
			return slices.Concat(before, rest)
		}
		return right
	}
	if len(rest) > 0 {
		return slices.Concat(before, rest)
	}
	out := bytes.TrimRight(before, blanks)
	if endsInLine(out) && !bytes.Contains(right, []byte("\n")) {
		out = append(out, s.lineEnd()...)
	}
	return append(out, right...)
}

// A place is the end of a list or object, where a value is put.
type place struct {
	style *style
	outer string        // the indentation of the line on which it begins
	after *hujson.Extra // what stands before its closing bracket
	first hujson.Extra  // what stands before its first value
	last  hujson.Extra  // what stands before its last value
	comma *hujson.Extra // what stands behind its last value
	empty bool          // there is no value yet
	lines bool          // each value has a line of its own
}

// end makes room for one value more. before and after belong to it; inner is its indentation.
func (p *place) end(n int) (before, after hujson.Extra, inner string) {
	kept := bytes.TrimRight(*p.after, blanks)
	rest := (*p.after)[len(kept):]
	inner = p.outer + p.style.unit
	if !p.empty {
		p.lines = bytes.Contains(p.first, []byte("\n"))
		inner = indentAfter(p.first, p.outer)
	}
	gap := p.style.lineEnd() + inner
	if !p.lines {
		inner, gap = p.outer, " "
		if p.empty && len(kept) == 0 || n > 1 && len(p.last) == 0 {
			gap = ""
		}
		if endsInLine(kept) {
			gap = p.style.lineEnd() + gap
		}
	} else if !bytes.Contains(rest, []byte("\n")) {
		rest = append(slices.Clone(rest), p.style.lineEnd()+p.outer...)
	}
	if !p.empty && *p.comma != nil { // there is a comma after it
		after = hujson.Extra{}
	}
	*p.after = rest
	return append(slices.Clone(kept), gap...), after, inner
}

// written is a value as it is put in. Where it is one line, all of it is.
func (f *Draft) written(value Value, indent string, one bool) hujson.ValueTrimmed {
	v, err := hujson.Parse([]byte(f.style.text(value, indent, one)))
	if err != nil { // it was parsed before
		return hujson.Literal("null")
	}
	return v.Value
}

func (s *style) text(v Value, indent string, one bool) string {
	inner := indent + s.unit
	var parts []string
	open, end := "{", "}"
	switch v.Kind {
	case Text:
		return literal(v.Text())
	case List:
		open, end = "[", "]"
		line := "[" + strings.Join(s.items(v.Items, inner, true), ", ") + "]"
		flat := !slices.ContainsFunc(v.Items, func(item Value) bool { return item.Kind == Object || item.Kind == List })
		if one || flat && len(indent)+len(line) <= widest {
			return line
		}
		parts = s.items(v.Items, inner, false)
	case Object:
		for _, m := range v.Members {
			parts = append(parts, literal(m.Name)+": "+s.text(m.Value, inner, one))
		}
		if one || len(parts) == 0 {
			return "{" + strings.Join(parts, ", ") + "}"
		}
	default:
		return string(v.Raw)
	}
	sep := s.lineEnd() + inner
	return open + sep + strings.Join(parts, ","+sep) + s.lineEnd() + indent + end
}

func (s *style) items(items []Value, indent string, one bool) (out []string) {
	for _, item := range items {
		out = append(out, s.text(item, indent, one))
	}
	return out
}
