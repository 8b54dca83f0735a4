package guard

import (
	"slices"
	"strings"
	"sync"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// examine holds the built-in rules against what a script would run.
func (sf *safety) examine(s *bash.Script) []finding {
	var found []finding
	row := 0
	note := func(rule string, reason tools.Clause, value bool) {
		if !reason.None() {
			found = append(found, finding{rule: rule, reason: reason, value: value, row: row})
		}
	}
	if s.Bomb {
		note(ruleBomb, tools.Say(tools.WhyBomb), true)
	}
	sf = sf.of(s)
	open := sf.open()
	for _, c := range s.All() {
		if !s.Spend(costOf(c)) {
			break
		}
		row = c.Row
		for _, f := range sf.examineCommand(c, open) {
			note(f.rule, f.reason, c.Value)
		}
	}
	row = 0
	if f, ok := settingsWritten(s); ok {
		note(f.rule, f.reason, s.HasValues())
	}
	for _, f := range sf.destroysData(s) {
		note(f.rule, f.reason, s.HasValues())
	}
	for _, d := range s.Doubts {
		switch {
		case d.Hard:
			note(ruleUnread, tools.Say(tools.WhyUnread).With(d.Why), true)
		case open():
			note(ruleUndecided, tools.Say(tools.WhyUndecided).With(d.Why), d.Value)
		}
	}
	return found
}

// costOf is what it costs to judge a command, in units of work: above all to look up where
// its words lead from each folder that it may run in.
func costOf(c bash.Command) int {
	n := 40
	looked := lookedUp(c.Name()) || len(c.Writes) > 0
	for _, list := range [][]bash.Word{c.Args, c.Writes} {
		for _, a := range list {
			n += 5 + len(a.Text)/16
			if looked {
				n += len(c.Dirs) * (40 + 20*strings.Count(a.Text, "/"))
			}
		}
	}
	return n
}

// lookedUp reports whether the words of a program are looked up as paths.
func lookedUp(program string) bool {
	return slices.Contains([]string{
		"rm", "find", "fd", "fdfind", "shred", "srm", "wipe", "mv", "rsync", "chmod", "chown", "chgrp", "tee", "touch", "rmdir", "unlink", "mkdir",
		"sponge", "truncate", "cp", "ln", "install", "scp", "dd", "sed", "gsed", "perl", "ruby", "yq", "gawk", "curl", "wget",
	}, program)
}

// examineCommand judges one simple command.
func (sf *safety) examineCommand(c bash.Command, open func() bool) []finding {
	var found []finding
	for _, target := range targetsOf(c) {
		if isDevice(target.Text) || slices.Contains(c.Dirs, "/dev") && isDevice("/dev/"+target.Text) {
			found = append(found, finding{rule: ruleDisk, reason: tools.Say(tools.WhyDevice, target.Text)})
		}
		if target.Text == "/proc/sysrq-trigger" {
			found = append(found, finding{rule: rulePower, reason: tools.Say(tools.WhyStopsMachine, target.Text)})
		}
	}
	for _, r := range c.Reads {
		if sensitive(r) {
			found = append(found, finding{rule: ruleRead, reason: tools.Say(tools.WhyReadsSecrets, r.Text)})
		}
	}
	if f, ok := sf.programWrites(c, open); ok {
		found = append(found, f)
	}
	if len(c.Args) == 0 {
		return found
	}
	name, args := c.Name(), c.Args[1:]
	for _, judge := range []func(string, []bash.Word, bash.Command) (finding, bool){sf.judgeRemoval, judgeGit, judgeServices, judgeMachine, judgeSchedule, judgeSelf, sf.judgeRights, sf.judgeSecrets} {
		if f, ok := judge(name, args, c); ok {
			found = append(found, f)
		}
	}
	return found
}

// judgeMachine judges what disks, power and processes suffer from.
func judgeMachine(name string, args []bash.Word, _ bash.Command) (finding, bool) {
	only := len(args) > 0 && bash.HasFlag(args, "-l", "--list", "-h", "--help", "--version")
	first, _ := bash.FirstOf(args)
	has := func(words ...string) bool {
		return slices.ContainsFunc(args, func(a bash.Word) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(a.Text), w) })
		})
	}
	switch {
	case only && name != "shutdown", name == "shutdown" && slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "--help" || a.Text == "--version" }):
	case strings.HasPrefix(name, "mkfs") || slices.Contains([]string{"wipefs", "fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "parted", "mkswap", "blkdiscard", "mke2fs"}, name),
		name == "cryptsetup" && has("luksformat", "erase"), name == "diskutil" && has("erase", "partitiondisk"), name == "zpool" && first.Text == "destroy",
		slices.Contains([]string{"lvremove", "vgremove", "pvremove"}, name):
		return finding{rule: ruleDisk, reason: tools.Say(tools.WhyOverwritesDisk, name)}, true
	case slices.Contains([]string{"poweroff", "reboot", "halt"}, name), name == "shutdown" && !bash.HasFlag(args, "-c"),
		(name == "init" || name == "telinit") && (first.Text == "0" || first.Text == "6"),
		slices.Contains([]string{"systemctl", "loginctl"}, name) && slices.ContainsFunc(args, stopsMachine), name == "rtcwake" && has("off"),
		slices.Contains([]string{"dbus-send", "gdbus", "busctl", "qdbus"}, name) && has("poweroff", "reboot", ".halt", "shutdown"),
		name == "osascript" && has("shut down", "restart"):
		return finding{rule: rulePower, reason: tools.Say(tools.WhyPowersOff)}, true
	case name == "kill" && slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "-1" }) && len(args) > 1, name == "killall5",
		(name == "pkill" || name == "killall") && slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "." || a.Text == ".*" || a.Text == "" || a.Text == "^" }):
		return finding{rule: ruleProcesses, reason: tools.Say(tools.WhyEndsAll)}, true
	case strings.ReplaceAll(name, " ", "") == ":(){:|:&};:":
		return finding{rule: ruleBomb, reason: tools.Say(tools.WhyBombName)}, true
	}
	return finding{}, false
}

// stopsMachine reports whether a word tells systemd to stop the machine.
func stopsMachine(a bash.Word) bool {
	return slices.Contains([]string{"poweroff", "reboot", "halt", "kexec", "soft-reboot"}, strings.TrimSuffix(a.Text, ".target"))
}

// isDevice reports whether a path is a device that data must not be thrown at.
func isDevice(path string) bool {
	if !strings.HasPrefix(path, "/dev/") {
		return false
	}
	rest := path[len("/dev/"):]
	return !slices.Contains([]string{"null", "stdout", "stderr", "stdin", "tty", "zero", "full", "random", "urandom"}, rest) &&
		!strings.HasPrefix(rest, "fd/") && !strings.HasPrefix(rest, "shm/") && !strings.HasPrefix(rest, "pts/") && !strings.HasPrefix(rest, "tcp/") && !strings.HasPrefix(rest, "udp/")
}

// open says whether no walls stand around programs; it asks once.
func (sf *safety) open() func() bool {
	return sync.OnceValue(func() bool { return sf.place.walls() != "" })
}

// judgeSchedule judges what changes or deletes what runs at set times, or makes a program
// run that this app has not started.
func judgeSchedule(name string, args []bash.Word, c bash.Command) (finding, bool) {
	first, _ := bash.FirstOf(args)
	asks := false
	switch name {
	case "crontab", "at", "batch":
		asks = (name == "batch" || len(args) > 0 || c.In.Piped) && !onlyLists(args)
	case "atrm", "anacron":
		asks = true
	case "systemd-run":
		asks = !staysHere(args) && !onlyLists(args)
	case "launchctl":
		asks = slices.Contains([]string{"load", "submit", "bootstrap", "enable", "kickstart", "start"}, first.Text) || !first.Known
	}
	if !asks {
		return finding{}, false
	}
	return finding{rule: ruleSchedule, reason: tools.Say(tools.WhySchedules, name)}, true
}

// staysHere reports whether systemd-run starts the command itself. Of its options only those
// before the first that may have a value are looked at: what follows may be the command's.
func staysHere(args []bash.Word) bool {
	for _, a := range args {
		switch {
		case a.Text == "--scope" && a.Known:
			return true
		case !slices.Contains([]string{"--user", "--quiet", "-q", "--collect", "-G", "-d", "--same-dir"}, a.Text):
			return false
		}
	}
	return false
}

// onlyLists reports whether a program that schedules is told to show what there is, and
// nothing else.
func onlyLists(args []bash.Word) bool {
	for i, a := range args {
		value := i > 0 && slices.Contains([]string{"-u", "-q", "-c"}, args[i-1].Text) && !strings.HasPrefix(a.Text, "-")
		if !a.Known || !value && !slices.Contains([]string{"-l", "-c", "-u", "-q", "-V", "-h", "--help", "--version", "--list"}, a.Text) {
			return false
		}
	}
	return slices.ContainsFunc(args, func(a bash.Word) bool {
		return slices.Contains([]string{"-l", "-c", "-V", "-h", "--help", "--version", "--list"}, a.Text)
	})
}
