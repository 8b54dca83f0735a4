package client

import (
	"bytes"
	"encoding/json"
	"strings"

	"handrail/mcp"
)

// withoutOurs is an answer of a server without what only Handrail says: keys of its own in _meta, in any letters, wherever a _meta
// may stand. A program that is served finds there what Handrail found, and not what a server would have it believe.
func withoutOurs(raw json.RawMessage) json.RawMessage {
	if !bytes.Contains(raw, []byte(`\u`)) && !bytes.Contains(bytes.ToLower(raw), []byte(mcp.MetaField)) {
		return raw
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var answer any
	if d.Decode(&answer) != nil || !dropOurs(answer) {
		return raw
	}
	whole, err := json.Marshal(answer)
	if err != nil { // it came from JSON
		return nil
	}
	return whole
}

// dropOurs drops these keys from a value, and reports whether there were any.
func dropOurs(value any) (found bool) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			found = dropOurs(item) || found
		}
	case map[string]any:
		for name, item := range value {
			if meta, ok := item.(map[string]any); ok && strings.EqualFold(name, "_meta") {
				for key := range meta {
					if mcp.IsOurs(key) {
						delete(meta, key)
						found = true
					}
				}
			}
			found = dropOurs(item) || found
		}
	}
	return found
}
