package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymerick/raymond"
	"github.com/aymerick/raymond/ast"
	"github.com/aymerick/raymond/parser"
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
// missing value is empty. What would take too many steps, or become too long,
// is refused before anything is done.
func Text(source string, values map[string]any) (string, error) {
	t, err := raymond.Parse(source)
	if err != nil {
		return "", fmt.Errorf("the template cannot be read: %w", err)
	}
	if err := bounded(source, values); err != nil {
		return "", err
	}
	out, err := t.Exec(plain(values))
	if err != nil {
		return "", fmt.Errorf("the template cannot be filled in: %w", err)
	}
	return out, nil
}

// Limits of one text. Raymond has none, cannot be stopped, and copies all that
// has come of a list for each further item.
const (
	textSteps = 500_000
	textBytes = 16 << 20
	textMoved = 8 << 30 // bytes that are copied
	shortText = 24      // bytes of a number
)

// bounded refuses a template that could go on for too long with these values.
// It supposes that each block goes through the longest list of its name.
func bounded(source string, values map[string]any) error {
	program, err := parser.Parse(source)
	if err != nil {
		return fmt.Errorf("the template cannot be read: %w", err)
	}
	b := &bounds{lists: map[string]extent{}, named: strings.Contains(source, "|")}
	b.all = b.visit("", values)
	c := b.program(program, b.all)
	if c.steps > textSteps || c.bytes > textBytes || c.moved > textMoved {
		return fmt.Errorf("with these values the template would take more than %d steps or become longer than %d MB: put fewer {{#each}} into each other, or give it shorter lists", textSteps, textBytes>>20)
	}
	return nil
}

// An extent is how much there is below one name: items of the longest list,
// bytes of the longest item, bytes of all.
type extent struct{ items, item, bytes float64 }

func (x extent) with(o extent) extent {
	return extent{max(x.items, o.items), max(x.item, o.item), max(x.bytes, o.bytes)}
}

// bounds knows the values of a template by the last part of their names.
type bounds struct {
	lists map[string]extent
	all   extent
	named bool // blocks may give their items names of their own: {{#each x as |item|}}
}

// visit takes in a value of a name, and all that is in it.
func (b *bounds) visit(name string, v any) extent {
	x := extent{bytes: shortText}
	deepest := extent{}
	within := func(name string, v any) {
		of := b.visit(name, v)
		x.items, x.item, x.bytes = x.items+1, max(x.item, of.bytes), x.bytes+of.bytes
		deepest = deepest.with(of)
	}
	switch v := v.(type) {
	case string:
		x.bytes = float64(len(v))
	case []any:
		for _, item := range v {
			within(name, item)
		}
	case []string:
		for _, item := range v {
			within(name, item)
		}
	case map[string]any:
		for key, item := range v {
			x.bytes += float64(len(key))
			within(key, item)
		}
	}
	b.lists[name] = b.lists[name].with(x)
	return x.with(deepest)
}

// of is the extent of what an expression names. this is the extent of what the
// block around goes through. What is not known may be all there is.
func (b *bounds) of(e *ast.Expression, this extent) extent {
	path, ok := e.Path.(*ast.PathExpression)
	if params := len(e.Params); ok && params > 0 {
		ok = params == 1 && (path.Original == "each" || path.Original == "with")
		if ok {
			path, ok = e.Params[0].(*ast.PathExpression)
		}
	}
	switch {
	case !ok:
		return b.all
	case path.Original == "this" || path.Original == ".":
		return this
	case path.Data && slices.Contains([]string{"index", "first", "last"}, strings.Join(path.Parts, ".")):
		return extent{bytes: shortText}
	case b.named || len(path.Parts) == 0:
		return b.all
	}
	x, known := b.lists[path.Parts[len(path.Parts)-1]]
	switch {
	case known:
		return x
	case len(path.Parts) == 1 && !path.Data:
		return extent{bytes: shortText} // it is missing
	}
	return b.all
}

// A cost is what a part of a template takes at most.
type cost struct{ steps, bytes, moved float64 }

func (b *bounds) program(p *ast.Program, this extent) cost {
	var sum cost
	if p == nil {
		return sum
	}
	for _, n := range p.Body {
		var c cost
		switch n := n.(type) {
		case *ast.ContentStatement:
			c.bytes = float64(len(n.Value))
		case *ast.MustacheStatement:
			c.bytes = b.of(n.Expression, this).bytes
		case *ast.BlockStatement:
			c = b.block(n, this)
		}
		sum.steps, sum.bytes, sum.moved = sum.steps+c.steps+1, sum.bytes+c.bytes, sum.moved+c.moved+c.bytes
	}
	return sum
}

// block is the cost of a block. {{#if}}, {{#unless}} and {{#with}} have one
// body, all others may go through what they name.
func (b *bounds) block(n *ast.BlockStatement, this extent) cost {
	times, helper := 1.0, ""
	if path, ok := n.Expression.Path.(*ast.PathExpression); ok {
		helper = path.Original
	}
	switch helper {
	case "if", "unless":
	case "with":
		this = b.of(n.Expression, this)
	default:
		x := b.of(n.Expression, this)
		times, this = max(x.items, 1), extent{items: x.items, item: x.item, bytes: max(x.item, x.bytes/max(x.items, 1))}
	}
	c, other := b.program(n.Program, this), b.program(n.Inverse, this)
	c = cost{steps: times * (c.steps + 1), bytes: times * c.bytes, moved: times * (c.moved + times*c.bytes/2)}
	return cost{max(c.steps, other.steps), max(c.bytes, other.bytes), max(c.moved, other.moved)}
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
