package guard

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// code notices programs that are given code of another language.
func (w *walker) code(name string, c command) {
	args := c.args[1:]
	base := strings.TrimRight(name, "0123456789.")
	value := c.value
	switch {
	case slices.Contains([]string{"python", "perl", "ruby", "node", "nodejs", "php", "lua", "osascript", "deno", "bun", "pwsh", "powershell", "Rscript", "tclsh", "expect", "gdb", "jshell", "julia"}, base):
		code, given := codeOf(args)
		switch {
		case given:
			if forks(code) {
				w.bomb = true
			}
			w.doubt(name+" runs code that is not shell", value)
		case c.in.piped && !slices.ContainsFunc(args, func(a word) bool { return !strings.HasPrefix(a.text, "-") }):
			w.doubt(name+" is fed code that is not shell", value)
		}
	case slices.Contains([]string{"awk", "gawk", "mawk", "nawk"}, name):
		for _, a := range args {
			if !a.known || strings.Contains(a.text, "system") || strings.Contains(a.text, "getline") || strings.Contains(a.text, "|") && strings.Contains(a.text, `"`) {
				w.doubt(name+" runs code that starts programs", value)
			}
		}
	case name == "sed" || name == "gsed":
		for i, a := range args {
			script := i == 0 || slices.Contains([]string{"-e", "--expression"}, args[i-1].text)
			if script && sedRuns(a.text) {
				w.doubt("sed runs what it reads", value)
			}
		}
	case slices.Contains([]string{"sqlite3", "psql", "mysql", "mariadb"}, name):
		if hasFlag(args, "-f", "--file") || len(c.reads) > 0 && !c.in.known {
			w.doubt(name+" reads statements from a file", value)
		}
		for _, a := range args {
			if strings.HasPrefix(a.text, ".shell") || strings.HasPrefix(a.text, ".system") || strings.HasPrefix(a.text, `\!`) {
				w.doubt(name+" is told to run a program", value)
			}
		}
	case slices.Contains([]string{"at", "batch"}, name) && c.in.piped:
		w.doubt("text is kept for a shell to run later", value)
	}
}

// codeOf returns the code that an interpreter is given as an argument.
func codeOf(args []word) (string, bool) {
	for i, a := range args {
		if !strings.HasPrefix(a.text, "-") {
			if a.text == "eval" && i == 0 { // deno eval
				return joinTexts(args[1:]), true
			}
			return "", false
		}
		short := !strings.HasPrefix(a.text, "--") && strings.ContainsAny(a.text, "ceErR") && a.text != "-r"
		if short || a.text == "-r" || slices.Contains([]string{"--eval", "--print", "-p", "-pe", "--command", "-Command", "-EncodedCommand"}, a.text) || strings.HasPrefix(a.text, "--eval=") {
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

// git follows what git is told to run: aliases, hooks and commands of its own.
func (w *walker) git(c command, st *state) {
	args := c.args[1:]
	for i := 0; i < len(args); i++ {
		var setting string
		switch {
		case args[i].text == "-c" && i+1 < len(args):
			i++
			setting = args[i].text
		case strings.HasPrefix(args[i].text, "--config-env"), strings.HasPrefix(args[i].text, "--exec-path="):
			w.doubt("git takes settings or programs from elsewhere", c.value)
			continue
		case args[i].text == "-C" || args[i].text == "--git-dir" || args[i].text == "--work-tree" || args[i].text == "--namespace":
			i++
			continue
		case strings.HasPrefix(args[i].text, "-"):
			continue
		default:
			w.gitCommand(args[i].text, args[i+1:], c, st)
			return
		}
		key, text, _ := strings.Cut(setting, "=")
		w.gitSetting(strings.ToLower(key), text, args[i+1:], c, st)
	}
}

// gitSetting follows -c key=value.
func (w *walker) gitSetting(key, text string, rest []word, c command, st *state) {
	judged := w.judged || c.value
	switch {
	case strings.HasPrefix(key, "alias.") && strings.HasPrefix(text, "!"):
		w.read(text[1:], st.clone(), judged)
	case strings.HasPrefix(key, "alias."):
		w.read("git "+text+" "+quoteAll(rest), st.clone(), judged)
	case slices.Contains([]string{"core.quotepath", "core.autocrlf", "core.filemode", "core.ignorecase", "core.abbrev", "core.longpaths", "protocol.version"}, key):
	default:
		for _, harmless := range []string{"user.", "color.", "advice.", "init.", "safe.", "commit.", "tag.", "log.", "fetch.", "pull.", "push.", "rerere.", "merge.ff", "merge.conflictstyle", "http.", "column.", "status.", "branch.", "gc.", "pack.", "format.", "diff.renames", "diff.algorithm", "diff.context"} {
			if strings.HasPrefix(key, harmless) {
				return
			}
		}
		w.doubt("git is told to run "+text, c.value)
	}
}

// gitCommand follows the commands of git that start others.
func (w *walker) gitCommand(name string, args []word, c command, st *state) {
	judged := w.judged || c.value
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1].text
		}
		switch {
		case name == "rebase" && (a.text == "-x" || a.text == "--exec"), name == "difftool" && (a.text == "-x" || a.text == "--extcmd"),
			name == "filter-branch" && strings.HasSuffix(a.text, "-filter"):
			w.read(next, st.clone(), judged)
		case name == "rebase" && strings.HasPrefix(a.text, "--exec="):
			w.read(a.text[len("--exec="):], st.clone(), judged)
		case strings.HasPrefix(a.text, "--upload-pack=") || strings.HasPrefix(a.text, "--receive-pack=") || strings.HasPrefix(a.text, "--open-files-in-pager="):
			w.doubt("git is told to run "+a.text, c.value)
		case name == "config" && strings.HasPrefix(a.text, "alias.") && strings.HasPrefix(next, "!"):
			w.read(next[1:], st.clone(), judged)
		case name == "config" && strings.HasPrefix(a.text, "alias.") && next != "":
			w.read("git "+next, st.clone(), judged)
		case (name == "submodule" && a.text == "foreach" || name == "bisect" && a.text == "run") && i+1 < len(args):
			rest := args[i+1:]
			if rest[0].text == "--recursive" {
				rest = rest[1:]
			}
			w.text(rest, c, st.clone())
			return
		}
	}
}

func quoteAll(words []word) string {
	var parts []string
	for _, w := range words {
		quoted, err := syntax.Quote(w.text, syntax.LangBash)
		if err != nil {
			quoted = w.text
		}
		parts = append(parts, quoted)
	}
	return strings.Join(parts, " ")
}
