package render

import (
	"slices"
	"strings"

	"handrail/internal/programs"
)

// An elsewhere is a program that starts a command of its words elsewhere.
type elsewhere struct {
	commands
	name string
	p    programs.Starter
}

// judges goes over its words; it reports whether they start something.
func (j elsewhere) judges(args []arg, in *mark) bool {
	p := j.p
	c := carefully{commands: j.commands, name: j.name, p: programs.Careful{Verbs: []string{""}, Lead: "-+", Flags: p.Flags, Takes: p.Takes, Names: []string{"-n", "--namespace", "--context", "-p", "--project-name"}}}
	at := 1
	for {
		next := c.before(append([]arg{args[0]}, args[at:]...))
		if next < 0 {
			return true
		}
		at += next - 1
		if at >= len(args) || !args[at].known() || !slices.Contains(p.Groups, args[at].text) {
			break
		}
		at++
	}
	if at >= len(args) {
		return false
	}
	words, starts := p.Verbs[args[at].text]
	switch {
	case args[at].free != nil:
		j.again(args[at].word, args[at].free, whyProgram)
		return true
	case !starts || !args[at].known():
		return false
	}
	j.behind(args[at:], words, in)
	return true
}

// behind judges the command behind a subcommand that starts one.
func (j elsewhere) behind(args []arg, words int, in *mark) {
	name, p := j.name, j.p
	var own, entry []arg // own: the box, the image
	i := 1
	for ; i < len(args) && len(own) <= words; i++ {
		a := args[i]
		option, value, glued := strings.Cut(a.text, "=")
		switch {
		case a.is("--") && a.known():
			words = len(own) - 1
		case !a.option() && len(own) == words:
			words = -1
			i--
		case !a.option():
			if a.free != nil && !args[0].is("exec") {
				j.again(a.word, a.free, whyProgram)
				return
			}
			own = append(own, a)
		case a.free != nil:
			j.again(a.word, a.free, whyOption, name)
			return
		case p.Entry != "" && option == p.Entry && glued:
			a.text = value
			entry = []arg{a}
		case !glued && !slices.Contains(p.Bare, a.text):
			if i++; i < len(args) && args[i].free != nil {
				j.again(args[i].word, args[i].free, whyOption, name)
				return
			}
			if p.Entry != "" && option == p.Entry && i < len(args) {
				entry = []arg{args[i]}
			}
		}
	}
	rest := args[min(i, len(args)):]
	if len(rest) > 0 && rest[0].is("--") && rest[0].known() {
		rest = rest[1:]
	}
	switch {
	case len(entry) > 0:
		j.command(append(entry, rest...), in)
	case len(rest) > 0 && rest[0].option() && len(own) > 0:
		j.other(append(own[len(own)-1:], rest...), false, in)
	case len(rest) > 0:
		j.command(rest, in)
	default:
		j.again(nil, in, whyInput, name)
	}
}

// other judges a program of which nothing is known. It may start another that its
// words name: docker exec box sh -c …
func (j commands) other(args []arg, own bool, in *mark) {
	name, verb := args[0].text, false
	if !own && programs.ReadsAt(programs.Base(name)) {
		atFiles(j, programs.Base(name), args)
		optionFiles(j, programs.Base(name), args, in)
	}
	if !own {
		opensShell(j, name, args, in)
	}
	for i := 1; i < len(args) && !own; i++ {
		a := args[i]
		if verb && a.free != nil {
			j.again(a.word, a.free, whyProgram)
		}
		if !a.option() && a.free == nil {
			verb = !verb && a.known() && slices.Contains(programs.Starts(programs.Base(name)), a.text)
		}
		if a.known() {
			base := programs.Base(a.text)
			_, wraps := programs.Lookup(base)
			_, reads := programs.InterpreterOf(base)
			if _, careful := programs.CarefulOf(base); (wraps || reads || careful) && !a.option() && !isVerb(args, i) {
				j.operands(args[1:i], "-+")
				j.command(args[i:], in)
				return
			}
		}
		if a.free == nil {
			continue
		}
		glued := j.s.authored(a.word)
		if loads, ok := programs.LoadsOf(programs.Base(name)); ok && (args[i-1].known() && slices.Contains(loads.Paths, args[i-1].text) || slices.Contains(loads.Paths, strings.TrimSuffix(glued, "="))) {
			j.again(a.word, a.free, whyCode, name)
		}
		given := strings.HasPrefix(args[i-1].text, "--") && strings.Contains(args[i-1].text, "=") // it has its value
		if takesCode(args[i-1].text) && i > 1 && !given || a.signed == nil && takesCode(strings.TrimSuffix(glued, "=")) {
			j.again(a.word, a.free, whyCode, name)
		}
	}
	signs := "-+"
	if own {
		signs = "-"
	}
	j.operands(args[1:], signs)
}

// opensShell refuses an input for a program whose subcommand opens a shell, and a value that would be the program of another's.
func opensShell(j commands, name string, args []arg, in *mark) {
	words, exec := 0, false
	for i, a := range args[1:] {
		switch {
		case a.is("--") && a.known():
			if exec && i+2 < len(args) && args[i+2].free != nil {
				j.again(args[i+2].word, args[i+2].free, whyProgram)
			}
			return
		case a.option() || !a.known():
		default:
			if words++; words < 3 && programs.OpensShell(a.text) {
				feeds(j, name, in)
			}
			exec = exec || a.is("exec")
		}
	}
}

// isVerb reports whether the word there is a subcommand of a subcommand, as in "glab mr view", though a program is called so.
func isVerb(args []arg, at int) bool {
	before := args[at-1]
	return at > 1 && before.known() && !before.option() && !before.is("run", "exec", "x", "start", "with", "sudo", "env") && args[at].text == programs.Base(args[at].text) && programs.IsVerb(args[at].text)
}

// packages refuses a value that chooses what is installed.
func (j commands) packages(name string, args []arg) {
	if i := slices.IndexFunc(args, func(a arg) bool { return a.is("-m") }); strings.HasPrefix(name, "python") && i > 0 && i+1 < len(args) && args[i+1].known() {
		name, args = args[i+1].text, args[i+1:]
	}
	careful, _ := programs.CarefulOf(name)
	starter, _ := programs.StarterOf(name)
	takes := slices.Concat(careful.Takes, starter.Takes)
	var words []string
	for i, a := range args[1:] {
		switch {
		case a.option() || slices.Contains(takes, args[i].text):
		case a.free == nil:
			words = append(words, a.text)
		case programs.Installs(name, words):
			j.again(a.word, a.free, whyPackage)
		}
	}
}

// atFiles refuses, at a call, values that begin with "@" in front of a program to which that is a list of options.
func atFiles(j commands, name string, args []arg) {
	c := carefully{commands: j, name: name, p: programs.Careful{Lead: "@"}}
	for _, a := range args[1:] {
		if a.free != nil && j.s.authored(a.word) == "" {
			c.lead(a)
		}
	}
}
