package bash

import (
	"slices"
	"strings"

	"handrail/internal/programs"

	"handrail/tools"
)

// wrapped follows the command of a wrapper. Where an option of it is not known,
// each later word may be the program.
func (l *launch) wrapped(wrap programs.Wrapper) flow {
	if !wrap.Here {
		l.st = l.st.clone()
	}
	args := l.c.Args[1:]
	if l.name == "systemd-run" {
		unitProperties(l)
	}
	for i, a := range args {
		next := Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		if text, ok := textOption(wrap, a, next); ok {
			l.text([]Word{text}, l.st)
			if l.name != "flock" && l.name != "env" {
				return flow{}
			}
		}
		if !strings.HasPrefix(a.Text, "-") && l.name != "su" && l.name != "script" && l.name != "flock" && l.name != "sg" {
			break
		}
	}
	if len(wrap.Quiet) > 0 && HasFlag(args[:min(1, len(args))], wrap.Quiet...) {
		return flow{}
	}
	rest, sure := skipOptions(args, wrap)
	for i, a := range args[:len(args)-len(rest)] {
		if to, ok := chdirOption(wrap, a, args[i+1:]); ok {
			l.st.chdir([]Word{to}, l.w.home)
		}
	}
	if !sure {
		l.scan(args)
	}
	for l.name == "env" && len(rest) > 0 && rest[0].Text == "-" { // -i
		rest = rest[1:]
	}
	outer := l.c
	outer.Assigns = nil
	for wrap.Assigns && len(rest) > 0 && strings.Contains(rest[0].Text, "=") {
		outer.Assigns = append(outer.Assigns, rest[0].Text)
		rest = rest[1:]
	}
	l.environment(outer.Assigns, l.c.Value)
	if l.name == "su" || l.name == "script" || len(rest) == 0 {
		if l.name == "su" && l.c.In.Piped || (l.name == "sudo" || l.name == "su") && HasFlag(args, "-s", "-i") && l.c.In.Piped {
			l.w.doubt(tools.Say(tools.DoubtFed), l.c.Value)
		}
		return flow{}
	}
	if wrap.Joined {
		l.text(rest, l.st)
		return flow{}
	}
	outer.Writes, outer.Reads = nil, nil
	return l.inner(rest, outer, l.st)
}

// chdirOption returns the folder into which an option of a wrapper goes, apart or glued, with its name cut short as GNU lets it be: -C DIR, -iCDIR,
// --chdir=DIR, --chd=DIR.
func chdirOption(wrap programs.Wrapper, a Word, after []Word) (to Word, ok bool) {
	next := Word{}
	if len(after) > 0 {
		next = after[0]
	}
	for _, o := range wrap.Chdir {
		name, glued, isGlued := strings.Cut(a.Text, "=")
		switch {
		case a.Text == o, strings.HasPrefix(o, "--") && len(a.Text) > len("--c") && strings.HasPrefix(o, a.Text):
			return next, true
		case strings.HasPrefix(o, "--"):
			if isGlued && len(name) > len("--") && strings.HasPrefix(o, name) {
				a.Text = glued
				return a, true
			}
		case strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--"):
			if at := strings.IndexByte(a.Text, o[1]); at > 0 && strings.Trim(a.Text[1:at], wrap.Flags) == "" {
				if a.Text = a.Text[at+1:]; a.Text == "" {
					return next, true
				}
				return a, true
			}
		}
	}
	return Word{}, false
}

// optionTexts are the shell texts that a wrapper is given in its options.
func optionTexts(wrap programs.Wrapper, args []Word) []Word {
	var out []Word
	for i, a := range args {
		next := Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		if text, ok := textOption(wrap, a, next); ok {
			out = append(out, text)
		}
	}
	return out
}

// textOption returns the shell text that an option of a wrapper carries.
func textOption(wrap programs.Wrapper, a, next Word) (Word, bool) {
	for _, o := range wrap.Text {
		switch {
		case a.Text == o:
			return next, true
		case strings.HasPrefix(o, "--") && strings.HasPrefix(a.Text, o+"="):
			a.Text = a.Text[len(o)+1:]
			return a, true
		case len(o) == 2 && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--"):
			if i := strings.IndexByte(a.Text, o[1]); i > 0 && strings.Trim(a.Text[1:i], wrap.Flags) == "" { // -qc TEXT, -cTEXT
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
func skipOptions(args []Word, wrap programs.Wrapper) (rest []Word, sure bool) {
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
			takes := slices.Contains(wrap.Long, a)
			sure = sure && (takes || strings.Contains(a, "=") || wrap.Flags == "" && wrap.Short == "" || slices.Contains(flagsOnly(), a))
			if takes && len(args) > 0 {
				args = args[1:]
			}
			continue
		}
		for i := 1; i < len(a); i++ {
			if strings.IndexByte(wrap.Short, a[i]) >= 0 {
				if i == len(a)-1 && len(args) > 0 {
					args = args[1:]
				}
				break
			}
			if wrap.Flags != "" && strings.IndexByte(wrap.Flags, a[i]) < 0 && (a[i] < '0' || a[i] > '9') {
				sure = false
			}
		}
	}
	if len(args) <= wrap.Operands {
		return nil, sure
	}
	return args[wrap.Operands:], sure
}

// flagsOnly are long options that take no value, of any wrapper.
func flagsOnly() []string {
	return []string{"--help", "--version", "--preserve-env", "--login", "--non-interactive", "--background", "--ignore-environment", "--null", "--no-run-if-empty", "--verbose",
		"--foreground", "--preserve-status", "--fork", "--pid", "--mount", "--net", "--user", "--pty", "--wait", "--scope", "--quiet", "--collect", "--map-root-user", "--all"}
}

// scan follows every word that is one of the programs that matter, as if it were
// the one that is started.
func (l *launch) scan(args []Word) {
	for i, a := range args {
		if name := (Command{Args: []Word{a}}).Name(); i > 0 && (programs.IsShell(name) || slices.Contains([]string{"rm", "dd", "git", "shred", "find", "mkfs", "shutdown", "reboot", "poweroff"}, name)) {
			outer := l.c
			outer.Writes, outer.Reads = nil, nil
			l.inner(args[i:], outer, l.st.clone())
		}
	}
}
