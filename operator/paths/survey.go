package paths

import (
	"os"
	"slices"
)

// is reports whether a file is one of those that the ground is, whatever its name.
func (g Ground) is(info os.FileInfo) bool {
	return slices.ContainsFunc(g.infos, func(i os.FileInfo) bool { return os.SameFile(i, info) })
}

// A survey looks at ways over a ground and remembers what it saw: a folder of a thousand programs
// lies behind the same few folders a thousand times. It is as old as its first look, so one is made for
// one question, and thrown away.
type survey struct {
	Ground
	seen map[string]place
}

// A place is what was seen at a path.
type place struct {
	info   os.FileInfo // of the file itself, if that is a link; nil: there is nothing
	link   bool
	target string // of a link
	err    error  // of a link that can't be read
	on     bool   // the ground
}

func (g Ground) survey() survey { return survey{g, map[string]place{}} }

func (s survey) place(at string) place {
	if p, ok := s.seen[at]; ok {
		return p
	}
	var p place
	info, err := os.Lstat(at)
	if err == nil {
		p.info, p.link = info, leadsOn(info)
	}
	if p.link {
		p.target, p.err = os.Readlink(at)
		info, err = os.Stat(at)
	}
	p.on = Within(at, s.paths) || err == nil && s.is(info)
	s.seen[at] = p
	return p
}

// crossing is where the way to a path first leads over the ground, "" if it does not, and where it ends.
// A way that cannot be followed leads over the ground at once, and ends nowhere.
func (s survey) crossing(path string) (at, real string) {
	real, on, err := trail(path, func(at string) (string, bool, error) {
		p := s.place(at)
		return p.target, p.link, p.err
	})
	if err != nil {
		return path, ""
	}
	if i := slices.IndexFunc(on, func(at string) bool { return s.place(at).on }); i >= 0 {
		return on[i], real
	}
	return "", real
}
