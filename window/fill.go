package window

import (
	"time"
	"unicode"
	"unicode/utf8"
)

// each makes a list of views; it is never nil.
func each[T, V any](list []T, view func(T) V) []V {
	out := make([]V, 0, len(list))
	for _, item := range list {
		out = append(out, view(item))
	}
	return out
}

// sentence begins a clause with a capital.
func sentence(clause string) string {
	if clause == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(clause)
	return string(unicode.ToUpper(first)) + clause[size:]
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// viewOf is the view of what was found, or the error.
func viewOf[T, V any](found T, err error, view func(T) V) (V, error) {
	if err != nil {
		var none V
		return none, err
	}
	return view(found), nil
}
