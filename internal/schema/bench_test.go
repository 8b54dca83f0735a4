package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/internal/schema"
)

// BenchmarkInfer is what each built-in tool costs at the start of a program.
func BenchmarkInfer(b *testing.B) {
	for b.Loop() {
		if _, err := schema.Infer[inferred](); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheck is what each call costs.
func BenchmarkCheck(b *testing.B) {
	s := sample(b)
	raw := json.RawMessage(`{"path":"x","branch":"main","steps":"30","tags":["a"]}`)
	for b.Loop() {
		if _, err := s.Check(raw); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckLongText is a write of 5 MB.
func BenchmarkCheckLongText(b *testing.B) {
	s := freeForm(b)
	raw, err := json.Marshal(map[string]string{"text": strings.Repeat("0123456789abcde\n", 5<<20/16)})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := s.Check(raw); err != nil {
			b.Fatal(err)
		}
	}
}
