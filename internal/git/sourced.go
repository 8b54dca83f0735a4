package git

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
)

// unknown stands in a word where a command of the file itself decides what will stand there; a hole is the person's environment.
const unknown = "\x01"

// Limits of how variables are read.
const (
	mostGiven   = 16 // values of one variable, and readings of one command
	deepestVars = 4  // variables in the values of variables
)

var (
	variable = lazy.Regexp(`\$\{([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}|\$([A-Za-z_][A-Za-z0-9_]*)`)
	handed   = lazy.Regexp(`\$\{?[0-9@*]\}?`)
	naming   = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`)
	anyValue = lazy.Regexp(`\$(?:\{([^{}]*)\}?|([A-Za-z_][A-Za-z0-9_]*|[0-9@*_]))`)
	pathWord = lazy.Regexp(`[A-Za-z0-9_.@+*?\[\]-]*(?:/[A-Za-z0-9_.@+*?\[\]-]+)+`)
)

// runsWords are commands that run what their words say, or the file that they name.
var runsWords = []string{"source", ".", "eval", "source_env", "source_env_if_exists", "bash", "sh", "zsh", "dash"}

// onlyNames are commands that only name what their words say.
var onlyNames = []string{"watch_file", "watch_dir", "log_status", "log_error", "has", "unset", "source_url", "MANPATH_add", "path_rm", "PATH_rm"}

// says notes the paths that a command names.
func (e *envrc) says(part string) {
	words := stripped(strings.Fields(part))
	if len(words) == 0 || slices.Contains(onlyNames, words[0]) || strings.HasPrefix(words[0], "#") {
		return
	}
	for _, word := range pathWord().FindAllString(part, -1) {
		word = strings.TrimPrefix(word, "/") // a variable may stand before it
		if name, _, _ := strings.Cut(word, "/"); len(e.said) < mostOnPath && strings.Trim(name, "*?") != "" && !slices.Contains(e.said, word) {
			e.said = append(e.said, word)
		}
	}
}

// isGuessed reports whether a command runs something by a variable of which the file does not plainly say what it holds: one that is read, an array, a
// part of a value, a word of the command line. What the person's environment holds is theirs.
func (e *envrc) isGuessed(part string) bool {
	words := stripped(strings.Fields(part))
	if len(words) == 0 || !slices.Contains(runsWords, words[0]) {
		return false
	}
	e.evals = e.evals || strings.Contains(part, unknown)
	for _, m := range anyValue().FindAllStringSubmatch(part, -1) {
		name := m[1] + m[2]
		if !isName(name) && (len(m[1]) > 0 || name != "") || name == "_" {
			return true // a part of a value, or what stands where nobody knows
		}
		if given := e.vars[name]; slices.Contains(given, unknown) || len(given) == 0 && strings.ToUpper(name) != name || slices.Contains(e.grown, name) {
			return true
		}
	}
	return false
}

// isName reports whether a word can be that of a variable.
func isName(word string) bool { return naming().MatchString(word) }

// envrcOf reads a file of direnv's.
func envrcOf(text string) (e envrc) {
	e.vars = map[string][]string{}
	text, e.vague = readable(text)
	commands := commandsOf(text, 0)
	for _, c := range commands {
		for _, part := range e.readings(c.part) {
			e.given(stripped(shellWords(part)))
		}
	}
	for _, c := range commands {
		e.vague = e.vague || e.isGuessed(c.part)
		e.says(c.part)
		for _, part := range e.readings(c.part) {
			whole := part
			if c.part != strings.TrimSpace(c.whole) {
				whole = e.readings(c.whole)[0]
			}
			e.add(stripped(shellWords(part)), whole)
		}
	}
	return e
}

// readable is what of a text is read, without lines that are comments; cut says that the rest would take too long, so that nobody knows what it names.
func readable(text string) (kept string, cut bool) {
	const lines, length, lists = 1000, 4000, 6
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "#"):
			continue
		case n >= lines, len(line) > length, strings.Count(line, "{") > lists && strings.Contains(line, ","):
			cut = true
			continue
		}
		b.WriteString(line)
		n++
	}
	return b.String(), cut
}

// A command is one of a file, with what it is piped to.
type command struct{ part, whole string }

// stripped are the words of a command without what only leads to it.
func stripped(words []string) []string {
	for len(words) > 1 && (slices.Contains([]string{"if", "then", "else", "elif", "do", "while", "until", "!", "export", "declare", "typeset", "local", "readonly", "{", "builtin", "command", "time", "function"}, words[0]) ||
		strings.HasPrefix(words[0], "-")) {
		words = words[1:]
	}
	return words
}

// commandsOf are the commands of a text, and those within them: what a command prints stands as unknown in the one that has it.
func commandsOf(text string, deep int) (list []command) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\\\r\n", " "), "\\\n", " ")
	plain, inner := lifted(text)
	plain = handed().ReplaceAllString(plain, unknown)
	for _, whole := range parted(plain, false) {
		for _, part := range parted(whole, true) {
			if part = strings.TrimSpace(part); part != "" && part[0] != '#' {
				list = append(list, command{part, whole})
			}
		}
	}
	if deep < deepestText {
		for _, text := range inner {
			list = append(list, commandsOf(text, deep+1)...)
		}
	}
	return list
}

// parted are the commands of a text, each with what it is piped to, or the parts of such a one.
func parted(text string, pipes bool) (list []string) {
	quote, from := byte(0), 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n;", text[i-1]) >= 0):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return append(list, text[from:i])
			}
			text = text[:i] + text[i+end:]
			i--
		case c == ';', c == '\n', c == '&' && !strings.HasSuffix(text[:i], ">") && !strings.HasSuffix(text[:i], "<"), c == '|' && (pipes || strings.HasPrefix(text[i:], "||")):
			list = append(list, text[from:i])
			if c == '|' && strings.HasPrefix(text[i:], "||") {
				i++
			}
			from = i + 1
		}
	}
	return append(list, text[min(from, len(text)):])
}

// lifted is a text in which what commands print is unknown, and these commands.
func lifted(text string) (plain string, inner []string) {
	var b strings.Builder
	single, double := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && !single && i+1 < len(text):
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
			continue
		case c == '\'' && !double:
			single = !single
		case c == '"' && !single:
			double = !double
		case single:
		case c == '`':
			if end := strings.IndexByte(text[i+1:], '`'); end >= 0 {
				within := text[i+1 : i+1+end]
				b.WriteString(printed(within))
				inner = append(inner, within)
				i += end + 1
				continue
			}
		case strings.HasPrefix(text[i:], "$(") && !strings.HasPrefix(text[i:], "$(("), !double && (strings.HasPrefix(text[i:], "<(") || strings.HasPrefix(text[i:], ">(")):
			if end := closing(text[i+2:]); end >= 0 {
				within := text[i+2 : i+2+end]
				if c == '$' {
					b.WriteString(printed(within))
				} else {
					b.WriteString(" /dev/null ")
				}
				inner = append(inner, within)
				i += end + 2
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String(), inner
}

// closing is where the bracket closes that was opened before a text; -1: nowhere.
func closing(text string) int {
	deep, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote == '\'':
			if c == quote {
				quote = 0
			}
		case c == '\'' && quote == 0, c == '"':
			if quote == c {
				quote = 0
			} else {
				quote = c
			}
		case c == '(':
			deep++
		case c == ')':
			if deep--; deep < 0 {
				return i
			}
		}
	}
	return -1
}

// printed is what a command prints, as it may stand in its place: a folder around, the name that it was given, or what nobody knows.
func printed(text string) string {
	words := strings.FieldsFunc(text, isShellSign)
	if len(words) == 0 {
		return unknown
	}
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return strings.HasPrefix(w, "-") })
	switch words[0] {
	case "pwd", "direnv_dir":
		return "$PWD"
	case "cd":
		if words[len(words)-1] != "pwd" && !slices.Contains(words, "pwd") {
			return unknown
		}
		if inner, _ := lifted(strings.TrimPrefix(strings.TrimSpace(text), "cd")); len(operands) > 1 && !strings.Contains(inner, unknown) && !strings.Contains(text, "BASH_SOURCE") && !strings.Contains(text, "$0") {
			return "$PWD/" + operands[0]
		}
		return "$PWD"
	case "dirname":
		if strings.Contains(text, "BASH_SOURCE") || strings.Contains(text, "$0") || strings.Contains(text, "PWD") {
			return "$PWD"
		}
		if len(operands) == 1 && strings.Contains(operands[0], "/") && !strings.Contains(text, "$") {
			return operands[0][:strings.LastIndexByte(operands[0], '/')]
		}
	case "git":
		if slices.Contains(words, "--show-toplevel") {
			return "$PWD"
		}
	case "realpath", "readlink", "expand_path", "greadlink", "find_up", "echo", "printf":
		if len(operands) > 0 && !strings.Contains(text, "|") {
			return strings.TrimSpace(strings.NewReplacer(`"`, "", "'", "").Replace(text[strings.Index(text, operands[0])-dollars(text, operands[0]):]))
		}
	}
	return unknown
}

// dollars is 1 where a dollar sign stands before a word of a text.
func dollars(text, word string) int {
	if at := strings.Index(text, word); at > 0 && text[at-1] == '$' {
		return 1
	}
	return 0
}

// given notes what variables are given by the words of a command.
func (e *envrc) given(words []string) {
	note := func(name, value string) {
		if len(e.vars[name]) < mostGiven && !slices.Contains(e.vars[name], value) {
			e.vars[name] = append(e.vars[name], value)
		}
	}
	for len(words) > 2 && words[0] != "for" && words[0] != "select" && slices.Contains(words, "for") && words[1] == "{" { // of a function
		words = words[slices.Index(words, "for"):]
	}
	switch {
	case len(words) > 1 && (words[0] == "for" || words[0] == "select"):
		for _, value := range words[min(3, len(words)):] {
			note(words[1], value)
		}
		if len(words) < 4 {
			note(words[1], unknown)
		}
	case len(words) > 1 && slices.Contains([]string{"read", "mapfile", "readarray"}, words[0]):
		for _, name := range words[1:] {
			if isName(name) {
				note(name, unknown)
			}
		}
	}
	for _, word := range words {
		if name, value, ok := strings.Cut(word, "="); ok && isName(strings.TrimSuffix(name, "+")) {
			if strings.HasSuffix(name, "+") {
				e.grown = append(e.grown, strings.TrimSuffix(name, "+"))
			}
			note(strings.TrimSuffix(name, "+"), value)
		}
	}
}

// readings are a command with what its variables may hold in their places.
func (e *envrc) readings(part string) []string {
	list := []string{part}
	for range deepestVars {
		var next []string
		for _, text := range list {
			at := e.held(text)
			if at == nil {
				next = append(next, text)
				continue
			}
			for _, value := range e.vars[nameIn(text, at)] {
				next = append(next, text[:at[0]]+value+text[at[1]:])
			}
		}
		if slices.Equal(next, list) {
			break
		}
		list = next[:min(len(next), mostGiven)]
	}
	return list
}

// held is where the first variable of a text stands that the file gives something; nil: there is none.
func (e *envrc) held(text string) []int {
	for _, at := range variable().FindAllStringSubmatchIndex(text, -1) {
		if name := nameIn(text, at); len(e.vars[name]) > 0 && name != "PATH" && name != "PWD" {
			return at
		}
	}
	return nil
}

func nameIn(text string, at []int) string {
	if at[2] >= 0 {
		return text[at[2]:at[3]]
	}
	return text[at[4]:at[5]]
}
