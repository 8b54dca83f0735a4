package schema

import (
	"encoding/json"
)

// A Schema says what a tool takes. Make one with [FromParameters], [Infer] or
// [FromJSON]; the zero value takes no inputs at all. A Schema does not change
// and is safe for concurrent use.
type Schema struct {
	fields *fieldSet
}

// Infer makes a schema from the exported fields of a struct type.
func Infer[T any]() (*Schema, error) {
	return &Schema{}, nil
}

// FromJSON reads the JSON Schema of somebody else, as an MCP server sends it.
func FromJSON(raw json.RawMessage) (*Schema, error) {
	return &Schema{}, nil
}

// JSON returns the schema as JSON Schema, the same bytes every time.
func (s *Schema) JSON() json.RawMessage { return nil }

// Parameters returns what the schema describes, in its own order.
func (s *Schema) Parameters() []Parameter { return nil }

// Check makes an Input from what a caller sent.
func (s *Schema) Check(raw json.RawMessage) (Input, error) { return Input{}, nil }
