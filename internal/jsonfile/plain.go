package jsonfile

import (
	"bytes"
	"encoding/json"
)

// Mark is the byte order mark, which some editors put before a text.
const Mark = "\ufeff"

// Plain reads JSON that a person writes, and gives the same without what encoding/json refuses: blanks stand in
// place of comments, of commas behind a last value and of a byte order mark, so that all else stays where it is. An
// error is an *Error.
//
// A text of nothing but blanks and comments is one of blanks.
func Plain(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, []byte(Mark)) {
		text = append(bytes.Repeat([]byte(" "), len(Mark)), text[len(Mark):]...)
	}
	if json.Valid(text) || blank(text) {
		return text, nil
	}
	d := &Document{text: text}
	if at := hidden(text); at >= 0 {
		return nil, d.wrong(Malformed, at, "is not valid JSON: a line of a comment ends with a carriage return alone; some editors would go on behind it")
	}
	if OnlyComments(text) {
		out := bytes.Repeat([]byte(" "), len(text))
		for i, c := range text {
			if c == '\n' || c == '\r' {
				out[i] = c
			}
		}
		return out, nil
	}
	d, err := parse(bytes.Clone(text))
	if err != nil {
		return nil, err
	}
	d.root.Standardize()
	return d.root.Pack()[:len(text)], nil
}

// OnlyComments reports whether nothing but blanks and comments, all of which end, stands in a text.
func OnlyComments(text []byte) bool {
	only := true
	scan(text, func(start, end int, comment bool) {
		whole := comment && (text[start+1] == '/' || end >= start+4 && bytes.HasSuffix(text[start:end], []byte("*/")))
		only = only && (whole || !comment && blank(text[start:end]))
	})
	return only
}

// hidden is where a carriage return alone stands in a comment of one line, or -1: editors that take it for the end of
// the line show as a setting what is a comment to us.
func hidden(text []byte) int {
	at := -1
	scan(text, func(start, end int, comment bool) {
		if !comment || text[start+1] != '/' || at >= 0 {
			return
		}
		line := bytes.TrimSuffix(text[start:end], []byte("\r"))
		if end == len(text) { // no line feed follows
			line = text[start:end]
		}
		if i := bytes.IndexByte(line, '\r'); i >= 0 {
			at = start + i
		}
	})
	return at
}

// scan takes a text apart into comments, without the line feed that ends one, and into what is none: a text in quotes,
// or a single byte.
func scan(text []byte, found func(start, end int, comment bool)) {
	for i := 0; i < len(text); {
		start := i
		switch {
		case text[i] == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(text))
		case bytes.HasPrefix(text[i:], []byte("//")):
			if i = len(text); bytes.IndexByte(text[start:], '\n') >= 0 {
				i = start + bytes.IndexByte(text[start:], '\n')
			}
			found(start, i, true)
			continue
		case bytes.HasPrefix(text[i:], []byte("/*")):
			if i = len(text); bytes.Contains(text[start+2:], []byte("*/")) {
				i = start + 4 + bytes.Index(text[start+2:], []byte("*/"))
			}
			found(start, i, true)
			continue
		default:
			i++
		}
		found(start, i, false)
	}
}
