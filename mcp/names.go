package mcp

import (
	"fmt"
	"strings"
)

// nameLimit is how long a server's name may be, in bytes.
const nameLimit = 64

// CheckName says what is wrong with a server's name, and how to mend it; nil if
// nothing is. It is the namespace of the server's tools, which are called
// "name__tool" and split at the first "__" (docs/spec/08-mcp.md), and the name
// of the folder of its own data, so that ".." must not be one.
func CheckName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the server has no name: give it one of letters, digits, \"-\", \"_\" and \".\", such as \"files\"")
	case len(name) > nameLimit:
		return fmt.Errorf("the server's name is %d characters long: give it one of at most %d, such as %q", len(name), nameLimit, suggestName(name))
	}
	for _, r := range name {
		if !nameRune(r) {
			return fmt.Errorf("the server's name %q holds %q: use letters, digits, \"-\", \"_\" and \".\" only, such as %q", name, r, suggestName(name))
		}
	}
	switch {
	case strings.Contains(name, "__"):
		return fmt.Errorf("the server's name %q holds \"__\", which parts a server's name from its tools': call it %q", name, suggestName(name))
	case strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.HasPrefix(name, "-"):
		return fmt.Errorf("the server's name %q begins with \".\" or \"-\", or ends with \".\", and it names the folder of the server's own data, too: call it %q", name, suggestName(name))
	case strings.HasSuffix(name, "_"):
		return fmt.Errorf("the server's name %q ends with \"_\", so that \"__\" after it could not be told from it: call it %q", name, suggestName(name))
	}
	return nil
}

// nameRune reports whether r may be in a name.
func nameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
}

// suggestName makes a good name of a bad one.
func suggestName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if !nameRune(r) {
			r = '-'
		}
		if b.Len() < nameLimit {
			b.WriteRune(r)
		}
	}
	good := b.String()
	for strings.Contains(good, "__") {
		good = strings.ReplaceAll(good, "__", "_")
	}
	if good = strings.Trim(good, "_-."); good == "" {
		return "server"
	}
	return good
}
