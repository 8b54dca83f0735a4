package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
)

// A view is a path that was looked at.
type view struct {
	path  string
	loose bool // only whether it is there, and what it is: git writes into it all the time
}

// views are paths that were looked at, and how they were: the zero identity is that of nothing.
type views map[view]pins.Identity

// A mark is something that was looked at, and how it was.
type mark struct {
	view

	id pins.Identity
}

// Holds reports whether all that was looked at is still as it was.
func (p *Places) Holds() bool {
	return p.settled && !slices.ContainsFunc(p.marks, func(m mark) bool { return look(m.path, m.loose) != m.id })
}

// look is the identity of what is at a path; the zero one of nothing.
func look(path string, loose bool) pins.Identity {
	info, err := os.Lstat(path)
	if err != nil {
		return pins.Identity{}
	}
	id := pins.IdentityOf(info)
	if loose {
		return pins.Identity{Dev: id.Dev, Ino: id.Ino, Mode: id.Mode.Type()}
	}
	return id
}

// see notes what is at a path, and returns its kind; ok is false for nothing. What changes while it is looked at does not hold.
func (f *finder) see(path string, loose bool) (kind fs.FileMode, ok bool) {
	at := view{path, loose}
	id, known := f.seen[at]
	if !known {
		id = look(path, loose)
		f.seen[at] = id
	}
	return id.Mode.Type(), id != pins.Identity{}
}

// keep keeps what was looked at, each once, as marks. now is when that began.
func (p *Places) keep(seen views, now time.Time) {
	p.settled = true
	for at, id := range seen {
		switch {
		case id != pins.Identity{}:
			p.settled = p.settled && (at.loose || id.Settled(now))
		case isCovered(seen, at.path):
			continue
		}
		p.marks = append(p.marks, mark{at, id})
	}
}

// isCovered reports whether nothing can come to a path without a change of the folder that it is missing in, which was looked at, too. Where that has
// changed meanwhile, nothing holds.
func isCovered(seen views, path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if id, ok := seen[view{path: dir}]; ok && id != (pins.Identity{}) {
			return id.Mode.IsDir() && id.Changed != 0
		}
		if _, err := os.Lstat(dir); !os.IsNotExist(err) { // it may be a link, or nobody would notice
			return false
		}
	}
	return false
}
