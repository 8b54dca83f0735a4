package serve

import (
	"strings"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
)

// A key that cannot be shown on one line, or that is too long, is no key.
func TestKeysOfClients(t *testing.T) {
	for name, c := range map[string]struct {
		key  any
		kept bool
	}{
		"plain":             {"order 17/é", true},
		"none":              {nil, false},
		"no text":           {17, false},
		"longest":           {strings.Repeat("k", keyLimit), true},
		"too long":          {strings.Repeat("k", keyLimit+1), false},
		"NUL":               {"a\x00b", false},
		"newline":           {"a\nb", false},
		"escape":            {"a\x1b[2Jb", false},
		"delete":            {"a\x7f", false},
		"turned around":     {"a\u202eb", false},
		"line separator":    {"a\u2028b", false},
		"not UTF-8":         {"a\xff", false},
		"no-break space":    {"a\u00a0b", false},
		"what is not there": {"a\U000e0041", false},
	} {
		got := keyOf(&protocol.Meta{AdditionalFields: map[string]any{mcp.KeyField: c.key}})
		if want, _ := c.key.(string); c.kept && got != want || !c.kept && got != "" {
			t.Errorf("%s: the key is %q", name, got)
		}
	}
	if got := keyOf(nil); got != "" {
		t.Errorf("without _meta: %q", got)
	}
}
