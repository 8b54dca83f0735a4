package render

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
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
