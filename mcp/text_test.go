package mcp

import (
	"strings"
	"testing"
)

// A text in selectors of variants is read by models and seen by nobody; a picture is nothing of the kind.
func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"Reads.\U000E0141\U000E0142":  "Reads.<U+E0141><U+E0142>",
		"Reads.\uFE01":                "Reads.<U+FE01>",
		"Reads\u200b.":                "Reads<U+200B>.",
		"Reads\u115F.":                "Reads<U+115F>.",
		"🛡\uFE0F Guardrails: ✓ é ü 日": "🛡\uFE0F Guardrails: ✓ é ü 日",
	} {
		d := Definition{Name: "a", Description: text, Input: []byte(`{"type":"object"}`)}
		if !strings.Contains(d.Text(), "  "+want+"\n") {
			t.Errorf("%q is shown as\n%s", text, d.Text())
		}
	}
}
