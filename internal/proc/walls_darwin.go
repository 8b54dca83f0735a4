package proc

import (
	"fmt"
	"os"

	"handrail/internal/proc/group"
	"handrail/internal/sandbox"
)

// OpenWalls builds walls with Seatbelt. Report says what they hold.
func OpenWalls(c WallsConfig) (*Walls, error) {
	if _, err := os.Stat(sandbox.SeatbeltProgram); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoWalls, err)
	}
	return &Walls{profile: c.Profile, report: sandbox.InSeatbelt(c.Profile), gate: c.Gate}, nil
}

// enter makes p a program that Seatbelt starts.
func (w *Walls) enter(p *process) (restricted bool, err error) {
	if w == nil {
		return false, nil
	}
	args := append([]string{sandbox.SeatbeltProgram, "-p", sandbox.Seatbelt(w.profile, w.gate)}, p.cmd.Path)
	p.cmd.Args = append(args, p.cmd.Args[1:]...)
	p.cmd.Path = sandbox.SeatbeltProgram
	return false, nil
}

// limits are held by nobody here.
func (w *Walls) limits(*group.Group) error { return nil }
