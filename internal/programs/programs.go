// Package programs knows the programs that start others: shells, which read text as a
// script, and wrappers, which start the command behind their own options. Whoever reads a
// command to tell what it runs asks here, so that all of them see the same command.
package programs

import (
	"slices"
	"strings"
)

// shells lists the programs that read their input, a file or the text after -c as a
// script.
func shells() []string {
	return []string{"sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh"}
}

// Shells returns the names of all shells.
func Shells() []string { return shells() }

// IsShell reports whether a program is a shell, by its name without a folder.
func IsShell(name string) bool { return slices.Contains(shells(), name) }

// A Wrapper says how a program reads its own options before the command that it starts.
type Wrapper struct {
	Short    string   // its options of one letter that take a value
	Long     []string // its long options that take the next word
	Flags    string   // its options of one letter without a value; "": all others
	Operands int      // words of its own before the command
	Assigns  bool     // NAME=value may stand before the command
	Text     []string // options whose value is shell text
	Shells   []string // options after which all words are read by a shell, or split again
	Quiet    []string // options with which it starts nothing
	Chdir    []string // options whose value is the folder that it starts the command in
	Joined   bool     // the command is shell text
	TextOnly bool     // it starts shell text and no command; options may stand after operands
	Here     bool     // the command runs in the same shell, so that cd counts
	Package  bool     // the command is the name of a package and not of a program
	Idle     bool     // without a command it starts nothing; others open a shell then, or read its name
}

// Lookup finds a wrapper by its name without a folder.
func Lookup(name string) (Wrapper, bool) {
	for _, table := range []func(string) (Wrapper, bool){confined, limited, started, waiting} {
		if w, ok := table(name); ok {
			return w, true
		}
	}
	if IsLoader(name) {
		return Wrapper{Idle: true, Long: []string{"--library-path", "--preload", "--audit", "--inhibit-rpath", "--inhibit-cache", "--argv0", "--glibc-hwcaps-prepend", "--glibc-hwcaps-mask"}, Quiet: []string{"--list", "--verify", "--list-tunables", "--list-diagnostics", "--help", "--version"}}, true
	}
	return Wrapper{}, false
}

// IsLoader reports whether a program is the system's dynamic loader, which starts the program that its first operand names.
func IsLoader(name string) bool {
	return slices.ContainsFunc([]string{"ld-linux", "ld-musl", "ld64.so", "ld.so"}, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// waiting knows what starts a command and looks after it, or after what it prints.
func waiting(name string) (Wrapper, bool) {
	switch name {
	case "ssh-agent":
		return Wrapper{Idle: true, Short: "aEOPt", Flags: "cDdkLsTuUxV"}, true
	case "choom":
		return Wrapper{Idle: true, Short: "np", Flags: "hV", Long: []string{"--adjust", "--pid"}}, true
	case "logsave":
		return Wrapper{Flags: "asv", Operands: 1}, true
	case "systemd-cat":
		return Wrapper{Idle: true, Short: "tp", Long: []string{"--identifier", "--priority", "--stderr-priority", "--level-prefix"}}, true
	case "systemd-inhibit":
		return Wrapper{Long: []string{"--what", "--who", "--why", "--mode"}}, true
	case "chronic", "ifne", "eatmydata", "annotate-output", "dumb-init", "catatonit", "torify", "tsocks", "catchsegv", "bear", "ccache", "sccache", "distcc", "s6-setsid":
		return Wrapper{Idle: name == "ccache" || name == "sccache"}, true
	case "gdbserver", "rr", "pidproxy", "setlock", "runcon":
		return Wrapper{Operands: 1}, true
	case "daemonize":
		return Wrapper{Short: "aceEloup"}, true
	case "chpst":
		return Wrapper{Short: "uUbenlLmdopfcrt/"}, true
	case "systemd-socket-activate":
		return Wrapper{Short: "lE", Long: []string{"--listen", "--setenv", "--fdname"}}, true
	case "watchexec":
		return Wrapper{Short: "weifsod", Long: []string{"--watch", "--exts", "--filter", "--ignore", "--signal", "--shell", "--debounce"}}, true
	case "torsocks":
		return Wrapper{Short: "uapP", Long: []string{"--user", "--pass", "--address", "--port"}}, true
	case "proxychains4":
		return Wrapper{Short: "f", Flags: "q"}, true
	case "tini":
		return Wrapper{Short: "pe", Flags: "svwgl"}, true
	case "cpulimit":
		return Wrapper{Short: "lpPec", Flags: "bzivmk", Long: []string{"--limit", "--pid", "--exe", "--path", "--cpu"}}, true
	case "cgexec":
		return Wrapper{Short: "g", Long: []string{"--sticky"}}, true
	case "faketime":
		return Wrapper{Short: "fm", Operands: 1}, true
	}
	return Wrapper{}, false
}

// confined knows what starts a command with other rights, or in other surroundings.
func confined(name string) (Wrapper, bool) {
	switch name {
	case "sudo":
		return Wrapper{Short: "ugChpUrtDRT", Flags: "ABbEeHiKklnPSsvV", Assigns: true, Chdir: []string{"-D"}, Long: []string{"--user", "--group", "--host", "--chdir", "--prompt", "--chroot", "--role", "--type", "--other-user"}, Shells: []string{"-s", "-i", "--shell", "--login"}}, true
	case "doas":
		return Wrapper{Short: "uC", Flags: "Lns", Assigns: true, Shells: []string{"-s"}}, true
	case "su":
		return Wrapper{Short: "cgGsw", Flags: "flmpP-", Text: []string{"-c", "--command", "--session-command"}, Operands: 1, Long: []string{"--command", "--session-command", "--shell", "--group"}, TextOnly: true}, true
	case "runuser":
		return Wrapper{Short: "cgGsuw", Flags: "flmpP-", Text: []string{"-c", "--command"}, Long: []string{"--command", "--user", "--group"}, TextOnly: true}, true
	case "pkexec":
		return Wrapper{Long: []string{"--user"}}, true
	case "gosu", "su-exec", "chroot":
		return Wrapper{Operands: 1}, true
	case "sg":
		return Wrapper{Operands: 1, Text: []string{"-c"}}, true
	case "nsenter":
		return Wrapper{Short: "tSGrw", Flags: "amuinpUCTFZe", Long: []string{"--target", "--setuid", "--setgid"}}, true
	case "unshare":
		return Wrapper{Short: "RwSG", Flags: "muinpUCTfrc", Long: []string{"--root", "--wd", "--setuid", "--setgid", "--propagation"}}, true
	case "setpriv", "firejail", "dbus-run-session", "winpty", "wsl":
		return Wrapper{}, true
	case "fakeroot":
		return Wrapper{Short: "lisb"}, true
	case "proot":
		return Wrapper{Short: "rbqwk", Flags: "0SR"}, true
	case "systemd-run":
		return Wrapper{Short: "puEMHC", Flags: "SPGqdtrv", Chdir: []string{"--working-directory"}, Long: []string{
			"--unit", "--property", "--setenv", "--uid", "--gid", "--slice", "--working-directory", "--host", "--machine", "--capsule", "--description", "--service-type", "--nice", "--job-mode",
			"--on-active", "--on-boot", "--on-startup", "--on-unit-active", "--on-unit-inactive", "--on-calendar", "--timer-property", "--path-property", "--socket-property", "--background",
		}}, true
	case "proxychains":
		return Wrapper{Short: "f", Flags: "q"}, true
	case "xcrun":
		return Wrapper{Long: []string{"--sdk", "--toolchain"}}, true
	}
	return Wrapper{}, false
}

// limited knows what starts a command with limits, or to watch it.
func limited(name string) (Wrapper, bool) {
	switch name {
	case "nice":
		return Wrapper{Idle: true, Short: "n", Long: []string{"--adjustment"}}, true
	case "ionice":
		return Wrapper{Idle: true, Short: "cnpPu", Flags: "t", Long: []string{"--class", "--classdata", "--pid", "--pgid", "--uid"}}, true
	case "time", "gtime":
		return Wrapper{Idle: true, Short: "fo", Flags: "apvV", Long: []string{"--format", "--output"}}, true
	case "timeout", "gtimeout":
		return Wrapper{Short: "sk", Flags: "v", Operands: 1, Long: []string{"--signal", "--kill-after"}}, true
	case "stdbuf":
		return Wrapper{Short: "ioe", Long: []string{"--input", "--output", "--error"}}, true
	case "setsid":
		return Wrapper{Flags: "cfw"}, true
	case "nohup", "prlimit", "numactl", "valgrind":
		return Wrapper{}, true
	case "taskset":
		return Wrapper{Idle: true, Short: "p", Flags: "ac", Operands: 1}, true
	case "chrt":
		return Wrapper{Idle: true, Short: "TPD", Flags: "abdfiormpv", Operands: 1}, true
	case "setarch", "linux32", "linux64", "i386", "i486", "i586", "i686", "x86_64", "aarch64", "armv7l", "arm64", "uname26", "armv8l", "riscv32", "riscv64", "ppc", "ppc32", "ppc64", "ppc64le", "s390", "s390x", "sparc", "sparc32", "sparc64", "mips", "mips32", "mips64", "parisc", "parisc32", "parisc64", "alpha", "ia64", "loongarch64": // setarch may go without an architecture
		return Wrapper{Flags: "vRFZLXBIST3"}, true
	case "perf":
		return Wrapper{Operands: 1}, true
	case "caffeinate":
		return Wrapper{Short: "tw", Flags: "dimsu"}, true
	case "flock":
		return Wrapper{Short: "wEc", Flags: "senouxFv", Operands: 1, Text: []string{"-c", "--command"}, Long: []string{"--wait", "--timeout", "--command", "--conflict-exit-code"}}, true
	case "strace":
		return Wrapper{Short: "aeEIoOPpsSuUbX", Flags: "cCdfFhikqrtTvVwxyYzZ"}, true
	case "ltrace":
		return Wrapper{Short: "aAeElnopsuwxX", Flags: "bcCfFhiLrStTV"}, true
	}
	return Wrapper{}, false
}

// started knows what starts a command in other ways.
func started(name string) (Wrapper, bool) {
	switch name {
	case "cross-env":
		return Wrapper{Assigns: true}, true
	case "sshpass":
		return Wrapper{Short: "fdpP", Flags: "evhV"}, true
	case "env":
		return Wrapper{Idle: true, Short: "uCS", Flags: "i0v", Assigns: true, Text: []string{"-S", "--split-string"}, Chdir: []string{"-C", "--chdir"}, Long: []string{"--unset", "--chdir", "--split-string"}, Shells: []string{"-S", "--split-string"}}, true
	case "command":
		return Wrapper{Idle: true, Flags: "pvV", Here: true, Quiet: []string{"-v", "-V"}}, true
	case "builtin", "noglob", "nocorrect":
		return Wrapper{Idle: true, Here: true}, true
	case "exec":
		return Wrapper{Short: "a", Flags: "cl", Here: true}, true
	case "busybox", "toybox", "rlwrap", "coproc":
		return Wrapper{}, true
	case "watch":
		return Wrapper{Short: "nq", Flags: "bcdegptwx", Joined: true, Long: []string{"--interval"}}, true
	case "unbuffer":
		return Wrapper{Flags: "p"}, true
	case "script":
		return Wrapper{Short: "cEoIOBTm", Flags: "aefqt", Text: []string{"-c", "--command"}, Operands: 1, Long: []string{"--command"}, TextOnly: true}, true
	case "xvfb-run":
		return Wrapper{Short: "enfsp", Flags: "al"}, true
	case "entr":
		return Wrapper{Flags: "acdnprsz"}, true
	case "tmux":
		return Wrapper{Operands: 1, Joined: true, Short: "ncstFxy"}, true
	case "screen":
		return Wrapper{Short: "SchpstT", Flags: "dmDrRUx"}, true
	case "npx", "pnpx", "bunx", "uvx", "pipx":
		return Wrapper{Package: true, Text: []string{"-c", "--call"}, Short: "pc", Long: []string{"--package", "--from", "--with", "--call"}}, true
	case "xargs", "gxargs":
		return Wrapper{Short: "InPLdEsa", Long: []string{"--max-args", "--max-procs", "--delimiter", "--arg-file", "--max-chars"}}, true
	}
	return Wrapper{}, false
}
