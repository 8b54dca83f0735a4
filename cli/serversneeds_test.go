package cli

import (
	"slices"
	"testing"

	"handrail/operator/setup"
)

func TestNeedsAreChosenByNumber(t *testing.T) {
	list := []setup.Need{{ID: "a"}, {ID: "b"}}
	for answer, want := range map[string][]string{
		"": nil, "None": nil, "n": nil, "All": {"a", "b"}, "2": {"b"}, "1, 2": {"a", "b"}, "2 2": {"b"},
	} {
		if ids, err := numbered(list, answer); err != nil || !slices.Equal(ids, want) {
			t.Errorf("%q: %v, %v, want %v", answer, ids, err, want)
		}
	}
	for _, answer := range []string{"0", "3", "-1", "1 all", "99999999999999999999", "x"} {
		if ids, err := numbered(list, answer); err == nil {
			t.Errorf("%q: %v", answer, ids)
		}
	}
}
