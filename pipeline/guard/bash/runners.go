package bash

import (
	"regexp"
	"slices"
	"strings"

	"handrail/internal/lazy"
)

// A runner is a program with subcommands that start the command behind them here: in a project's own surroundings, or in a terminal that
// stays open. What it starts is judged as a command beside it, since a rule that allows the whole line is about both.
type runner struct {
	verbs []string // nil: it has none
	takes []string // options of it, and of these subcommands, that take the next word
	words int      // of its own before the command
	shell bool     // what stands there is a shell's
}

// runnerOf finds such a program by its name.
func runnerOf(name string) (runner, bool) {
	switch name {
	case "uv", "rye", "pdm", "hatch", "poetry", "pipenv", "pixi":
		return runner{verbs: []string{"run"}, takes: []string{"--directory", "--project", "-p", "--python", "--with", "--with-requirements", "--env-file", "--extra", "--group", "-C", "-P", "-e", "--env", "--manifest-path"}}, true
	case "conda", "mamba", "micromamba":
		return runner{verbs: []string{"run"}, takes: []string{"-n", "--name", "-p", "--prefix", "--cwd"}}, true
	case "pnpm", "npm", "yarn", "bun":
		return runner{verbs: []string{"exec", "dlx", "x"}, takes: []string{"-C", "--dir", "--filter", "-F", "--prefix", "-w", "--workspace", "--package", "-p", "--cwd"}, shell: name == "yarn"}, true
	case "bundle", "rbenv", "pyenv", "nodenv", "jenv", "opam", "stack", "cabal", "asdf", "mise", "rtx", "fnm", "gvm":
		return runner{verbs: []string{"exec", "x"}, takes: []string{"-C", "--cd", "--gemfile", "--switch", "--using", "--resolver"}}, true
	case "direnv", "aws-vault", "chamber", "nvm":
		return runner{verbs: []string{"exec", "run"}, words: 1}, true
	case "rustup":
		return runner{verbs: []string{"run"}, words: 1}, true
	case "dotenv", "dotenvx", "doppler", "op", "infisical", "volta", "devbox", "teller":
		return runner{verbs: []string{"run"}, takes: []string{"-f", "--env-file", "-p", "--project", "-c", "--config", "-e", "--env", "--node"}}, true
	case "tmux", "byobu":
		return runner{verbs: []string{"new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "respawnp", "respawn-window", "respawnw", "run-shell", "run", "if-shell", "if", "popup", "display-popup", "pipe-pane", "pipep", "send-keys", "send"}, takes: []string{"-L", "-S", "-f", "-s", "-n", "-c", "-t", "-x", "-y", "-F", "-e", "-l", "-p", "-w", "-h"}, shell: true}, true
	case "screen":
		return runner{takes: []string{"-S", "-c", "-e", "-h", "-p", "-s", "-t", "-T"}}, true
	}
	return runner{}, false
}

// runnerStarts follows what a runner starts.
func runnerStarts(l *launch) {
	r, is := runnerOf(l.name)
	if !is {
		return
	}
	rest := behindOptions(l.c.Args[1:], r.takes)
	if r.verbs != nil {
		if len(rest) == 0 || !slices.Contains(r.verbs, rest[0].Text) {
			return
		}
		rest = behindOptions(rest[1:], r.takes)
	}
	if at := slices.IndexFunc(rest, func(a Word) bool { return a.Text == "--" }); at >= 0 { // mise exec node@22 -- COMMAND
		rest = rest[at+1:]
	} else {
		rest = behindOptions(rest[min(r.words, len(rest)):], nil)
	}
	aside(l, func() {
		if r.shell || len(rest) == 1 && strings.ContainsAny(rest[0].Text, " \t") {
			for _, a := range rest { // tmux takes one text, or words
				likely(l, a.Text)
			}
			likely(l, joinTexts(rest))
			return
		}
		l.inner(rest, l.c, l.st.clone())
	})
}

// behindOptions leaves out the options at the beginning, and "--".
func behindOptions(args []Word, takes []string) []Word {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && len(args[0].Text) > 1 {
		n := 1
		if args[0].Text == "--" {
			return args[1:]
		}
		if slices.Contains(takes, args[0].Text) {
			n = 2
		}
		args = args[min(n, len(args)):]
	}
	return args
}

// aside follows commands that are judged beside those of the script, and are none of it: an allow rule need not name them, built-in
// rules and yours that deny or ask count for them.
func aside(l *launch, follow func()) {
	w := l.w
	commands, doubts, sets := w.Commands, w.Doubts, w.Sets
	w.Commands = nil
	follow()
	w.Possible = append(w.Possible, w.Commands...)
	w.Commands, w.Doubts, w.Sets = commands, doubts, sets
}

// mentions follows the texts that some programs take for a shell's: a pager, a proxy, a program at the other end.
func mentions(l *launch) {
	args := l.c.Args[1:]
	aside(l, func() {
		for i, a := range args {
			next := ""
			if i+1 < len(args) {
				next = args[i+1].Text
			}
			for _, text := range mentioned(l.name, a.Text, next) {
				likely(l, text)
			}
		}
		for _, text := range typed(l.name, l.c.In) {
			likely(l, text)
		}
	})
}

// mentioned are the shell texts in one argument of a program, or in the next if that is its value.
func mentioned(name, arg, next string) (texts []string) {
	option := func(names ...string) {
		for _, o := range names {
			switch glued, is := strings.CutPrefix(arg, o); {
			case arg == o:
				texts = append(texts, next)
			case is && strings.HasPrefix(o, "--"):
				texts = append(texts, strings.TrimPrefix(glued, "="))
			case is:
				texts = append(texts, glued)
			}
		}
	}
	switch name {
	case "ssh", "scp", "sftp", "mosh", "autossh":
		setting := arg
		if arg == "-o" {
			setting = next
		}
		key, value, _ := strings.Cut(strings.TrimPrefix(setting, "-o"), "=")
		if slices.Contains([]string{"proxycommand", "localcommand", "knownhostscommand"}, strings.ToLower(strings.TrimSpace(key))) {
			texts = append(texts, value)
		}
	case "man":
		option("-P", "--pager", "-H", "--html")
	case "nc", "ncat", "netcat":
		option("-e", "-c", "--exec", "--sh-exec")
	case "socat":
		for part := range strings.SplitSeq(arg, ",") {
			if kind, text, ok := strings.Cut(part, ":"); ok && slices.Contains([]string{"EXEC", "SYSTEM", "SHELL"}, strings.ToUpper(kind)) {
				texts = append(texts, text)
			}
		}
	case "less", "more", "most", "gdb", "lldb", "gnuplot", "mutt", "lftp":
		for _, text := range []string{strings.TrimPrefix(arg, "+"), next} {
			for _, sign := range []string{"!", "shell ", "make ", "platform shell ", "system "} {
				if rest, ok := strings.CutPrefix(strings.TrimSpace(text), sign); ok {
					texts = append(texts, rest)
				}
			}
		}
	case "nix-shell", "nix":
		option("--run", "--command")
	case "make", "gmake", "remake", "bmake":
		for _, found := range makeShell().FindAllStringSubmatch(arg, mostStarted) {
			texts = append(texts, found[1])
		}
	case "go":
		option("-exec", "--exec", "-toolexec", "--toolexec")
	case "sort", "gsort":
		option("--compress-program", "--compress-prog")
	case "hyperfine", "poop", "watchexec", "entr", "reflex":
		if option("-p", "--prepare", "-s", "--setup", "-c", "--cleanup", "--conclude"); !strings.HasPrefix(arg, "-") {
			texts = append(texts, arg)
		}
	case "expect":
		texts = append(texts, spawned(arg)...)
	}
	return texts
}

// spawned is what expect starts by its first spawn.
func spawned(text string) []string {
	_, text, ok := strings.Cut(text, "spawn ")
	text, _, _ = strings.Cut(text, ";")
	if !ok {
		return nil
	}
	return []string{text}
}

// makeShell is where make gives the shell a text: in its functions, and where a rule's recipe stands behind its name.
var makeShell = lazy.Regexp(`\$[({]shell ([^)}]*)[)}]`)

// typed are the shell texts in what a program reads.
func typed(name string, in Feed) (texts []string) {
	if !in.Known || in.Text == "" {
		return nil
	}
	var begin *regexp.Regexp
	switch strings.TrimRight(name, "0123456789.") {
	case "ed", "red", "bc", "dc", "gnuplot", "mail", "mailx", "ftp", "sftp":
		begin = typedBang()
	case "tclsh", "wish", "expect":
		begin = typedExec()
	case "m":
		begin = typedMacro()
	default:
		return nil
	}
	for _, found := range begin.FindAllStringSubmatch(in.Text, mostStarted) {
		texts = append(texts, found[1])
	}
	return texts
}

var (
	typedBang  = lazy.Regexp(`(?m)^\s*!(.*)$`)
	typedExec  = lazy.Regexp(`\b(?:exec|spawn|system)\s+(?:-\w+\s+)*([^\n;\]}]*)`)
	typedMacro = lazy.Regexp("(?:syscmd|esyscmd)\\(`?([^')]*)")
)
