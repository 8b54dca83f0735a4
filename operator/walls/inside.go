package walls

import procroom "handrail/internal/proc/room"

// IsRoom reports whether this process was started to be a room of another one:
// main then returns what Inhabit returns, and does nothing else.
func IsRoom() bool { return procroom.IsRoom() }

// Inhabit is the whole life of a room; it returns the exit code.
func Inhabit() int { return procroom.Inhabit() }

// InRoom reports whether this process runs behind walls of ours: an agent has
// started it. It must not answer questions for the person (docs/spec/01-command-line.md#--confirm).
func InRoom() bool { return procroom.InRoom() }
