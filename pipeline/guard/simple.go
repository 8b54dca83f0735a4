package guard

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
func (w *walker) simple(call *syntax.CallExpr, c command, st *state) flow {
	c.dirs, c.depth = st.dirs, w.depth
	var set []*syntax.Assign
	if call != nil {
		c.value = c.value || w.fromValue(call)
		set = call.Assigns
		for _, n := range call.Args {
			c.args = append(c.args, w.expand(n, st)...)
		}
	}
	if len(set) > 0 {
		to := st
		if len(c.args) > 0 { // they hold for the command only
			to = st.clone()
		}
		for _, a := range set {
			if a.Name == nil {
				continue
			}
			v := w.assign(a, to)
			c.value = c.value || v.value
			c.assigns = append(c.assigns, a.Name.Value+"="+v.text)
		}
		w.environment(c.assigns, st, c.value)
	}
	if len(c.args)+len(c.assigns)+len(c.writes)+len(c.reads) == 0 {
		return flow{known: true}
	}
	if len(c.args) == 0 {
		w.note(c)
		return flow{known: len(c.reads) == 0 || c.in.known, text: c.in.text, value: c.value}
	}
	return w.run(c, st)
}

// note keeps a command. What is not known before it runs counts as a value
// where the script has any.
func (w *walker) note(c command) {
	c.value = c.value || w.judged
	for _, a := range c.args {
		c.value = c.value || a.value || !a.known && w.hasValues()
		w.texts = append(w.texts, a)
	}
	c.value = c.value || c.in.piped && (c.in.value || !c.in.known && w.hasValues())
	w.commands = append(w.commands, c)
}

// run follows a command with arguments: what it starts, what it changes of the
// shell, and what it prints if that is known.
func (w *walker) run(c command, st *state) flow {
	w.note(c)
	c.value = w.commands[len(w.commands)-1].value
	if c.name() == "" {
		w.doubt("the program's name is only known when it runs", c.value)
		return flow{}
	}
	if w.depth > maxDepth {
		w.doubts = append(w.doubts, doubt{why: "it starts more programs within programs than are followed", value: true, hard: true})
		return flow{}
	}
	name := c.name()
	if _, ok := st.funcs[name]; ok && c.args[0].text == name {
		inner := st.clone()
		inner.args, inner.given = c.args[1:], true
		out := w.call(name, inner, c.in)
		inner.args, inner.given = st.args, st.given
		*st = *inner
		return out
	}
	if text, ok := w.aliases[c.args[0].text]; ok && !w.inAlias {
		w.inAlias = true // an alias is not expanded in its own text
		w.read(text+" "+quoteAll(c.args[1:]), st, w.judged || c.value)
		w.inAlias = false
	}
	if w.builtin(name, c, st) {
		return flow{known: true, value: c.value}
	}
	if out, ok := prints(name, c); ok {
		return out
	}
	return w.starts(name, c, st)
}

// builtin follows what the shell does itself.
func (w *walker) builtin(name string, c command, st *state) bool {
	args := c.args[1:]
	switch name {
	case "cd", "pushd":
		if w.commands[len(w.commands)-1].dirs = slices.Clone(st.dirs); name == "cd" || len(args) > 0 {
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
		if i := slices.IndexFunc(args, func(a word) bool { return a.text == "--" }); i >= 0 {
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
			st.forget(a.text, c.value)
			if !a.known {
				st.lost = true
			}
		}
		st.forget("REPLY", c.value)
	case "source", ".":
		w.sourced(c, st)
	case ":", "true", "false", "wait", "umask", "ulimit", "shopt", "return", "exit", "break", "continue":
	default:
		if name == "printf" && len(args) > 1 && args[0].text == "-v" {
			st.forget(args[1].text, c.value)
			return true
		}
		return false
	}
	return true
}

// later follows the text that trap and alias keep for later.
func (w *walker) later(name string, args []word, st *state) {
	for _, a := range args {
		text := a.text
		if name == "alias" {
			_, after, ok := strings.Cut(text, "=")
			if !ok {
				continue
			}
			text = after
			if a.known {
				w.alias(a.text, after)
			}
		} else if strings.HasPrefix(text, "-") {
			continue
		}
		if !a.known {
			w.doubt("what "+name+" keeps for later is only known when it runs", a.value)
		}
		w.read(text, st.clone(), w.judged || a.value)
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
func (w *walker) settings(args []word, st *state) {
	var assigns []string
	value := false
	for _, a := range args {
		name, text, ok := strings.Cut(a.text, "=")
		if !ok {
			continue
		}
		value = value || a.value
		assigns = append(assigns, a.text)
		if now, set := st.vars[name]; !set || now.text != text {
			st.set(name, word{text: text, known: a.known && !strings.Contains(text, "$"), value: a.value})
		}
	}
	w.environment(assigns, st, value)
}

// sourced follows . and source: text from a here-string, or a file that nobody
// has looked at.
func (w *walker) sourced(c command, st *state) {
	switch {
	case len(c.args) < 2:
		return
	case c.args[1].isBody:
		w.read(c.args[1].body, st, w.judged || c.value)
		return
	case c.args[1].text == "/dev/stdin" && c.in.known:
		w.read(c.in.text, st, w.judged || c.value)
		return
	}
	w.doubt("it runs another script", c.value)
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
func prints(name string, c command) (flow, bool) {
	args := c.args[1:]
	out := flow{value: c.value, known: true}
	for _, a := range args {
		out.known = out.known && a.known && !a.glob
	}
	has := func(flags ...string) bool { return len(args) > 0 && hasFlag(args, flags...) }
	switch {
	case name == "echo":
		parts := args
		for len(parts) > 0 && (parts[0].text == "-n" || parts[0].text == "-e" || parts[0].text == "-E" || parts[0].text == "-ne" || parts[0].text == "-en") {
			parts = parts[1:]
		}
		out.text = joinTexts(parts) + "\n"
		if len(parts) < len(args) && strings.Contains(args[0].text, "e") {
			text, _, err := expand.Format(nil, strings.ReplaceAll(out.text, "%", "%%"), []string{})
			out.text, out.known = text, out.known && err == nil
		}
	case name == "printf" && len(args) > 0:
		var values []string
		for _, a := range args[1:] {
			values = append(values, a.text)
		}
		format := strings.ReplaceAll(args[0].text, "%q", "%s")
		if len(values) > 1 && strings.Count(format, "%") == 1 {
			format = strings.Repeat(format, len(values))
		}
		text, _, err := expand.Format(nil, format, append([]string{}, values...))
		out.text, out.known = text, out.known && err == nil
	case name == "pwd" && len(c.dirs) == 1 && c.dirs[0] != "":
		out.text = c.dirs[0] + "\n"
	case (name == "cat" || name == "tee") && (len(args) == 0 || name == "tee" || args[0].text == "-") && c.in.piped:
		out.text, out.known, out.value = c.in.text, c.in.known, c.in.value
	case name == "base64" && has("-d", "-D", "--decode") && c.in.known:
		raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(c.in.text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.in.value
	case name == "xxd" && has("-r") && c.in.known:
		raw, err := hex.DecodeString(strings.Join(strings.Fields(c.in.text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.in.value
	default:
		return flow{}, false
	}
	if len(out.text) > maxFeed {
		out.text, out.known = "", false
	}
	return out, true
}

func joinTexts(words []word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
	}
	return strings.Join(parts, " ")
}

// hasFlag reports whether one of the flags is among the arguments; a flag of one
// letter may be joined to others that follow it.
func hasFlag(args []word, flags ...string) bool {
	return slices.ContainsFunc(args, func(w word) bool {
		return slices.ContainsFunc(flags, func(f string) bool {
			return w.text == f || len(f) == 2 && strings.HasPrefix(w.text, f)
		})
	})
}

// firstOf returns the first argument that is no option.
func firstOf(args []word) (word, bool) {
	for _, a := range args {
		if !strings.HasPrefix(a.text, "-") {
			return a, true
		}
	}
	return word{}, false
}
