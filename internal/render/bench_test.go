package render

import "testing"

// BenchmarkRender is a call of the usual example: marks, parse, place, verify.
func BenchmarkRender(b *testing.B) {
	tpl, err := Parse(`bash scripts/test.sh {{x}} --timeout {{n}}`, params())
	if err != nil {
		b.Fatal(err)
	}
	given := map[string]any{"must": "given", "x": "it's a unit", "n": 30}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tpl.Render(given); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParse is what loading a definition with this command costs.
func BenchmarkParse(b *testing.B) {
	ps := params()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(`bash scripts/test.sh {{x}} {{#if b}}--verbose{{/if}} --timeout {{n}}`, ps); err != nil {
			b.Fatal(err)
		}
	}
}
