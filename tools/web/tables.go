package web

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The limits of the tables of one page. A cell may say that it is as wide and as high as thousands: written down,
// a page of 20 KB then has millions of cells.
const (
	mostCells = 100_000
	mostWide  = 1_000 // columns, where cells span several
)

// boundTables makes the tables of a page such that all of them together have no more cells than mostCells when
// they are written as Markdown: cells that span too many stand alone, and a table that has too many all the same
// is written line by line.
func boundTables(n *html.Node) {
	left := mostCells
	for _, table := range every(n, atom.Table) {
		if len(every(table, atom.Table)) > 1 {
			continue // it holds another one, and is written line by line
		}
		rows := every(table, atom.Tr)
		cells, wide := spanned(rows)
		if cells > left || wide > mostWide {
			cells = alone(rows)
		}
		if cells > left {
			table.Attr = append(attrsWithout(table.Attr, "role"), html.Attribute{Key: "role", Val: "presentation"}) // what the library leaves to the text around
			continue
		}
		left -= cells
	}
}

// spanned is how many cells rows have as a grid, at most, and whether some span others: then how wide it is. A cell
// that would go on below the last row ends there.
func spanned(rows []*html.Node) (cells, wide int) {
	below := make([]int, len(rows)+1) // cells that begin, or end, to stand in a row from rows above
	carried, widest, spans := 0, 0, false
	for i, row := range rows {
		carried += below[i]
		in := carried
		for _, cell := range cellsOf(row) {
			across, down := span(cell, "colspan", mostWide+1), span(cell, "rowspan", len(rows)-i)
			if spans = spans || across > 1 || down > 1; down > 1 {
				carried, below[i+down] = carried+across, below[i+down]-across
			}
			in += across
		}
		if widest = max(widest, in); widest > mostCells {
			return mostCells + 1, widest
		}
	}
	if spans {
		wide = widest
	}
	return (len(rows) + 1) * widest, wide
}

// alone makes all cells of rows stand alone, and says how many there are as a grid.
func alone(rows []*html.Node) int {
	widest := 0
	for _, row := range rows {
		cells := cellsOf(row)
		for _, cell := range cells {
			cell.Attr = attrsWithout(cell.Attr, "colspan", "rowspan")
		}
		widest = max(widest, len(cells))
	}
	return (len(rows) + 1) * widest
}

func cellsOf(row *html.Node) []*html.Node { return every(row, atom.Td, atom.Th) }

// every lists the elements of some kinds in n, and n if it is one.
func every(n *html.Node, kinds ...atom.Atom) (list []*html.Node) {
	if n.Type == html.ElementNode && slices.Contains(kinds, n.DataAtom) {
		list = append(list, n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		list = append(list, every(c, kinds...)...)
	}
	return list
}

// span is how many columns or rows a cell says it takes, and says it anew if that is more than there can be.
func span(cell *html.Node, key string, most int) int {
	for i, a := range cell.Attr {
		if a.Key != key {
			continue
		}
		n, err := strconv.Atoi(a.Val)
		if err != nil && !strings.HasPrefix(a.Val, "-") && strings.Trim(a.Val, "+0123456789") == "" && a.Val != "" {
			n = most // more digits than a number has
		}
		n = min(max(n, 1), max(most, 1))
		cell.Attr[i].Val = strconv.Itoa(n)
		return n
	}
	return 1
}

func attrsWithout(attrs []html.Attribute, keys ...string) (kept []html.Attribute) {
	for _, a := range attrs {
		if !slices.Contains(keys, a.Key) {
			kept = append(kept, a)
		}
	}
	return kept
}
