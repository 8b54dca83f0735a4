package schema

import (
	"math"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSteps is how many times parts of a foreign schema may be held against parts of
// one input: about a second. Schemas that refer to their own parts several times
// over would else double the work with every level.
const maxSteps = 4_000_000

// A cost says how much work an input is to a schema. It is made once for a schema
// and asked for each input.
type cost struct {
	nodes []node
	steps [][]float64 // by how deep a value is below: of each node, at most
}

// A node is a part of a compiled schema, with the parts that are held against the
// same value and those that are held against what is in it.
type node struct {
	same  []int // all of them
	one   []int // one of them: each has names or places of its own
	every []int // all of them, beside that one
}

// costOf reads a compiled schema. false: it refers to itself without a value in
// between, so that no input could ever be checked.
func costOf(root *jsonschema.Schema) (*cost, bool) {
	c := &cost{}
	numbers := map[*jsonschema.Schema]int{root: 0}
	list := []*jsonschema.Schema{root}
	anchors := map[string][]*jsonschema.Schema{}
	for i := 0; i < len(list); i++ {
		if a := list[i].DynamicAnchor; a != "" {
			anchors[a] = append(anchors[a], list[i])
		}
		for _, part := range parts(list[i]) {
			for _, s := range part {
				if _, known := numbers[s]; !known {
					numbers[s] = len(list)
					list = append(list, s)
				}
			}
		}
	}
	for _, s := range list {
		var n node
		p := parts(s)
		for at, to := range map[int]*[]int{0: &n.same, 1: &n.one, 2: &n.every} {
			for _, part := range p[at] {
				*to = append(*to, numbers[part])
			}
		}
		if s.DynamicRef != nil {
			for _, other := range anchors[s.DynamicRef.Anchor] {
				if other != s.DynamicRef.Ref {
					n.same = append(n.same, numbers[other])
				}
			}
		}
		c.nodes = append(c.nodes, n)
	}
	return c, !c.circular()
}

// parts are the parts of a schema: same, one, every, as in node.
func parts(s *jsonschema.Schema) [3][]*jsonschema.Schema {
	var p [3][]*jsonschema.Schema
	add := func(at int, list ...*jsonschema.Schema) {
		for _, one := range list {
			if one != nil {
				p[at] = append(p[at], one)
			}
		}
	}
	mixed := func(at int, v any) {
		switch v := v.(type) {
		case *jsonschema.Schema:
			add(at, v)
		case []*jsonschema.Schema:
			add(at, v...)
		}
	}
	add(0, s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.ContentSchema)
	if s.DynamicRef != nil {
		add(0, s.DynamicRef.Ref)
	}
	add(0, s.AllOf...)
	add(0, s.AnyOf...)
	add(0, s.OneOf...)
	for _, d := range s.Dependencies {
		mixed(0, d)
	}
	for _, d := range s.DependentSchemas {
		add(0, d)
	}
	for _, d := range s.Properties {
		add(1, d)
	}
	mixed(1, s.AdditionalProperties)
	mixed(1, s.Items)
	mixed(1, s.AdditionalItems)
	add(1, s.PrefixItems...)
	add(1, s.Items2020)
	for _, d := range s.PatternProperties {
		add(2, d)
	}
	add(2, s.PropertyNames, s.Contains, s.UnevaluatedProperties, s.UnevaluatedItems)
	return p
}

// circular reports whether a part leads back to itself against the same value.
func (c *cost) circular() bool {
	const open, done = 1, 2
	state := make([]byte, len(c.nodes))
	type frame struct{ node, next int }
	for start := range c.nodes {
		if state[start] != 0 {
			continue
		}
		state[start] = open
		for stack := []frame{{start, 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if top.next == len(c.nodes[top.node].same) {
				state[top.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			to := c.nodes[top.node].same[top.next]
			top.next++
			switch state[to] {
			case open:
				return true
			case 0:
				state[to] = open
				stack = append(stack, frame{to, 0})
			}
		}
	}
	return false
}

// level computes the steps of every node for a value that is one deeper than those
// known. Parts come before what they are part of.
func (c *cost) level() {
	var below []float64
	if len(c.steps) > 0 {
		below = c.steps[len(c.steps)-1]
	}
	now := make([]float64, len(c.nodes)) // 0: not known yet
	type frame struct{ node, next int }
	for start := range c.nodes {
		if now[start] != 0 {
			continue
		}
		for stack := []frame{{start, 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			n := &c.nodes[top.node]
			if top.next < len(n.same) {
				to := n.same[top.next]
				top.next++
				if now[to] == 0 {
					stack = append(stack, frame{to, 0})
				}
				continue
			}
			sum := 1.0
			for _, to := range n.same {
				sum += now[to]
			}
			if below != nil {
				most := 0.0
				for _, to := range n.one {
					most = max(most, below[to])
				}
				for _, to := range n.every {
					sum += below[to]
				}
				sum += most
			}
			now[top.node] = min(sum, math.MaxFloat64/1e9)
			stack = stack[:len(stack)-1]
		}
	}
	c.steps = append(c.steps, now)
}

// affordable reports whether an input can be checked within maxSteps.
func (c *cost) affordable(v any) bool {
	values, depth := extent(v)
	for len(c.steps) <= depth {
		c.level()
	}
	return c.steps[depth][0]*float64(values) <= maxSteps
}

// maxParts is how many objects a foreign schema may have, its own parts and what is
// in them: compiling takes time with the square of their number.
const maxParts = 4000

// fewParts is how many objects a foreign schema may have that is compiled before it
// is needed, so that a server with thousands of large ones holds nobody up.
const fewParts = 300

// objects counts the objects of a value.
func objects(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		n = 1
		for _, e := range v {
			n += objects(e)
		}
	case []any:
		for _, e := range v {
			n += objects(e)
		}
	}
	return n
}

// extent counts the values of an input, and the levels below the outermost.
func extent(v any) (values, depth int) {
	values = 1
	each := func(e any) {
		n, d := extent(e)
		values, depth = values+n, max(depth, d+1)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			each(e)
		}
	case []any:
		for _, e := range v {
			each(e)
		}
	}
	return values, depth
}
