package pins

import (
	"path/filepath"
	"slices"
	"strings"
)

// A Scope is what a program, or all programs of a room, can write.
type Scope struct {
	All    bool   `json:"all,omitempty"`    // no walls hold it
	Entry  string `json:"entry,omitempty"`  // only what lies at this path: it is replaced, removed or made
	Write  []Spot `json:"write,omitempty"`  // files and folders, with all that lies in them
	Held   []Spot `json:"held,omitempty"`   // what of that it can only read
	Pinned []Spot `json:"pinned,omitempty"` // folders that it can write in and cannot move
	// Named says that Held and Pinned are held by their paths. Else it is what lay there that
	// is held: what somebody puts in its place is not.
	Named bool `json:"named,omitempty"`
}

// A Spot is a path and what lay there.
type Spot struct {
	Path string `json:"path"`
	Mark Mark   `json:"mark"`
}

// A Mark says which file or folder lies at a path. A number is given again when its
// file is gone; the time of birth tells the two apart. The zero Mark is that of nothing.
type Mark struct {
	Dev, Ino uint64
	Born     int64 // in nanoseconds since 1970; 0: this file system does not tell
}

// ScopeOf is the scope of programs that can write these files and folders, but for what
// is held, as it lies there now. All paths are real. named is Scope.Named.
func ScopeOf(write, held []string, named bool) Scope {
	s := Scope{Named: named}
	for _, path := range write {
		mark, _ := MarkOf(path)
		s.Write = append(s.Write, Spot{path, mark})
	}
	pinned := map[string]bool{}
	for _, path := range held {
		mark, there := MarkOf(path)
		if !there && !named {
			continue // nothing of it was held
		}
		s.Held = append(s.Held, Spot{path, mark})
		for dir := filepath.Dir(path); !pinned[dir] && within(dir, write) && !slices.Contains(write, dir); dir = filepath.Dir(dir) {
			pinned[dir] = true
			mark, _ := MarkOf(dir)
			s.Pinned = append(s.Pinned, Spot{dir, mark})
		}
	}
	return s
}

// A Place is a file, as its name leads to it: everything on the way decides what it is.
// It is where the name led without links as well, for the links may be younger.
type Place struct {
	on     []string
	marks  []Mark
	ends   map[string]bool // of on: the file itself
	linked bool
}

// PlaceOf is the place of the file at a path. on are the folders, links and files on the way,
// from the top, the file itself last; what is not there is named as it would be. linked says
// that the file has had other names, too.
func PlaceOf(path string, on []string, linked bool) Place {
	p := Place{on: slices.Clone(on), linked: linked, ends: map[string]bool{path: true}}
	if len(on) > 0 {
		p.ends[on[len(on)-1]] = true
	}
	for at := path; !slices.Contains(p.on, at); at = filepath.Dir(at) {
		p.on = append(p.on, at)
	}
	for _, path := range p.on {
		mark, _ := MarkOf(path)
		p.marks = append(p.marks, mark)
	}
	return p
}

// covers reports whether what has the scope could have made the place what it is.
func (s Scope) covers(p Place) bool {
	switch {
	case s.All:
		return true
	case p.linked && (s.Entry != "" || len(s.Write) > 0): // by its other name
		return true
	case s.Entry != "":
		return slices.ContainsFunc(p.on, func(at string) bool { return folded(at, s.Entry) })
	}
	return slices.ContainsFunc(p.on, func(at string) bool {
		return s.writes(p, at, p.ends[at]) && !s.holds(p, at) && (p.ends[at] || !s.pins(at))
	})
}

// writes reports whether what lies at a path is among what can be written; what is
// itself a folder of Write cannot be replaced, only what is in it.
func (s Scope) writes(p Place, at string, self bool) bool {
	return slices.ContainsFunc(s.Write, func(w Spot) bool {
		if (self || !strings.EqualFold(at, w.Path)) && folded(at, w.Path) {
			return true
		}
		return p.alias(at, w, self)
	})
}

// alias reports whether a path lies in a spot that is on the way under another name.
func (p Place) alias(at string, w Spot, self bool) bool {
	for i, on := range p.on {
		if m := p.marks[i]; m.Ino != 0 && m.Ino == w.Mark.Ino && m.Dev == w.Mark.Dev && within(at, []string{on}) && (self || at != on) {
			return true
		}
	}
	return false
}

func (s Scope) holds(p Place, at string) bool {
	return slices.ContainsFunc(s.Held, func(h Spot) bool {
		return (within(at, []string{h.Path}) || p.alias(at, h, true)) && (s.Named || h.stands())
	})
}

func (s Scope) pins(at string) bool {
	return slices.ContainsFunc(s.Pinned, func(d Spot) bool { return d.Path == at && (s.Named || d.stands()) })
}

// stands reports whether surely the same lies there as did then.
func (s Spot) stands() bool {
	now, there := MarkOf(s.Path)
	return there && s.Mark.Born != 0 && now == s.Mark
}

// within reports whether a path is, or lies in, one of the folders.
func within(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		return path == f || f == string(filepath.Separator) || strings.HasPrefix(path, f+string(filepath.Separator))
	})
}

// folded is within for one folder, where capitals may not count.
func folded(path, folder string) bool {
	return within(strings.ToLower(path), []string{strings.ToLower(folder)})
}
