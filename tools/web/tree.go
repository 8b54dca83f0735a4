package web

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The limits of what is made of one page: a result holds 64 KB, and what a page can become
// must not grow with what somebody puts into it.
const (
	mostNodes  = 100_000
	mostText   = 2 << 20
	mostDepth  = 100 // elements in each other; deeper ones count as their content
	mostLinked = 256 << 10
)

// A builder makes a tree of a page in one pass over its tags, in time and memory that its
// length bounds. A browser's way with misplaced tags (html.Parse) copies elements that stay
// open into each new paragraph: 25 KB of such a page become 300 MB. Here a tag that is in the
// wrong place is closed or left out, which a reader of the text does not see.
type builder struct {
	open  []*html.Node // the document, then what stands in each other
	nodes int
	text  int
}

// parse makes the tree. cut says that a limit was reached, and the rest left out.
func parse(ctx context.Context, source string) (doc *html.Node, cut bool, err error) {
	doc = &html.Node{Type: html.DocumentNode}
	b := &builder{open: []*html.Node{doc}}
	z := html.NewTokenizer(strings.NewReader(source))
	for n := 0; ; n++ {
		if n%1000 == 0 && ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if b.nodes >= mostNodes || b.text >= mostText {
			return doc, true, nil
		}
		switch z.Next() {
		case html.ErrorToken:
			return doc, false, nil
		case html.TextToken:
			b.words(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			b.start(z.Token())
		case html.EndTagToken:
			name, _ := z.TagName()
			b.end(atom.Lookup(name), string(name))
		}
	}
}

func (b *builder) top() *html.Node { return b.open[len(b.open)-1] }

// words adds text. Of what is never shown only linked data is kept.
func (b *builder) words(text string) {
	at := b.top()
	switch at.DataAtom {
	case atom.Script:
		if attribute(at, "type") != "application/ld+json" || len(text) > mostLinked {
			return
		}
	case atom.Style, atom.Noscript, atom.Iframe, atom.Template, atom.Noframes, atom.Noembed:
		return
	}
	text = text[:min(len(text), mostText-b.text)]
	b.text += len(text)
	b.append(&html.Node{Type: html.TextNode, Data: strings.ToValidUTF8(text, "�")})
}

func (b *builder) append(n *html.Node) {
	b.nodes++
	b.top().AppendChild(n)
}

// start begins an element, which ends those that cannot hold it.
func (b *builder) start(t html.Token) {
	if (t.DataAtom == atom.Html || t.DataAtom == atom.Body || t.DataAtom == atom.Head) && b.find(t.DataAtom, t.Data, 0) > 0 {
		return
	}
	if b.top().DataAtom == atom.Head && !isOfHead(t.DataAtom) {
		b.open = b.open[:len(b.open)-1]
	}
	if t.DataAtom == atom.Body && b.top().Type != html.DocumentNode && b.top().DataAtom != atom.Html { // the text has begun
		return
	}
	if ends, until := impliedEnds(t.DataAtom); ends != nil {
		for i := len(b.open) - 1; i > 0 && !slices.Contains(until, b.open[i].DataAtom); i-- {
			if slices.Contains(ends, b.open[i].DataAtom) {
				b.open = b.open[:i]
			}
		}
	}
	n := &html.Node{Type: html.ElementNode, DataAtom: t.DataAtom, Data: t.Data, Attr: t.Attr}
	closed := t.Type == html.SelfClosingTagToken && (t.DataAtom == 0 || b.find(atom.Svg, "svg", 0) > 0 || b.find(atom.Math, "math", 0) > 0)
	if len(b.open) > mostDepth && !isVoid(t.DataAtom) {
		return
	}
	b.append(n)
	if !closed && !isVoid(t.DataAtom) {
		b.open = append(b.open, n)
	}
}

// end ends an element, if one of that name is open; a cell holds together what is in it.
func (b *builder) end(kind atom.Atom, name string) {
	var within atom.Atom
	switch kind {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption, atom.Body, atom.Html:
	default:
		within = atom.Table
	}
	if i := b.find(kind, name, within); i > 0 {
		b.open = b.open[:i]
	}
}

// find is the place of the innermost open element of a name that stands in no deeper one of
// the kind until; 0: there is none.
func (b *builder) find(kind atom.Atom, name string, until atom.Atom) int {
	for i := len(b.open) - 1; i > 0; i-- {
		if b.open[i].DataAtom == kind && (kind != 0 || b.open[i].Data == name) {
			return i
		}
		if until != 0 && b.open[i].DataAtom == until {
			return 0
		}
	}
	return 0
}

func isOfHead(kind atom.Atom) bool {
	switch kind {
	case atom.Title, atom.Meta, atom.Link, atom.Base, atom.Script, atom.Style, atom.Noscript, atom.Template:
		return true
	}
	return false
}

func isVoid(kind atom.Atom) bool {
	switch kind {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// impliedEnds are the elements that end where one of this kind begins, and those that keep
// together what is in them.
func impliedEnds(kind atom.Atom) (ends, until []atom.Atom) {
	switch kind {
	case atom.Li:
		return []atom.Atom{atom.Li}, []atom.Atom{atom.Ul, atom.Ol, atom.Menu, atom.Table}
	case atom.Dt, atom.Dd:
		return []atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl, atom.Table}
	case atom.Td, atom.Th:
		return []atom.Atom{atom.Td, atom.Th, atom.Caption}, []atom.Atom{atom.Table}
	case atom.Tr:
		return []atom.Atom{atom.Td, atom.Th, atom.Tr, atom.Caption}, []atom.Atom{atom.Table}
	case atom.Tbody, atom.Thead, atom.Tfoot:
		return []atom.Atom{atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption}, []atom.Atom{atom.Table}
	case atom.Option, atom.Optgroup:
		return []atom.Atom{atom.Option}, []atom.Atom{atom.Select}
	case atom.A:
		return []atom.Atom{atom.A}, []atom.Atom{atom.Table, atom.Div, atom.Ul, atom.Ol, atom.Section, atom.Article}
	case atom.P, atom.Div, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Pre, atom.Blockquote, atom.Hr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Nav, atom.Aside, atom.Form, atom.Figure, atom.Address, atom.Details, atom.Fieldset:
		return []atom.Atom{atom.P}, []atom.Atom{
			atom.Table, atom.Div, atom.Li, atom.Dd, atom.Dt, atom.Section, atom.Article, atom.Main, atom.Blockquote, atom.Header, atom.Footer, atom.Nav, atom.Aside, atom.Form, atom.Figure, atom.Details, atom.Fieldset, atom.Button,
		}
	}
	return nil, nil
}
