// Package lean carries a program that becomes rooms and does nothing else (docs/decisions/1053-rooms-have-a-program-of-their-own.md),
// and chooses between that and our own.
package lean

import (
	"errors"

	"handrail/internal/proc/room"
)

// Programs are what can become rooms. They are not safe for concurrent use until one is chosen.
type Programs struct {
	own     *room.Helper // nil: there are no rooms
	chosen  *room.Helper
	runtime string
	carried func() *room.Helper
}

// Open opens our own program, at path; "" or one that can't be opened: there are no rooms. Rooms stand in control groups that the
// person's systemd gives, if there is one in their runtime folder. The caller closes them.
func Open(path, runtime string) *Programs {
	p := &Programs{runtime: runtime, carried: carried}
	if path == "" {
		return p
	}
	if h, err := room.NewHelper(path); err == nil {
		h.Group(runtime)
		p.own = h
	}
	return p
}

// Choose takes what is carried if try can open a room of it, else our own. What hardens a system may let a program that it knows by its
// file build rooms, and no other. The last helper that is tried, nil if there is none, is the chosen one.
func (p *Programs) Choose(try func(*room.Helper) bool) {
	if p.own != nil {
		if p.chosen = p.carried(); p.chosen != nil {
			p.chosen.Group(p.runtime)
			if try(p.chosen) {
				return
			}
			_ = p.chosen.Close() // no room of it is open
		}
	}
	p.chosen = p.own
	try(p.own)
}

// Chosen becomes rooms; nil if there are none, or none was chosen yet.
func (p *Programs) Chosen() *room.Helper { return p.chosen }

// Close closes them; rooms that stand stay.
func (p *Programs) Close() error {
	if p.chosen == p.own {
		return p.own.Close()
	}
	return errors.Join(p.own.Close(), p.chosen.Close())
}
