package jsonfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// Reason says in which way a text cannot be used.
type Reason byte

// The reasons.
const (
	Malformed Reason = iota + 1 // it breaks the grammar
	Cut                         // it ends too early
	Trailing                    // it goes on after its value
	NotUTF8                     // it holds bytes that are not UTF-8
	NotObject                   // it is a value, and not an object
	NotList                     // it is a value, and not a list
	Twice                       // an object has a name twice
	TooDeep                     // it is nested deeper than Options.Depth
	TooMany                     // it has more values than Options.Values
)

// An Error says why a text cannot be used, and where.
type Error struct {
	Reason Reason
	Line   int
	Offset int
	Detail string // of Malformed: what is wrong, as in "invalid character 'x' at start of value"
	text   string
}

// Error follows the name of what was read in a sentence: "is not valid JSON: it ends too early".
func (e *Error) Error() string { return e.text }

// fail places an error of the decoder. Its words depend on how much was read at once, so
// the mistake is looked for again, token by token.
func (r *reader) fail(err error) error {
	if placed, ok := errors.AsType[*Error](err); ok {
		return placed
	}
	tokens := decoder(r.data)
	for again := error(nil); again == nil; {
		if _, again = tokens.ReadToken(); again != nil && !errors.Is(again, io.EOF) {
			err = again
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.wrong(Cut, len(bytes.TrimRight(r.data, blanks)), "is not valid JSON: it ends too early")
	}
	offset, detail := int(tokens.InputOffset()), strings.TrimPrefix(err.Error(), "jsontext: ")
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset, detail = int(syntax.ByteOffset), syntax.Err.Error()
	}
	if at, plain := r.plain(tokens); plain != "" {
		offset, detail = at, plain
	}
	e := r.wrong(Malformed, offset, "is not valid JSON: %s", detail)
	e.Detail = detail
	return e
}

// plain finds what people often write in JSON and may not, behind the last token. detail
// is "" if it is nothing of the kind.
func (r *reader) plain(tokens *jsontext.Decoder) (offset int, detail string) {
	at := r.skip(int(tokens.InputOffset()))
	if r.has(at, ",") || r.has(at, ":") {
		comma := at
		at = r.skip(at + 1)
		if r.has(comma, ",") && (r.has(at, "}") || r.has(at, "]")) {
			return comma, "a comma follows the last value; remove it"
		}
	}
	kind, length := tokens.StackIndex(tokens.StackDepth())
	name := kind == '{' && length%2 == 0 && at < len(r.data) && unicode.IsLetter(rune(r.data[at]))
	switch {
	case r.has(at, "//"), r.has(at, "/*"):
		return at, "JSON has no comments; remove it"
	case name, r.has(at, "'"):
		return at, "names and texts stand in double quotes"
	default:
		return 0, ""
	}
}

// skip is the offset of the next byte that is no white space.
func (r *reader) skip(offset int) int {
	return len(r.data) - len(bytes.TrimLeft(r.data[offset:], blanks))
}

func (r *reader) has(offset int, text string) bool {
	return bytes.HasPrefix(r.data[offset:], []byte(text))
}

// wrong makes the error for an offset.
func (r *reader) wrong(reason Reason, offset int, format string, args ...any) *Error {
	offset = min(offset, len(r.data))
	return &Error{Reason: reason, Line: r.first + bytes.Count(r.data[:offset], []byte("\n")), Offset: offset, text: fmt.Sprintf(format, args...)}
}
