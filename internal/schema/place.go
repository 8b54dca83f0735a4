package schema

import "strconv"

// A place is where a value stands in an input, as a chain from the inside out.
// It becomes text only when something is wrong there. The nil place is the
// whole object.
type place struct {
	up    *place
	key   string
	index int // of an array element; -1: key counts
}

func (p *place) at(key string) *place { return &place{up: p, key: key, index: -1} }

func (p *place) item(i int) *place { return &place{up: p, index: i} }

// String writes the place as a caller would: timeout, tags[2], env.HOME.
func (p *place) String() string {
	switch {
	case p == nil:
		return ""
	case p.index >= 0:
		return p.up.String() + "[" + strconv.Itoa(p.index) + "]"
	case p.up == nil:
		return clip(p.key)
	default:
		return p.up.String() + "." + clip(p.key)
	}
}
