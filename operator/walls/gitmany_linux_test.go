package walls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a call costs for each repository does not grow with their number: neither where nothing has changed, nor where a program has made all of them and
// each is put aside. It is counted in what is made on the heap, as time says little on a busy machine.
func TestWorkGrowsWithRepositories(t *testing.T) {
	const few, many = 8, 56
	cost := map[string]map[int]uint64{"nothing": {}, "all": {}}
	for _, of := range []int{few, many} {
		b := newBench(t, "", nil)
		for i := range of {
			b.File(fmt.Sprintf("r%d/.git/HEAD", i), "ref: refs/heads/main\n")
			b.File(fmt.Sprintf("r%d/.git/config", i), "[core]\n\tbare = false\n")
			b.File(fmt.Sprintf("r%d/.git/objects/info/packs", i), "\n")
			b.File(fmt.Sprintf("r%d/.git/refs/heads/none.lock", i), "")
		}
		s := b.S.Walls()
		time.Sleep(200 * time.Millisecond) // so that a change can be told from these
		for range 2 {
			s.LookThrough(false)
		}
		cost["nothing"][of] = s.LookThrough(false)
		for i := range of {
			b.File(fmt.Sprintf("r%d/.git/config", i), fmt.Sprintf("[core]\n\tsshCommand = x%d\n", i))
			b.File(fmt.Sprintf("r%d/.git/hooks/pre-commit", i), "#!/bin/sh\n")
		}
		cost["all"][of] = s.LookThrough(true)
		for i := range of {
			text, err := os.ReadFile(filepath.Join(b.Dir, fmt.Sprintf("r%d/.git/config", i)))
			if err != nil || strings.Contains(string(text), "sshCommand") {
				t.Errorf("of %d repositories, r%d kept %q (%v)", of, i, text, err)
			}
		}
	}
	for changed, of := range cost {
		t.Logf("%s has changed: %d", changed, of)
		if of[many] > of[few]*many/few*3/2 {
			t.Errorf("where %s has changed, a look at %d repositories costs %d, at %d %d", changed, few, of[few], many, of[many])
		}
	}
}
