package bash

import (
	"slices"
	"strings"
)

// A wrapper is a program that starts the command behind its own options.
type wrapper struct {
	short    string   // its options of one letter that take a value
	long     []string // likewise, long ones that take the next word
	flags    string   // its options of one letter without a value; "": all others
	operands int      // words of its own before the command
	assigns  bool     // NAME=value may stand before the command
	text     string   // options whose value is shell text
	joined   bool     // the command is shell text
	here     bool     // it runs in this shell: cd counts
	chdir    string   // the option that names another folder
}

// wrappers are the programs that start another one, by name.
func wrappers() map[string]wrapper {
	return map[string]wrapper{
		"sudo":             {short: "ugChpUrtDRT", flags: "ABbEeHiKklnPSsvV", assigns: true, chdir: "-D", long: []string{"--user", "--group", "--host", "--chdir", "--prompt"}},
		"doas":             {short: "uC", flags: "Lns"},
		"env":              {short: "uCS", flags: "i0v", assigns: true, text: "-S --split-string", chdir: "-C --chdir", long: []string{"--unset", "--chdir", "--split-string"}},
		"command":          {flags: "pvV", here: true},
		"builtin":          {here: true},
		"exec":             {short: "a", flags: "cl", here: true},
		"nohup":            {},
		"nice":             {short: "n"},
		"ionice":           {short: "cnpPu", flags: "t"},
		"time":             {short: "fo", flags: "apvV"},
		"timeout":          {short: "sk", flags: "v", operands: 1, long: []string{"--signal", "--kill-after"}},
		"busybox":          {},
		"toybox":           {},
		"stdbuf":           {short: "ioe", long: []string{"--input", "--output", "--error"}},
		"setsid":           {flags: "cfw"},
		"chroot":           {operands: 1},
		"strace":           {short: "aeEIoOPpsSuUbX", flags: "cCdfFhikqrtTvVwxyYzZ"},
		"ltrace":           {short: "aAeElnopsuwxX", flags: "bcCfFhiLrStTV"},
		"watch":            {short: "nq", flags: "bcdegptwx", joined: true, long: []string{"--interval"}},
		"unbuffer":         {flags: "p"},
		"caffeinate":       {short: "tw", flags: "dimsu"},
		"flock":            {short: "wEc", flags: "senouxFv", operands: 1, text: "-c --command", long: []string{"--wait", "--timeout", "--command", "--conflict-exit-code"}},
		"su":               {short: "cgGsw", flags: "flmpP-", text: "-c --command --session-command", operands: 1, long: []string{"--command", "--session-command", "--shell", "--group"}},
		"runuser":          {short: "cgGsuw", flags: "flmpP-", text: "-c --command", long: []string{"--command", "--user", "--group"}},
		"script":           {short: "cEoIOBTm", flags: "aefqt", text: "-c --command", operands: 1, long: []string{"--command"}},
		"nsenter":          {short: "tSGrw", flags: "amuinpUCTFZe", long: []string{"--target", "--setuid", "--setgid"}},
		"unshare":          {short: "RwSG", flags: "muinpUCTfrc", long: []string{"--root", "--wd", "--setuid", "--setgid", "--propagation"}},
		"systemd-run":      {short: "puEMHtr", flags: "SPGqd", long: []string{"--unit", "--property", "--setenv", "--uid", "--gid", "--slice", "--working-directory"}},
		"pkexec":           {long: []string{"--user"}},
		"taskset":          {short: "p", flags: "ac", operands: 1},
		"chrt":             {short: "TPD", flags: "abdfiormpv", operands: 1},
		"setpriv":          {},
		"fakeroot":         {short: "lisb"},
		"proot":            {short: "rbqwk", flags: "0SR"},
		"valgrind":         {},
		"dbus-run-session": {}, "xvfb-run": {short: "enfsp", flags: "al"}, "rlwrap": {}, "firejail": {}, "prlimit": {}, "perf": {operands: 1},
		"numactl": {}, "winpty": {}, "wsl": {}, "gosu": {operands: 1}, "su-exec": {operands: 1}, "setarch": {operands: 1}, "linux64": {},
		"coproc": {}, "noglob": {here: true}, "nocorrect": {here: true}, "sg": {operands: 1, text: "-c"}, "entr": {flags: "acdnprsz"}, "tmux": {operands: 1, joined: true, short: "ncstFxy"},
		"screen": {short: "SchpstT", flags: "dmDrRUx"},
	}
}

// wrapped follows the command of a wrapper. Where an option of it is not known,
// each later word may be the program.
func (w *walker) wrapped(wrap wrapper, name string, c Command, st *state) flow {
	if !wrap.here {
		st = st.clone()
	}
	args := c.Args[1:]
	for i, a := range args {
		next := Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		if a.Text != "" && slices.Contains(strings.Fields(wrap.chdir), a.Text) {
			st.chdir([]Word{next}, w.home)
		}
		if text, ok := textOption(wrap, a, next); ok {
			w.text([]Word{text}, c, st)
			if name != "flock" && name != "env" {
				return flow{}
			}
		}
		if !strings.HasPrefix(a.Text, "-") && name != "su" && name != "script" && name != "flock" && name != "sg" {
			break
		}
	}
	if name == "command" && HasFlag(args[:min(1, len(args))], "-v", "-V") { // it only looks
		return flow{}
	}
	rest, sure := skipOptions(args, wrap)
	if !sure {
		w.scan(args, c, st)
	}
	outer := c
	outer.Assigns = nil
	for wrap.assigns && len(rest) > 0 && strings.Contains(rest[0].Text, "=") {
		outer.Assigns = append(outer.Assigns, rest[0].Text)
		rest = rest[1:]
	}
	w.environment(outer.Assigns, st, c.Value)
	if name == "su" || name == "script" || len(rest) == 0 {
		if name == "su" && c.In.Piped || (name == "sudo" || name == "su") && HasFlag(args, "-s", "-i") && c.In.Piped {
			w.doubt("text is fed to a shell", c.Value)
		}
		return flow{}
	}
	if wrap.joined {
		w.text(rest, c, st)
		return flow{}
	}
	outer.Writes, outer.Reads = nil, nil
	return w.inner(rest, outer, st)
}

// textOption returns the shell text that an option of a wrapper carries.
func textOption(wrap wrapper, a, next Word) (Word, bool) {
	for _, o := range strings.Fields(wrap.text) {
		switch {
		case a.Text == o:
			return next, true
		case strings.HasPrefix(o, "--") && strings.HasPrefix(a.Text, o+"="):
			a.Text = a.Text[len(o)+1:]
			return a, true
		case len(o) == 2 && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--"):
			if i := strings.IndexByte(a.Text, o[1]); i > 0 && strings.Trim(a.Text[1:i], wrap.flags) == "" { // -qc TEXT, -cTEXT
				if rest := a.Text[i+1:]; rest != "" {
					a.Text = rest
					return a, true
				}
				return next, true
			}
		}
	}
	return Word{}, false
}

// skipOptions leaves out a wrapper's own options and operands. sure is false if
// an option is not known, which may take a value or not.
func skipOptions(args []Word, wrap wrapper) (rest []Word, sure bool) {
	sure = true
	for len(args) > 0 {
		a := args[0].Text
		if a == "--" {
			args = args[1:]
			break
		}
		if len(a) < 2 || a[0] != '-' || !args[0].Known {
			break
		}
		args = args[1:]
		if strings.HasPrefix(a, "--") {
			takes := slices.Contains(wrap.long, a)
			sure = sure && (takes || strings.Contains(a, "=") || wrap.flags == "" && wrap.short == "" || slices.Contains(flagsOnly(), a))
			if takes && len(args) > 0 {
				args = args[1:]
			}
			continue
		}
		for i := 1; i < len(a); i++ {
			if strings.IndexByte(wrap.short, a[i]) >= 0 {
				if i == len(a)-1 && len(args) > 0 {
					args = args[1:]
				}
				break
			}
			if wrap.flags != "" && strings.IndexByte(wrap.flags, a[i]) < 0 && (a[i] < '0' || a[i] > '9') {
				sure = false
			}
		}
	}
	if len(args) <= wrap.operands {
		return nil, sure
	}
	return args[wrap.operands:], sure
}

// flagsOnly are long options that take no value, of any wrapper.
func flagsOnly() []string {
	return []string{"--help", "--version", "--preserve-env", "--login", "--non-interactive", "--background", "--ignore-environment", "--null", "--no-run-if-empty", "--verbose",
		"--foreground", "--preserve-status", "--fork", "--pid", "--mount", "--net", "--user", "--pty", "--wait", "--scope", "--quiet", "--collect", "--map-root-user", "--all"}
}

// scan follows every word that is one of the programs that matter, as if it were
// the one that is started.
func (w *walker) scan(args []Word, c Command, st *state) {
	for i, a := range args {
		if name := (Command{Args: []Word{a}}).Name(); i > 0 && (isShell(name) || slices.Contains([]string{"rm", "dd", "git", "shred", "find", "mkfs", "shutdown", "reboot", "poweroff"}, name)) {
			outer := c
			outer.Writes, outer.Reads = nil, nil
			w.inner(args[i:], outer, st.clone())
		}
	}
}
