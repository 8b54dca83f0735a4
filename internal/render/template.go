package render

import (
	"strings"

	"github.com/aymerick/raymond/lexer"
)

// kind tells the pieces of a template apart.
type kind int

const (
	textNode kind = iota
	valueNode
	ifNode
	unlessNode
	eachNode
)

// A node is a piece of a template, in the order of the source.
type node struct {
	kind          kind
	pos           int    // bytes into the source
	text          string // textNode
	ref           ref    // all others
	tag           string // as it stands in the source: "{{x}}"
	body, inverse []node // blocks
}

// A ref names what a placeholder or a block is about.
type ref struct {
	kind refKind
	name string // refParam
}

type refKind int

const (
	refParam refKind = iota
	refThis          // the item of the innermost each
	refIndex         // its number, from 0
	refFirst
	refLast
)

// String is how the ref is written; it is also the key under which variants
// (see variants.go) suppose it true or false.
func (r ref) String() string {
	return [...]string{r.name, "this", "@index", "@first", "@last"}[r.kind]
}

// A reader makes nodes of raymond's tokens. Raymond's own parser is not used:
// on a syntax error it leaves its lexer's goroutine behind for ever, and it
// knows only lines. A test holds the two to the same reading.
type reader struct {
	t        *Template
	tokens   []lexer.Token
	next     int
	each     int  // how many each blocks are open
	lost     bool // a tag is broken: the blocks after it no longer match
	problems []Problem
}

// parse fills t.nodes and returns what is wrong with the template.
func (t *Template) parse() []Problem {
	r := &reader{t: t, tokens: trim(lexer.Collect(t.source))}
	t.nodes = r.program()
	if tok := r.peek(); !r.lost && tok.Kind != lexer.TokenEOF {
		r.lose(tok.Pos, "%s has no block that it belongs to: write {{#if x}} … {{else}} … {{/if}}", r.tag(tok.Pos))
	}
	return r.problems
}

// note remembers a problem and reads on.
func (r *reader) note(pos int, format string, args ...any) {
	r.problems = append(r.problems, r.t.problem(pos, format, args...))
}

// lose remembers a problem and reads no further: each message after it would
// only be about the blocks that no longer match.
func (r *reader) lose(pos int, format string, args ...any) {
	if !r.lost {
		r.note(pos, format, args...)
	}
	r.lost, r.next = true, len(r.tokens)-1
}

func (r *reader) peek() lexer.Token { return r.tokens[r.next] }

// advance returns the next token and moves on. The last token, the end of the
// template or the lexer's error, stays.
func (r *reader) advance() lexer.Token {
	tok := r.tokens[r.next]
	if r.next < len(r.tokens)-1 {
		r.next++
	}
	return tok
}

// program reads statements up to what ends the open block, which is left for
// the caller, or to the end.
func (r *reader) program() []node {
	var nodes []node
	for !r.lost {
		tok := r.peek()
		switch tok.Kind {
		case lexer.TokenContent:
			r.advance()
			nodes = append(nodes, node{kind: textNode, pos: tok.Pos, text: tok.Val})
		case lexer.TokenComment:
			r.advance()
		case lexer.TokenOpen:
			nodes = append(nodes, r.value())
		case lexer.TokenOpenBlock:
			nodes = append(nodes, r.block(""))
		case lexer.TokenError:
			r.broken(tok)
		case lexer.TokenEOF, lexer.TokenInverse, lexer.TokenOpenInverseChain, lexer.TokenOpenEndBlock:
			return nodes
		default:
			r.unsupported(tok)
		}
	}
	return nodes
}

// value reads {{x}}.
func (r *reader) value() node {
	open := r.advance()
	n := node{kind: valueNode, pos: open.Pos, tag: r.tag(open.Pos)}
	if strings.HasSuffix(open.Val, "&") {
		r.raw(open.Pos)
		return n
	}
	n.ref = r.path()
	if tok := r.peek(); !r.lost && tok.Kind != lexer.TokenClose {
		if tok.Kind == lexer.TokenError || tok.Kind == lexer.TokenCloseUnescaped {
			r.broken(tok)
		}
		r.lose(open.Pos, "%s: only {{x}}, {{#if x}}, {{#unless x}} and {{#each x}} are known; there are no other helpers", n.tag)
	}
	r.advance()
	return n
}

// block reads {{#if x}} … {{else}} … {{/if}}. An {{else if x}} is a block of its
// own inside the else and ends with the tag of the first, which closing names.
func (r *reader) block(closing string) node {
	open, helper := r.advance(), r.advance()
	n := node{pos: open.Pos, tag: r.tag(open.Pos)}
	switch helper.Val {
	case "if":
		n.kind = ifNode
	case "unless":
		n.kind = unlessNode
	case "each":
		n.kind = eachNode
	default:
		r.lose(open.Pos, "%s: only {{#if x}}, {{#unless x}} and {{#each x}} are known", n.tag)
		return n
	}
	if r.peek().Kind == lexer.TokenClose {
		r.lose(open.Pos, "%s needs the name of a parameter: {{#%s x}}", n.tag, helper.Val)
		return n
	}
	n.ref = r.path()
	switch {
	case r.lost:
	case r.peek().Kind != lexer.TokenClose:
		r.lose(open.Pos, "%s takes the name of one parameter and nothing else; inside each, write {{this}} and {{@index}}", n.tag)
	case n.kind == eachNode && !r.list(n.ref):
		r.note(open.Pos, "%s goes through the items of an array, and %s is not an array: make its type array, or use {{#if}}", n.tag, n.ref)
	}
	r.advance()
	if closing == "" {
		closing = helper.Val
	}
	r.bodies(&n, closing)
	return n
}

// bodies reads what stands in the block, its else, and its end.
func (r *reader) bodies(n *node, closing string) {
	if n.kind == eachNode {
		r.each++
	}
	n.body = r.program()
	if n.kind == eachNode {
		r.each--
	}
	switch tok := r.peek(); {
	case r.lost:
		return
	case tok.Kind == lexer.TokenOpenInverseChain:
		if name := r.tokens[r.next+1]; name.Kind == lexer.TokenID && name.Pos == tok.Pos+len(tok.Val) {
			r.lose(tok.Pos, "%s reads as {{else …}}: give the parameter a name that does not begin with else", r.tag(tok.Pos))
			return
		}
		n.inverse = []node{r.block(closing)}
		return
	case tok.Kind == lexer.TokenInverse:
		r.advance()
		n.inverse = r.program()
	}
	r.end(n, closing)
}

// end reads {{/if}}.
func (r *reader) end(n *node, closing string) {
	tok := r.peek()
	switch {
	case r.lost:
		return
	case tok.Kind != lexer.TokenOpenEndBlock:
		r.lose(n.pos, "%s is never closed: write {{/%s}} where it ends, and one {{else}} at most", n.tag, closing)
		return
	}
	r.advance()
	if name, end := r.advance(), r.advance(); name.Val != closing || end.Kind != lexer.TokenClose {
		r.lose(tok.Pos, "%s does not close %s: write {{/%s}}", r.tag(tok.Pos), n.tag, closing)
	}
}
