package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymerick/raymond"
	"mvdan.cc/sh/v3/syntax"
)

// An edit puts text in place of some bytes of the written-out template.
type edit struct {
	at, end int
	text    string
	mark    int // index of the mark; -1 for one of the author's words
}

// A filler writes values into a script in which nothing is refused.
type filler struct{ s *script }

// fill writes the values into their places.
func (f filler) fill() (Rendered, error) {
	edits := make([]edit, 0, len(f.s.marks))
	for i := range f.s.marks {
		e, err := f.edit(i)
		if err != nil {
			return Rendered{}, err
		}
		edits = append(edits, e)
	}
	edits = append(edits, f.endWords(edits)...)
	slices.SortFunc(edits, func(a, b edit) int { return a.at - b.at })
	return f.apply(edits), nil
}

// edit writes one value.
func (f filler) edit(i int) (edit, error) {
	m, how := &f.s.marks[i], f.s.spots[i]
	e := edit{at: m.at, end: m.end, mark: i}
	value := m.given.first()
	if m.given.list && how.place != wholeWord {
		if m.param.Type == "array" || len(m.given.words) != 1 {
			return e, valueErrorf(m.name, "%s %s", m.tag, whyList)
		}
	}
	if how.needed && value == "" {
		return e, valueErrorf(m.name, "%s is missing or empty, and names a file to read or write: give it, or put the redirection into {{#if}}", m.tag)
	}
	switch how.place {
	case wholeWord:
		if len(m.given.words) == 0 {
			e.at = f.spaceBefore(m)
			return e, nil
		}
		words := make([]string, len(m.given.words))
		for k, w := range m.given.words {
			words[k] = quoteWord(w, how.careful, how.shielded)
		}
		e.text = strings.Join(words, " ")
	case oneWord, partOfWord:
		e.text = quoteWord(value, how.careful, how.shielded)
	case inSingle:
		e.text = shield(inSingleQuotes(value), how.shielded)
	case inEscaped:
		e.text = "'" + quoteWord(value, true, how.shielded) + "$'"
	case inDouble:
		e.text = inDoubleQuotes(value, how)
	case inDocument:
		e.text = inLines(value)
	}
	return e, nil
}

// spaceBefore is where to begin when a missing word is left out: one space goes
// with it if another, or the end of the line, follows. Elsewhere it must stay:
// in "2 {{x}}>f" it keeps the 2 from becoming a descriptor.
func (f filler) spaceBefore(m *mark) int {
	ends := m.end == len(f.s.text) || f.s.text[m.end] == ' ' || f.s.text[m.end] == '\n'
	if ends && m.at > 0 && f.s.text[m.at-1] == ' ' && !escaped(f.s.text, m.at-1) {
		return m.at - 1
	}
	return m.at
}

// apply makes the edits, which are in order and apart.
func (f filler) apply(edits []edit) Rendered {
	var text strings.Builder
	var spans []Span
	done := 0
	for _, e := range edits {
		text.WriteString(f.s.text[done:max(done, e.at)])
		start := text.Len()
		text.WriteString(e.text)
		if e.mark >= 0 && e.text != "" {
			spans = append(spans, Span{Param: f.s.marks[e.mark].name, Start: start, End: text.Len()})
		}
		done = e.end
	}
	text.WriteString(f.s.text[done:])
	return Rendered{Text: text.String(), Spans: spans}
}

// endWords gives a here-document another end word where a value has a line that
// would end it: nothing inside a document can escape such a line.
func (f filler) endWords(values []edit) []edit {
	var edits []edit
	syntax.Walk(f.s.file, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Redirect)
		if !ok || r.Hdoc == nil {
			return true
		}
		from, to := f.s.in(r.Hdoc)
		if from == to {
			return true
		}
		word := f.s.src(r.Word)
		start, end := int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset())-len(word)
		body := f.body(start, end, values[from:to])
		fresh := word
		for hasLine(body, fresh) {
			fresh += "_"
		}
		if fresh != word {
			edits = append(edits,
				edit{at: int(r.Word.Pos().Offset()), end: int(r.Word.End().Offset()), text: fresh, mark: -1},
				edit{at: end, end: end + len(word), text: fresh, mark: -1})
		}
		return true
	})
	return edits
}

// body is the text of a document with its values in it.
func (f filler) body(start, end int, values []edit) string {
	var b strings.Builder
	for _, e := range values {
		b.WriteString(f.s.text[start:e.at])
		b.WriteString(e.text)
		start = e.end
	}
	b.WriteString(f.s.text[start:end])
	return b.String()
}

// hasLine reports whether a line of body could pass for the end word. bash joins
// a line that ends with a backslash to the next before it compares.
func hasLine(body, word string) bool {
	for _, text := range []string{body, strings.ReplaceAll(body, "\\\n", "")} {
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) == word {
				return true
			}
		}
	}
	return false
}

// Text fills in a Handlebars template that becomes text for a model, such as an
// agent's system prompt. Nothing is escaped: the result is never a command. A
// missing value is empty.
func Text(source string, values map[string]any) (string, error) {
	t, err := raymond.Parse(source)
	if err != nil {
		return "", fmt.Errorf("the template cannot be read: %w", err)
	}
	out, err := t.Exec(plain(values))
	if err != nil {
		return "", fmt.Errorf("the template cannot be filled in: %w", err)
	}
	return out, nil
}

// plain marks every text in v as one that raymond must not escape for HTML.
func plain(v any) any {
	switch v := v.(type) {
	case string:
		return raymond.SafeString(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = plain(v[k])
		}
		return out
	}
	return v
}
