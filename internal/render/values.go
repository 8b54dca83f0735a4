package render

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// given is what a call brings for one name.
type given struct {
	words   []string // the value's text; an array has one an item; none if missing
	list    bool     // an array
	missing bool
	truth   bool // what {{#if}} makes of it
}

// readValues reads a call's values, by the types of the parameters.
func (t *Template) readValues(values map[string]any) (*world, error) {
	w := &world{values: map[string]given{}}
	names := t.wild()
	for name, p := range t.params {
		if !strings.HasSuffix(name, ".*") {
			names[name] = p
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) { // always the same first error
		g, err := names[name].read(name, find(values, name))
		if err != nil {
			return nil, err
		}
		w.values[name] = g
	}
	return w, nil
}

// wild finds the names in the template that only a "a.*" covers.
func (t *Template) wild() map[string]*Param {
	found := map[string]*Param{}
	var visit func([]node)
	visit = func(nodes []node) {
		for i := range nodes {
			n := &nodes[i]
			if name := n.ref.name; name != "" && t.params[name] == nil {
				found[name] = t.param(name)
			}
			visit(n.body)
			visit(n.inverse)
		}
	}
	visit(t.nodes)
	return found
}

// find looks a name up, as it is or as a path through nested maps.
func find(values map[string]any, name string) any {
	if v, ok := values[name]; ok {
		return v
	}
	head, rest, ok := strings.Cut(name, ".")
	if !ok {
		return nil
	}
	inner, _ := values[head].(map[string]any)
	return find(inner, rest)
}

// read reads one value.
func (p *Param) read(name string, v any) (given, error) {
	if v == nil {
		if p.Required {
			return given{}, valueErrorf(name, "it is required and missing")
		}
		return given{missing: true, list: p.Type == "array"}, nil
	}
	var items []any
	switch v := v.(type) {
	case []any:
		items = v
	case []string:
		for _, s := range v {
			items = append(items, s)
		}
	default:
		if p.Type == "array" {
			return given{}, valueErrorf(name, "it must be an array, not %s", typeOf(v))
		}
		word, err := p.word(name, v)
		if err != nil {
			return given{}, err
		}
		return given{words: []string{word}, truth: truth(v, word, p.Type)}, nil
	}
	if p.Type != "array" && p.Type != "any" {
		return given{}, valueErrorf(name, "it must be one value, not an array")
	}
	g := given{words: make([]string, 0, len(items)), list: true, truth: len(items) > 0}
	for _, item := range items {
		word, err := p.word(name, item)
		if err != nil {
			return given{}, err
		}
		g.words = append(g.words, word)
	}
	return g, nil
}

// word is the text of one value or item.
func (p *Param) word(name string, v any) (string, error) {
	text, err := p.text(name, v)
	switch {
	case err != nil:
		return "", err
	case strings.IndexByte(text, 0) >= 0:
		return "", valueErrorf(name, "it contains a NUL byte, which no command line can hold: remove it")
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, text):
		return "", valueErrorf(name, "%q is not one of %s", text, strings.Join(p.Enum, ", "))
	}
	return text, nil
}

func (p *Param) text(name string, v any) (string, error) {
	text, ok := scalar(v)
	if !ok {
		if p.Type == "any" {
			raw, err := json.Marshal(v)
			if err != nil {
				return "", valueErrorf(name, "it is not JSON: %v", err)
			}
			return string(raw), nil
		}
		return "", valueErrorf(name, "it must be a plain value, not %s", typeOf(v))
	}
	switch p.Type {
	case "number", "integer":
		if !number(text) {
			return "", valueErrorf(name, "%q is not a number", text)
		}
	case "boolean":
		if text != "true" && text != "false" {
			return "", valueErrorf(name, "%q is neither true nor false", text)
		}
	}
	return text, nil
}

// scalar is the text of a string, number or boolean.
func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		return v.String(), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// number reports whether text is a number as JSON writes it. Infinity and NaN
// are none.
func number(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && json.Valid([]byte(text))
}

// truth is what {{#if}} makes of a value: as in Handlebars, false, 0 and the
// empty text are not true.
func truth(v any, word, paramType string) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	_, isText := v.(string)
	switch {
	case paramType == "boolean":
		return word == "true"
	case isText && paramType != "number" && paramType != "integer":
		return word != ""
	}
	n, err := strconv.ParseFloat(word, 64)
	return err != nil || n != 0
}

func typeOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any, []string:
		return "an array"
	}
	return fmt.Sprintf("%T", v)
}
