package render

import (
	"maps"
	"slices"
	"strings"
)

// A supposition says which conditions of a template are taken to hold when it
// is checked at load, where there are no values yet.
type supposition struct {
	others bool            // what holds unless said otherwise
	but    map[string]bool // by ref.String
}

func (s *supposition) holds(r ref) bool {
	if v, ok := s.but[r.String()]; ok {
		return v
	}
	return s.others
}

// given is what a call brings for a name; at load it is one unknown word.
func (w *world) given(name string, p *Param) given {
	if w.supposed != nil {
		return given{words: []string{""}, list: p.Type == "array" || p.Type == "any", truth: true}
	}
	return w.values[name]
}

// variants returns the worlds to check a template in: with all conditions
// true, with all false, and for every placeholder that neither shows, one in
// which the blocks around it are as it needs them. Their number grows with the
// number of placeholders, not with the combinations of conditions.
func (t *Template) variants() []*world {
	worlds := []*world{{supposed: &supposition{others: true}}}
	seen := map[string]bool{"": true}
	var visit func(nodes []node, path map[string]bool)
	visit = func(nodes []node, path map[string]bool) {
		for i := range nodes {
			n := &nodes[i]
			switch n.kind {
			case textNode:
			case valueNode:
				if key := falses(path); !seen[key] {
					seen[key] = true
					worlds = append(worlds, &world{supposed: &supposition{others: true, but: path}})
				}
			default:
				visit(n.body, with(path, n.ref, n.kind != unlessNode))
				visit(n.inverse, with(path, n.ref, n.kind == unlessNode))
			}
		}
	}
	visit(t.nodes, nil)
	if hasBlocks(t.nodes) {
		worlds = append(worlds, &world{supposed: &supposition{}})
	}
	return worlds
}

// with returns a copy of path with one more condition.
func with(path map[string]bool, r ref, holds bool) map[string]bool {
	more := maps.Clone(path)
	if more == nil {
		more = map[string]bool{}
	}
	more[r.String()] = holds
	return more
}

// falses names the conditions of a path that must not hold. Two paths with the
// same name are shown by the same variant.
func falses(path map[string]bool) string {
	var names []string
	for name, holds := range path {
		if !holds {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, "\x00")
}

func hasBlocks(nodes []node) bool {
	return slices.ContainsFunc(nodes, func(n node) bool { return n.kind >= ifNode })
}
