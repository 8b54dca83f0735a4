package render

import (
	"regexp/syntax"
	"strings"
)

// A value that no code can be made of may stand where a program reads its words
// again, whatever the language (docs/spec/06-declared-tools.md#values-that-are-no-code).
// This file says which those are; TestInert holds real interpreters to it.

// inertBytes are the characters of such a value. No language that we know can do
// anything with them but count: there is no letter to name something, no quote,
// bracket or sign to end a word, and no "_", which is a variable of bash's own.
const inertBytes = "0123456789.,:-"

// A nature says what a parameter's values can be.
type nature int

const (
	unknownNature nature = iota
	free                 // anything: they stand in simple places only (simple.go)
	inert                // text of inertBytes
	listed               // words that the author has listed, or true and false
)

// natureOf tells a parameter's nature by its own type, enum and pattern.
func natureOf(p *Param) nature {
	switch p.Type {
	case "number", "integer":
		return inert
	case "boolean":
		return listed
	}
	if len(p.Enum) > 0 {
		for _, word := range p.Enum {
			if !plainWord(word) {
				return free
			}
		}
		return listed
	}
	if p.Type == "any" || p.Pattern == "" {
		return free
	}
	re, err := syntax.Parse(p.Pattern, syntax.Perl)
	if err != nil || !onlyInert(re) {
		return free
	}
	return inert
}

// onlyInert reports whether all that the expression, which must match the whole
// value, can match is made of inertBytes.
func onlyInert(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return isInert(string(re.Rune))
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i+1]-re.Rune[i] > 255 {
				return false
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if !strings.ContainsRune(inertBytes, r) {
					return false
				}
			}
		}
		return true
	case syntax.OpConcat, syntax.OpAlternate, syntax.OpCapture, syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		for _, sub := range re.Sub {
			if !onlyInert(sub) {
				return false
			}
		}
		return true
	case syntax.OpNoMatch, syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return false
}

// isInert reports whether no code can be made of the text.
func isInert(text string) bool {
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(inertBytes, text[i]) < 0 {
			return false
		}
	}
	return true
}

// isFree reports whether the value of a mark may be code if something reads it
// as such. At a call its own text counts too: the number 1e5 has a letter.
func (m *mark) isFree(real bool) bool {
	n := m.param.nature
	if n == unknownNature { // of a name that a block makes
		n = natureOf(m.param)
	}
	switch n {
	case listed:
		return false
	case free:
		return true
	}
	if real {
		for _, word := range m.given.words {
			if !isInert(word) {
				return true
			}
		}
	}
	return false
}
