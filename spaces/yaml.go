package spaces

import (
	"encoding/json"
	"maps"
	"slices"
)

// A yamlNode keeps a value of a front matter in two ways: as YAML takes it, and as
// it is written. YAML takes no and n for switches and 1.10 for 1.1; where a text
// is wanted, what stands in the file counts.
type yamlNode struct {
	value   any                 // of a scalar
	written string              // of a scalar
	list    []yamlNode          // of a list; nil: it is none
	fields  map[string]yamlNode // of an object; nil: it is none
}

// UnmarshalYAML implements the interface of the YAML parser.
func (n *yamlNode) UnmarshalYAML(unmarshal func(any) error) error {
	if unmarshal(&n.written) == nil {
		return unmarshal(&n.value)
	}
	n.fields = map[string]yamlNode{}
	if unmarshal(&n.fields) == nil {
		return nil
	}
	n.fields, n.list = nil, []yamlNode{}
	return unmarshal(&n.list)
}

// asValue writes the node as YAML takes it, in JSON.
func (n yamlNode) asValue() (json.RawMessage, error) {
	return n.json(func(scalar yamlNode) any { return scalar.value })
}

// asWritten writes the node in JSON with every scalar as the text that it was
// written as; what is empty stays null.
func (n yamlNode) asWritten() (json.RawMessage, error) {
	return n.json(func(scalar yamlNode) any {
		if scalar.value == nil {
			return nil
		}
		return scalar.written
	})
}

func (n yamlNode) json(scalar func(yamlNode) any) (json.RawMessage, error) {
	return json.Marshal(n.tree(scalar))
}

func (n yamlNode) tree(scalar func(yamlNode) any) any {
	switch {
	case n.fields != nil:
		object := make(map[string]any, len(n.fields))
		for _, k := range slices.Sorted(maps.Keys(n.fields)) {
			object[k] = n.fields[k].tree(scalar)
		}
		return object
	case n.list != nil:
		list := make([]any, len(n.list))
		for i, e := range n.list {
			list[i] = e.tree(scalar)
		}
		return list
	default:
		return scalar(n)
	}
}
