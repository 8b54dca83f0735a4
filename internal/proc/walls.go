package proc

import (
	"errors"
	"slices"
	"strings"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// Walls are what started programs are held to. They are safe for concurrent
// use; nil Walls hold nothing.
type Walls struct {
	profile sandbox.Profile
	report  sandbox.Report
	env     []string   // what programs behind the walls are told besides
	room    *room.Room // nil where none can be made
	shared  bool       // its layers are those that our process holds, too (see room.Files.Layers)
	thread  bool       // the starting thread is restricted instead
	gate    int        //nolint:unused // the port of our proxy on this machine's loopback, on systems without rooms
}

// A WallsConfig is what Walls are made of.
type WallsConfig struct {
	Profile sandbox.Profile
	// Helper becomes the room; nil builds none.
	Helper *room.Helper
	// Kept are the files that a room keeps open and writes into.
	Kept room.Files
	// MustRoom makes it an error if no room can be made: one could be before, and
	// weaker walls must not take its place unasked (docs/spec/12-processes.md).
	MustRoom bool
	// Gate is the port of our own proxy on this machine's loopback, for systems
	// without rooms; 0 for none.
	Gate int
}

// ErrNoWalls says that this machine cannot hold programs to a profile at all.
var ErrNoWalls = errors.New("this machine builds no walls around programs")

// Report says what is enforced.
func (w *Walls) Report() sandbox.Report {
	if w == nil {
		return sandbox.None("no walls were asked for")
	}
	return w.report
}

// Profile is what programs are held to.
func (w *Walls) Profile() sandbox.Profile { return w.profile }

// Dress sets variables of every program that starts behind the walls from then
// on, over its own: where the temporary folder, the caches and the proxy are.
// It is called before the first program starts.
func (w *Walls) Dress(env []string) { w.env = env }

// shows reports whether the room has a path on a layer that it shares with our own process.
func (w *Walls) shows(path string) bool {
	return w != nil && w.shared && slices.ContainsFunc(w.profile.Rehearsed, func(l sandbox.Layer) bool { return lies(path, l.At) })
}

// lies reports whether a path is a folder, or lies in it.
func lies(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// Room is the room behind the walls; nil where there is none.
func (w *Walls) Room() *room.Room {
	if w == nil {
		return nil
	}
	return w.room
}

// End takes the walls down, and ends all that runs behind them; without a room, nothing is
// known of that.
func (w *Walls) End() error {
	if w == nil || w.room == nil {
		return nil
	}
	return w.room.End()
}

// Close takes the walls down for programs that start later. Those that run stay
// within.
func (w *Walls) Close() error {
	if w == nil || w.room == nil {
		return nil
	}
	return w.room.Close()
}
