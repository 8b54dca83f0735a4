package render

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// quoteWord writes value as one unquoted-looking word where that is safe, else
// in single quotes: every version of bash, and every locale, reads what stands
// between them as it is. syntax.Quote would write \u escapes, which bash 3.2
// does not know and other versions read by the locale.
func quoteWord(value string, careful, shielded bool) string {
	switch {
	case !careful && plainWord(value) && !syntax.IsKeyword(value):
		return value
	case !shielded && strings.Contains(value, "'") && doubles(value):
		return `"` + value + `"` // "it's" rather than 'it'\''s'
	}
	return shield("'"+inSingleQuotes(value)+"'", shielded)
}

// plainWord reports whether value means itself to bash wherever a word may stand.
func plainWord(value string) bool {
	for i := 0; i < len(value); i++ {
		if c := value[i]; !letterOrDigit(c) && strings.IndexByte("_@%+:,./-", c) < 0 {
			return false
		}
	}
	return value != ""
}

// doubles reports whether value means itself inside double quotes.
func doubles(value string) bool {
	for i := 0; i < len(value); i++ {
		if c := value[i]; c < ' ' || c > '~' || strings.IndexByte("\"\\$`!", c) >= 0 {
			return false
		}
	}
	return true
}

func letterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// inSingleQuotes writes value between single quotes that are there already.
func inSingleQuotes(value string) string { return strings.ReplaceAll(value, "'", `'\''`) }

// inDoubleQuotes writes value between double quotes that are there already. Where
// double quotes are read twice they are closed around the value.
func inDoubleQuotes(value string, how spot) string {
	if how.element && strings.ContainsAny(value, ownMarks) || how.shielded && strings.Contains(value, "{") {
		return `"` + shield("'"+inSingleQuotes(value)+"'", how.shielded) + `"`
	}
	return doubleEscapes.Replace(value)
}

// bash marks quoted characters with the bytes 01 and 7F, and in some places takes
// those of a value for its own: between double quotes in an array it doubles
// them, and before 5.0 they ended the quoting in a here-document. There they are
// written by printf.
const ownMarks = "\x01\x7f"

// shield hides the braces of a single-quoted word from bash 3.2, which looks for
// {a,b} in "$(cmd '{a,b}')" by counting double quotes alone.
func shield(quoted string, shielded bool) string {
	if !shielded {
		return quoted
	}
	return strings.ReplaceAll(quoted, "{", `'\{'`)
}

// inLines writes value into a here-document, where " is a letter.
func inLines(value string) string { return lineEscapes.Replace(value) }

var (
	doubleEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`")
	lineEscapes   = strings.NewReplacer(`\`, `\\`, `$`, `\$`, "`", "\\`", "\x01", `$(printf '\001')`, "\x7f", `$(printf '\177')`)
)

// Argv writes an argument vector as the bash command that would start exactly
// it: each element one literal word, quoted where that is needed. No shell reads
// it; it is how people write a command, and what the guard judges. The error
// names an element that no program can be given.
func Argv(argv []string) (string, error) {
	words := make([]string, len(argv))
	for i, element := range argv {
		word, err := syntax.Quote(element, syntax.LangBash)
		if err != nil {
			return "", fmt.Errorf("element %d cannot be handed to a program: %w", i, err)
		}
		words[i] = word
	}
	return strings.Join(words, " "), nil
}
