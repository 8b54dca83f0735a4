package bash

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// starts follows what a program starts in turn.
func (w *walker) starts(name string, c Command, st *state) flow {
	args := c.Args[1:]
	wrap, wraps := programs.Lookup(name)
	switch {
	case programs.IsShell(name):
		return w.shell(c, st)
	case name == "xargs" || name == "gxargs":
		w.xargs(wrap, c, st)
	case wrap.Package:
		for _, text := range optionTexts(wrap, args) {
			w.text([]Word{text}, c, st.clone())
		}
		w.code(name, c)
	case wraps:
		return w.wrapped(wrap, name, c, st)
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
			w.doubt("it gives a container the files or rights of the whole machine", c.Value)
		}
	case (name == "make" || name == "gmake") && c.In.Piped && slices.ContainsFunc(args, func(a Word) bool { return a.Text == "-f-" || a.Text == "-" || a.Text == "/dev/stdin" }):
		w.doubt("make is told what to do by its input", c.Value)
	case name == "tar" || name == "bsdtar" || name == "zip" || name == "rsync":
		w.archive(name, c, st)
	case slices.Contains([]string{"vi", "vim", "nvim", "ex", "view"}, name):
		w.editor(c, st)
	default:
		w.code(name, c)
	}
	return flow{}
}

// shell follows sh -c TEXT, and text that a shell reads from a pipe.
func (w *walker) shell(c Command, st *state) flow {
	for i := 1; i < len(c.Args); i++ {
		a := c.Args[i]
		switch {
		case a.Text == "-o" || a.Text == "+o" || a.Text == "--rcfile" || a.Text == "--init-file":
			i++
		case a.Known && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "c"):
			rest := c.Args[min(i+1, len(c.Args)):]
			for len(rest) > 1 && strings.HasPrefix(rest[0].Text, "-") { // bash -c -e TEXT
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
		case a.Known && (strings.HasPrefix(a.Text, "-") || strings.HasPrefix(a.Text, "+")) && a.Text != "-":
		case a.isBody:
			w.read(a.body, st.clone(), w.judged || c.Value)
			return flow{}
		case (a.Text == "/dev/stdin" || a.Text == "-") && c.In.Known:
			w.read(c.In.Text, st.clone(), w.judged || c.Value)
			return flow{}
		default:
			w.doubt("it runs the script "+a.Text, c.Value)
			return flow{}
		}
	}
	switch {
	case c.In.Known:
		w.read(c.In.Text, st.clone(), w.judged || c.Value)
	case c.In.Piped:
		w.doubt("text is fed to a shell", c.Value)
	}
	return flow{}
}

// text reads words as shell text once more.
func (w *walker) text(words []Word, c Command, st *state) {
	value := w.judged || c.Value
	for _, x := range words {
		if !x.Known && !x.Guess {
			w.doubt("a shell reads text that is only known when it runs", value)
		}
	}
	if len(words) > 0 {
		w.read(joinTexts(words), st, value)
	}
}

// inner follows the command that another one starts.
func (w *walker) inner(args []Word, outer Command, st *state) flow {
	if len(args) == 0 {
		return flow{}
	}
	w.depth++
	defer func() { w.depth-- }()
	return w.run(Command{Args: args, In: outer.In, Dirs: st.dirs, Depth: w.depth, Value: outer.Value, Assigns: outer.Assigns}, st)
}

// xargs follows the command to which what it reads is added.
func (w *walker) xargs(wrap programs.Wrapper, c Command, st *state) {
	args, mark := c.Args[1:], ""
	for i, a := range args {
		if strings.HasPrefix(a.Text, "-I") || strings.HasPrefix(a.Text, "-i") {
			mark = a.Text[2:]
			if mark == "" && a.Text == "-I" && i+1 < len(args) {
				mark = args[i+1].Text
			}
			if mark == "" {
				mark = "{}"
			}
			break
		}
	}
	rest, sure := skipOptions(args, wrap)
	if !sure {
		w.scan(args, c, st)
	}
	if len(rest) == 0 {
		return
	}
	value := c.In.Value || !c.In.Known && w.HasValues()
	more := []Word{{Text: "…", Value: value}}
	if c.In.Known {
		more = nil
		for _, f := range strings.Fields(c.In.Text) {
			more = append(more, Word{Text: strings.Trim(f, `'"`), Known: true, Value: value})
		}
	}
	rest = slices.Clone(rest)
	if mark == "" {
		rest = append(rest, more...)
	} else {
		for i := range rest {
			if strings.Contains(rest[i].Text, mark) {
				with := Word{Text: "…", Value: true}
				if len(more) > 0 {
					with = more[0]
				}
				rest[i] = Word{Text: strings.ReplaceAll(rest[i].Text, mark, with.Text), Known: rest[i].Known && with.Known && len(more) <= 1, Guess: with.Known, Value: with.Value}
			}
		}
	}
	outer := c
	outer.In = Feed{}
	w.inner(rest, outer, st.clone())
}

// find follows -exec and its kin.
func (w *walker) find(c Command, st *state) {
	for i, a := range c.Args {
		if !slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, a.Text) {
			continue
		}
		end := i + 1
		for end < len(c.Args) && c.Args[end].Text != ";" && c.Args[end].Text != "+" {
			end++
		}
		var args []Word
		for _, x := range c.Args[i+1 : end] {
			if !strings.Contains(x.Text, "{}") {
				args = append(args, x)
				continue
			}
			for _, start := range FindTargets(c.Args[1:]) {
				start.Text = strings.ReplaceAll(x.Text, "{}", start.Text)
				args = append(args, start)
			}
		}
		w.inner(args, c, st.clone())
	}
}

// FindTargets are what a find would act upon: the folders that it starts in, or,
// where it looks for names, something in them.
func FindTargets(args []Word) []Word {
	var starts []Word
	narrow := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a.Text, "-") && len(a.Text) > 1 || a.Text == "(" || a.Text == "!":
			by := slices.Contains([]string{"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer", "-mtime", "-mmin", "-atime", "-ctime", "-size", "-empty", "-user", "-perm"}, a.Text)
			narrow = narrow || by && (i+1 == len(args) || strings.Trim(args[i+1].Text, "*.") != "" || a.Text == "-empty")
		case i == 0 || len(starts) == i || len(starts) > 0 && !anyOption(args[:i]):
			starts = append(starts, a)
		}
	}
	if len(starts) == 0 {
		starts = []Word{{Text: ".", Known: true}}
	}
	if narrow {
		for i := range starts {
			starts[i].Text = strings.TrimSuffix(starts[i].Text, "/") + "/found"
		}
	}
	return starts
}

func anyOption(args []Word) bool {
	return slices.ContainsFunc(args, func(a Word) bool {
		return strings.HasPrefix(a.Text, "-") && !slices.Contains([]string{"-H", "-L", "-P"}, a.Text)
	})
}

// remote follows ssh HOST COMMAND: what would run elsewhere.
func (w *walker) remote(c Command, st *state) {
	rest, _ := skipOptions(c.Args[1:], programs.Wrapper{Short: "bcDEeFIiJLlmOopQRSWw", Operands: 1})
	if len(rest) == 0 {
		if c.In.Piped {
			w.doubt("text is fed to a shell on another machine", c.Value)
		}
		return
	}
	there := &state{dirs: []string{""}, funcs: nil}
	w.text(rest, c, there)
	w.doubt("it runs on another machine", c.Value)
}

// parallel follows the command, with what stands behind ::: in place of {}.
func (w *walker) parallel(c Command, st *state) {
	rest, sure := skipOptions(c.Args[1:], programs.Wrapper{Short: "jnNLSaP", Long: []string{"--jobs", "--max-args", "--sshlogin", "--arg-file", "--delay", "--timeout", "--colsep"}})
	if !sure {
		w.scan(c.Args[1:], c, st)
	}
	more := []string{"…"}
	if i := slices.IndexFunc(rest, func(a Word) bool { return strings.HasPrefix(a.Text, ":::") }); i >= 0 {
		more = nil
		for _, a := range rest[i+1:] {
			more = append(more, a.Text)
		}
		rest = rest[:i]
	} else {
		w.doubt("parallel is told what to do by its input", c.Value)
	}
	line := joinTexts(rest)
	if len(rest) == 0 { // the arguments are the commands
		for _, m := range more {
			w.read(m, st.clone(), w.judged || c.Value)
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
		w.read(one, st.clone(), w.judged || c.Value)
	}
}

// opensHost reports whether an option opens the machine to a container.
func opensHost(a Word) bool {
	t := a.Text
	for _, p := range []string{"--volume=", "-v", "--mount="} {
		t = strings.TrimPrefix(t, p)
	}
	return a.Text == "--privileged" || a.Text == "--pid=host" || strings.HasPrefix(t, "/:") || strings.HasPrefix(t, "/var/run/docker.sock:") ||
		strings.Contains(t, "src=/,") || strings.Contains(t, "source=/,") || strings.HasPrefix(t, "~") || strings.HasPrefix(t, "$HOME:") || strings.HasPrefix(t, "/etc:") || strings.HasPrefix(t, "/home")
}

// archive follows the programs that tar, zip and rsync are told to run.
func (w *walker) archive(name string, c Command, st *state) {
	for i, a := range c.Args[1:] {
		next := ""
		if i+2 < len(c.Args) {
			next = c.Args[i+2].Text
		}
		command := ""
		for _, prefix := range []string{"--to-command", "--use-compress-program", "--checkpoint-action=exec", "--info-script", "--new-volume-script", "--rsh", "--rmt-command", "--unzip-command"} {
			if a.Text == prefix {
				command = next
			} else if after, ok := strings.CutPrefix(a.Text, prefix+"="); ok {
				command = after
			}
		}
		switch {
		case name == "tar" && a.Text == "-I", name == "rsync" && a.Text == "-e", name == "zip" && a.Text == "-TT":
			command = next
		}
		if command != "" {
			w.read(command, st.clone(), w.judged || a.Value || c.Value)
		}
	}
}

// editor follows the commands of an editor that lead to a shell.
func (w *walker) editor(c Command, st *state) {
	for i, a := range c.Args[1:] {
		ex, ok := strings.CutPrefix(a.Text, "+")
		if a.Text == "-c" || a.Text == "--cmd" {
			if ok = i+2 < len(c.Args); ok {
				ex = c.Args[i+2].Text
			}
		}
		if !ok {
			continue
		}
		if _, after, ok := strings.Cut(ex, "!"); ok {
			w.read(after, st.clone(), w.judged || c.Value)
		}
		w.doubt("an editor is told to run commands", c.Value)
	}
}
