package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/operator/rehearsal"
	"handrail/tools"
)

// TestKeepWithoutALook: what was rehearsed after text from elsewhere is not kept by a flag that was given before, for it would be
// the person's words from then on.
func TestKeepWithoutALook(t *testing.T) {
	came := []tools.Origin{{Kind: tools.FromWeb, Name: "a.example"}, {Kind: tools.FromFile, Name: "b"}, {Kind: tools.FromFile, Name: "c"}, {Kind: tools.FromFile, Name: "d"}}
	var r rehearsal.Rehearsal
	if err := json.Unmarshal([]byte(`{"id": "h_1", "layers": [{"changes": [{}]}]}`), &r); err != nil || r.Changes() != 1 {
		t.Fatal(err)
	}
	for _, flags := range []rehearsing{{Rehearse: true, Keep: true}, {Rehearse: true, KeepOnly: []string{"x"}}} {
		kept := 0
		keep := func([]string) error { kept++; return nil }
		err := flags.settle(&session{}, nil, r, came, keep)
		if err == nil || kept > 0 || !strings.Contains(err.Error(), "a.example") || !strings.Contains(err.Error(), "handrail rehearsals show h_1") {
			t.Errorf("%+v: kept %d times, %v", flags, kept, err)
		}
		if err := flags.settle(&session{}, nil, r, nil, keep); err != nil || kept != 1 {
			t.Errorf("%+v, nothing from elsewhere: kept %d times, %v", flags, kept, err)
		}
	}
}
