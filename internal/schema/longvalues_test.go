package schema_test

import (
	"strings"
	"testing"

	"handrail/internal/schema"
)

// A pattern of many parts is not held against a text that it would be busy with for minutes.
func TestLongValuesOfHeavyPatterns(t *testing.T) {
	p, err := schema.NewPattern("^(a|b){1000}$")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := p.Found(strings.Repeat("ab", 500)); err != nil || !found {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := p.Found(strings.Repeat("ab", 500_000)); err == nil || !strings.Contains(err.Error(), "many parts") {
		t.Errorf("a text of a megabyte: %v", err)
	}
	p, err = schema.NewPattern(`^[\w .-]+$`)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := p.Found(strings.Repeat("ab ", 500_000)); err != nil || !found {
		t.Errorf("an ordinary one: %v, %v", found, err)
	}
}
