package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// shown writes an argv for the person, one element a line. An element that would
// not show as what it is (empty, spaces at an end, line ends, control and
// bidirectional characters, a quote in front) stands in quotes, with such
// characters written as \n or \u202e.
func shown(argv []string) string {
	lines := make([]string, len(argv))
	for i, element := range argv {
		lines[i] = element
		if !plainlyShown(element) {
			lines[i] = strconv.Quote(element)
		}
	}
	return strings.Join(lines, "\n")
}

func plainlyShown(s string) bool {
	if s == "" || s[0] == '"' || strings.TrimSpace(s) != s {
		return false
	}
	return !strings.ContainsFunc(s, func(c rune) bool {
		return !strconv.IsPrint(c) || c == unicode.ReplacementChar || unicode.In(c, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	})
}

// batchTrouble refuses values that cmd.exe would read again: a .cmd or .bat,
// such as Windows' npx.cmd, is run by it whatever starts it, and quoting does not
// hold there.
func batchTrouble(program string, values map[string]string) error {
	if !slices.Contains([]string{".cmd", ".bat"}, strings.ToLower(filepath.Ext(program))) {
		return nil
	}
	for name, v := range values {
		if i := strings.IndexAny(v, "\"%!^&|<>()\r\n"); i >= 0 {
			return fmt.Errorf("param '%s' has %q in it, which cmd.exe reads as its own: %s is a batch file", name, v[i:i+1], filepath.Base(program))
		}
	}
	return nil
}
