package schema

import (
	"bytes"
	"encoding/json"
)

// noInputs is what a tool without inputs publishes.
const noInputs = `{"type":"object","properties":{},"additionalProperties":false}`

// publish writes our own schema as JSON Schema (draft 2020-12), the same bytes
// every time: properties in the order they were declared, keywords in a fixed
// one. Aliases are not published.
func publish(set *fieldSet) json.RawMessage {
	if set == nil || len(set.list) == 0 {
		return json.RawMessage(noInputs)
	}
	w := &writer{}
	w.object(set)
	return json.RawMessage(w.Bytes())
}

type writer struct{ bytes.Buffer }

// value writes any Go value as JSON. Only values that came from JSON or from
// typed fields get here, so it cannot fail but for a NaN in a bound, which
// would be written as null.
func (w *writer) value(v any) {
	raw, err := marshal(v)
	if err != nil {
		raw = []byte("null")
	}
	w.Write(raw)
}

// key writes ,"name": or, at the start of an object, "name":
func (w *writer) key(name string) {
	if b := w.Bytes(); b[len(b)-1] != '{' {
		w.WriteByte(',')
	}
	w.value(name)
	w.WriteByte(':')
}

func (w *writer) object(set *fieldSet) {
	w.WriteString(`{"type":"object"`)
	w.members(set)
	w.WriteByte('}')
}

func (w *writer) members(set *fieldSet) {
	w.key("properties")
	w.WriteByte('{')
	var required []string
	for _, f := range set.list {
		w.key(f.Name)
		w.field(f)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	w.WriteByte('}')
	if required != nil {
		w.key("required")
		w.value(required)
	}
	w.key("additionalProperties")
	w.WriteString("false")
}

func (w *writer) field(f *field) {
	w.WriteByte('{')
	w.key("type")
	w.value(f.Type)
	if f.Description != "" {
		w.key("description")
		w.value(f.Description)
	}
	if f.Default != nil {
		w.key("default")
		w.value(f.Default)
	}
	switch f.Type {
	case TypeArray:
		w.key("items")
		w.field(f.items)
	case TypeObject:
		if f.fields != nil {
			w.members(f.fields)
		} else if f.items != nil {
			w.key("additionalProperties")
			w.field(f.items)
		}
	default:
		w.scalar(f)
	}
	w.WriteByte('}')
}

func (w *writer) scalar(f *field) {
	if len(f.Enum) > 0 {
		w.key("enum")
		w.value(enumValues(f))
	}
	if f.Pattern != "" {
		w.key("pattern")
		w.value(whole(f.Pattern))
	}
	if f.Min != nil {
		w.key("minimum")
		w.value(*f.Min)
	}
	if f.Max != nil {
		w.key("maximum")
		w.value(*f.Max)
	}
	if f.MaxLength > 0 {
		w.key("maxLength")
		w.value(f.MaxLength)
	}
}

// enumValues returns the values of an enum in the field's own type.
func enumValues(f *field) []any {
	values := make([]any, len(f.Enum))
	for i, e := range f.Enum {
		values[i] = e
		if n, ok := fromText(e, f.Type); ok {
			values[i] = n
		}
	}
	return values
}

// marshal writes compact JSON with sorted keys, and leaves < > & as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
