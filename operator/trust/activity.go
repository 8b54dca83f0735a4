package trust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/pins"
	"handrail/internal/proc"
)

// Activity notes when calls and programs of a space run, so that a change that they
// make is never taken for the person's own. It is safe for concurrent use.
type Activity struct {
	calls *pins.Calls
	dir   string // of the space
}

// Call notes that a call runs; ended notes its end.
func (a *Activity) Call() (ended func()) { return a.calls.Begin(a.dir) }

// Program notes that a program starts; ended notes its end. What it could leave
// behind to change definitions later is noted, too: all of them where no walls
// protect them, else the protected names that do not exist yet.
func (a *Activity) Program(walls *proc.Walls, unmade []string) (ended func()) {
	switch {
	case walls == nil, !walls.Report().Room && !walls.Report().Files.Enforced, !walls.Report().Room && walls.Report().System == "linux":
		a.Loose("*")
	default:
		a.Unmade(unmade)
	}
	return a.Call()
}

// Unmade notes that a program runs which could make these names, as far as they do
// not exist.
func (a *Activity) Unmade(names []string) { a.Loose(topNames(a.dir, names)...) }

// Loose notes that a program runs which may leave others behind that can make or
// change these names at the top of the space later; "*" is every name.
func (a *Activity) Loose(tops ...string) { a.calls.Loose(a.dir, tops...) }

// During says why a change of something below the top name at that moment, in
// nanoseconds since 1970, may be a call's; "" if it is surely the person's.
func (a *Activity) During(at int64, top string) string {
	return a.during([]pins.Moment{{At: at, Top: top}})
}

func (a *Activity) during(moments []pins.Moment) string {
	return a.calls.During(a.dir, moments, time.Now())
}

// settle notes that the person has looked at the space: what programs could have
// left behind before does not count any more.
func (a *Activity) settle() { a.calls.Settle(a.dir) }

// topNames are the first parts of names, of those that do not exist.
func topNames(dir string, names []string) []string {
	var out []string
	for _, n := range names {
		top, _, _ := strings.Cut(n, "/")
		if _, err := os.Lstat(filepath.Join(dir, top)); err != nil && !slices.Contains(out, top) {
			out = append(out, top)
		}
	}
	return out
}
