package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"handrail/internal/dev/effort"
	"handrail/internal/schema"
)

// A pattern of a few bytes must not keep RE2 busy for seconds: what is accepted
// compiles in a moment, and what people write is accepted.
func TestPatternWeight(t *testing.T) {
	for expr, fits := range map[string]bool{
		`^[a-z]+$`:               true,
		`^[\p{L}\p{N}_-]{1,64}$`: true,
		`^\p{L}{1,100}$`:         true,
		`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-.{1,99}`: true,
		`^.{0,1000}$`:                  true,
		strings.Repeat(`[a-z]?`, 1000): true,
		`(\pL{1,30}){30}`:              false,
		`(\PL{0,1000})$`:               false,
		`((\pL){10}){100}`:             false,
		`([^\pL]{0,200}[^\pN]){4}$`:    false,
		strings.Repeat(`\pL?`, 2000):   false,
		`(?i)(\pL|\pN){1000}`:          false,
	} {
		p, err := schema.NewPattern(expr)
		if fits != (err == nil) {
			t.Errorf("%.40s: %v", expr, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "too many repetitions") {
				t.Errorf("%.40s: %v", expr, err)
			}
			continue
		}
		end := effort.Limit(t, 10*time.Second)
		if _, err := p.Found(strings.Repeat("aä1", 10_000)); err != nil {
			t.Errorf("%.40s: %v", expr, err)
		}
		if end(); t.Failed() {
			t.Fatalf("at %.40s", expr)
		}
	}
}

// Patterns that are too heavy together are left to the server, like those that RE2
// does not know.
func TestPatternsOfASchemaTogether(t *testing.T) {
	var fields []string
	for _, name := range strings.Split("a b c d e f", " ") {
		fields = append(fields, `"`+name+`":{"type":"string","pattern":"^`+name+`\\p{L}{60}$"}`)
	}
	raw := json.RawMessage(`{"type":"object","properties":{` + strings.Join(fields, ",") + `}}`)
	in, err := schema.FromJSON(raw)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, name := range strings.Split("a b c d e f", " ") {
		if _, err := in.Check(json.RawMessage(`{"` + name + `":"1"}`)); err != nil {
			refused++
		}
	}
	if refused == 0 || refused == 6 {
		t.Errorf("%d of 6 patterns are checked", refused)
	}
}
