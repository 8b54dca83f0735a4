package render

import "testing"

func TestTextIsNotEscaped(t *testing.T) {
	values := map[string]any{"context": map[string]any{"space": `Tom & "Jerry" <b>`, "tools": []any{"a&b", "c"}, "n": 3}}
	for source, want := range map[string]string{
		"{{context.space}}":                          `Tom & "Jerry" <b>`,
		"{{#each context.tools}}[{{this}}]{{/each}}": "[a&b][c]",
		"{{context.n}} {{context.missing}}.":         "3 .",
		"{{#if context.tools}}yes{{else}}no{{/if}}":  "yes",
		"no template at all":                         "no template at all",
	} {
		if got, err := Text(source, values); err != nil || got != want {
			t.Errorf("%s became %q, %v; want %q", source, got, err, want)
		}
	}
	for _, bad := range []string{"{{#if x}}", "{{", "{{/if}}"} {
		if got, err := Text(bad, values); err == nil {
			t.Errorf("%s became %q", bad, got)
		}
	}
}
