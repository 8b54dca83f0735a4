package window

import (
	"regexp"
	"strings"
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

// aWord is what may begin with a capital at the beginning of a clause.
var aWord = regexp.MustCompile(`^\pL+(?:'|[.,;:!?]*(?:\s|$))`)

// sentence begins a clause with a capital, if it begins with a word: a key such as
// allowed_tools, a file and a rule stay as they are.
func sentence(clause string) string {
	if !aWord.MatchString(clause) {
		return clause
	}
	first, size := utf8.DecodeRuneInString(clause)
	return string(unicode.ToUpper(first)) + clause[size:]
}

// named is sentence of a clause that may begin with a name, which stays as it is.
func named(name, clause string) string {
	if name != "" && strings.HasPrefix(clause, name+" ") {
		return clause
	}
	return sentence(clause)
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
