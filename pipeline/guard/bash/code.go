package bash

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/lazy"
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
			startsTexts(l, code)
		case l.c.In.Piped && !slices.ContainsFunc(args, func(a Word) bool { return !strings.HasPrefix(a.Text, "-") }):
			l.w.doubt(tools.Say(tools.DoubtFedCode, l.name), value)
		}
	case slices.Contains([]string{"awk", "gawk", "mawk", "nawk"}, l.name):
		for _, a := range args {
			if !a.Known || strings.Contains(a.Text, "system") || strings.Contains(a.Text, "getline") || strings.Contains(a.Text, "|") && strings.Contains(a.Text, `"`) {
				l.w.doubt(tools.Say(tools.DoubtCodeStarts, l.name), value)
				startsTexts(l, a.Text)
				for _, found := range fedTexts().FindAllStringSubmatch(a.Text, mostStarted) {
					likely(l, found[1])
				}
			}
		}
	case l.name == "sed" || l.name == "gsed":
		for _, script := range sedScripts(args) {
			if text, runs := sedRuns(script); runs {
				l.w.doubt(tools.Say(tools.DoubtSed), value)
				likely(l, text)
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

// mostStarted is how many commands are looked for in code of another language.
const mostStarted = 50

// startsInCode is where code of another language gives the system a command: the name of a function, or a sign, and what stands before its words.
var startsInCode = lazy.Regexp("(?:\\b(?:system|popen[234]?|Popen|exec\\w*|spawn\\w*|shell_exec|passthru|getoutput|getstatusoutput|check_output|check_call|run|call|capture[23]e?|Command|cmd|qx)\\b|%x|\\|&?)[\\s(\\[{]*")

// fedTexts is a text before the sign by which awk starts it: "TEXT" | getline.
var fedTexts = lazy.Regexp(`"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline`)

// startsTexts follows the commands that code of another language starts, as far as they stand in it as texts: os.system("TEXT"),
// subprocess.run(["PROGRAM", "WORD"]). It says nothing of all others.
func startsTexts(l *launch, code string) {
	if len(code) > maxFeed || !l.w.spend(100+len(code)/2) {
		return
	}
	for _, at := range startsInCode().FindAllStringIndex(code, mostStarted) {
		words := literals(code[at[1]:])
		if len(words) == 0 {
			if brace := code[at[1]-1]; brace == '{' || brace == '(' { // qx{TEXT}
				text, _, ended := strings.Cut(code[at[1]:], map[byte]string{'{': "}", '(': ")"}[brace])
				if name := code[at[0]:at[1]]; ended && (strings.HasPrefix(name, "qx") || strings.HasPrefix(name, "%x")) {
					likely(l, text)
				}
			}
			continue
		}
		if len(words) == 1 {
			likely(l, words[0])
			continue
		}
		var list []Word
		for _, word := range words {
			list = append(list, Word{Text: word})
		}
		likely(l, quoteAll(list))
	}
	if base := strings.TrimRight(l.name, "0123456789."); base == "perl" || base == "ruby" || base == "php" {
		for i, text := range strings.SplitN(code, "`", mostStarted) {
			if i%2 == 1 {
				likely(l, text)
			}
		}
	}
}

// literals are the texts in quotes at the beginning of code, with nothing but commas and brackets between them.
func literals(code string) (out []string) {
	for len(out) < mostStarted {
		code = strings.TrimLeft(code, " \t\n,[(")
		for n := 0; n < 2 && len(code) > 1 && strings.ContainsRune("rbfuRBFU", rune(code[0])) && strings.ContainsRune("rbfuRBFU\"'", rune(code[1])); n++ {
			code = code[1:]
		}
		if code == "" || !strings.ContainsRune("\"'`", rune(code[0])) {
			return out
		}
		var text strings.Builder
		i := 1
		for ; i < len(code) && code[i] != code[0]; i++ {
			if code[i] == '\\' && i+1 < len(code) {
				i++
			}
			text.WriteByte(code[i])
		}
		out = append(out, text.String())
		code = code[min(i+1, len(code)):]
	}
	return out
}

// likely follows a text that a shell most likely reads. What is no shell text is left out.
func likely(l *launch, text string) {
	if text == "" || len(text) > maxFeed || nests(text) > maxNesting || l.w.depth > maxDepth || !l.w.spend(100+len(text)/2) {
		return
	}
	list, err := l.w.parsers.parse(text)
	if err != nil {
		return
	}
	judged := l.w.judged
	l.w.judged = judged || l.c.Value
	l.w.depth++
	l.w.stmts(list, l.st.clone(), Feed{})
	l.w.depth--
	l.w.judged = judged
}

// sedScripts are the scripts that sed is given as arguments.
func sedScripts(args []Word) (scripts []string) {
	given, first := false, ""
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		long, text, valued := strings.Cut(t, "=")
		switch short := strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--"); {
		case long == "--expression" && valued:
			given, scripts = true, append(scripts, text)
		case t == "--expression", short && strings.HasSuffix(t, "e"):
			given = true
			if i++; i < len(args) {
				scripts = append(scripts, args[i].Text)
			}
		case short && strings.HasPrefix(t, "-e"):
			given, scripts = true, append(scripts, t[2:])
		case t == "-f" || long == "--file":
			given = true
		case !strings.HasPrefix(t, "-") && first == "":
			first = t
		}
	}
	if !given {
		scripts = append(scripts, first)
	}
	return scripts
}

// sedRuns reports whether a sed script has the command or the flag e, and what text it runs, if it says that.
func sedRuns(text string) (command string, runs bool) {
	if strings.HasPrefix(text, "-") {
		return "", false
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' || r == '{' || r == '}' }) {
		part = strings.TrimLeft(part, "0123456789$,! \t")
		if rest, ok := strings.CutPrefix(part, "e "); ok || part == "e" {
			return strings.TrimSpace(rest), true
		}
		if len(part) > 2 && part[0] == 's' {
			fields := strings.Split(part[2:], part[1:2])
			if len(fields) == 3 && strings.Contains(fields[2], "e") {
				return fields[1], true
			}
		}
	}
	return "", false
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
	gitAddress(l, text)
	gitAddress(l, addressOfKey(key))
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
	gitAddresses(l, name, args)
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
