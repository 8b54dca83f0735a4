package guard

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// starts follows what a program starts in turn.
func (w *walker) starts(name string, c command, st *state) flow {
	args := c.args[1:]
	wrap, wraps := w.wrappers[name]
	switch {
	case isShell(name):
		return w.shell(c, st)
	case wraps:
		return w.wrapped(wrap, name, c, st)
	case name == "xargs":
		w.xargs(c, st)
	case name == "find" || name == "fd" || name == "fdfind":
		w.find(c, st)
	case name == "git":
		w.git(c, st)
	case name == "ssh":
		w.remote(c, st)
	case name == "parallel":
		w.parallel(c, st)
	case slices.Contains([]string{"docker", "podman", "nerdctl"}, name):
		if slices.ContainsFunc(args, opensHost) {
			w.doubt("it gives a container the files or rights of the whole machine", c.value)
		}
	case (name == "make" || name == "gmake") && c.in.piped && slices.ContainsFunc(args, func(a word) bool { return a.text == "-f-" || a.text == "-" || a.text == "/dev/stdin" }):
		w.doubt("make is told what to do by its input", c.value)
	case name == "tar" || name == "bsdtar" || name == "zip" || name == "rsync":
		w.archive(name, c, st)
	case slices.Contains([]string{"vi", "vim", "nvim", "ex", "view"}, name):
		w.editor(c, st)
	default:
		w.code(name, c)
	}
	return flow{}
}

func isShell(name string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash", "csh", "tcsh"}, name)
}

// shell follows sh -c TEXT, and text that a shell reads from a pipe.
func (w *walker) shell(c command, st *state) flow {
	for i := 1; i < len(c.args); i++ {
		a := c.args[i]
		switch {
		case a.text == "-o" || a.text == "+o" || a.text == "--rcfile" || a.text == "--init-file":
			i++
		case a.known && strings.HasPrefix(a.text, "-") && !strings.HasPrefix(a.text, "--") && strings.Contains(a.text, "c"):
			rest := c.args[min(i+1, len(c.args)):]
			for len(rest) > 1 && strings.HasPrefix(rest[0].text, "-") { // bash -c -e TEXT
				rest = rest[1:]
			}
			if len(rest) == 0 {
				return flow{}
			}
			inner := st.clone()
			inner.args, inner.given = rest[min(2, len(rest)):], true
			if len(rest) > 1 {
				inner.set("0", rest[1])
			}
			w.text(rest[:1], c, inner)
			return flow{}
		case a.known && (strings.HasPrefix(a.text, "-") || strings.HasPrefix(a.text, "+")) && a.text != "-":
		case a.isBody:
			w.read(a.body, st.clone(), w.judged || c.value)
			return flow{}
		case (a.text == "/dev/stdin" || a.text == "-") && c.in.known:
			w.read(c.in.text, st.clone(), w.judged || c.value)
			return flow{}
		default:
			w.doubt("it runs the script "+a.text, c.value)
			return flow{}
		}
	}
	switch {
	case c.in.known:
		w.read(c.in.text, st.clone(), w.judged || c.value)
	case c.in.piped:
		w.doubt("text is fed to a shell", c.value)
	}
	return flow{}
}

// text reads words as shell text once more.
func (w *walker) text(words []word, c command, st *state) {
	value := w.judged || c.value
	for _, x := range words {
		if !x.known && !x.guess {
			w.doubt("a shell reads text that is only known when it runs", value)
		}
	}
	if len(words) > 0 {
		w.read(joinTexts(words), st, value)
	}
}

// inner follows the command that another one starts.
func (w *walker) inner(args []word, outer command, st *state) flow {
	if len(args) == 0 {
		return flow{}
	}
	w.depth++
	defer func() { w.depth-- }()
	return w.run(command{args: args, in: outer.in, dirs: st.dirs, depth: w.depth, value: outer.value, assigns: outer.assigns}, st)
}

// xargs follows the command to which what it reads is added.
func (w *walker) xargs(c command, st *state) {
	args, mark := c.args[1:], ""
	for i, a := range args {
		if strings.HasPrefix(a.text, "-I") || strings.HasPrefix(a.text, "-i") {
			mark = a.text[2:]
			if mark == "" && a.text == "-I" && i+1 < len(args) {
				mark = args[i+1].text
			}
			if mark == "" {
				mark = "{}"
			}
			break
		}
	}
	rest, sure := skipOptions(args, wrapper{short: "InPLdEsa", long: []string{"--max-args", "--max-procs", "--replace", "--delimiter", "--arg-file", "--max-lines", "--max-chars"}})
	if !sure {
		w.scan(args, c, st)
	}
	if len(rest) == 0 {
		return
	}
	value := c.in.value || !c.in.known && w.hasValues()
	more := []word{{text: "…", value: value}}
	if c.in.known {
		more = nil
		for _, f := range strings.Fields(c.in.text) {
			more = append(more, word{text: strings.Trim(f, `'"`), known: true, value: value})
		}
	}
	rest = slices.Clone(rest)
	if mark == "" {
		rest = append(rest, more...)
	} else {
		for i := range rest {
			if strings.Contains(rest[i].text, mark) {
				with := word{text: "…", value: true}
				if len(more) > 0 {
					with = more[0]
				}
				rest[i] = word{text: strings.ReplaceAll(rest[i].text, mark, with.text), known: rest[i].known && with.known && len(more) <= 1, guess: with.known, value: with.value}
			}
		}
	}
	outer := c
	outer.in = feed{}
	w.inner(rest, outer, st.clone())
}

// find follows -exec and its kin.
func (w *walker) find(c command, st *state) {
	for i, a := range c.args {
		if !slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, a.text) {
			continue
		}
		end := i + 1
		for end < len(c.args) && c.args[end].text != ";" && c.args[end].text != "+" {
			end++
		}
		var args []word
		for _, x := range c.args[i+1 : end] {
			if !strings.Contains(x.text, "{}") {
				args = append(args, x)
				continue
			}
			for _, start := range findTargets(c.args[1:]) {
				start.text = strings.ReplaceAll(x.text, "{}", start.text)
				args = append(args, start)
			}
		}
		w.inner(args, c, st.clone())
	}
}

// findTargets are what a find would act upon: the folders that it starts in, or,
// where it looks for names, something in them.
func findTargets(args []word) []word {
	var starts []word
	narrow := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a.text, "-") && len(a.text) > 1 || a.text == "(" || a.text == "!":
			by := slices.Contains([]string{"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer", "-mtime", "-mmin", "-atime", "-ctime", "-size", "-empty", "-user", "-perm"}, a.text)
			narrow = narrow || by && (i+1 == len(args) || strings.Trim(args[i+1].text, "*.") != "" || a.text == "-empty")
		case i == 0 || len(starts) == i || len(starts) > 0 && !anyOption(args[:i]):
			starts = append(starts, a)
		}
	}
	if len(starts) == 0 {
		starts = []word{{text: ".", known: true}}
	}
	if narrow {
		for i := range starts {
			starts[i].text = strings.TrimSuffix(starts[i].text, "/") + "/found"
		}
	}
	return starts
}

func anyOption(args []word) bool {
	return slices.ContainsFunc(args, func(a word) bool {
		return strings.HasPrefix(a.text, "-") && !slices.Contains([]string{"-H", "-L", "-P"}, a.text)
	})
}

// remote follows ssh HOST COMMAND: what would run elsewhere.
func (w *walker) remote(c command, st *state) {
	rest, _ := skipOptions(c.args[1:], wrapper{short: "bcDEeFIiJLlmOopQRSWw", operands: 1})
	if len(rest) == 0 {
		if c.in.piped {
			w.doubt("text is fed to a shell on another machine", c.value)
		}
		return
	}
	there := &state{dirs: []string{""}, funcs: nil}
	w.text(rest, c, there)
	w.doubt("it runs on another machine", c.value)
}

// parallel follows the command, with what stands behind ::: in place of {}.
func (w *walker) parallel(c command, st *state) {
	rest, sure := skipOptions(c.args[1:], wrapper{short: "jnNLSaP", long: []string{"--jobs", "--max-args", "--sshlogin", "--arg-file", "--delay", "--timeout", "--colsep"}})
	if !sure {
		w.scan(c.args[1:], c, st)
	}
	more := []string{"…"}
	if i := slices.IndexFunc(rest, func(a word) bool { return strings.HasPrefix(a.text, ":::") }); i >= 0 {
		more = nil
		for _, a := range rest[i+1:] {
			more = append(more, a.text)
		}
		rest = rest[:i]
	} else {
		w.doubt("parallel is told what to do by its input", c.value)
	}
	line := joinTexts(rest)
	if len(rest) == 0 { // the arguments are the commands
		for _, m := range more {
			w.read(m, st.clone(), w.judged || c.value)
		}
		return
	}
	for _, m := range more[:min(len(more), mostItems)] {
		quoted, err := syntax.Quote(m, syntax.LangBash)
		if err != nil {
			quoted = m
		}
		one := strings.ReplaceAll(line, "{}", quoted)
		if one == line {
			one = line + " " + quoted
		}
		w.read(one, st.clone(), w.judged || c.value)
	}
}

// opensHost reports whether an option opens the machine to a container.
func opensHost(a word) bool {
	t := a.text
	for _, p := range []string{"--volume=", "-v", "--mount="} {
		t = strings.TrimPrefix(t, p)
	}
	return a.text == "--privileged" || a.text == "--pid=host" || strings.HasPrefix(t, "/:") || strings.HasPrefix(t, "/var/run/docker.sock:") ||
		strings.Contains(t, "src=/,") || strings.Contains(t, "source=/,") || strings.HasPrefix(t, "~") || strings.HasPrefix(t, "$HOME:") || strings.HasPrefix(t, "/etc:") || strings.HasPrefix(t, "/home")
}

// archive follows the programs that tar, zip and rsync are told to run.
func (w *walker) archive(name string, c command, st *state) {
	for i, a := range c.args[1:] {
		next := ""
		if i+2 < len(c.args) {
			next = c.args[i+2].text
		}
		command := ""
		for _, prefix := range []string{"--to-command", "--use-compress-program", "--checkpoint-action=exec", "--info-script", "--new-volume-script", "--rsh", "--rmt-command", "--unzip-command"} {
			if a.text == prefix {
				command = next
			} else if after, ok := strings.CutPrefix(a.text, prefix+"="); ok {
				command = after
			}
		}
		switch {
		case name == "tar" && a.text == "-I", name == "rsync" && a.text == "-e", name == "zip" && a.text == "-TT":
			command = next
		}
		if command != "" {
			w.read(command, st.clone(), w.judged || a.value || c.value)
		}
	}
}

// editor follows the commands of an editor that lead to a shell.
func (w *walker) editor(c command, st *state) {
	for i, a := range c.args[1:] {
		ex, ok := strings.CutPrefix(a.text, "+")
		if a.text == "-c" || a.text == "--cmd" {
			if ok = i+2 < len(c.args); ok {
				ex = c.args[i+2].text
			}
		}
		if !ok {
			continue
		}
		if _, after, ok := strings.Cut(ex, "!"); ok {
			w.read(after, st.clone(), w.judged || c.value)
		}
		w.doubt("an editor is told to run commands", c.value)
	}
}
