package sandbox

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// SeatbeltProgram runs a program under a Seatbelt profile. It is part of macOS.
const SeatbeltProgram = "/usr/bin/sandbox-exec"

// Seatbelt writes p as a Seatbelt profile for macOS. gate is the port of our own
// proxy on loopback, 0 if there is none: with hosts, it is all that can be
// reached, and it lets through what the profile says.
func Seatbelt(p Profile, gate int) string {
	var b strings.Builder
	b.WriteString(seatbeltBase)
	rule := func(what string, filters ...string) {
		if len(filters) > 0 {
			fmt.Fprintf(&b, "(%s\n    %s)\n", what, strings.Join(filters, "\n    "))
		}
	}
	rule("allow file-read*", subpaths(append(seatbeltSystem(), p.Read...))...)
	rule("deny file-read* file-write*", subpaths(p.Hide)...) // the last rule that fits decides
	rule("allow file-read* file-write* file-ioctl", subpaths(p.Write)...)
	kept := append(slices.Clone(p.Protect), p.Places()...) // nothing can be shown in another's place here
	rule("deny file-write*", subpaths(kept)...)
	rule("deny file-read* file-write*", subpaths(p.Conceal)...)
	rule("deny file-write-unlink", literals(above(p.Conceal, p.Write))...)
	rule("deny file-write-unlink", literals(above(kept, p.Write))...) // a folder that is renamed takes what is protected in it along
	switch p.Network.Mode {
	case On:
		b.WriteString("(allow network*)\n(allow system-socket)\n")
		b.WriteString("(deny network-outbound (literal \"/private/var/run/docker.sock\"))\n")
	case Loopback:
		b.WriteString("(allow network-bind network-inbound (local ip \"localhost:*\"))\n(allow network-outbound (remote ip \"localhost:*\"))\n")
	case Hosts:
		if gate > 0 {
			fmt.Fprintf(&b, "(allow network-outbound (remote ip \"localhost:%d\"))\n", gate)
		}
	}
	return b.String()
}

// seatbeltBase is what every program needs to run at all. Mach services are the
// doors to the desktop; those listed only tell names of users and of time zones.
const seatbeltBase = `(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow ipc-posix-sem)
(allow ipc-posix-shm)
(allow pseudo-tty)
(allow file-read-metadata)
(allow mach-lookup
    (global-name "com.apple.system.opendirectoryd.libinfo")
    (global-name "com.apple.system.opendirectoryd.membership")
    (global-name "com.apple.system.notification_center")
    (global-name "com.apple.system.logger"))
(allow file-read* file-write* file-ioctl
    (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$"))
(allow file-read* (literal "/") (literal "/dev/random") (literal "/dev/urandom") (subpath "/dev/fd"))
`

// seatbeltSystem are what every program may read on macOS.
func seatbeltSystem() []string {
	return []string{
		"/bin", "/sbin", "/usr", "/System", "/Library/Apple", "/Library/Developer", "/Library/Frameworks", "/Library/Java", "/Applications/Xcode.app",
		"/opt/homebrew", "/opt/local", "/nix", "/private/etc", "/private/var/db/timezone", "/private/var/select", "/private/var/db/dyld",
	}
}

// subpaths are filters for folders and all that lies in them.
func subpaths(paths []string) []string {
	filters := make([]string, len(paths))
	for i, p := range paths {
		filters[i] = "(subpath " + seatbeltQuote(p) + ")"
	}
	return filters
}

// literals are filters for files and folders themselves.
func literals(paths []string) []string {
	filters := make([]string, len(paths))
	for i, p := range paths {
		filters[i] = "(literal " + seatbeltQuote(p) + ")"
	}
	return filters
}

// above lists the folders between the paths and the writable ones that they lie
// in, each once.
func above(paths, writable []string) []string {
	var list []string
	for _, p := range paths {
		for dir := filepath.Dir(p); dir != filepath.Dir(dir) && slices.ContainsFunc(writable, func(w string) bool { return covers(w, dir) }); dir = filepath.Dir(dir) {
			list = append(list, dir)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// seatbeltQuote writes a string as the profile's language reads it.
func seatbeltQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// InSeatbelt is the report of a program that runs under Seatbelt.
func InSeatbelt(p Profile) Report {
	return Report{
		System: runtime.GOOS,
		Files: Wall{
			Name: "files", Enforced: true,
			Reason: "Programs can change the space's folders and their temporary folder only, and read those, the system and the toolchains of your home folder. Held by Seatbelt.",
		},
		Network: Wall{Name: "network", Enforced: true, Reason: fmt.Sprintf("Programs can reach: %s. Held by Seatbelt.", p.Network)},
		Limits: Wall{
			Name:   "limits",
			Reason: "Memory, processor time, number of processes and size of files are not limited on macOS.",
			Advice: "Stop a call that takes too much: its whole process group ends.",
		},
		Gaps: []string{
			"What a program may read and may send are not matched: a program that may reach a host can send it whatever it may read.",
			"A program that starts a session of its own outlives a stopped call.",
		},
	}
}

// InJob is the report of a program that runs in a Job Object of Windows.
func InJob(p Profile) Report {
	r := None("this version does not wall programs in on Windows")
	l := p.Limits.Filled()
	r.Limits = Wall{
		Name: "limits", Enforced: true,
		Reason: fmt.Sprintf("The programs of one call have %d MiB of memory and %d processes together. Held by a Job Object.", l.Memory>>20, l.Processes),
	}
	return r
}
