//go:build !linux

package sandbox

// LoopbackPorts lists nothing here: programs reach this machine's services
// themselves where they may.
func LoopbackPorts() []int { return nil }

// HasRooms says that this system cannot make rooms.
const HasRooms = false
