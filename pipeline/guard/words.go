package guard

import (
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// resolve undoes the quoting of a word. What depends on the run is written as
// it stands in the script, and makes the word unknown.
func resolve(w *syntax.Word) word {
	out := word{known: true}
	var b strings.Builder
	for _, part := range w.Parts {
		resolvePart(&b, &out, part, false)
	}
	out.text = b.String()
	return out
}

func resolvePart(b *strings.Builder, out *word, part syntax.WordPart, quoted bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.WriteString(unescape(p.Value, quoted))
	case *syntax.SglQuoted:
		if !p.Dollar {
			b.WriteString(p.Value)
			return
		}
		text, _, err := expand.Format(nil, p.Value, nil)
		if err != nil {
			out.known = false
			text = p.Value
		}
		b.WriteString(text)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			resolvePart(b, out, inner, true)
		}
	default:
		out.known = false
		b.WriteString(source(part))
	}
}

// unescape undoes backslashes: before any character in bare words, before
// $ ` " \ and a line end inside double quotes.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		next := s[i+1]
		switch {
		case next == '\n':
		case quoted && !strings.ContainsRune("$`\"\\", rune(next)):
			b.WriteByte('\\')
			b.WriteByte(next)
		default:
			b.WriteByte(next)
		}
		i++
	}
	return b.String()
}

// mostBraces is how many words one brace expansion may become here. Bash has
// no limit; what is over it is not decided.
const mostBraces = 256

// braces expands {a,b} as bash does and resolves each word that comes out.
func braces(w *syntax.Word) []word {
	split := *w
	split.Parts = append([]syntax.WordPart{}, w.Parts...)
	if !syntax.SplitBraces(&split) {
		return []word{resolve(w)}
	}
	var out []word
	for one, err := range expand.BracesSeq(nil, &split) {
		if err != nil || len(out) == mostBraces {
			return []word{{text: source(w), known: false}}
		}
		out = append(out, resolve(one))
	}
	return out
}

// source prints a piece of a script as it would be written.
func source(n syntax.Node) string {
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, n); err != nil {
		return "…"
	}
	return b.String()
}
