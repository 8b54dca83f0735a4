package render

import (
	"fmt"

	"github.com/aymerick/raymond"
)

// Text fills in a Handlebars template that becomes text for a model, such as an
// agent's system prompt. Nothing is escaped: the result is never a command. A
// missing value is empty.
func Text(source string, values map[string]any) (string, error) {
	t, err := raymond.Parse(source)
	if err != nil {
		return "", fmt.Errorf("the template cannot be read: %w", err)
	}
	out, err := t.Exec(plain(values))
	if err != nil {
		return "", fmt.Errorf("the template cannot be filled in: %w", err)
	}
	return out, nil
}

// plain marks every text in v as one that raymond must not escape for HTML.
func plain(v any) any {
	switch v := v.(type) {
	case string:
		return raymond.SafeString(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = plain(v[k])
		}
		return out
	}
	return v
}
