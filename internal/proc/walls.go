package proc

import (
	"errors"

	"handrail/internal/sandbox"
)

// Walls are what started programs are held to. They are safe for concurrent
// use; nil Walls hold nothing.
type Walls struct {
	profile sandbox.Profile
	report  sandbox.Report
	room    *Room // nil where none can be made
	thread  bool  // the starting thread is restricted instead
	gate    int   // the port of our proxy on this machine's loopback, where there is no room
}

// A WallsConfig is what Walls are made of.
type WallsConfig struct {
	Profile sandbox.Profile
	// Helper is a program of ours that becomes a room: see IsRoom. "" builds none.
	Helper string
	// Masks are sockets outside that programs must not reach, as far as a room
	// can hide them.
	Masks []string
	// Resolver is what /etc/resolv.conf says in a room.
	Resolver string
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

// Room is the room behind the walls; nil where there is none.
func (w *Walls) Room() *Room {
	if w == nil {
		return nil
	}
	return w.room
}

// Close takes the walls down for programs that start later. Those that run stay
// within.
func (w *Walls) Close() error {
	if w == nil || w.room == nil {
		return nil
	}
	return w.room.Close()
}
