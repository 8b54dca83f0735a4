package bash

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"

	"handrail/tools"
)

// starts follows what a program starts in turn.
func (l *launch) starts() flow {
	args := l.c.Args[1:]
	runnerStarts(l)
	mentions(l)
	wrap, wraps := programs.Lookup(l.name)
	switch {
	case programs.IsShell(l.name):
		return l.shell()
	case l.name == "xargs" || l.name == "gxargs":
		l.xargs(wrap)
	case wrap.Package:
		for _, text := range optionTexts(wrap, args) {
			l.text([]Word{text}, l.st.clone())
		}
		l.code()
	case wraps:
		return l.wrapped(wrap)
	case l.name == "find" || l.name == "fd" || l.name == "fdfind":
		l.find()
	case isGit(l.name):
		l.git()
	case strings.HasPrefix(l.name, "git-"): // as git's own folder has them
		l.inner(slices.Concat([]Word{{Text: "git", Known: true}, {Text: l.name[len("git-"):], Known: true}}, args), l.c, l.st)
	case l.name == "ssh":
		l.remote()
	case l.name == "parallel":
		l.parallel()
	case slices.Contains([]string{"docker", "podman", "nerdctl"}, l.name):
		if slices.ContainsFunc(args, opensHost) {
			l.w.doubt(tools.Say(tools.DoubtContainer), l.c.Value)
		}
	case (l.name == "make" || l.name == "gmake") && l.c.In.Piped && slices.ContainsFunc(args, func(a Word) bool { return a.Text == "-f-" || a.Text == "-" || a.Text == "/dev/stdin" }):
		l.w.doubt(tools.Say(tools.DoubtMake), l.c.Value)
	case slices.Contains([]string{"tar", "bsdtar", "zip", "rsync", "split", "gsplit", "npm"}, l.name):
		l.archive()
	case slices.Contains([]string{"vi", "vim", "nvim", "ex", "view"}, l.name):
		l.editor()
	default:
		l.code()
	}
	return flow{}
}

// shell follows sh -c TEXT, and text that a shell reads from a pipe.
func (l *launch) shell() flow {
	fed := false // -s: what is no option is an argument, and its script is what it reads
	for i := 1; i < len(l.c.Args) && (!fed || strings.HasPrefix(l.c.Args[i].Text, "-")); i++ {
		a := l.c.Args[i]
		fed = fed || a.Known && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "s")
		switch {
		case slices.Contains([]string{"--rcfile", "--init-file"}, a.Text):
			if i++; i < len(l.c.Args) {
				readsFirst(l, l.c.Args[i])
			}
		case a.Known && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "c"):
			rest := l.c.Args[min(i+1+named(a.Text), len(l.c.Args)):]
			for len(rest) > 1 && strings.HasPrefix(rest[0].Text, "-") { // bash -c -e TEXT
				rest = rest[min(1+named(rest[0].Text), len(rest)):]
			}
			if len(rest) == 0 {
				return flow{}
			}
			inner := l.st.clone()
			inner.args, inner.given = rest[min(2, len(rest)):], true
			if len(rest) > 1 {
				inner.set("0", rest[1])
			}
			l.text(rest[:1], inner)
			return flow{}
		case a.Known && (strings.HasPrefix(a.Text, "-") || strings.HasPrefix(a.Text, "+")) && a.Text != "-":
			i += named(a.Text)
		case a.isBody:
			l.w.read(a.body, l.st.clone(), l.w.judged || l.c.Value)
			return flow{}
		case (a.Text == "/dev/stdin" || a.Text == "-") && l.c.In.Known:
			l.w.read(l.c.In.Text, l.st.clone(), l.w.judged || l.c.Value)
			return flow{}
		default:
			l.w.doubt(tools.Say(tools.DoubtScriptNamed, a.Text), l.c.Value)
			handed(l.w, a)
			l.script(a, l.st.clone())
			return flow{}
		}
	}
	switch {
	case l.c.In.Known:
		l.w.read(l.c.In.Text, l.st.clone(), l.w.judged || l.c.Value)
	case l.c.In.Piped:
		l.w.doubt(tools.Say(tools.DoubtFed), l.c.Value)
	}
	return flow{}
}

// readsFirst follows the file that a shell reads before anything is typed.
func readsFirst(l *launch, file Word) {
	if file.isBody {
		l.w.read(file.body, l.st.clone(), l.w.judged || l.c.Value)
		return
	}
	l.w.doubt(tools.Say(tools.DoubtScriptNamed, file.Text), l.c.Value)
	handed(l.w, file)
	l.script(file, l.st.clone())
}

// named is how many options of a shell a word of letters has named by the words behind it:
// -euo pipefail.
func named(word string) int {
	if strings.HasPrefix(word, "--") {
		return 0
	}
	return strings.Count(word, "o") + strings.Count(word, "O")
}

// text reads words as shell text once more.
func (l *launch) text(words []Word, st *state) {
	value := l.w.judged || l.c.Value
	for _, x := range words {
		if !x.Known && !x.Guess {
			l.w.doubt(tools.Say(tools.DoubtReads), value)
		}
	}
	if len(words) > 0 {
		l.w.read(joinTexts(words), st, value)
	}
}

// inner follows the command that another one starts.
func (l *launch) inner(args []Word, outer Command, st *state) flow {
	if len(args) == 0 {
		return flow{}
	}
	l.w.depth++
	defer func() { l.w.depth-- }()
	return newLaunch(l.w, Command{Args: args, In: outer.In, Dirs: st.dirs, Depth: l.w.depth, Value: outer.Value, Assigns: outer.Assigns}, st).run()
}

// xargs follows the command to which what it reads is added.
func (l *launch) xargs(wrap programs.Wrapper) {
	args, mark := l.c.Args[1:], ""
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
		l.scan(args)
	}
	if len(rest) == 0 {
		return
	}
	value := l.c.In.Value || !l.c.In.Known && l.w.HasValues()
	outer := l.c
	outer.In = Feed{}
	var items []string
	nul := strings.ContainsRune(l.c.In.Text, 0)
	switch {
	case len(l.c.In.found) > 0 && rest[0].Text == "rm" && mark == "" && !slices.ContainsFunc(args[:len(args)-len(rest)], func(a Word) bool {
		return !slices.Contains([]string{"-0", "--null", "-r", "-0r", "-r0", "--no-run-if-empty", "-t"}, a.Text) // others read elsewhere, or part names otherwise
	}):
		list := slices.Clone(l.c.In.found)
		for i := range list {
			list[i].Value = list[i].Value || value
			list[i].Apart = !l.c.In.nul || !HasFlag(args[:len(args)-len(rest)], "-0", "--null")
		}
		l.inner(append(slices.Clone(rest), list...), outer, l.st.clone())
		return
	case !l.c.In.Known:
		l.inner(placed(rest, mark, []Word{{Text: "…", Value: value}}), outer, l.st.clone())
		return
	case nul:
		items = strings.Split(strings.TrimSuffix(l.c.In.Text, "\x00"), "\x00")
	case mark != "": // one is a line
		items = strings.Split(strings.TrimSuffix(l.c.In.Text, "\n"), "\n")
	default:
		items = strings.Fields(l.c.In.Text)
	}
	var more []Word
	for _, f := range items {
		more = append(more, Word{Text: strings.Trim(f, `'"`), Known: true, Value: value})
	}
	if mark == "" {
		l.inner(placed(rest, mark, more), outer, l.st.clone())
		return
	}
	if len(more) > mostItems {
		l.w.unread(tools.Say(tools.UnreadLines))
	}
	for _, one := range more[:min(len(more), mostItems)] {
		l.inner(placed(rest, mark, []Word{one}), outer, l.st.clone())
	}
}

// placed are the words of a command with what xargs adds: in the place of a mark, or behind them.
func placed(words []Word, mark string, more []Word) []Word {
	words = slices.Clone(words)
	if mark == "" {
		return append(words, more...)
	}
	for i := range words {
		if strings.Contains(words[i].Text, mark) {
			with := more[0]
			words[i] = Word{Text: strings.ReplaceAll(words[i].Text, mark, with.Text), Known: words[i].Known && with.Known, Guess: words[i].Known && with.Known, Value: words[i].Value || with.Value}
		}
	}
	return words
}

// remote follows ssh HOST COMMAND: what would run elsewhere.
func (l *launch) remote() {
	rest, _ := skipOptions(l.c.Args[1:], programs.Wrapper{Short: "bcDEeFIiJLlmOopQRSWw", Operands: 1})
	if len(rest) == 0 {
		if l.c.In.Piped {
			l.w.doubt(tools.Say(tools.DoubtFedAfar), l.c.Value)
		}
		return
	}
	there := &state{dirs: []string{""}, funcs: nil}
	l.text(rest, there)
	l.w.doubt(tools.Say(tools.DoubtAfar), l.c.Value)
}

// parallel follows the command, with what stands behind ::: in place of {}.
func (l *launch) parallel() {
	rest, sure := skipOptions(l.c.Args[1:], programs.Wrapper{Short: "jnNLSaP", Long: []string{"--jobs", "--max-args", "--sshlogin", "--arg-file", "--delay", "--timeout", "--colsep"}})
	if !sure {
		l.scan(l.c.Args[1:])
	}
	more := []string{"…"}
	if i := slices.IndexFunc(rest, func(a Word) bool { return strings.HasPrefix(a.Text, ":::") }); i >= 0 {
		more = nil
		for _, a := range rest[i+1:] {
			more = append(more, a.Text)
		}
		rest = rest[:i]
	} else {
		l.w.doubt(tools.Say(tools.DoubtParallel), l.c.Value)
	}
	line := joinTexts(rest)
	if len(rest) == 0 { // the arguments are the commands
		for _, m := range more {
			l.w.read(m, l.st.clone(), l.w.judged || l.c.Value)
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
		l.w.read(one, l.st.clone(), l.w.judged || l.c.Value)
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

// archive follows the programs that tar, zip, rsync, split and npm are told to run in an option.
func (l *launch) archive() {
	for i, a := range l.c.Args[1:] {
		next := ""
		if i+2 < len(l.c.Args) {
			next = l.c.Args[i+2].Text
		}
		command := ""
		options := []string{"--to-command", "--use-compress-program", "--checkpoint-action=exec", "--info-script", "--new-volume-script", "--rsh", "--rmt-command", "--unzip-command"}
		switch l.name {
		case "split", "gsplit":
			options = []string{"--filter"}
		case "npm":
			options = []string{"--call"}
		}
		for _, prefix := range options {
			if a.Text == prefix {
				command = next
			} else if after, ok := strings.CutPrefix(a.Text, prefix+"="); ok {
				command = after
			}
		}
		switch {
		case l.name == "npm" && a.Text == "-c", l.name == "tar" && (a.Text == "-I" || a.Text == "-F"), l.name == "rsync" && a.Text == "-e", l.name == "zip" && a.Text == "-TT":
			command = next
		}
		if command != "" {
			l.w.read(command, l.st.clone(), l.w.judged || a.Value || l.c.Value)
		}
	}
}

// editor follows the commands of an editor that lead to a shell.
func (l *launch) editor() {
	for i, a := range l.c.Args[1:] {
		ex, ok := strings.CutPrefix(a.Text, "+")
		if a.Text == "-c" || a.Text == "--cmd" {
			if ok = i+2 < len(l.c.Args); ok {
				ex = l.c.Args[i+2].Text
			}
		}
		if !ok {
			continue
		}
		if _, after, ok := strings.Cut(ex, "!"); ok {
			l.w.read(after, l.st.clone(), l.w.judged || l.c.Value)
		}
		l.w.doubt(tools.Say(tools.DoubtEditor), l.c.Value)
	}
}
