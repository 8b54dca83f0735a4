package command

import (
	"testing"

	"handrail/internal/schema"
)

// The tags of a Spec are a schema: whoever reads a file checks with it.
func TestTheSpecIsASchema(t *testing.T) {
	s, err := schema.Infer[Spec]()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check([]byte(`{"id":"a","parameters":[{"name":"x","type":"number"}],"environment":{"A":"b"}}`)); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{`{"timeout":0}`, `{"danger":"much"}`, `{"parameters":[{"name":"x"}]}`, `{"parameters":[{"name":"x","type":"date"}]}`} {
		if _, err := s.Check([]byte(bad)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
