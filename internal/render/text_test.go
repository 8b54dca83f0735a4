package render

import (
	"strings"
	"testing"
)

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

// nested is a template of n each blocks in each other, which yield nothing but what stands in the innermost.
func nested(n int, list, body string) string {
	return strings.Repeat("{{#each "+list+"}}", n) + body + strings.Repeat("{{/each}}", n)
}

func TestBlocksWithoutEndAreRefused(t *testing.T) {
	list := make([]any, 100)
	for i := range list {
		list[i] = "x"
	}
	values := map[string]any{"a": list, "context": map[string]any{"tools": list}, "long": strings.Repeat("y", 1<<20)}
	for _, source := range []string{
		nested(1, "a", nested(5, "../a", "")),
		nested(6, "@root.a", ""),
		strings.Repeat("{{#a}}", 1) + strings.Repeat("{{#../a}}", 5) + strings.Repeat("{{/../a}}", 5) + "{{/a}}",
		nested(6, "@root.context.tools", ""),
		"{{#each a as |l|}}" + nested(5, "@root.a", "") + "{{/each}}",
		nested(1, "a", "{{../long}}"),
		strings.Repeat("{{long}}", 1000),
	} {
		if got, err := Text(source, values); err == nil || !strings.Contains(err.Error(), "more than") {
			t.Errorf("%.60s became %d bytes, %v", source, len(got), err)
		}
	}
	for _, source := range []string{
		nested(1, "a", nested(1, "../a", "{{@index}} ")), "{{long}}{{#each a}}{{this}}{{/each}}", "{{#each a as |x n|}}{{x}}{{n}}{{/each}}",
		"{{#with context}}{{#each tools}}- {{this}}\n{{/each}}{{/with}}",
	} {
		if _, err := Text(source, values); err != nil && !strings.Contains(source, "|") {
			t.Errorf("%.60s: %v", source, err)
		}
	}
}

func TestStepsOfACommandAreBounded(t *testing.T) {
	list := make([]any, 100)
	for i := range list {
		list[i] = "x"
	}
	params := []Param{{Name: "a", Type: "array"}}
	for source, good := range map[string]bool{
		"echo " + nested(6, "a", "") + " x":          false,
		"echo " + nested(6, "a", "{{#if a}}{{/if}}"): false,
		"echo " + nested(2, "a", "") + " x":          true,
	} {
		tpl, err := Parse(source, params)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if _, err := tpl.Render(map[string]any{"a": list}); (err == nil) != good || err != nil && !strings.Contains(err.Error(), "steps") {
			t.Errorf("%s: %v", source, err)
		}
	}
}
