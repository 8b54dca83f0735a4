// Package sandbox says what a started program may touch, and holds it to that
// with what the operating system offers: on Linux namespaces, Landlock and
// seccomp, on macOS a Seatbelt profile, on Windows limits of a Job Object. What
// is not held is said in a Report; it is never pretended (docs/spec/12-processes.md).
//
// It starts nothing itself: package proc does, from a thread or a process that
// this package has restricted.
package sandbox

import (
	"runtime"
	"strings"
)

// A Wall is one kind of limit on what a started program can do.
type Wall struct {
	Name     string `json:"name"`             // files, network or limits
	Enforced bool   `json:"enforced"`         // whether the operating system holds programs to it
	Reason   string `json:"reason"`           // what is held, or why it is not: a sentence
	Advice   string `json:"advice,omitempty"` // what the person can do about it, a sentence
}

// A Report says which walls stand around a program.
type Report struct {
	System  string `json:"system"` // the operating system, as in runtime.GOOS
	Files   Wall   `json:"files"`
	Network Wall   `json:"network"`
	Limits  Wall   `json:"limits"` // processor time, memory, processes, file size

	// Room says that the walls are those of a room, which hold more than others.
	Room bool `json:"room,omitempty"`
	// Gaps are ways out that these walls leave open, a sentence each.
	Gaps []string `json:"gaps,omitempty"`
}

// None is the report of a program without walls, and why it has none.
func None(why string) Report {
	return Report{
		System: runtime.GOOS,
		Files: Wall{
			Name:   "files",
			Reason: "Programs are not held to the space's folders, and can read and write whatever you can: " + why + ".",
			Advice: "Read the whole command before you run it; the file tools (read, write, edit, ...) do stay inside the space.",
		},
		Network: Wall{
			Name:   "network",
			Reason: "Programs are not cut off from the network: " + why + ".",
			Advice: "Do not run a command that you do not trust while secrets are within its reach.",
		},
		Limits: Wall{
			Name:   "limits",
			Reason: "Programs are limited in how long they run and how much of their output is kept, but not in memory, processor time, number of processes or size of files.",
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

// Holds reports whether the boundary stands: what limits files and the network.
// Without the limits on what a program uses up, a program can be a nuisance, and
// no more.
func (r Report) Holds() bool { return r.Files.Enforced && r.Network.Enforced }

// HoldsPaths reports whether single files and folders can be kept from programs: Protect and
// Conceal of a profile.
func (r Report) HoldsPaths() bool { return r.Room || r.System == "darwin" && r.Files.Enforced }

// Summary is the report in one short line, for a result's meta: "not enforced:
// files, network, limits".
func (r Report) Summary() string {
	var missing []string
	for _, w := range r.Walls() {
		if !w.Enforced {
			missing = append(missing, w.Name)
		}
	}
	if len(missing) == 0 {
		return "enforced"
	}
	return "not enforced: " + strings.Join(missing, ", ")
}
