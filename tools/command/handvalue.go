package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"handrail/internal/schema"
)

// defaultPattern is what a text must match if its parameter has no pattern
// (docs/spec/07-hands.md#values): it may not be taken for an option.
const defaultPattern = "^[^-]"

// A part is a piece of an element of the argv: a text as it stands, or a
// placeholder.
type part struct{ text, param string }

// splitElement finds the placeholders of an element: {{name}}, written exactly
// so. Anything else in braces is text: {{.Names}} is a template of somebody else.
func splitElement(element string) []part {
	var parts []part
	rest := element
	for from := 0; ; {
		open := strings.Index(rest[from:], "{{")
		if open < 0 {
			break
		}
		open += from
		near := rest[open:min(len(rest), open+idLimit+4)] // no name is longer
		length := strings.Index(near, "}}")
		if length < 0 {
			from = open + 1
			continue
		}
		name := rest[open+2 : open+length]
		if !variableForm.MatchString(name) {
			from = open + 1 // {{{x}}} is a brace, a placeholder, and a brace
			continue
		}
		if open > 0 {
			parts = append(parts, part{text: rest[:open]})
		}
		parts = append(parts, part{param: name})
		rest, from = rest[open+length+2:], 0
	}
	if rest != "" {
		parts = append(parts, part{text: rest})
	}
	return parts
}

// placeholders names the parameters that an element uses.
func placeholders(element string) []string {
	var names []string
	for _, p := range splitElement(element) {
		if p.param != "" {
			names = append(names, p.param)
		}
	}
	return names
}

// Accept checks a value as a call would, and returns what stands in the argv for
// it: texts as they are, numbers in plain digits, true or false. A value is a
// string, a bool, an int64 or a float64; nothing is coerced. name is what the
// error calls the parameter (docs/spec/07-hands.md#values).
func (p HandParam) Accept(name string, value any) (string, error) {
	var pattern *schema.Pattern
	if p.Type == schema.TypeString && p.Pattern != "" {
		var err error
		if pattern, err = schema.NewPattern(p.Pattern); err != nil {
			return "", fmt.Errorf(textPattern+": %w", name, err)
		}
	}
	return p.acceptWith(name, value, pattern)
}

// acceptWith is Accept with the parameter's pattern, read before.
func (p HandParam) acceptWith(name string, value any, pattern *schema.Pattern) (string, error) {
	switch v := value.(type) {
	case string:
		if p.Type == schema.TypeString {
			return v, acceptText(name, v, pattern)
		}
	case bool:
		if p.Type == schema.TypeBoolean {
			return strconv.FormatBool(v), nil
		}
	case int64:
		return p.acceptWith(name, float64(v), pattern)
	case float64:
		if p.Type == schema.TypeNumber {
			return plainNumber(v), p.acceptNumber(name, v)
		}
	}
	return "", fmt.Errorf("param '%s' must be %s, exactly: nothing is converted", name, typeWords(p.Type))
}

func typeWords(typ string) string {
	switch typ {
	case schema.TypeNumber:
		return "a JSON number"
	case schema.TypeBoolean:
		return "true or false"
	}
	return "a text"
}

// plainNumber writes a number in digits, never with an exponent: programs that
// read numbers seldom know 1e+06.
func plainNumber(f float64) string {
	if f == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func (p HandParam) acceptNumber(name string, f float64) error {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0):
		return fmt.Errorf("param '%s' is not a finite number", name)
	case math.Abs(f) > MaxHandNumber:
		return fmt.Errorf("param '%s' is beyond the safe range of numbers, %d on either side", name, int64(MaxHandNumber))
	case p.Min != nil && f < *p.Min:
		return fmt.Errorf("param '%s' must be at least %s", name, plainNumber(*p.Min))
	case p.Max != nil && f > *p.Max:
		return fmt.Errorf("param '%s' must be at most %s", name, plainNumber(*p.Max))
	}
	return nil
}

// acceptText checks a text; a nil pattern is the default one.
func acceptText(name, s string, pattern *schema.Pattern) error {
	if err := plainText(name, s); err != nil || s == "" {
		return err // the empty text passes every pattern
	}
	if pattern == nil {
		if s[0] == '-' {
			return fmt.Errorf("param '%s' starts with a dash, so that a program could take it for an option (no pattern means %s); give it a pattern that allows it if that is wanted", name, defaultPattern)
		}
		return nil
	}
	found, err := pattern.Found(s)
	if err != nil {
		return fmt.Errorf(textPattern+": %w", name, err)
	}
	if !found {
		return fmt.Errorf("param '%s' must match the pattern %s", name, pattern)
	}
	return nil
}

// plainText refuses what no text of a hand may hold, whatever its pattern
// (docs/spec/07-hands.md): too many bytes, NUL, control characters but tab.
func plainText(name, s string) error {
	if len(s) > MaxHandValue {
		return fmt.Errorf("param '%s' has %d bytes; at most %d are accepted", name, len(s), MaxHandValue)
	}
	if strings.ContainsRune(s, 0) {
		return fmt.Errorf("param '%s' has a NUL byte in it", name)
	}
	for _, c := range s {
		if c != '\t' && (unicode.IsControl(c) || c == '\u2028' || c == '\u2029') {
			return fmt.Errorf("param '%s' has the control character U+%04X in it; of these only tab is accepted", name, c)
		}
	}
	return nil
}

// zero is what an omitted value is without a default (docs/spec/07-hands.md).
func (p HandParam) zero() any {
	switch p.Type {
	case schema.TypeNumber:
		return int64(0)
	case schema.TypeBoolean:
		return false
	}
	return ""
}

// Argv settles the arguments after the program: each placeholder is replaced
// once, by the text in values; elements that become empty are dropped, and those with a value that was left out and has
// no default, which values lacks ("--tag={{tag}}" without a tag); "--" stands in front of the first element with a value if the hand wants it.
func (h Hand) Argv(values map[string]string) []string {
	argv, _ := h.settle(values)
	return argv
}

// settle is Argv, and says of each argument whether a value was placed in it.
func (h Hand) settle(values map[string]string) (argv []string, given []bool) {
	argv = make([]string, 0, len(h.Command))
	separated := !h.ArgSeparator
	for _, element := range h.Command[1:] {
		var b strings.Builder
		placed, leftOut := false, false
		for _, p := range splitElement(element) {
			if p.param == "" {
				b.WriteString(p.text)
				continue
			}
			placed = true
			value, there := values[p.param]
			leftOut = leftOut || !there
			b.WriteString(value)
		}
		if b.Len() == 0 || leftOut {
			continue
		}
		if element == "--" {
			separated = true
		}
		if placed && !separated {
			argv, given, separated = append(argv, "--"), append(given, false), true
		}
		argv, given = append(argv, b.String()), append(given, placed)
	}
	return argv, given
}
