package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxViolations is how many violations are reported at most: a caller that
// made a thousand mistakes learns nothing from the last nine hundred.
const maxViolations = 50

// shown is how many characters of a value an error repeats.
const shown = 60

// show writes a value for an error message.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(clip(v))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case map[string]any:
		return "an object"
	case json.Number:
		return clip(string(v))
	default:
		return clip(fmt.Sprint(v))
	}
}

// clip cuts a long text at a character border.
func clip(s string) string {
	if len(s) <= shown {
		return s
	}
	cut := shown
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// wanted says in words what a JSON Schema type is.
func wanted(types []string) string {
	words := make([]string, len(types))
	for i, t := range types {
		switch t {
		case TypeString:
			words[i] = "text (a JSON string)"
		case TypeNumber:
			words[i] = "a number"
		case TypeInteger:
			words[i] = "a whole number"
		case TypeBoolean:
			words[i] = "true or false"
		case TypeArray:
			words[i] = `a list, like ["a", "b"]`
		case TypeObject:
			words[i] = `an object, like {"name": "value"}`
		default:
			words[i] = t
		}
	}
	return strings.Join(words, " or ")
}

// sentence says what one error of the validator means. value is what stood at
// its place.
func sentence(e *jsonschema.ValidationError, value any) string {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return fmt.Sprintf("must be %s, got %s", wanted(k.Want), show(value))
	case *kind.Enum:
		return oneOf(k.Want, value)
	case *kind.Const:
		return fmt.Sprintf("must be %s, got %s", show(k.Want), show(value))
	case *kind.Pattern:
		return fmt.Sprintf("must match the pattern %s, got %s", k.Want, show(value))
	case *kind.Minimum:
		return fmt.Sprintf("must be at least %s, got %s", rational(k.Want), show(value))
	case *kind.Maximum:
		return fmt.Sprintf("must be at most %s, got %s", rational(k.Want), show(value))
	case *kind.ExclusiveMinimum:
		return fmt.Sprintf("must be more than %s, got %s", rational(k.Want), show(value))
	case *kind.ExclusiveMaximum:
		return fmt.Sprintf("must be less than %s, got %s", rational(k.Want), show(value))
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters, has %d", k.Want, k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters, has %d", k.Want, k.Got)
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %d elements, has %d", k.Want, k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d elements, has %d", k.Want, k.Got)
	case *kind.UniqueItems:
		return fmt.Sprintf("elements %d and %d are the same; each may occur once", k.Duplicates[0], k.Duplicates[1])
	case *kind.FalseSchema:
		return "is not accepted here"
	default:
		return "does not fit: " + e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	}
}

func oneOf(want []any, value any) string {
	words := make([]string, 0, len(want))
	var texts []string
	for _, w := range want {
		words = append(words, show(w))
		if s, ok := w.(string); ok {
			texts = append(texts, s)
		}
	}
	if len(words) > 20 {
		words = append(words[:20], fmt.Sprintf("… (%d in all)", len(want)))
	}
	text := fmt.Sprintf("must be one of %s, got %s", strings.Join(words, ", "), show(value))
	if s, ok := value.(string); ok {
		text += didYouMean(s, texts)
	}
	return text
}

func rational(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// unknown says that an input is not known, and what is; nil known: nobody can
// tell.
func unknown(name string, known []string) string {
	text := fmt.Sprintf("unknown input %q", clip(name))
	if near := didYouMean(name, known); near != "" {
		return text + near
	}
	if len(known) == 0 {
		if known != nil {
			text += "; no inputs are accepted here"
		}
		return text
	}
	quoted := make([]string, 0, len(known))
	for _, k := range known {
		quoted = append(quoted, strconv.Quote(clip(k)))
	}
	if len(quoted) > 12 {
		quoted = append(quoted[:12], "…")
	}
	return text + "; known are " + strings.Join(quoted, ", ")
}

// didYouMean suggests the candidate that is nearest to what was given, if one
// is near enough to be a slip of the hand.
func didYouMean(given string, candidates []string) string {
	best, least := "", 1+len(given)/4
	for _, c := range candidates {
		if d := distance(strings.ToLower(given), strings.ToLower(c)); d <= least && d < len(given) && c != given {
			if best == "" || d < least {
				best, least = c, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", clip(best))
}

// Slip is the candidate that a name was most likely meant to be: the same letters in another case or with other
// separators, or at most one slip of the hand away, two for long names; "" if there is none. It is strict, because
// the name may be somebody's own.
func Slip(given string, candidates []string) string {
	plain := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	const long = 6 // letters
	best, least := "", 2
	if len(given) >= long {
		least = 3
	}
	for _, c := range candidates {
		if plain(c) == plain(given) {
			return c
		}
		if d := distance(strings.ToLower(given), strings.ToLower(c)); d < least && len(c) > 2 && len(given) > 2 {
			best, least = c, d
		}
	}
	return best
}

// distance counts the edits between two names; two neighbours that changed
// places count as one. Long names are not compared: they are not slips.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return len(a) + len(b)
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// sorted orders violations by path and drops repetitions.
func sorted(vs []Violation) []Violation {
	slices.SortFunc(vs, func(a, b Violation) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
	vs = slices.Compact(vs)
	if len(vs) > maxViolations {
		vs = vs[:maxViolations]
	}
	return vs
}
