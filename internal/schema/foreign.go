package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"handrail/internal/jsonfile"
)

// MaxForeign is the largest JSON Schema that is accepted from somebody else, in
// bytes.
const MaxForeign = 1 << 20

// anyObject is the schema of an MCP tool that came without one.
const anyObject = `{"type":"object"}`

// A foreign schema is one that we did not write. Its defaults are not filled in:
// they say what its owner will do, and the owner does it. Numbers and booleans
// that came as text are coerced where the schema plainly names one type.
type foreign struct {
	doc   map[string]any
	order []string // names of the properties, as they came

	mu        sync.Mutex
	unchecked []string // see Schema.Unchecked
	cost      *cost    // of checking an input
}

// FromJSON reads the JSON Schema of somebody else, as an MCP server sends it.
// It must describe an object. Any draft from 4 to 2020-12 will do; references to
// other documents are refused; patterns that RE2 does not know are left to the
// schema's owner: see Schema.Unchecked. No text, null and true mean that any object
// is accepted.
func FromJSON(raw json.RawMessage) (*Schema, error) {
	if len(raw) > MaxForeign {
		return nil, fmt.Errorf("the schema has %d bytes; at most %d are accepted", len(raw), MaxForeign)
	}
	if text := bytes.TrimSpace(raw); len(text) == 0 || string(text) == "null" || string(text) == "true" {
		raw = json.RawMessage(anyObject)
	}
	doc, placed, err := parse(raw)
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	object, ok := doc.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema must be a JSON object, got %s", show(doc))
	}
	t, typed := object["type"]
	if list, several := t.([]any); typed && t != TypeObject && (!several || !slices.Contains(list, any(TypeObject))) {
		return nil, fmt.Errorf("the schema must describe an object, it describes %s", show(t))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	size := objects(object)
	if size > maxParts {
		return nil, fmt.Errorf("the schema has %d parts; at most %d are accepted", size, maxParts)
	}
	s := &Schema{foreign: &foreign{doc: object, order: propertyOrder(placed)}, doc: withType(compact.Bytes(), typed)}
	if size > fewParts || plain(object) { // what is wrong with a large one shows at the first call
		return s, nil
	}
	if _, err := s.compile(); err != nil {
		return nil, err
	}
	return s, nil
}

// fillsIn reports whether the schema's owner has a value for an input that is not there: many
// declare it as required all the same.
func (f *foreign) fillsIn(name string) bool {
	properties, _ := f.doc["properties"].(map[string]any)
	property, _ := properties[name].(map[string]any)
	_, has := property["default"]
	return name != "" && has
}

// withType adds the type to a schema that does not say it: a tool's input is an
// object anyway, and many models' providers take no schema without it.
func withType(object []byte, typed bool) []byte {
	if typed {
		return object
	}
	out := []byte(`{"type":"object"`)
	if string(object) != "{}" {
		out = append(out, ',')
	}
	return append(out, object[1:]...)
}

// affordable reports whether an input can be checked in good time.
func (f *foreign) affordable(input map[string]any) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cost == nil || f.cost.affordable(input)
}

// propertyOrder lists the outermost properties in the order they were written.
func propertyOrder(schema jsonfile.Value) []string {
	properties, _ := schema.Get("properties")
	names := make([]string, len(properties.Value.Members))
	for i, m := range properties.Value.Members {
		names[i] = m.Name
	}
	return names
}

// coerce walks an input beside the schema it came for.
func (f *foreign) coerce(c *coercer, object map[string]any) map[string]any {
	out, _ := coerceForeign(c, f.doc, object, nil).(map[string]any)
	return out
}

func coerceForeign(c *coercer, doc any, v any, at *place) any {
	schema, _ := doc.(map[string]any)
	switch t := v.(type) {
	case json.Number:
		return c.number(t, at)
	case string:
		switch got, _ := fromText(t, plainType(schema)); got := got.(type) {
		case nil:
			return t
		case bool:
			return got
		default: // no text, so this ends
			return coerceForeign(c, schema, got, at)
		}
	case []any:
		out := make([]any, len(t))
		for i, e := range t {
			out[i] = coerceForeign(c, schema["items"], e, at.item(i))
		}
		return out
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		out := make(map[string]any, len(t))
		for _, k := range slices.Sorted(maps.Keys(t)) {
			out[k] = coerceForeign(c, properties[k], t[k], at.at(k))
		}
		return out
	default:
		return v
	}
}

// plainType returns the type that a schema demands, if it is one alone and
// nothing beside it could also accept a text.
func plainType(schema map[string]any) string {
	for _, other := range []string{"$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not", "if", "enum", "const"} {
		if _, ok := schema[other]; ok {
			return ""
		}
	}
	t, _ := schema["type"].(string)
	return t
}

// parameters describes the outermost level.
func (f *foreign) parameters() []Parameter {
	properties, _ := f.doc["properties"].(map[string]any)
	required, _ := f.doc["required"].([]any)
	ps := make([]Parameter, 0, len(f.order))
	for _, name := range f.order {
		schema, _ := properties[name].(map[string]any)
		p := foreignParameter(name, schema)
		p.Required = slices.Contains(required, any(name))
		ps = append(ps, p)
	}
	return ps
}

func foreignParameter(name string, schema map[string]any) Parameter {
	p := Parameter{Name: name, Type: plainOrFirst(schema["type"])}
	p.Description, _ = schema["description"].(string)
	p.Pattern, _ = schema["pattern"].(string)
	p.Min, p.Max = bound(schema["minimum"]), bound(schema["maximum"])
	p.Default = plainValue(schema["default"])
	if items, ok := schema["items"].(map[string]any); ok {
		p.Items = plainOrFirst(items["type"])
	}
	values, _ := schema["enum"].([]any)
	for _, v := range values {
		if s, ok := v.(string); ok {
			p.Enum = append(p.Enum, s)
		} else {
			p.Enum = append(p.Enum, show(v))
		}
	}
	return p
}

// plainOrFirst reads a type keyword: of several the first that is not null.
func plainOrFirst(v any) string {
	if list, ok := v.([]any); ok {
		i := slices.IndexFunc(list, func(t any) bool { return t != "null" })
		if i < 0 {
			return ""
		}
		v = list[i]
	}
	t, _ := v.(string)
	return t
}

func bound(v any) *float64 {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	f, err := n.Float64()
	if err != nil {
		return nil
	}
	return &f
}

// plainValue turns the numbers of a parsed value into Go numbers.
func plainValue(v any) any {
	return coerceForeign(&coercer{foreign: true}, nil, v, nil)
}
