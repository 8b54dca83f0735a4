package web

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The main text of a page is found by what its author says (`main`, `article`), else by
// where its sentences are, as Readability does. A page of which too little would be left is
// given whole, without its menus.
const (
	enough     = 250 // bytes of text that a main part has
	enoughPart = 4   // or a page's text has at most so many times more
)

// unread is what is never text of a page.
func unread(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Iframe, atom.Object, atom.Embed, atom.Svg, atom.Canvas, atom.Audio, atom.Video,
		atom.Button, atom.Input, atom.Select, atom.Textarea, atom.Datalist, atom.Dialog, atom.Link, atom.Meta, atom.Map, atom.Title, atom.Noframes, atom.Noembed:
		return true
	}
	if n.Type == html.CommentNode || n.Type == html.DoctypeNode {
		return true
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return a.Val != "until-found"
		case "aria-hidden":
			if a.Val == "true" {
				return true
			}
		case "style":
			if style := strings.ReplaceAll(strings.ToLower(a.Val), " ", ""); strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

// furniture is what stands around the main text of a page: menus, banners, what asks for
// something.
func furniture(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav, atom.Aside, atom.Form:
		return true
	case atom.Header, atom.Footer:
		return !within(n, atom.Article, atom.Main)
	case atom.Body, atom.Article, atom.Main, atom.Html, atom.H1, atom.H2:
		return false
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "role":
			switch a.Val {
			case "navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar":
				return true
			}
		case "class", "id":
			if slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(a.Val), isSeparator), isFurniture) {
				return true
			}
		}
	}
	return false
}

func isSeparator(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\n' || r == '\t' }

// isFurniture reports whether a word of a class names what is not the text.
func isFurniture(word string) bool {
	switch word {
	case "nav", "navbar", "navigation", "menu", "sidebar", "breadcrumb", "breadcrumbs", "cookie", "cookies", "consent", "gdpr", "advert", "advertisement",
		"ads", "sponsor", "sponsored", "promo", "newsletter", "subscribe", "share", "sharing", "social", "related", "pagination", "popup", "modal", "skip", "masthead":
		return true
	}
	return false
}

func within(n *html.Node, kinds ...atom.Atom) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if slices.Contains(kinds, p.DataAtom) {
			return true
		}
	}
	return false
}

// prune takes out of a tree what drop says.
func prune(n *html.Node, drop func(*html.Node) bool) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if drop(c) {
			n.RemoveChild(c)
		} else {
			prune(c, drop)
		}
		c = next
	}
}

// weights is how much text there is in each element, and how much of it in links.
type weights map[*html.Node]weight

type weight struct{ text, linked int }

// own is the text that is not in links.
func (w weight) own() int { return w.text - w.linked }

func (w weights) weigh(n *html.Node, inLink bool) weight {
	var sum weight
	if n.Type == html.TextNode {
		for i := range len(n.Data) {
			if n.Data[i] > ' ' {
				sum.text++
			}
		}
		if inLink {
			sum.linked = sum.text
		}
		return sum
	}
	inLink = inLink || n.DataAtom == atom.A
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		part := w.weigh(c, inLink)
		sum.text += part.text
		sum.linked += part.linked
	}
	w[n] = sum
	return sum
}

// mainPart is the part of a page with its main text, which has lost what is no text. The
// tree is its to change.
func mainPart(doc *html.Node) *html.Node {
	body := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if body == nil {
		body = doc
	}
	prune(body, unread)
	all := weights{}
	whole := all.weigh(body, false)
	if main := marked(body, all, whole); main != nil {
		return tidy(main, all[main])
	}
	kept := tidy(body, whole)
	left := weights{}
	left.weigh(kept, false)
	return densest(kept, left)
}

// tidy takes the furniture out of a tree of this weight; of a page whose classes mean
// something else than ours do, nothing.
func tidy(n *html.Node, whole weight) *html.Node {
	kept, all := clone(n), weights{}
	for p := n.Parent; p != nil; p = p.Parent { // what it stands in says what a header is of
		if p.DataAtom == atom.Article || p.DataAtom == atom.Main {
			(&html.Node{Type: p.Type, DataAtom: p.DataAtom, Data: p.Data}).AppendChild(kept)
			break
		}
	}
	all.weigh(kept, false)
	prune(kept, func(n *html.Node) bool {
		return furniture(n) && 2*all[n].own() < whole.own() // a form around a whole page is none
	})
	if rest := (weights{}).weigh(kept, false); rest.own() < enough && rest.own()*enoughPart < whole.own() {
		return n
	}
	return kept
}

// marked is the one element that the author says is the text; nil if none has enough of it.
func marked(body *html.Node, all weights, whole weight) *html.Node {
	for _, kind := range []func(*html.Node) bool{
		func(n *html.Node) bool { return n.DataAtom == atom.Main || attribute(n, "role") == "main" },
		func(n *html.Node) bool {
			return n.DataAtom == atom.Article || attribute(n, "itemprop") == "articleBody"
		},
	} {
		found := findAll(body, kind)
		if len(found) == 0 {
			continue
		}
		best := found[0]
		if len(found) > 1 { // a list of articles: what holds them all
			best = common(found)
		}
		if w := all[best]; w.text >= enough || w.text*enoughPart >= whole.text {
			return best
		}
	}
	return nil
}

// densest is the smallest element that holds most of a page's sentences.
func densest(body *html.Node, all weights) *html.Node {
	score := func(n *html.Node) int { w := all[n]; return w.text - 2*w.linked }
	best := body
	for {
		var next *html.Node
		for c := best.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode && (next == nil || score(c) > score(next)) {
				next = c
			}
		}
		if next == nil || !isContainer(next) || score(next) < enough || score(next)*10 < score(best)*8 {
			return best
		}
		best = next
	}
}

// isContainer reports whether an element can be the whole text of a page.
func isContainer(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Article, atom.Main, atom.Center, atom.Table, atom.Tbody, atom.Tr, atom.Td:
		return true
	}
	return false
}

// common is the smallest element that holds all of the given ones.
func common(nodes []*html.Node) *html.Node {
	height := map[*html.Node]int{} // of what holds the first
	for p, n := nodes[0], 0; p != nil; p, n = p.Parent, n+1 {
		height[p] = n
	}
	best := nodes[0]
	for _, n := range nodes[1:] {
		p := n
		for ; p != nil; p = p.Parent {
			if _, holds := height[p]; holds {
				break
			}
		}
		if height[p] > height[best] {
			best = p
		}
	}
	return best
}

func find(n *html.Node, is func(*html.Node) bool) *html.Node {
	if is(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if found := find(c, is); found != nil {
			return found
		}
	}
	return nil
}

// findAll finds the outermost elements of a kind, at most 1,000 of them.
func findAll(n *html.Node, is func(*html.Node) bool) []*html.Node {
	if n.Type == html.ElementNode && is(n) {
		return []*html.Node{n}
	}
	var out []*html.Node
	for c := n.FirstChild; c != nil && len(out) < 1000; c = c.NextSibling {
		out = append(out, findAll(c, is)...)
	}
	return out
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func clone(n *html.Node) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: n.Attr}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out.AppendChild(clone(c))
	}
	return out
}
