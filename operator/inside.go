package operator

import "handrail/internal/proc"

// InRoom reports whether this process runs behind walls of ours: an agent has
// started it. It must not answer questions for the person
// (docs/spec/01-command-line.md#--confirm).
func InRoom() bool { return proc.InRoom() }
