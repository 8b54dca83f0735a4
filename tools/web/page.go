package web

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Page is a page as a person would read it.
type Page struct {
	Title string
	Date  string // of its publication, 2026-11-26, if it says so
	Text  string
	Cut   bool // only its beginning is there
}

// Markdown makes Markdown of the main text of a page. base is where the page came from.
func Markdown(ctx context.Context, base *url.URL, source string) (Page, error) {
	return read(ctx, base, source, markdown)
}

// Text makes plain text of the main text of a page, without its links.
func Text(ctx context.Context, base *url.URL, source string) (Page, error) {
	return read(ctx, base, source, func(n *html.Node) (string, error) { return plainText(n), nil })
}

func read(ctx context.Context, base *url.URL, source string, write func(*html.Node) (string, error)) (Page, error) {
	doc, cut, err := parse(ctx, source)
	if err != nil {
		return Page{}, err
	}
	page := Page{Title: titleOf(doc), Date: dateOf(doc), Cut: cut}
	resolveLinks(doc, baseOf(doc, base))
	main := mainPart(doc)
	if ctx.Err() != nil {
		return Page{}, ctx.Err()
	}
	if page.Text, err = write(main); err != nil {
		page.Text = plainText(main)
	}
	page.Text = strings.TrimSpace(page.Text)
	return page, ctx.Err()
}

// baseOf is what the links of a page are relative to.
func baseOf(doc *html.Node, from *url.URL) *url.URL {
	n := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Base && attribute(n, "href") != "" })
	if n == nil {
		return from
	}
	to, err := from.Parse(attribute(n, "href"))
	if err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return from
	}
	return to
}

// resolveLinks makes the links of a page whole. What a model cannot follow is no link.
func resolveLinks(n *html.Node, base *url.URL) {
	for i, a := range n.Attr {
		if a.Key != "href" && a.Key != "src" || a.Namespace != "" {
			continue
		}
		to, err := base.Parse(strings.TrimSpace(a.Val))
		if err != nil || to.Scheme != "http" && to.Scheme != "https" && to.Scheme != "mailto" {
			n.Attr[i].Val = ""
			continue
		}
		n.Attr[i].Val = to.String()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		resolveLinks(c, base)
	}
}

// titleOf is what a page is called.
func titleOf(doc *html.Node) string {
	if title := metaOf(doc, "og:title", "twitter:title", "dc.title"); title != "" {
		return title
	}
	for _, kind := range []atom.Atom{atom.Title, atom.H1} {
		n := find(doc, func(n *html.Node) bool { return n.DataAtom == kind && !within(n, atom.Svg) })
		if n == nil {
			continue
		}
		if title := oneLine(plainText(n)); title != "" {
			return title
		}
	}
	return ""
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}

// dateOf is when a page says it was published; "" if it does not.
func dateOf(doc *html.Node) string {
	if date := plainDate(metaOf(doc, "article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.created", "publish-date", "pubdate", "citation_publication_date")); date != "" {
		return date
	}
	for _, n := range findAll(doc, func(n *html.Node) bool {
		return n.DataAtom == atom.Script && attribute(n, "type") == "application/ld+json"
	}) {
		if n.FirstChild == nil {
			continue
		}
		var linked any
		if json.Unmarshal([]byte(n.FirstChild.Data), &linked) == nil {
			if date := plainDate(publishedIn(linked, 0)); date != "" {
				return date
			}
		}
	}
	n := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Time && attribute(n, "datetime") != "" })
	if n == nil {
		return ""
	}
	return plainDate(attribute(n, "datetime"))
}

// publishedIn finds datePublished in linked data.
func publishedIn(value any, depth int) string {
	if depth > 8 {
		return ""
	}
	switch v := value.(type) {
	case map[string]any:
		if date, ok := v["datePublished"].(string); ok {
			return date
		}
		return publishedIn(v["@graph"], depth+1)
	case []any:
		for _, part := range v {
			if date := publishedIn(part, depth+1); date != "" {
				return date
			}
		}
	}
	return ""
}

// plainDate is the day of a date in any of the usual forms.
func plainDate(text string) string {
	text = strings.TrimSpace(text)
	if len(text) >= 10 {
		if day, err := time.Parse(time.DateOnly, strings.ReplaceAll(text[:10], "/", "-")); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	for _, form := range []string{time.RFC1123, time.RFC1123Z, "2 January 2006", "January 2, 2006", "20060102"} {
		if day, err := time.Parse(form, text); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	return ""
}

// metaOf is the first of the named values that a page's head or an element of it has.
func metaOf(doc *html.Node, names ...string) string {
	found := map[string]string{}
	var look func(*html.Node)
	look = func(n *html.Node) {
		if n.DataAtom == atom.Meta {
			for _, key := range []string{"property", "name", "itemprop"} {
				if name := strings.ToLower(attribute(n, key)); name != "" && found[name] == "" {
					found[name] = oneLine(attribute(n, "content"))
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			look(c)
		}
	}
	look(doc)
	for _, name := range names {
		if found[name] != "" {
			return found[name]
		}
	}
	return ""
}
