package render

import (
	"sort"
	"strconv"
	"strings"
)

// Limits of one written-out template, against nested each blocks over long
// arrays. Values do not count: they are not in it. Steps count also where
// nothing comes of them: six each blocks in each other, with nothing in the
// innermost, go through a list of 100 items 10^12 times.
const (
	marksLimit = 10_000
	wordsLimit = 1 << 20 // bytes of the author's text
	stepsLimit = 500_000 // pieces of the template and items of its lists
)

// A mark stands in the written-out template where a value will stand.
type mark struct {
	at, end int // bytes of marked.text
	source  int // where its placeholder begins, in bytes of the template
	tag     string
	name    string // the parameter, for messages and spans
	param   *Param
	given   given
	refused bool // a problem is reported for it
	free    bool // code could be made of it (inert.go)
}

// A marked text is the template written out for one set of values. It holds
// the author's words and marks; no byte of it comes from a value.
type marked struct {
	text    string
	marks   []mark // in order
	origins []origin
	real    bool // for a call, not for a check at load
}

// An origin says which byte of the source a byte of the text came from.
type origin struct{ at, source int }

// source finds the byte of the template that a byte of the text came from.
func (m *marked) source(at int) int {
	i := sort.Search(len(m.origins), func(i int) bool { return m.origins[i].at > at })
	if i == 0 {
		return 0
	}
	return m.origins[i-1].source + at - m.origins[i-1].at
}

// A world answers what a template asks while it is written out: with a call's
// values, or with suppositions at load (variants.go).
type world struct {
	values   map[string]given
	supposed *supposition // nil for a call
}

// expand writes the template out. The text of the marks is chosen so that it
// occurs nowhere else, not even where two pieces of the author's text meet.
func (t *Template) expand(w *world) (*marked, error) {
	for n, steps := 0, 0; ; n++ {
		e := &expander{t: t, world: w, stem: "mark" + strconv.Itoa(n) + "x", steps: steps}
		if strings.Contains(t.source, e.stem) {
			continue
		}
		e.nodes(t.nodes)
		if e.err != nil {
			return nil, e.err
		}
		m := &marked{text: e.text.String(), marks: e.marks, origins: e.origins, real: w.supposed == nil}
		if strings.Count(m.text, e.stem) == len(m.marks) {
			return m, nil
		}
		steps = e.steps // another attempt has only what this one has left
	}
}

type expander struct {
	t       *Template
	world   *world
	stem    string
	text    strings.Builder
	marks   []mark
	origins []origin
	items   []item // the each blocks around, innermost last
	steps   int
	err     error
}

// An item is where an each block stands.
type item struct {
	name     string
	param    *Param
	word     string
	index, n int
}

func (e *expander) nodes(nodes []node) {
	for i := range nodes {
		if !e.step(&nodes[i]) {
			return
		}
		switch n := &nodes[i]; n.kind {
		case textNode:
			e.origins = append(e.origins, origin{at: e.text.Len(), source: n.pos})
			e.text.WriteString(n.text)
		case valueNode:
			e.mark(n)
		case ifNode, unlessNode:
			if e.holds(n.ref) == (n.kind == ifNode) {
				e.nodes(n.body)
			} else {
				e.nodes(n.inverse)
			}
		case eachNode:
			e.each(n)
		}
		if len(e.marks) > marksLimit || e.text.Len() > wordsLimit {
			e.err = &ProblemsError{Problems: []Problem{e.t.problem(nodes[i].pos,
				"with these values the command has more than %d values or %d bytes: pass long lists through a file", marksLimit, wordsLimit)}}
		}
	}
}

// step counts a step at a node, and reports whether to go on.
func (e *expander) step(n *node) bool {
	if e.steps++; e.err == nil && e.steps > stepsLimit {
		e.err = &ProblemsError{Problems: []Problem{e.t.problem(n.pos,
			"with these values there are more than %d steps through the blocks of the command: put fewer {{#each}} into each other, or pass long lists through a file", stepsLimit)}}
	}
	return e.err == nil
}

// mark writes a mark for a value.
func (e *expander) mark(n *node) {
	m := mark{at: e.text.Len(), source: n.pos, tag: n.tag}
	m.name, m.param, m.given = e.value(n.ref)
	m.free = m.isFree(e.world.supposed == nil)
	e.origins = append(e.origins, origin{at: m.at, source: n.pos})
	e.text.WriteString(e.stem)
	m.end = e.text.Len()
	e.marks = append(e.marks, m)
}

// value is what a ref stands for.
func (e *expander) value(r ref) (string, *Param, given) {
	if r.kind == refParam {
		return r.name, e.t.param(r.name), e.world.given(r.name, e.t.param(r.name))
	}
	it := e.items[len(e.items)-1]
	var word string
	switch r.kind {
	case refThis:
		return it.name, it.param, given{words: []string{it.word}, truth: it.word != ""}
	case refIndex:
		word = strconv.Itoa(it.index)
		return r.String(), &Param{Name: r.String(), Type: "integer"}, given{words: []string{word}, truth: it.index > 0}
	case refFirst:
		word = strconv.FormatBool(it.index == 0)
	default:
		word = strconv.FormatBool(it.index == it.n-1)
	}
	return r.String(), &Param{Name: r.String(), Type: "boolean"}, given{words: []string{word}, truth: word == "true"}
}

// holds reports whether {{#if r}} holds.
func (e *expander) holds(r ref) bool {
	if e.world.supposed != nil {
		return e.world.supposed.holds(r)
	}
	_, _, g := e.value(r)
	return g.truth
}

// each writes a body for every item, or the else if there is none.
func (e *expander) each(n *node) {
	param := e.t.param(n.ref.name)
	g := e.world.given(n.ref.name, param)
	if e.world.supposed != nil && !e.world.supposed.holds(n.ref) {
		g.words = nil
	}
	if !g.list && !g.missing {
		e.err = valueErrorf(n.ref.name, "it must be an array: %s goes through its items", n.tag)
		return
	}
	if len(g.words) == 0 {
		e.nodes(n.inverse)
		return
	}
	e.items = append(e.items, item{})
	for i, word := range g.words {
		if !e.step(n) {
			break
		}
		e.items[len(e.items)-1] = item{name: n.ref.name, param: param, word: word, index: i, n: len(g.words)}
		e.nodes(n.body)
	}
	e.items = e.items[:len(e.items)-1]
}
