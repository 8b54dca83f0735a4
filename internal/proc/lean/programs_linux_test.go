package lean

import (
	"os"
	"strings"
	"testing"

	"handrail/internal/proc/room"
)

// What is carried becomes rooms if a room can be opened of it, else our own program does.
func TestWhatBecomesRooms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inMemory := func() *room.Helper {
		h, err := room.NewHelperOf(strings.NewReader("a program"))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for name, x := range map[string]struct {
		own     string
		carried func() *room.Helper
		works   bool // what is carried
		want    string
		tried   int
	}{
		"carried":                {own: self, carried: inMemory, works: true, want: "carried", tried: 1},
		"carried, but in vain":   {own: self, carried: inMemory, want: "own", tried: 2},
		"nothing is carried":     {own: self, carried: func() *room.Helper { return nil }, want: "own", tried: 1},
		"no rooms":               {carried: inMemory, want: "none", tried: 1},
		"our own can't be found": {own: self + "-none", carried: inMemory, want: "none", tried: 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := Open(x.own, "")
			p.carried = x.carried
			if p.Chosen() != nil {
				t.Error("one is chosen before any was tried")
			}
			tried := 0
			p.Choose(func(h *room.Helper) bool {
				tried++
				return h == p.own || x.works
			})
			got := "none"
			switch {
			case p.Chosen() == nil:
			case p.Chosen() == p.own:
				got = "own"
			default:
				got = "carried"
			}
			if got != x.want || tried != x.tried {
				t.Errorf("%s, after %d tries; want %s, %d", got, tried, x.want, x.tried)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A Handrail that was built by make carries the program.
func TestMadeIsCarried(t *testing.T) {
	entries, err := made.ReadDir("made")
	if err != nil {
		t.Fatal(err)
	}
	h := carried()
	if got := h != nil; got != (len(entries) > 1) {
		t.Errorf("of %v, it carries one: %v", entries, got)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}
