package bash

import (
	"slices"
	"strings"

	"handrail/tools"
)

// A launch is a command with arguments, at the place where the shell comes to it.
type launch struct {
	w    *walker
	name string // of the program; "" if it is not known
	c    Command
	st   *state // of the shell
}

func newLaunch(w *walker, c Command, st *state) *launch {
	return &launch{w: w, name: c.Name(), c: c, st: st}
}

// run follows a command with arguments: what it starts, what it changes of the
// shell, and what it prints if that is known.
func (l *launch) run() flow {
	defer lend(l)()
	if isGit(l.name) {
		settings, value := l.st.gitVariables()
		l.c.Settings, l.c.Value = append(settings, personsAlias(l, settings)...), l.c.Value || value
	}
	l.w.note(l.c)
	l.c.Value = l.w.Commands[len(l.w.Commands)-1].Value
	if !l.w.spend(5 * len(l.c.Args)) {
		return flow{}
	}
	if first := l.c.Args[0]; l.name == "" || !first.Known || first.Glob && l.name != "[" {
		l.w.doubt(tools.Say(tools.DoubtName), l.c.Value)
		fitting(l)
	}
	if l.name == "" {
		return flow{}
	}
	if l.w.depth > maxDepth {
		l.w.unread(tools.Say(tools.UnreadPrograms))
		return flow{}
	}
	if _, ok := l.st.funcs[l.name]; ok && l.c.Args[0].Text == l.name {
		inner := l.st.clone()
		inner.args, inner.given = l.c.Args[1:], true
		out := l.w.call(l.name, inner, l.c.In)
		inner.args, inner.given = l.st.args, l.st.given
		*l.st = *inner
		return out
	}
	if text, ok := l.w.aliases[l.c.Args[0].Text]; ok && !l.w.inAlias {
		l.w.inAlias = true // an alias is not expanded in its own text
		l.w.readFed(text+" "+quoteAll(l.c.Args[1:]), l.st, l.w.judged || l.c.Value, l.c.In)
		l.w.inAlias = false
	}
	if l.builtin() {
		return flow{known: true, value: l.c.Value}
	}
	l.saves()
	copied(l)
	if out, ok := prints(l.name, l.c); ok {
		return l.w.bounded(out)
	}
	return l.starts()
}

// fitting follows each program that there is for a pattern in the place of its name: /usr/bin/t[o]uch.
func fitting(l *launch) {
	first := l.c.Args[0]
	if !first.Glob || !first.Known || l.w.fits == nil || !l.w.spend(5000) {
		return
	}
	for _, path := range l.w.fits(first.Text, l.st.dirs) {
		l.inner(slices.Concat([]Word{{Text: path, Known: true, Value: first.Value}}, l.c.Args[1:]), l.c, l.st.clone())
	}
}

// builtin follows what the shell does itself.
func (l *launch) builtin() bool {
	args := l.c.Args[1:]
	subscripts(l)
	switch l.name {
	case "cd", "pushd":
		if l.w.Commands[len(l.w.Commands)-1].Dirs = slices.Clone(l.st.dirs); l.name == "cd" || len(args) > 0 {
			l.st.chdir(args, l.w.home)
		} else {
			l.st.dirs = []string{""}
		}
	case "popd":
		l.st.dirs = []string{""}
		if len(l.st.before) > 0 {
			l.st.dirs = slices.Clone(l.st.before)
		}
	case "eval":
		l.text(args, l.st)
	case "trap", "alias":
		l.later(args)
	case "jobs":
		if len(args) > 1 && args[0].Text == "-x" {
			l.inner(args[1:], Command{Value: l.c.Value}, l.st.clone())
		}
	case "hash":
		if len(args) > 2 && args[0].Text == "-p" {
			l.alias(args[2].Text, args[1].Text)
		}
	case "set":
		if i := slices.IndexFunc(args, func(a Word) bool { return a.Text == "--" }); i >= 0 {
			l.st.args, l.st.given = args[i+1:], true
		} else if len(args) > 0 {
			l.st.args, l.st.given = nil, false
		}
		return len(args) > 0
	case "shift":
		l.st.args, l.st.given = nil, false
	case "export", "declare", "local", "readonly", "typeset":
		l.settings(args)
	case "read", "mapfile", "readarray", "getopts", "let", "unset":
		for _, a := range args {
			l.st.forget(a.Text, l.c.Value)
			if !a.Known {
				l.st.lost = true
			}
		}
		l.st.forget("REPLY", l.c.Value)
	case "source", ".":
		l.sourced()
	case ":", "true", "false", "wait", "umask", "ulimit", "shopt", "return", "exit", "break", "continue":
	default:
		if l.name == "printf" && len(args) > 1 && args[0].Text == "-v" {
			l.st.forget(args[1].Text, l.c.Value)
			return true
		}
		return false
	}
	return true
}

// later follows the text that trap and alias keep for later.
func (l *launch) later(args []Word) {
	for _, a := range args {
		text := a.Text
		if l.name == "alias" {
			another, after, ok := strings.Cut(text, "=")
			if !ok {
				continue
			}
			text = after
			if a.Known {
				l.alias(another, after)
			}
		} else if strings.HasPrefix(text, "-") {
			continue
		}
		if !a.Known {
			l.w.doubt(tools.Say(tools.DoubtKept, l.name), a.Value)
		}
		l.w.read(text, l.st.clone(), l.w.judged || a.Value)
		if l.name == "trap" {
			return
		}
	}
}

// alias keeps another name of a command.
func (l *launch) alias(name, text string) {
	if l.w.aliases == nil {
		l.w.aliases = map[string]string{}
	}
	l.w.aliases[name] = text
}

// settings follows the arguments of export and its like.
func (l *launch) settings(args []Word) {
	var assigns []string
	value := false
	for _, a := range args {
		name, text, ok := strings.Cut(a.Text, "=")
		if !ok {
			continue
		}
		value = value || a.Value
		assigns = append(assigns, a.Text)
		if now, set := l.st.vars[name]; !set || now.Text != text {
			l.st.set(name, Word{Text: text, Known: a.Known && !strings.Contains(text, "$"), Value: a.Value})
		}
	}
	l.environment(assigns, value)
}

// sourced follows . and source: text from a here-string, or a file that nobody
// has looked at.
func (l *launch) sourced() {
	switch {
	case len(l.c.Args) < 2:
		return
	case l.c.Args[1].isBody:
		l.w.read(l.c.Args[1].body, l.st, l.w.judged || l.c.Value)
		return
	case l.c.Args[1].Text == "/dev/stdin" && l.c.In.Known:
		l.w.read(l.c.In.Text, l.st, l.w.judged || l.c.Value)
		return
	}
	l.w.doubt(tools.Say(tools.DoubtScript), l.c.Value)
	handed(l.w, l.c.Args[1])
	l.script(l.c.Args[1], l.st)
	l.st.lost = true
}

// environment looks at variables that make programs run something else.
func (l *launch) environment(assigns []string, value bool) {
	for _, a := range assigns {
		name, text, _ := strings.Cut(a, "=")
		switch {
		case strings.HasPrefix(name, "BASH_FUNC_") && strings.HasPrefix(text, "()"):
			l.w.read("f"+text, l.st.clone(), l.w.judged || value)
		case name == "PROMPT_COMMAND":
			l.w.read(text, l.st.clone(), l.w.judged || value)
		case strings.HasPrefix(name, "GIT_CONFIG_VALUE_") && strings.HasPrefix(text, "!"):
			l.w.read(text[1:], l.st.clone(), l.w.judged || value)
		case strings.HasPrefix(name, "GIT_CONFIG_VALUE_"):
			l.w.read("git "+text, l.st.clone(), l.w.judged || value)
		case name == "GIT_CONFIG_PARAMETERS":
			for _, s := range gitParameters(text) {
				if key := strings.ToLower(s.Key); strings.HasPrefix(key, "alias.") {
					l.gitSetting(key, s.Value, nil)
				}
			}
		}
		if name == "BASH_ENV" || name == "ENV" {
			handed(l.w, Word{Text: text})
		}
		if steers(name) {
			l.w.doubt(tools.Say(tools.DoubtSets, name), value)
		}
		switch {
		case name == "PS4" || name == "BASH_ENV" || name == "ENV": // shells expand these
			l.w.read(": "+text, l.st.clone(), l.w.judged || value)
		case namesProgram(name):
			l.w.read(text, l.st.clone(), l.w.judged || value)
		}
	}
}

// namesProgram reports whether a variable's value is a command that other programs give a
// shell.
func namesProgram(variable string) bool {
	return slices.Contains([]string{
		"PAGER", "MANPAGER", "EDITOR", "VISUAL", "BROWSER", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_EXTERNAL_DIFF",
		"GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "RSYNC_RSH", "CVS_RSH",
	}, variable)
}

// steers reports whether a variable makes programs load or run other code.
func steers(name string) bool {
	for _, prefix := range []string{"LD_", "DYLD_", "GIT_CONFIG", "BASH_FUNC_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return slices.Contains([]string{
		"PATH", "BASH_ENV", "ENV", "PS4", "SHELLOPTS", "BASHOPTS", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "BROWSER", "LESSOPEN", "LESSCLOSE",
		"GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_EXEC_PATH",
		"GIT_DIR", "GIT_PROXY_COMMAND", "RSYNC_RSH", "CVS_RSH", "PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "NODE_OPTIONS", "NODE_PATH", "PERL5OPT", "PERL5LIB",
		"RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "CLASSPATH", "MAKEFLAGS", "CC", "CXX", "RUSTC_WRAPPER", "GOFLAGS", "TAR_OPTIONS", "RIPGREP_CONFIG_PATH",
	}, name)
}
