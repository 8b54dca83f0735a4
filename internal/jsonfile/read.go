package jsonfile

import (
	"bytes"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// blanks are what JSON takes for white space.
const blanks = " \t\r\n"

// Options say how far a text is taken apart, and what is refused. What is 0 has no limit,
// but for jsontext's own of 10,000 levels.
type Options struct {
	Levels int  // levels of objects and lists that are taken apart; deeper ones are checked and only have their Raw
	Depth  int  // levels that it may have at most, counted in what is taken apart
	Values int  // values that it may have at most, likewise
	UTF8   bool // bytes that are not UTF-8 are refused; otherwise they are read as U+FFFD
}

// Parse reads data, which starts on a line of its file, as one JSON value. What it accepts
// is what encoding/json accepts; names that come twice are the caller's to judge.
//
// An error is an *Error, and the Value has what stood before it; of Trailing it is whole.
func Parse(data []byte, line int, options Options) (Value, error) {
	r := &reader{data: data, first: line, line: line, options: options, dec: decoder(data)}
	if options.UTF8 && !utf8.Valid(data) {
		return Value{}, r.wrong(NotUTF8, invalidAt(data), "is not valid UTF-8; save it as UTF-8")
	}
	v, err := r.value(1)
	if err != nil {
		return v, r.fail(err)
	}
	if rest := bytes.TrimLeft(data[v.End():], blanks); len(rest) > 0 {
		what := "value"
		if v.Kind == Object {
			what = "object"
		}
		return v, r.wrong(Trailing, len(data)-len(rest), "goes on after the end of its JSON %s; remove the rest", what)
	}
	return v, nil
}

// ReadObject reads data, which starts on a line of its file, as an object and takes its
// outermost level apart. What is no UTF-8 is refused, and a name that comes twice: which
// one counts would depend on the reader. An error is an *Error.
func ReadObject(data []byte, line int) ([]Member, error) {
	r := &reader{data: data, first: line}
	v, err := Parse(data, line, Options{Levels: 1, UTF8: true})
	switch {
	case v.Kind != Object && v.Kind != 0:
		return nil, r.wrong(NotObject, v.Start, "must be a JSON object: it starts with {")
	case err != nil:
		return nil, err
	}
	if again := v.Repeats(); len(again) > 0 {
		return nil, r.wrong(Twice, again[0].Start, "gives %q twice, first on line %d; remove one", again[0].Name, again[0].First)
	}
	return v.Members, nil
}

// ReadList reads data, which starts on a line of its file, as a list and takes its
// outermost level apart. An error is an *Error.
func ReadList(data []byte, line int) ([]Value, error) {
	v, err := Parse(data, line, Options{Levels: 1})
	if v.Kind != List {
		return nil, (&reader{data: data, first: line}).wrong(NotList, v.Start, "must be a list: [ … ]")
	}
	return v.Items, err
}

// A reader takes one text apart.
type reader struct {
	dec     *jsontext.Decoder
	data    []byte
	options Options
	first   int // the line on which data starts
	values  int

	at   int // offset up to which lines are counted; it only grows
	line int // of at
}

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func (r *reader) lineAt(offset int) int {
	r.line += bytes.Count(r.data[r.at:offset], []byte("\n"))
	r.at = offset
	return r.line
}

// value reads the next value. level is that of an object or list that begins here.
func (r *reader) value(level int) (Value, error) {
	if r.values++; r.options.Values > 0 && r.values > r.options.Values {
		return Value{}, r.wrong(TooMany, int(r.dec.InputOffset()), "has more than %d values", r.options.Values)
	}
	kind := r.dec.PeekKind()
	if nested := kind == '{' || kind == '['; !nested || r.options.Levels > 0 && level > r.options.Levels {
		return r.whole()
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return Value{}, err
	}
	v := Value{Kind: kindOf(kind), Start: int(r.dec.InputOffset()) - 1}
	v.Line = r.lineAt(v.Start)
	if r.options.Depth > 0 && level > r.options.Depth {
		return v, r.wrong(TooDeep, v.Start, "is nested deeper than %d levels", r.options.Depth)
	}
	if err := r.inside(&v, level); err != nil {
		return v, err
	}
	_, err := r.dec.ReadToken()
	end := int(r.dec.InputOffset())
	v.Raw = r.data[v.Start:end:end]
	return v, err
}

// inside reads the members or items of v, up to its closing bracket.
func (r *reader) inside(v *Value, level int) error {
	for {
		next := r.dec.PeekKind()
		if next == '}' || next == ']' {
			return nil
		}
		if v.Kind == List {
			item, err := r.value(level + 1)
			if err != nil {
				return err
			}
			v.Items = append(v.Items, item)
			continue
		}
		name, err := r.whole()
		if err != nil {
			return err
		}
		m := Member{Name: name.Text(), Start: name.Start, Line: name.Line}
		if m.Value, err = r.value(level + 1); err != nil {
			return err
		}
		v.Members = append(v.Members, m)
	}
}

// whole reads the next value without taking it apart.
func (r *reader) whole() (Value, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return Value{}, err
	}
	end := int(r.dec.InputOffset())
	v := Value{Kind: kindOf(raw.Kind()), Start: end - len(raw), Raw: r.data[end-len(raw) : end : end]}
	v.Line = r.lineAt(v.Start)
	return v, nil
}

func kindOf(k jsontext.Kind) Kind {
	switch k {
	case '{':
		return Object
	case '[':
		return List
	case '"':
		return Text
	case '0':
		return Number
	case 't', 'f':
		return Bool
	default:
		return Null
	}
}

// invalidAt is the offset of the first byte that is not UTF-8.
func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(data)
}
