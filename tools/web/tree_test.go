package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// outline writes a tree down: name(…) for elements, text as it is.
func outline(n *html.Node) string {
	var out strings.Builder
	switch n.Type {
	case html.TextNode:
		return strings.TrimSpace(n.Data)
	case html.ElementNode:
		out.WriteString(n.Data)
	default:
	}
	var parts []string
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if part := outline(c); part != "" {
			parts = append(parts, part)
		}
	}
	if n.Type != html.ElementNode {
		return strings.Join(parts, " ")
	}
	if len(parts) > 0 {
		fmt.Fprintf(&out, "(%s)", strings.Join(parts, " "))
	}
	return out.String()
}

// What browsers make of a page that leaves end tags out is what we make of it.
func TestTree(t *testing.T) {
	for source, want := range map[string]string{
		"<p>a<p>b<div>c</div>d":                          "p(a) p(b) div(c) d",
		"<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e":        "ul(li(a) li(b ul(li(c))) li(d)) e",
		"<table><tr><td>a<td>b<tr><th>c</table>d":        "table(tr(td(a) td(b)) tr(th(c))) d",
		"<table><tr><td><table><tr><td>a</table>b":       "table(tr(td(table(tr(td(a))) b)))",
		"<dl><dt>a<dd>b<dt>c</dl>":                       "dl(dt(a) dd(b) dt(c))",
		"<b>a<i>b</b>c</i>d":                             "b(a i(b)) c d",
		"<div>a</span></p></b>b</div>c":                  "div(a b) c",
		"<table><tr><td>a</div>b</table>":                "table(tr(td(a b)))",
		"<a href=x>one<a href=y>two</a>":                 "a(one) a(two)",
		"a<br>b<br/>c<img src=x>d":                       "a br b br c img d",
		"<div/>a</div>b":                                 "div(a) b",
		"<svg><path/><g/>x</svg>y":                       "svg(path g x) y",
		"<html><head><title>t</title><p>a<body><p>b":     "html(head(title(t)) p(a) p(b))",
		"<html><head><meta x></head><body>a</body>":      "html(head(meta) body(a))",
		"<body>a<body>b":                                 "body(a b)",
		"<script>a<b></script>c<style>d</style>":         "script c style",
		"<textarea><p></textarea>a":                      "textarea(<p>) a",
		"<!doctype html><!-- x -->a<![CDATA[b]]>":        "a",
		"<p>a<button><p>b</button>":                      "p(a button(p(b)))",
		"<select><option>a<option>b</select>c":           "select(option(a) option(b)) c",
		"<x-y>a</x-y>b":                                  "x-y(a) b",
		"a &amp; b &lt;c&gt;":                            "a & b <c>",
		`<script type="application/ld+json">{}</script>`: "script({})",
	} {
		doc, cut, err := parse(t.Context(), source)
		if got := outline(doc); err != nil || cut || got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// A tree is bounded, whatever stays open.
func TestTreeIsBounded(t *testing.T) {
	var open strings.Builder
	open.WriteString("<p>")
	for i := range 400 {
		fmt.Fprintf(&open, "<font a=%d>", i)
	}
	for name, source := range map[string]string{
		"copied": open.String() + strings.Repeat("<p>x", 1<<20), "many": strings.Repeat("<i></i>", 1<<20), "deep": strings.Repeat("<div>x", 1<<20), "text": strings.Repeat("word ", 1<<20),
	} {
		doc, cut, err := parse(t.Context(), source)
		nodes, text, depth := 0, 0, 0
		var count func(*html.Node, int)
		count = func(n *html.Node, at int) {
			nodes, text, depth = nodes+1, text+len(n.Data), max(depth, at)
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				count(c, at+1)
			}
		}
		count(doc, 0)
		if err != nil || !cut || nodes > mostNodes+1 || text > mostText+8*mostNodes || depth > mostDepth+2 {
			t.Errorf("%s: %d nodes, %d bytes, %d deep, cut %t, %v", name, nodes, text, depth, cut, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := parse(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
