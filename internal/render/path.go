package render

import (
	"maps"
	"slices"
	"strings"

	"github.com/aymerick/raymond/lexer"
)

// path reads the name inside a tag: x, input.x, this, ../x, @index.
func (r *reader) path() ref {
	first := r.advance()
	start := r.start(first.Pos)
	if first.Kind == lexer.TokenData {
		return r.data(start)
	}
	var parts []string
	for tok := first; ; tok = r.advance() {
		switch {
		case tok.Kind == lexer.TokenError:
			r.broken(tok)
			return ref{}
		case tok.Kind != lexer.TokenID:
			r.lose(start, "%s: write the name of a parameter", r.tag(start))
			return ref{}
		case tok.Val != ".." || len(parts) > 0: // every name means a parameter, however deep the block
			parts = append(parts, strings.TrimSuffix(strings.TrimPrefix(tok.Val, "["), "]"))
		}
		if r.peek().Kind != lexer.TokenSep {
			break
		}
		r.advance()
	}
	name := strings.Join(parts, ".")
	if name == "this" || name == "." {
		return r.inEach(start, ref{kind: refThis})
	}
	if r.t.param(name) == nil {
		r.note(start, "%s: there is no parameter %q; %s", r.tag(start), name, r.known())
	}
	return ref{name: name}
}

// data reads @index and its like.
func (r *reader) data(start int) ref {
	switch name := r.advance().Val; name {
	case "index":
		return r.inEach(start, ref{kind: refIndex})
	case "first":
		return r.inEach(start, ref{kind: refFirst})
	case "last":
		return r.inEach(start, ref{kind: refLast})
	default:
		r.lose(start, "%s: @%s is not known; inside each there are @index, @first and @last", r.tag(start), name)
		return ref{}
	}
}

// inEach refuses what has a meaning only inside each.
func (r *reader) inEach(start int, x ref) ref {
	if r.each == 0 {
		r.note(start, "%s has a meaning only inside {{#each x}} … {{/each}}: write the name of a parameter", r.tag(start))
	}
	return x
}

// list reports whether each may go through x.
func (r *reader) list(x ref) bool {
	p := r.t.param(x.name)
	return x.kind == refParam && (p == nil || p.Type == "array" || p.Type == "any") // nil is reported already
}

// known lists the parameters for a message.
func (r *reader) known() string {
	if len(r.t.params) == 0 {
		return "the tool declares none"
	}
	return "there are " + strings.Join(slices.Sorted(maps.Keys(r.t.params)), ", ")
}

// unsupported refuses the parts of Handlebars that have no place in a command.
func (r *reader) unsupported(tok lexer.Token) {
	switch tag := r.tag(tok.Pos); tok.Kind {
	case lexer.TokenOpenUnescaped:
		r.raw(tok.Pos)
	case lexer.TokenOpenPartial:
		r.lose(tok.Pos, "%s: a command has no partials: write the words out, or call a script of the space", tag)
	case lexer.TokenOpenInverse:
		r.lose(tok.Pos, "%s: write {{#unless x}} … {{/unless}}", tag)
	default:
		r.lose(tok.Pos, "%s is not known here: write {{x}}, {{#if x}}, {{#unless x}} or {{#each x}}", tag)
	}
}

// raw refuses {{{x}}} and {{&x}}. They could safely mean {{x}}, but whoever
// writes them expects something else.
func (r *reader) raw(pos int) {
	r.lose(pos, "%s asks for a raw value, and values are never raw: write {{x}}; for several words make the parameter an array", r.tag(pos))
}

// broken reports what raymond's lexer stumbled over.
func (r *reader) broken(tok lexer.Token) {
	start := r.start(tok.Pos)
	tag := r.tag(start)
	if strings.HasSuffix(tag, "}}}") && !strings.HasPrefix(tag, "{{{") {
		r.lose(start, "%s ends with three braces, which is not Handlebars; inside ${ } a value is not safe anyway: write {{#if y}} … {{else}}{{x}}{{/if}}", tag)
		return
	}
	r.lose(start, "%s is not valid Handlebars: %s", tag, strings.ToLower(tok.Val))
}

// start is where the tag around a byte begins.
func (r *reader) start(pos int) int {
	if i := strings.LastIndex(r.t.source[:min(pos+2, len(r.t.source))], "{{"); i >= 0 {
		return i
	}
	return min(pos, len(r.t.source))
}

// tag is the tag at pos as it is written, at most 40 bytes of it.
func (r *reader) tag(pos int) string {
	rest := r.t.source[pos:]
	if end := strings.Index(rest, "}}"); end >= 0 {
		end += 2
		if strings.HasPrefix(rest[end:], "}") {
			end++
		}
		rest = rest[:end]
	}
	if len(rest) > 40 {
		rest = strings.ToValidUTF8(rest[:40], "") + "…"
	}
	return rest
}

// param finds the parameter that a name means: itself, or the "a.*" that
// covers it.
func (t *Template) param(name string) *Param {
	if p := t.params[name]; p != nil {
		return p
	}
	if head, _, ok := strings.Cut(name, "."); ok {
		return t.params[head+".*"]
	}
	return nil
}
