package bash

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// simple follows a simple command; c holds its redirections. call is nil if
// there is nothing else.
func (w *walker) simple(call *syntax.CallExpr, c Command, st *state) flow {
	c.Dirs, c.Depth = st.dirs, w.depth
	var set []*syntax.Assign
	if call != nil {
		c.Value = c.Value || w.fromValue(call)
		set = call.Assigns
		for _, n := range call.Args {
			c.Args = append(c.Args, w.expand(n, st)...)
		}
	}
	if len(set) > 0 {
		to := st
		if len(c.Args) > 0 { // they hold for the command only
			to = st.clone()
		}
		for _, a := range set {
			if a.Name == nil {
				continue
			}
			v := w.assign(a, to)
			c.Value = c.Value || v.Value
			c.Assigns = append(c.Assigns, a.Name.Value+"="+v.Text)
		}
		w.environment(c.Assigns, st, c.Value)
	}
	if len(c.Args)+len(c.Assigns)+len(c.Writes)+len(c.Reads) == 0 {
		return flow{known: true}
	}
	if len(c.Args) == 0 {
		w.note(c)
		return flow{known: len(c.Reads) == 0 || c.In.Known, text: c.In.Text, value: c.Value}
	}
	return w.run(c, st)
}

// note keeps a command. What is not known before it runs counts as a value
// where the script has any.
func (w *walker) note(c Command) {
	c.Value = c.Value || w.judged
	for _, a := range c.Args {
		c.Value = c.Value || a.Value || !a.Known && w.HasValues()
		w.Texts = append(w.Texts, a)
	}
	c.Value = c.Value || c.In.Piped && (c.In.Value || !c.In.Known && w.HasValues())
	w.Commands = append(w.Commands, c)
}

// run follows a command with arguments: what it starts, what it changes of the
// shell, and what it prints if that is known.
func (w *walker) run(c Command, st *state) flow {
	w.note(c)
	c.Value = w.Commands[len(w.Commands)-1].Value
	if c.Name() == "" {
		w.doubt("the program's name is only known when it runs", c.Value)
		return flow{}
	}
	if w.depth > maxDepth {
		w.Doubts = append(w.Doubts, Doubt{Why: "it starts more programs within programs than are followed", Value: true, Hard: true})
		return flow{}
	}
	name := c.Name()
	if _, ok := st.funcs[name]; ok && c.Args[0].Text == name {
		inner := st.clone()
		inner.args, inner.given = c.Args[1:], true
		out := w.call(name, inner, c.In)
		inner.args, inner.given = st.args, st.given
		*st = *inner
		return out
	}
	if text, ok := w.aliases[c.Args[0].Text]; ok && !w.inAlias {
		w.inAlias = true // an alias is not expanded in its own text
		w.read(text+" "+quoteAll(c.Args[1:]), st, w.judged || c.Value)
		w.inAlias = false
	}
	if w.builtin(name, c, st) {
		return flow{known: true, value: c.Value}
	}
	if out, ok := prints(name, c); ok {
		return out
	}
	return w.starts(name, c, st)
}

// builtin follows what the shell does itself.
func (w *walker) builtin(name string, c Command, st *state) bool {
	args := c.Args[1:]
	switch name {
	case "cd", "pushd":
		if w.Commands[len(w.Commands)-1].Dirs = slices.Clone(st.dirs); name == "cd" || len(args) > 0 {
			st.chdir(args, w.home)
		} else {
			st.dirs = []string{""}
		}
	case "popd":
		st.dirs = []string{""}
		if len(st.before) > 0 {
			st.dirs = slices.Clone(st.before)
		}
	case "eval":
		w.text(args, c, st)
	case "trap", "alias":
		w.later(name, args, st)
	case "set":
		if i := slices.IndexFunc(args, func(a Word) bool { return a.Text == "--" }); i >= 0 {
			st.args, st.given = args[i+1:], true
		} else if len(args) > 0 {
			st.args, st.given = nil, false
		}
		return len(args) > 0
	case "shift":
		st.args, st.given = nil, false
	case "export", "declare", "local", "readonly", "typeset":
		w.settings(args, st)
	case "read", "mapfile", "readarray", "getopts", "let", "unset":
		for _, a := range args {
			st.forget(a.Text, c.Value)
			if !a.Known {
				st.lost = true
			}
		}
		st.forget("REPLY", c.Value)
	case "source", ".":
		w.sourced(c, st)
	case ":", "true", "false", "wait", "umask", "ulimit", "shopt", "return", "exit", "break", "continue":
	default:
		if name == "printf" && len(args) > 1 && args[0].Text == "-v" {
			st.forget(args[1].Text, c.Value)
			return true
		}
		return false
	}
	return true
}

// later follows the text that trap and alias keep for later.
func (w *walker) later(name string, args []Word, st *state) {
	for _, a := range args {
		text := a.Text
		if name == "alias" {
			_, after, ok := strings.Cut(text, "=")
			if !ok {
				continue
			}
			text = after
			if a.Known {
				w.alias(a.Text, after)
			}
		} else if strings.HasPrefix(text, "-") {
			continue
		}
		if !a.Known {
			w.doubt("what "+name+" keeps for later is only known when it runs", a.Value)
		}
		w.read(text, st.clone(), w.judged || a.Value)
		if name == "trap" {
			return
		}
	}
}

// alias keeps another name of a command.
func (w *walker) alias(assigned, text string) {
	name, _, _ := strings.Cut(assigned, "=")
	if w.aliases == nil {
		w.aliases = map[string]string{}
	}
	w.aliases[name] = text
}

// settings follows the arguments of export and its like.
func (w *walker) settings(args []Word, st *state) {
	var assigns []string
	value := false
	for _, a := range args {
		name, text, ok := strings.Cut(a.Text, "=")
		if !ok {
			continue
		}
		value = value || a.Value
		assigns = append(assigns, a.Text)
		if now, set := st.vars[name]; !set || now.Text != text {
			st.set(name, Word{Text: text, Known: a.Known && !strings.Contains(text, "$"), Value: a.Value})
		}
	}
	w.environment(assigns, st, value)
}

// sourced follows . and source: text from a here-string, or a file that nobody
// has looked at.
func (w *walker) sourced(c Command, st *state) {
	switch {
	case len(c.Args) < 2:
		return
	case c.Args[1].isBody:
		w.read(c.Args[1].body, st, w.judged || c.Value)
		return
	case c.Args[1].Text == "/dev/stdin" && c.In.Known:
		w.read(c.In.Text, st, w.judged || c.Value)
		return
	}
	w.doubt("it runs another script", c.Value)
	st.lost = true
}

// environment looks at variables that make programs run something else.
func (w *walker) environment(assigns []string, st *state, value bool) {
	for _, a := range assigns {
		name, text, _ := strings.Cut(a, "=")
		switch {
		case name == "PROMPT_COMMAND":
			w.read(text, st.clone(), w.judged || value)
		case strings.HasPrefix(name, "GIT_CONFIG_VALUE_") && strings.HasPrefix(text, "!"):
			w.read(text[1:], st.clone(), w.judged || value)
		case strings.HasPrefix(name, "GIT_CONFIG_VALUE_"):
			w.read("git "+text, st.clone(), w.judged || value)
		}
		if steers(name) {
			w.doubt("it sets "+name+", which changes what programs do", value)
		}
	}
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

// prints is what some programs print, where that is known before they run.
func prints(name string, c Command) (flow, bool) {
	args := c.Args[1:]
	out := flow{value: c.Value, known: true}
	for _, a := range args {
		out.known = out.known && a.Known && !a.Glob
	}
	has := func(flags ...string) bool { return len(args) > 0 && HasFlag(args, flags...) }
	switch {
	case name == "echo":
		parts := args
		for len(parts) > 0 && (parts[0].Text == "-n" || parts[0].Text == "-e" || parts[0].Text == "-E" || parts[0].Text == "-ne" || parts[0].Text == "-en") {
			parts = parts[1:]
		}
		out.text = joinTexts(parts) + "\n"
		if len(parts) < len(args) && strings.Contains(args[0].Text, "e") {
			text, _, err := expand.Format(nil, strings.ReplaceAll(out.text, "%", "%%"), []string{})
			out.text, out.known = text, out.known && err == nil
		}
	case name == "printf" && len(args) > 0:
		var values []string
		for _, a := range args[1:] {
			values = append(values, a.Text)
		}
		format := strings.ReplaceAll(args[0].Text, "%q", "%s")
		if len(values) > 1 && strings.Count(format, "%") == 1 {
			format = strings.Repeat(format, len(values))
		}
		text, _, err := expand.Format(nil, format, append([]string{}, values...))
		out.text, out.known = text, out.known && err == nil
	case name == "pwd" && len(c.Dirs) == 1 && c.Dirs[0] != "":
		out.text = c.Dirs[0] + "\n"
	case (name == "cat" || name == "tee") && (len(args) == 0 || name == "tee" || args[0].Text == "-") && c.In.Piped:
		out.text, out.known, out.value = c.In.Text, c.In.Known, c.In.Value
	case name == "base64" && has("-d", "-D", "--decode") && c.In.Known:
		raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(c.In.Text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.In.Value
	case name == "xxd" && has("-r") && c.In.Known:
		raw, err := hex.DecodeString(strings.Join(strings.Fields(c.In.Text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.In.Value
	default:
		return flow{}, false
	}
	if len(out.text) > maxFeed {
		out.text, out.known = "", false
	}
	return out, true
}

func joinTexts(words []Word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// HasFlag reports whether one of the flags is among the arguments; a flag of one
// letter may be joined to others that follow it.
func HasFlag(args []Word, flags ...string) bool {
	return slices.ContainsFunc(args, func(w Word) bool {
		return slices.ContainsFunc(flags, func(f string) bool {
			return w.Text == f || len(f) == 2 && strings.HasPrefix(w.Text, f)
		})
	})
}

// FirstOf returns the first argument that is no option.
func FirstOf(args []Word) (Word, bool) {
	for _, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			return a, true
		}
	}
	return Word{}, false
}
