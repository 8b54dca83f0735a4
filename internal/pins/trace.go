package pins

import (
	"io/fs"
	"os"
	"time"
)

// A Trace is what lies at a path, a link itself, and since when.
type Trace struct {
	Mark    Mark
	Changed int64       // when it was last written, renamed or linked, in nanoseconds since 1970; no program can set it; 0: not told
	Type    fs.FileMode // as in fs.FileMode.Type
}

// TraceOf is the trace of what lies at a path; false if nothing can be seen there.
func TraceOf(path string) (Trace, bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return Trace{}, false
	}
	mark, there := MarkOf(path)
	return Trace{Mark: mark, Changed: IdentityOf(info).Changed, Type: info.Mode().Type()}, there
}

// Says reports whether the mark can tell one file from all others there ever were.
func (m Mark) Says() bool { return m.Ino != 0 && m.Born != 0 }

// tick is how far the times of files lag behind the clock, at most.
const tick = 20 * time.Millisecond

// quick is how soon after its birth a file has its name, if a program has made it there: an
// editor that writes a new file and renames it into place. Nobody moves a file by hand so soon.
const quick = 100 * time.Millisecond

// Quick reports whether what happened at a moment happened right after a file was born.
func Quick(born, at int64) bool { return at-born < int64(quick) }

// Elsewhere says why something of ours could have made a file at another place, from where the
// person has moved it: born is when the file was made, and named is when its name last
// changed, or anything else of it. "" if surely nothing has.
//
// Something that had ended when the name changed could have made whatever was born before its
// end. Something that goes on beyond that can have made only what somebody had the time to move.
func (n *Notes) Elsewhere(born, named int64) string {
	switch {
	case n.why != "":
		return n.why
	case born <= n.old:
		return untold
	}
	late := !Quick(born, named)
	for s := range n.stays {
		if late && (s.boot == n.boot || s.boot == bootWord("")) {
			return movedWords
		}
	}
	for scope, at := range n.ends {
		if at >= born && (late || at <= named+int64(tick)) && n.scope(scope).writesAnything() {
			return movedWords
		}
	}
	return ""
}

// Quiet reports whether surely nothing that could write anything has run since a moment.
func (n *Notes) Quiet(since int64) bool { return n.Elsewhere(since, since+int64(quick)) == "" }

// Idle reports whether surely nothing that could write anything has run, as far back as is known.
func (n *Notes) Idle() bool { return n.Quiet(n.old + 1) }

// Untouched reports whether nothing of ours could have written a place, as far back as is known.
func (n *Notes) Untouched(p Place) bool { return n.Why(p, time.Unix(0, n.old+1)) == "" }

const (
	untold     = "Handrail can't tell when it was made"
	movedWords = "an agent's call, or a program that one left behind, could have made it at another place, from where it was moved"
)

// writesAnything reports whether the scope has anything in it.
func (s Scope) writesAnything() bool { return s.All || s.Entry != "" || len(s.Write) > 0 }
