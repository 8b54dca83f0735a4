package render

import (
	"strings"

	"github.com/aymerick/raymond/lexer"
)

const blanks = " \t\r\n\f" // what raymond takes for white space

// trim applies Handlebars' rules about white space to the text between tags:
// a block's tag or a comment that stands on a line of its own takes the whole
// line with it, and a tag with ~ takes all white space on that side.
func trim(tokens []lexer.Token) []lexer.Token {
	type cut struct{ line, all bool }
	before, after := make([]cut, len(tokens)), make([]cut, len(tokens))
	for first := 0; first < len(tokens); first++ {
		if !opens(tokens[first].Kind) {
			continue
		}
		last := first
		for closesTag := alone(tokens[first].Kind); !closesTag && last+1 < len(tokens); {
			last++
			closesTag = tokens[last].Kind == lexer.TokenClose
		}
		if standsAlone(tokens, first, last) {
			before[max(first-1, 0)].line, after[min(last+1, len(tokens)-1)].line = true, true
		}
		if open := tokens[first].Val; len(open) > 2 && open[2] == '~' {
			before[max(first-1, 0)].all = true
		}
		if end := tokens[last].Val; len(end) > 2 && end[len(end)-3] == '~' {
			after[min(last+1, len(tokens)-1)].all = true
		}
	}
	for i := range tokens {
		if tokens[i].Kind != lexer.TokenContent {
			continue
		}
		text := tokens[i].Val
		switch {
		case after[i].all:
			text = strings.TrimLeft(text, blanks)
		case after[i].line:
			text = strings.TrimPrefix(strings.TrimLeft(text, " \t"), "\n")
		}
		tokens[i].Pos += len(tokens[i].Val) - len(text)
		switch {
		case before[i].all:
			text = strings.TrimRight(text, blanks)
		case before[i].line:
			text = strings.TrimRight(text, " \t")
		}
		tokens[i].Val = text
	}
	return tokens
}

// opens reports whether a token begins a tag.
func opens(k lexer.TokenKind) bool {
	return k == lexer.TokenOpen || k == lexer.TokenOpenBlock || k == lexer.TokenOpenInverseChain ||
		k == lexer.TokenOpenEndBlock || alone(k)
}

// alone reports whether a token is a whole tag by itself.
func alone(k lexer.TokenKind) bool { return k == lexer.TokenComment || k == lexer.TokenInverse }

// standsAlone reports whether the tag of these tokens has its line for itself.
// Values never do: their line is theirs to fill.
func standsAlone(tokens []lexer.Token, first, last int) bool {
	if tokens[first].Kind == lexer.TokenOpen {
		return false
	}
	if first > 0 {
		prev := tokens[first-1]
		if prev.Kind != lexer.TokenContent {
			return false
		}
		line := strings.LastIndexByte(prev.Val, '\n')
		if line < 0 && prev.Pos > 0 || strings.Trim(prev.Val[line+1:], " \t") != "" {
			return false
		}
	}
	if last+1 >= len(tokens) || tokens[last+1].Kind == lexer.TokenEOF {
		return true
	}
	next := tokens[last+1]
	if next.Kind != lexer.TokenContent {
		return false
	}
	rest := strings.TrimLeft(next.Val, " \t")
	ends := last+2 < len(tokens) && tokens[last+2].Kind == lexer.TokenEOF
	return strings.HasPrefix(rest, "\n") || rest == "" && ends
}
