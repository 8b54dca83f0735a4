package skills

import "testing"

// A server is waited for only where a pattern may be about its tools.
func TestWhichServersATurnNeeds(t *testing.T) {
	for pattern, want := range map[string]bool{
		"mem__*": true, "mem__search": true, "*": true, "m*": true, "mem*": true, "*__search": true, "me?__x": true, "mem_*": true,
		"search": false, "memory__*": false, "x*": false, "memx__?": false, "mem": false, "": false,
	} {
		if got := anyReaches([]string{pattern}, "mem"); got != want {
			t.Errorf("%q: %v", pattern, got)
		}
	}
}

func TestATurnOfNoRun(t *testing.T) {
	all := &turns{}
	all.add(&Turn{})
	if found := all.of(""); found != nil {
		t.Errorf("a turn of no run: %+v", found)
	}
}
