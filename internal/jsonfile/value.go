package jsonfile

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind tells the values of JSON apart.
type Kind byte

// The kinds of values. The zero Kind is no value at all.
const (
	Object Kind = iota + 1
	List
	Text
	Number
	Bool
	Null
)

// String is the kind in the words of a sentence: "must be a text, not a number".
func (k Kind) String() string {
	switch k {
	case Object:
		return "an object"
	case List:
		return "a list"
	case Text:
		return "a text"
	case Number:
		return "a number"
	case Bool:
		return "true or false"
	case Null:
		return "null"
	default:
		return "nothing"
	}
}

// A Value is one value of a JSON text, with its place.
type Value struct {
	Kind    Kind
	Raw     json.RawMessage // as it is written: a part of what was parsed, so leave it as it is
	Start   int             // offset of Raw
	Line    int             // on which Raw starts
	Members []Member        // of an object, in their order; a name may come twice
	Items   []Value         // of a list
}

// End is the offset behind the value.
func (v Value) End() int { return v.Start + len(v.Raw) }

// Text is what a text says. Of any other value it is how it is written.
func (v Value) Text() string {
	if v.Kind != Text {
		return string(v.Raw)
	}
	if inside := v.Raw[1 : len(v.Raw)-1]; bytes.IndexByte(inside, '\\') < 0 && utf8.Valid(inside) {
		return string(inside)
	}
	text, _ := jsontext.AppendUnquote(nil, v.Raw) // the error is of what is no UTF-8: it is replaced, as encoding/json does
	return string(text)
}

// True reports whether the value is true.
func (v Value) True() bool { return string(v.Raw) == "true" }

// Get returns the first member with a name.
func (v Value) Get(name string) (Member, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m, true
		}
	}
	return Member{}, false
}

// A Member is one name of an object with its value.
type Member struct {
	Name  string
	Start int // offset of the name's quote
	Line  int // of the name
	Value Value
}

// A Repeat is a member whose name came before in its object.
type Repeat struct {
	Member
	First int // the line of the first one
}

// few is how many names are compared with each other; of more an index is made.
const few = 16

// Repeats returns the members whose names came before, in their order.
func (v Value) Repeats() []Repeat {
	var again []Repeat
	if len(v.Members) <= few {
		for i, m := range v.Members {
			if first, _ := v.Get(m.Name); first.Start < v.Members[i].Start {
				again = append(again, Repeat{m, first.Line})
			}
		}
		return again
	}
	lines := make(map[string]int, len(v.Members))
	for _, m := range v.Members {
		if first, twice := lines[m.Name]; twice {
			again = append(again, Repeat{m, first})
			continue
		}
		lines[m.Name] = m.Line
	}
	return again
}
