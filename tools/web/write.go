package web

import (
	"errors"
	"fmt"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markdown writes a tree down as Markdown. Signs that mean something in Markdown stay as they
// are: a model reads them right, and escaping them takes the square of a page's length.
func markdown(n *html.Node) (text string, err error) {
	defer func() {
		if r := recover(); r != nil { // of the library, in a page that nobody has thought of
			err = fmt.Errorf("%v", r)
		}
	}()
	dropPictures(n)
	boundTables(n)
	made := converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(
			base.NewBasePlugin(),
			commonmark.NewCommonmarkPlugin(
				commonmark.WithLinkEmptyHrefBehavior(commonmark.LinkBehaviorSkip), commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip),
				commonmark.WithListEndComment(false),
			),
			table.NewTablePlugin(table.WithSkipEmptyRows(true), table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
		),
	)
	out, err := made.ConvertNode(n)
	if err != nil {
		return "", errors.New("no Markdown can be made of this page")
	}
	return string(out), nil
}

// dropPictures takes out pictures that nothing is said of.
func dropPictures(n *html.Node) {
	prune(n, func(n *html.Node) bool {
		return n.DataAtom == atom.Img && (attribute(n, "src") == "" || strings.TrimSpace(attribute(n, "alt")) == "")
	})
}

// plainText is the text of a tree, a line for each block.
func plainText(n *html.Node) string {
	w := &textWriter{}
	w.write(n, false)
	return strings.TrimSpace(w.out.String())
}

// A textWriter writes text with as many line ends and spaces between its parts as they ask for.
type textWriter struct {
	out   strings.Builder
	lines int  // line ends that are due
	space bool // a space is due
}

func (w *textWriter) write(n *html.Node, pre bool) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data, pre)
		return
	case html.CommentNode, html.DoctypeNode:
		return
	}
	before, after := gaps(n.DataAtom)
	w.gap(before)
	switch n.DataAtom {
	case atom.Br:
		w.lines++
	case atom.Li:
		w.text("- ", true)
	case atom.Td, atom.Th:
		if n.PrevSibling != nil {
			w.text("\t", true)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.write(c, pre || n.DataAtom == atom.Pre)
	}
	w.gap(after)
}

func (w *textWriter) gap(lines int) {
	if lines > 0 {
		w.lines, w.space = max(w.lines, lines), false
	}
}

func (w *textWriter) text(text string, pre bool) {
	words := strings.Fields(text)
	if !pre && len(words) == 0 {
		w.space = w.space || text != ""
		return
	}
	switch {
	case w.out.Len() == 0:
	case w.lines > 0:
		w.out.WriteString("\n\n"[:min(w.lines, 2)])
	case w.space || !pre && strings.TrimLeft(text[:1], " \t\r\n") == "":
		if !strings.HasSuffix(w.out.String(), " ") && !strings.HasSuffix(w.out.String(), "\t") {
			w.out.WriteByte(' ')
		}
	}
	w.lines, w.space = 0, false
	if pre {
		w.out.WriteString(text)
		return
	}
	w.out.WriteString(strings.Join(words, " "))
	w.space = strings.TrimRight(text[len(text)-1:], " \t\r\n") == ""
}

// gaps is how many line ends an element wants before and after it.
func gaps(kind atom.Atom) (before, after int) {
	switch kind {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Blockquote, atom.Ul, atom.Ol, atom.Table, atom.Article, atom.Section, atom.Figure, atom.Dl:
		return 2, 2
	case atom.Div, atom.Li, atom.Tr, atom.Dt, atom.Dd, atom.Header, atom.Footer, atom.Main, atom.Hr, atom.Figcaption, atom.Details, atom.Summary:
		return 1, 1
	}
	return 0, 0
}
