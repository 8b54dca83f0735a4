package settings

import (
	"fmt"
	"regexp"
	"strings"
)

// placeholder is what stands in a server's settings for something that is known
// only when it is started: ${NAME}, ${NAME:-else}, ${env:NAME}, ${secret:NAME},
// ${workspaceFolder}. Everything else stays as it is written.
var placeholder = regexp.MustCompile(`\$\{((?:(?:env|secret|input):)?[A-Za-z_][A-Za-z0-9._-]*)(:-[^}]*)?\}`) // compiled once, never changed

// unnamable is what begins as a reference and is no placeholder: a program would be given it as the text that it is.
var unnamable = regexp.MustCompile(`\$\{\s*(?i:env|secret|input)\s*:[^}]*\}`) // compiled once, never changed

// HasPlaceholder reports whether something in a text of a server's settings is filled
// in when the server is started.
func HasPlaceholder(text string) bool { return placeholder.MatchString(text) }

// FillPlaceholders puts into text what its placeholders stand for: value finds it by
// name, and gets the placeholder as it is written for its error. One that has another
// value behind ":-" gets that where there is none. The first error is returned: also one about a reference that can name nothing.
func FillPlaceholders(text string, value func(name, written string) (string, error)) (string, error) {
	var problem error
	if bad := unnamable.FindString(placeholder.ReplaceAllString(text, "")); bad != "" {
		problem = fmt.Errorf("%s, which nothing can fill in: a name has letters, digits, dots, - and _", bad)
	}
	out := placeholder.ReplaceAllStringFunc(text, func(written string) string {
		parts := placeholder.FindStringSubmatch(written)
		found, err := value(parts[1], written)
		if err == nil {
			return found
		}
		if other := parts[2]; other != "" && !strings.Contains(other, "${") {
			return strings.TrimPrefix(other, ":-")
		}
		if problem == nil {
			problem = err
		}
		return ""
	})
	return out, problem
}
