package bash

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// code notices programs that are given code of another language.
func (l *launch) code() {
	args := l.c.Args[1:]
	base := strings.TrimRight(l.name, "0123456789.")
	value := l.c.Value
	switch {
	case slices.Contains([]string{"python", "perl", "ruby", "node", "nodejs", "php", "lua", "osascript", "deno", "bun", "pwsh", "powershell", "Rscript", "tclsh", "expect", "gdb", "jshell", "julia"}, base):
		code, given := codeOf(args)
		switch {
		case given:
			if forks(code) {
				l.w.Bomb = true
			}
			l.w.doubt(tools.Say(tools.DoubtOtherCode, l.name), value)
		case l.c.In.Piped && !slices.ContainsFunc(args, func(a Word) bool { return !strings.HasPrefix(a.Text, "-") }):
			l.w.doubt(tools.Say(tools.DoubtFedCode, l.name), value)
		}
	case slices.Contains([]string{"awk", "gawk", "mawk", "nawk"}, l.name):
		for _, a := range args {
			if !a.Known || strings.Contains(a.Text, "system") || strings.Contains(a.Text, "getline") || strings.Contains(a.Text, "|") && strings.Contains(a.Text, `"`) {
				l.w.doubt(tools.Say(tools.DoubtCodeStarts, l.name), value)
			}
		}
	case l.name == "sed" || l.name == "gsed":
		for i, a := range args {
			script := i == 0 || slices.Contains([]string{"-e", "--expression"}, args[i-1].Text)
			if script && sedRuns(a.Text) {
				l.w.doubt(tools.Say(tools.DoubtSed), value)
			}
		}
	case IsDatabase(l.name):
		if HasFlag(args, "-f", "--file", "-init") || len(l.c.Reads) > 0 && !l.c.In.Known {
			l.w.doubt(tools.Say(tools.DoubtStatements, l.name), value)
		}
		followStatements(l, value)
	case isScheduler(l.name):
		scheduled(l)
	}
}

// codeOf returns the code that an interpreter is given as an argument.
func codeOf(args []Word) (string, bool) {
	for i, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			if a.Text == "eval" && i == 0 { // deno eval
				return joinTexts(args[1:]), true
			}
			return "", false
		}
		short := !strings.HasPrefix(a.Text, "--") && strings.ContainsAny(a.Text, "ceErR") && a.Text != "-r"
		if short || a.Text == "-r" || slices.Contains([]string{"--eval", "--print", "-p", "-pe", "--command", "-Command", "-EncodedCommand"}, a.Text) || strings.HasPrefix(a.Text, "--eval=") {
			return joinTexts(args[i:]), true
		}
	}
	return "", false
}

// forks reports whether code of another language starts itself without end.
func forks(code string) bool {
	flat := strings.Join(strings.Fields(code), " ")
	return strings.Contains(flat, "fork while fork") || strings.Contains(flat, "while") && (strings.Contains(flat, "os.fork()") || strings.Contains(flat, "{fork") || strings.Contains(flat, "{ fork") || strings.Contains(flat, "1)fork"))
}

// sedRuns reports whether a sed script has the command or the flag e.
func sedRuns(text string) bool {
	if strings.HasPrefix(text, "-") {
		return false
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' || r == '{' || r == '}' }) {
		part = strings.TrimLeft(part, "0123456789$,! \t")
		if strings.HasPrefix(part, "e ") || part == "e" {
			return true
		}
		if len(part) > 2 && part[0] == 's' {
			fields := strings.Split(part[2:], part[1:2])
			if len(fields) == 3 && strings.Contains(fields[2], "e") {
				return true
			}
		}
	}
	return false
}

// isGit reports whether a program is git, or stands before it.
func isGit(program string) bool { return program == "git" || program == "hub" }

// git follows what git is told to run: aliases, hooks and commands of its own.
func (l *launch) git() {
	args := l.c.Args[1:]
	followSettings(l)
	for i := 0; i < len(args); i++ {
		var setting string
		switch {
		case args[i].Text == "-c" && i+1 < len(args):
			i++
			setting = args[i].Text
		case strings.HasPrefix(args[i].Text, "--config-env"), strings.HasPrefix(args[i].Text, "--exec-path="):
			l.w.doubt(tools.Say(tools.DoubtGitElsewhere), l.c.Value)
			continue
		case args[i].Text == "-C" || args[i].Text == "--git-dir" || args[i].Text == "--work-tree" || args[i].Text == "--namespace":
			i++
			continue
		case strings.HasPrefix(args[i].Text, "-"):
			continue
		default:
			l.gitCommand(args[i].Text, args[i+1:])
			return
		}
		key, text, _ := strings.Cut(setting, "=")
		l.gitSetting(strings.ToLower(key), text, args[i+1:])
	}
}

// gitSetting follows -c key=value.
func (l *launch) gitSetting(key, text string, rest []Word) {
	judged := l.w.judged || l.c.Value
	switch {
	case strings.HasPrefix(key, "alias.") && strings.HasPrefix(text, "!"):
		l.w.read(text[1:], l.st.clone(), judged)
	case strings.HasPrefix(key, "alias."):
		l.w.read("git "+text+" "+quoteAll(rest), l.st.clone(), judged)
	case slices.Contains([]string{"core.quotepath", "core.autocrlf", "core.filemode", "core.ignorecase", "core.abbrev", "core.longpaths", "protocol.version"}, key):
	default:
		for _, harmless := range []string{"user.", "color.", "advice.", "init.", "safe.", "commit.", "tag.", "log.", "fetch.", "pull.", "push.", "rerere.", "merge.ff", "merge.conflictstyle", "http.", "column.", "status.", "branch.", "gc.", "pack.", "format.", "diff.renames", "diff.algorithm", "diff.context"} {
			if strings.HasPrefix(key, harmless) {
				return
			}
		}
		l.w.doubt(tools.Say(tools.DoubtGitRuns, text), l.c.Value)
		l.w.read(strings.TrimPrefix(text, "!"), l.st.clone(), judged)
	}
}

// gitPrograms are the options of git's commands whose value is a program.
func gitPrograms() []string {
	return []string{"--upload-pack", "--receive-pack", "--exec", "--open-files-in-pager", "--extcmd", "--sendmail-cmd", "--to-cmd", "--cc-cmd", "--httpd", "--gpg-program"}
}

// gitProgram is the program that an option of a git command names.
func gitProgram(name, option, next string) (string, bool) {
	for _, o := range gitPrograms() {
		if option == o {
			return next, true
		}
		if after, ok := strings.CutPrefix(option, o+"="); ok {
			return after, true
		}
	}
	switch short, letters := strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--"), strings.TrimPrefix(option, "-"); {
	case name == "rebase" && short, name == "difftool" && short:
		if at := strings.IndexByte(letters, 'x'); at >= 0 && strings.Trim(letters[:at], "iqvnfry") == "" {
			if rest := letters[at+1:]; rest != "" {
				return rest, true
			}
			return next, true
		}
	case name == "grep" && strings.HasPrefix(option, "-O"):
		return letters[1:], len(letters) > 1
	case name == "clone" && strings.HasPrefix(option, "-u"): // --upload-pack
		if letters[1:] != "" {
			return letters[1:], true
		}
		return next, next != ""
	case name == "filter-branch" && (strings.HasSuffix(option, "-filter") || option == "--setup"):
		return next, true
	}
	return "", false
}

// gitCommand follows the commands of git that start others.
func (l *launch) gitCommand(name string, args []Word) {
	judged := l.w.judged || l.c.Value
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1].Text
		}
		if text, ok := gitProgram(name, a.Text, next); ok {
			l.w.doubt(tools.Say(tools.DoubtGitRuns, text), l.c.Value)
			l.w.read(text, l.st.clone(), judged)
		}
		switch {
		case name == "for-each-repo" && !strings.HasPrefix(a.Text, "-"):
			l.w.read("git "+quoteAll(args[i:]), l.st.clone(), judged)
			return
		case name == "config" && strings.HasPrefix(a.Text, "alias.") && strings.HasPrefix(next, "!"):
			l.w.read(next[1:], l.st.clone(), judged)
		case name == "config" && strings.HasPrefix(a.Text, "alias.") && next != "":
			l.w.read("git "+next, l.st.clone(), judged)
		case (name == "submodule" && a.Text == "foreach" || name == "bisect" && a.Text == "run") && i+1 < len(args):
			rest := args[i+1:]
			if rest[0].Text == "--recursive" {
				rest = rest[1:]
			}
			l.text(rest, l.st.clone())
			return
		}
	}
}

func quoteAll(words []Word) string {
	var parts []string
	for _, w := range words {
		quoted, err := syntax.Quote(w.Text, syntax.LangBash)
		if err != nil {
			quoted = w.Text
		}
		parts = append(parts, quoted)
	}
	return strings.Join(parts, " ")
}
