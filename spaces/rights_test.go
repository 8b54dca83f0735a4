package spaces

import "testing"

// More rights, or the same without asking, are wider; fewer are not.
func TestWidens(t *testing.T) {
	for name, c := range map[string]struct {
		before, now []string
		want        bool
	}{
		"none":         {nil, nil, false},
		"a new one":    {nil, []string{"network: a"}, true},
		"another":      {[]string{"network: a"}, []string{"network: b"}, true},
		"one fewer":    {[]string{"network: a", "reads: b"}, []string{"reads: b"}, false},
		"asks no more": {[]string{asksFirst}, nil, true},
		"asks now":     {nil, []string{asksFirst}, false},
	} {
		if got := Widens(c.before, c.now); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
