// Package sandbox says what walls stand around a program that Handrail starts.
//
// This version builds none. Here says so for every kind of wall, so that the
// doctor, the guard and a call's result never claim more than is there
// (SPEC 12: "it is never pretended").
package sandbox

import "runtime"

// A Wall is one kind of limit on what a started program can do.
type Wall struct {
	Name     string `json:"name"`             // files, network or limits
	Enforced bool   `json:"enforced"`         // whether the operating system holds programs to it
	Reason   string `json:"reason"`           // why it is so on this machine, a sentence
	Advice   string `json:"advice,omitempty"` // what the person can do about it, a sentence
}

// A Report says which walls stand on this machine.
type Report struct {
	System  string `json:"system"` // the operating system, as in runtime.GOOS
	Files   Wall   `json:"files"`
	Network Wall   `json:"network"`
	Limits  Wall   `json:"limits"` // processor time, memory, processes, file size
}

// Here reports what is enforced on this machine by this version of Handrail.
// It has no side effect and always gives the same answer in one process.
func Here() Report {
	return Report{
		System: runtime.GOOS,
		Files: Wall{
			Name:   "files",
			Reason: "This version of Handrail does not hold programs to the space's folders: a program can read and write whatever the person can.",
			Advice: "Read the whole command before you run it; the file tools (read, write, edit, ...) do stay inside the space.",
		},
		Network: Wall{
			Name:   "network",
			Reason: "This version of Handrail does not cut programs off from the network.",
			Advice: "Do not run a command that you do not trust while secrets are within its reach.",
		},
		Limits: Wall{
			Name:   "limits",
			Reason: "This version of Handrail limits how long a program runs and how much of its output is kept, but not its memory, processor time, number of processes or size of files.",
			Advice: "Stop a call that takes too much: its whole process group ends.",
		},
	}
}

// Walls lists the walls in a fixed order: files, network, limits.
func (r Report) Walls() []Wall {
	return []Wall{r.Files, r.Network, r.Limits}
}

// Enforced reports whether every wall stands.
func (r Report) Enforced() bool {
	for _, w := range r.Walls() {
		if !w.Enforced {
			return false
		}
	}
	return true
}

// Summary is the report in one short line, for a result's meta: "not enforced:
// files, network, limits".
func (r Report) Summary() string {
	var missing string
	for _, w := range r.Walls() {
		if w.Enforced {
			continue
		}
		if missing != "" {
			missing += ", "
		}
		missing += w.Name
	}
	if missing == "" {
		return "enforced"
	}
	return "not enforced: " + missing
}
