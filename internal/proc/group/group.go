// Package group knows what the system knows of a program and all that it starts: a
// session and a process group on Unix, a Job Object on Windows. It starts nothing.
package group

import "time"

// KillAfter is how long a program has between SIGTERM and SIGKILL
// (docs/spec/12-processes.md).
const KillAfter = 3 * time.Second
