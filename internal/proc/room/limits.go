// Package room holds programs within walls: a process of ours with namespaces of its
// own, from which they are started on request (docs/decisions/0250). Room is the
// outside; Inhabit is the inside.
package room

import (
	"errors"
	"os"
)

// ErrGone says that nobody answers at a door, since its room has ended.
var ErrGone = errors.New("the room has ended")

// What a call can use too much of in a room.
const (
	LimitMemory    = "memory"
	LimitProcesses = "processes"
	LimitDisk      = "disk space"
	LimitFiles     = "files on the disk"
)

// What a room writes into its mark (see Open). A room that ended with neither was killed.
const (
	Cut   = "cut"   // something in it was ended before its time
	Ended = "ended" // the room is gone, and nothing was
)

// Files are what a room keeps open as long as it lives, and writes into. Each may be nil.
type Files struct {
	// Mark is told when something in the room was ended before its time (Cut), or that
	// nothing was when it ends (Ended).
	Mark *os.File
	// Life is told whether something lives in the room: see pins.WriteLife. A program
	// starts only when that is written.
	Life *os.File
	// Door is where every Handrail of the person's reaches the room: see OpenDoor.
	Door *os.File
	// Layers are layers that other rooms show as well, in the order of sandbox.Profile.Shared:
	// the room shows these, and makes none.
	Layers []*os.File
}
