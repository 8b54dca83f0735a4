package sandbox

import (
	"fmt"
	"runtime"
)

// gaps are what no wall of this system holds.
func gaps() []string {
	return []string{
		"What a program may read and may send are not matched: a program that may reach a host can send it whatever it may read.",
		"A socket that another program of yours opens in a folder that programs see, while a call runs or by a relative name, can be reached by that call.",
		"A protected name that does not exist yet, or is a link, can be made or replaced by a program. You are told of it after the call.",
		"A program can make a new repository, or put another folder in a nested one's place, whose hooks run when you use git there.",
		"A file that has a second name (a hard link) inside the space is the same file there.",
	}
}

// InRoom is the report of a program that runs in a room made for the profile.
func InRoom(p Profile) Report {
	l := p.Limits.Filled()
	r := Report{
		System: runtime.GOOS, Room: true,
		Files: Wall{
			Name: "files", Enforced: true,
			Reason: "Programs can change the space's folders and their temporary folder only, and read those, the system and the toolchains of your home folder. Held by a mount namespace and Landlock.",
		},
		Network: Wall{
			Name: "network", Enforced: true,
			Reason: fmt.Sprintf("Programs can reach: %s. Held by a network namespace.", p.Network),
		},
		Limits: Wall{
			Name: "limits", Enforced: true,
			Reason: fmt.Sprintf("The programs of one call have %d MiB of memory and %d processes together, each %d s of processor time and files of %d MiB; a call that fills the disk is ended.",
				l.Memory>>20, l.Processes, l.CPU, l.FileSize>>20),
		},
		Gaps: gaps(),
	}
	if p.Network.Mode == On {
		r.Network.Reason = "The network is on: programs can reach every host, and the services of this machine."
	}
	return r
}

// OnThread is the report of a program that is held by Landlock and seccomp
// alone, because a room could not be made. ok is false if this kernel has too
// little even for that.
func OnThread(p Profile, why error) (r Report, ok bool) {
	abi := landlockABI()
	if abi == 0 {
		return None("this kernel has neither namespaces for you nor Landlock"), false
	}
	r = Report{
		System: runtime.GOOS,
		Files: Wall{
			Name: "files", Enforced: abi >= filesABI,
			Reason: "Programs can change the space's folders and their temporary folder only, and read those, the system and the toolchains of your home folder. Held by Landlock.",
		},
		Network: Wall{Name: "network"},
		Limits: Wall{
			Name:   "limits",
			Reason: fmt.Sprintf("Memory and the number of processes are not limited, because no room could be made: %v.", why),
			Advice: "Allow user namespaces for your user, which many distributions restrict; then rooms can be made.",
		},
		Gaps: append(gaps(),
			"The modes, owners and times of files outside can be changed by a program that may do so as you.",
			"Files that must not be changed (hooks, rules, .git/config, ...) are noticed afterwards, not held.",
			"A program that starts a session of its own outlives a stopped call."),
	}
	if abi < filesABI {
		r.Files.Reason = fmt.Sprintf("This kernel's Landlock (version %d) lets programs cut files outside the space short.", abi)
		r.Files.Advice = "Update to Linux 6.2 or later."
	}
	switch p.Network.Mode {
	case On:
		r.Network.Enforced, r.Network.Reason = true, "The network is on: programs can reach every host, and the services of this machine."
	case Off, "":
		r.Network.Enforced = true
		r.Network.Reason = "Programs can open no network socket at all, not even to themselves. Held by seccomp."
	default:
		r.Network.Reason = fmt.Sprintf("Programs can open no network socket at all; reaching %s only cannot be held without a network namespace.", p.Network)
		r.Network.Advice = "Allow user namespaces for your user, or set the network to on for this call."
	}
	return r, true
}
