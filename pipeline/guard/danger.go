package guard

import (
	"slices"
	"strings"
)

// examine holds the built-in rules against what a script would run.
func (g *Guard) examine(s *script) []finding {
	var found []finding
	note := func(rule, reason string, value bool) {
		if reason != "" {
			found = append(found, finding{rule: rule, reason: reason, value: value})
		}
	}
	if s.bomb {
		note(ruleBomb, "it is a fork bomb", true)
	}
	open := g.open()
	for _, c := range s.commands {
		for _, f := range g.examineCommand(c, open) {
			note(f.rule, f.reason, c.value)
		}
	}
	for _, f := range destroysData(s) {
		note(f.rule, f.reason, s.hasValues())
	}
	for _, d := range s.doubts {
		if d.hard || open() {
			note(ruleUndecided, "what it runs cannot be told before: "+d.why, d.value)
		}
	}
	return found
}

// examineCommand judges one simple command.
func (g *Guard) examineCommand(c command, open func() bool) []finding {
	var found []finding
	for _, target := range c.targets() {
		if isDevice(target.text) || slices.Contains(c.dirs, "/dev") && isDevice("/dev/"+target.text) {
			found = append(found, finding{rule: ruleDisk, reason: "it writes to the device " + target.text})
		}
		if target.text == "/proc/sysrq-trigger" {
			found = append(found, finding{rule: rulePower, reason: "it can stop the machine by " + target.text})
		}
	}
	for _, r := range c.reads {
		if sensitive(r) {
			found = append(found, finding{rule: ruleRead, reason: "it reads a file that holds secrets: " + r.text})
		}
	}
	if f, ok := g.programWrites(c, open); ok {
		found = append(found, f)
	}
	if len(c.args) == 0 {
		return found
	}
	name, args := c.name(), c.args[1:]
	for _, judge := range []func(string, []word, command) (finding, bool){g.judgeRemoval, judgeGit, judgeMachine, judgeSelf, g.judgeRights, judgeSecrets} {
		if f, ok := judge(name, args, c); ok {
			found = append(found, f)
		}
	}
	return found
}

// judgeGit judges git push.
func judgeGit(name string, args []word, _ command) (finding, bool) {
	if name != "git" {
		return finding{}, false
	}
	i := 0
	for i < len(args) && strings.HasPrefix(args[i].text, "-") {
		if slices.Contains([]string{"-c", "-C", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"}, args[i].text) {
			i++
		}
		i++
	}
	if i >= len(args) || args[i].text != "push" && args[i].text != "send-pack" {
		return finding{}, false
	}
	var mild finding
	for _, a := range args[i+1:] {
		t := a.text
		letters, _, _ := strings.Cut(strings.TrimPrefix(t, "-"), "o") // -o takes the rest
		switch {
		case len(t) > 4 && strings.HasPrefix("--force", t), t == "--mirror", len(t) > 4 && strings.HasPrefix("--delete", t), len(t) > 4 && strings.HasPrefix("--prune", t),
			strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--") && strings.ContainsAny(letters, "fd"),
			strings.HasPrefix(t, "+"), strings.HasPrefix(t, ":") && len(t) > 1:
			return finding{rule: rulePush, reason: "git push " + t + " overwrites or deletes what others have"}, true
		case strings.HasPrefix(t, "--force-"):
			mild = finding{rule: ruleLease, reason: "git push " + t + " may overwrite what others have"}
		case !a.known && mild.rule == "":
			mild = finding{rule: ruleLease, reason: "what git push is told cannot be known before"}
		}
	}
	return mild, mild.rule != ""
}

// judgeMachine judges what disks, power, processes and schedules suffer from.
func judgeMachine(name string, args []word, c command) (finding, bool) {
	only := len(args) > 0 && hasFlag(args, "-l", "--list", "-h", "--help", "--version")
	first, _ := firstOf(args)
	has := func(words ...string) bool {
		return slices.ContainsFunc(args, func(a word) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(a.text), w) })
		})
	}
	switch {
	case only && name != "shutdown":
	case strings.HasPrefix(name, "mkfs") || slices.Contains([]string{"wipefs", "fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "parted", "mkswap", "blkdiscard", "mke2fs"}, name),
		name == "cryptsetup" && has("luksformat", "erase"), name == "diskutil" && has("erase", "partitiondisk"), name == "zpool" && first.text == "destroy",
		slices.Contains([]string{"lvremove", "vgremove", "pvremove"}, name):
		return finding{rule: ruleDisk, reason: name + " overwrites a disk"}, true
	case slices.Contains([]string{"poweroff", "reboot", "halt"}, name), name == "shutdown" && !hasFlag(args, "-c"),
		(name == "init" || name == "telinit") && (first.text == "0" || first.text == "6"),
		slices.Contains([]string{"systemctl", "loginctl"}, name) && slices.ContainsFunc(args, stopsMachine), name == "rtcwake" && has("off"),
		slices.Contains([]string{"dbus-send", "gdbus", "busctl", "qdbus"}, name) && has("poweroff", "reboot", ".halt", "shutdown"),
		name == "osascript" && has("shut down", "restart"):
		return finding{rule: rulePower, reason: "it powers the machine off"}, true
	case name == "kill" && slices.ContainsFunc(args, func(a word) bool { return a.text == "-1" }) && len(args) > 1, name == "killall5",
		(name == "pkill" || name == "killall") && slices.ContainsFunc(args, func(a word) bool { return a.text == "." || a.text == ".*" || a.text == "" || a.text == "^" }):
		return finding{rule: ruleProcesses, reason: "it ends every process that it can"}, true
	case strings.ReplaceAll(name, " ", "") == ":(){:|:&};:":
		return finding{rule: ruleBomb, reason: "it is named like a fork bomb"}, true
	case name == "crontab" && !hasFlag(args, "-l") && (len(args) > 0 || c.in.piped):
		return finding{rule: ruleSchedule, reason: "it changes what runs at set times"}, true
	}
	return finding{}, false
}

// stopsMachine reports whether a word tells systemd to stop the machine.
func stopsMachine(a word) bool {
	return slices.Contains([]string{"poweroff", "reboot", "halt", "kexec", "soft-reboot"}, strings.TrimSuffix(a.text, ".target"))
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
