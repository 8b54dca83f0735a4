package pinning

import (
	"maps"
	"path"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/pipeline/guard/bash"
)

var (
	refers  = lazy.Regexp(`\b(?:declare|typeset|local)\s+-\w*n\w*\s+(\w+)`)
	reads   = lazy.Regexp(`\b(?:read|mapfile|readarray)\b((?:\s+(?:-[dnNptu]\s*(?:'[^']*'|"[^"]*"|\S+)|-\w+|\w+))+)`)
	led     = lazy.Regexp(`\bexec\s+(?:0\s*)?<`)
	prints  = lazy.Regexp(`\bprintf\s+-v\s*(\w+)`)
	answers = lazy.Regexp("\\b(\\w+)=[\"']?(?:\\$\\(|`)\\s*(\\S+)")
)

// filledBy lists the variables of a script that hold what was read, printed or found: what they name
// is no argument of the script's.
func filledBy(text string) (names []string) {
	for _, m := range slices.Concat(refers().FindAllStringSubmatch(text, -1), prints().FindAllStringSubmatch(text, -1)) {
		names = append(names, m[1])
	}
	for _, m := range reads().FindAllStringSubmatch(text, -1) {
		for word := range strings.FieldsSeq(m[1]) {
			if !strings.HasPrefix(word, "-") {
				names = append(names, word)
			}
		}
	}
	for _, m := range answers().FindAllStringSubmatch(text, -1) {
		if !looksForPrograms(m[2]) {
			names = append(names, m[1])
		}
	}
	return names
}

// ends are those of names of scripts.
var ends = lazy.Regexp(`^[\w-][\w.-]*\.[a-z]{2,4}$`)

// variablesIn are the variables whose values a text takes, whole or in part: $name, ${name[i]}, ${!name}.
func variablesIn(text string) (names []string) {
	for _, m := range taken().FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

var taken = lazy.Regexp(`\$\{?[!#]?([A-Za-z_]\w*)`)

// holding lists the variables that hold files, with those that are given the name of one in the space, by a pattern, as a path or from
// another of these variables.
func (p place) holding(given []bash.Given) []string {
	p.dirs = []string{p.folder}
	holds := map[string]bool{}
	give := map[string][]string{} // by a variable, those that are given what it holds
	names := slices.Clone(p.files)
	for _, g := range given {
		for _, w := range g.Words {
			if g.List && isAnswer(w.Text) || p.isFile(w) {
				names = append(names, g.Name)
			}
			if !w.Known {
				for _, from := range variablesIn(w.Text) {
					give[from] = append(give[from], g.Name)
				}
			}
		}
	}
	for len(names) > 0 {
		name := names[len(names)-1]
		if names = names[:len(names)-1]; !holds[name] {
			holds[name] = true
			names = append(names, give[name]...)
		}
	}
	return slices.Collect(maps.Keys(holds))
}

// isAnswer reports whether an entry of a list is what a command prints, but for one that looks for a program on PATH.
func isAnswer(text string) bool {
	m := answers().FindStringSubmatch("x=" + text)
	return m != nil && !looksForPrograms(m[2])
}

// looksForPrograms reports whether a command says where on PATH a program lies.
func looksForPrograms(name string) bool {
	return slices.Contains([]string{"command", "which", "type"}, name)
}

// isFile reports whether a value may be the name of a file of the space.
func (p place) isFile(w bash.Word) bool {
	switch in, known := p.r.inSpace(w.Text, p.dirs); {
	case strings.HasPrefix(w.Text, "-"):
		return false
	case !w.Known:
		return w.Glob
	case p.matches(w.Text):
		return true
	default:
		return (in || !known) && (strings.Contains(w.Text, "/") || ends().MatchString(w.Text))
	}
}

// streamed says why what an interpreter reads by the name of a stream cannot be pinned.
func (p place) streamed(file bash.Word, c bash.Command) (why string, is bool) {
	name := path.Clean(file.Text)
	switch {
	case !file.Known || file.Value || name == "/dev/null" || !strings.HasPrefix(name, "/dev/") && !strings.HasPrefix(name, "/proc/"):
		return "", false
	case slices.Contains([]string{"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, name) && c.In.Piped:
		return p.fed(c), true
	}
	return "what it runs comes from " + name, true
}

// written are the folders in which the programs of a room may write, beside the space.
func written(name string) bool {
	name = path.Clean(name)
	return slices.ContainsFunc([]string{"/tmp/", "/var/tmp/", "/dev/shm/", "/var/log/"}, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

// programsOf finds the files that sed, awk or jq reads its program from.
func programsOf(name string, args []bash.Word) (files []bash.Word) {
	awk := strings.HasSuffix(name, "awk")
	takes := []string{"-e", "--expression", "-l", "--line-length"}
	switch {
	case awk:
		takes = []string{"-v", "-F", "-i", "-l", "--assign", "--field-separator"}
	case name == "jq":
		takes = []string{"-L", "--library-path", "--indent", "--arg", "--argjson", "--slurpfile", "--rawfile"}
	}
	for i := 0; i < len(args); i++ {
		next := bash.Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		option, glued, isGlued := strings.Cut(args[i].Text, "=")
		switch {
		case option == "--":
			return files
		case slices.Contains([]string{"--file", "--from-file"}, option) && isGlued:
			files = append(files, bash.Word{Text: glued, Known: args[i].Known, Value: args[i].Value})
		case slices.Contains([]string{"--file", "--from-file"}, option):
			files = append(files, next)
			i++
		case slices.Contains(takes, args[i].Text):
			i++
			if !awk && (strings.HasPrefix(option, "--arg") || strings.HasSuffix(option, "file")) {
				i++
			}
		case strings.HasPrefix(option, "--"):
		case !strings.HasPrefix(option, "-") || option == "-":
			if awk {
				return files
			}
		default:
			if file, apart, is := clustered(name, args[i], next); is {
				files = append(files, file)
				if apart {
					i++
				}
			}
		}
	}
	return files
}

// clustered finds the file behind the letter f of a cluster of options: -nf rules.sed, -frules.sed.
func clustered(name string, a, next bash.Word) (file bash.Word, apart, is bool) {
	letters := a.Text[1:]
	at := strings.IndexAny(letters, "feilvFL")
	if name == "jq" {
		at = strings.IndexAny(letters, "fL")
	}
	if at < 0 || letters[at] != 'f' {
		return file, false, false
	}
	if rest := letters[at+1:]; rest != "" && name != "jq" {
		a.Text = rest
		return a, false, true
	}
	return next, true, true
}

// programmed says why the files that a program of a small language of its own reads cannot be pinned.
func (p place) programmed(name string, c bash.Command) string {
	for _, a := range c.Args[1:] {
		if !strings.HasPrefix(a.Text, "-") {
			break
		}
		if !a.Known {
			return "its options are known only when it runs"
		}
	}
	for _, file := range programsOf(name, c.Args[1:]) {
		if file.Text == "-" {
			return p.fed(c)
		}
		if why := p.reads(file, c); why != "" {
			return why
		}
	}
	return ""
}

// reads is script for a file that may be the name of a stream.
func (p place) reads(file bash.Word, c bash.Command) string {
	if why, is := p.streamed(file, c); is {
		return why
	}
	return p.script(file)
}
