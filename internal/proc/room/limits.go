// Package room holds programs within walls: a process of ours with namespaces of its
// own, from which they are started on request (docs/decisions/0250). Room is the
// outside; Inhabit is the inside.
package room

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
