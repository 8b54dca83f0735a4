package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/lazy"
	"handrail/internal/programs"
)

const (
	whyCode    = "is read again as code by %s. " + insteadScript
	whyInput   = "is read again as code by %s, from its standard input. " + insteadScript
	whyOption  = "stands where %s takes options, and could change what it starts. " + insteadScript
	whyWords   = "could become several words here. Write double quotes around $(…)"
	whyBegins  = "could begin with a dash here, which a program takes for an option. Write -- before it"
	whyFile    = "is in the name of the file that runs: a value must not choose what runs. Write the name out, or list the values with enum"
	whyPackage = "is in the name of a package, and installing one may run what is in it. Write the name out, list the packages with enum, or have the agent do it with bash, where you are asked"
	whyExpects = "begins with %q, and stands where %s would take it for an option: give another, or write -- before it in the command"
)

// commands judges the simple commands of a script: what each program does with its words.
type commands struct{ *judge }

// call judges a simple command of a script that holds a value.
func (j commands) call(c *syntax.CallExpr, in *mark) {
	for _, a := range c.Assigns {
		j.assign(a, in)
	}
	for _, w := range c.Args {
		j.word(w, in)
	}
	if len(c.Args) == 0 {
		return
	}
	j.files.calls++
	args := j.args(c.Args)
	for _, a := range args {
		j.files.mention(a)
		if j.wild(a.word) {
			if a.free != nil {
				j.again(a.word, a.free, whyWild)
			} else {
				j.deny(a.word, "bash makes several words of %s", j.s.src(a.word))
			}
		}
	}
	j.command(args, in)
}

// wild reports whether bash may make several words of {a,b} or {1..3} in w.
func (j commands) wild(w *syntax.Word) bool {
	braces, several := false, false
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			text := j.s.src(lit)
			braces = braces || bare(text, "{")
			several = several || strings.Contains(text, ",") || strings.Contains(text, "..")
		}
	}
	return braces && several
}

// command judges a command of these words, which a wrapper such as env may
// have been taken off.
func (j commands) command(args []arg, in *mark) {
	if len(args) == 0 {
		return
	}
	if first := args[0]; !first.known() || first.text == "" {
		if first.free != nil {
			j.again(first.word, first.free, whyProgram)
		} else {
			j.deny(first.word, "which program runs is not written out")
		}
		return
	}
	name := programs.Base(args[0].text)
	own := strings.ContainsAny(args[0].text, `/\`)
	if !own && j.builtin(name, args, in) {
		return
	}
	if !ofSpace(args[0].text) {
		name = programs.Known(args[0].text)
	}
	if name == "-" || name == "openssl" && len(args) == 1 { // uv run -
		feeds(j, name, in)
	}
	j.packages(name, args)
	j.files.reads(name, args, in)
	if !ofSpace(args[0].text) && startedByOptions(j, name, args, in) {
		return
	}
	settings(j, name, args, in)
	if p, ok := programs.StarterOf(name); ok && !ofSpace(args[0].text) && (elsewhere{j, name, p}).judges(args, in) {
		j.files.step(j, name, args, in)
		j.files.starts(name, own, args[0])
		return
	}
	if w, ok := programs.Lookup(name); ok && !w.TextOnly && !w.Joined && !ofSpace(args[0].text) {
		j.wrapped(name, w, args, in)
		return
	}
	j.files.step(j, name, args, in)
	if i, ok := programs.InterpreterOf(name); ok && (!ofSpace(args[0].text) || i.File || i.Tame != programs.NotTame) {
		j.interpreter(name, i, args, in)
		return
	}
	j.files.starts(name, own, args[0])
	if j.console(args, in) {
		return
	}
	if l, ok := programs.LoadsOf(name); ok && l.Operands {
		j.loaded(name, args)
		return
	}
	if c, ok := programs.CarefulOf(name); ok && !ofSpace(args[0].text) {
		j.careful(name, c, args, in)
		return
	}
	if programs.IsPlain(name) && !ofSpace(args[0].text) {
		j.files.copies(name, args, in)
		j.operands(args[1:], "-")
		return
	}
	j.other(args, ofSpace(args[0].text), in)
}

// operands judges the words of a program that is not known to read them as code.
func (j commands) operands(args []arg, signs string) {
	over := false
	for _, a := range args {
		over = over || a.is("--") && !a.marked
		j.derived(a, over)
	}
	j.dashes(args, signs)
}

// derived refuses a $(…) with a value in it where its text, which nobody knows, could
// become several words or an option.
func (j commands) derived(a arg, over bool) {
	if a.free == nil {
		return
	}
	for i, part := range a.word.Parts {
		switch part := part.(type) {
		case *syntax.CmdSubst:
			j.again(part, j.s.free(part), whyWords)
		case *syntax.DblQuoted:
			for k, inner := range part.Parts {
				if sub, ok := inner.(*syntax.CmdSubst); ok && !over && i == 0 && k == 0 {
					j.again(sub, j.s.free(sub), whyBegins)
				}
			}
		}
	}
}

// codeOptions are long options that take code, in programs of which nothing is known.
func codeOptions() []string {
	return []string{"--command", "--cmd", "--exec", "--execute", "--eval", "--expression", "--run", "--script", "--shell", "--rsh", "--pager", "--editor", "--init-command", "--preview", "--scripts", "--startup-script", "--user-data"}
}

// takesCode reports whether an option is one that takes code in most programs: -c and
// -e, also at the end of a cluster, and what their long names begin with.
func takesCode(option string) bool {
	name, _, _ := strings.Cut(option, "=")
	switch {
	case len(name) < 2 || name[0] != '-':
		return false
	case name[1] != '-':
		return len(name) < 5 && (strings.HasSuffix(name, "c") || strings.HasSuffix(name, "e")) || name == "-ex" || name == "-exec" || name == "-eval"
	}
	return slices.ContainsFunc(codeOptions(), func(long string) bool { return len(name) > 3 && strings.HasPrefix(long, name) })
}

// wrapped goes over the words of a wrapper to the command that it starts.
func (j commands) wrapped(name string, w programs.Wrapper, args []arg, in *mark) {
	if name == "xargs" || name == "gxargs" {
		feeds(j, name, in)
	}
	rest, quiet := unwrap(w, args[1:], func(a arg) bool {
		if a.free != nil && name == "env" && speaks(j.s.authored(a.word)) {
			j.derived(a, true)
			if !strings.HasPrefix(a.text, "TZ=") {
				j.holding(a, "/", "holds %q, and names a language here: give another")
			}
			return true
		}
		if a.free != nil {
			j.again(a.word, a.free, whyOption, name)
			return false
		}
		if !a.sure || a.expands {
			j.deny(a.word, "%s could be anything of %s", j.s.src(a.word), name)
			return false
		}
		if option, _, _ := strings.Cut(a.text, "="); slices.Contains(w.Shells, option) || slices.Contains(w.Text, option) {
			j.deny(a.word, "%s %s gives what follows to a shell", name, option)
			return false
		}
		if variable, _, is := strings.Cut(a.text, "="); is && w.Assigns && a.text[0] != '-' && !assignable(variable) {
			j.deny(a.word, "%s decides what bash or another program runs", variable)
			return false
		}
		return true
	})
	if name == "npx" || name == "pnpx" {
		shelled(j.judge, rest)
	}
	switch {
	case quiet:
	case len(rest) == 0 && name == "exec":
		j.deny(args[0].word, "exec alone changes the shell's own files")
	case len(rest) == 0 && !w.Idle:
		feeds(j, name, in) // a shell, or the program that its input names
	default:
		j.command(rest, in)
	}
}

// speaks reports whether a word gives a variable its value that names a language or a time zone, and
// nothing that any program runs. LANGUAGE is none: its catalogs may lie anywhere, and bash runs what
// is in the translation of $"…".
func speaks(authored string) bool {
	name, value, sets := strings.Cut(authored, "=")
	return sets && value == "" && slices.Contains([]string{"LANG", "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "TZ"}, name)
}

// unwrap returns the command behind a wrapper's own words, each of which look sees
// first; it may end the walk. quiet says that the wrapper starts nothing.
func unwrap(w programs.Wrapper, args []arg, look func(arg) bool) (rest []arg, quiet bool) {
	operands, over := w.Operands, false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case !over && len(a.text) > 1 && a.text[0] == '-':
			if !look(a) {
				return nil, true
			}
			if slices.Contains(w.Quiet, a.text) {
				return nil, true
			}
			over = a.text == "--"
			short := a.text[1] != '-' && strings.IndexByte(w.Short, a.text[len(a.text)-1]) >= 0
			if short || slices.Contains(w.Long, a.text) {
				i++
				if i < len(args) && !look(args[i]) {
					return nil, true
				}
			}
		case w.Assigns && strings.Contains(a.text, "=") && (a.free == nil || strings.IndexByte(a.text, '=') < strings.Index(a.text+unknown, unknown)):
			if !look(a) {
				return nil, true
			}
		case operands > 0:
			operands--
			if !look(a) {
				return nil, true
			}
		default:
			return args[i:], false
		}
	}
	return nil, false
}

var setting = lazy.Regexp(`^[-+][euxfCv]+$`)

// builtin judges bash's own commands; it reports whether this was one.
func (j commands) builtin(name string, args []arg, in *mark) bool {
	switch name {
	case "eval", ".", "source", "let", "read", "mapfile", "readarray", "unset", "getopts", "trap", "alias", "unalias", "enable", "hash", "bind", "compgen", "complete", "compopt", "fc", "history",
		"shopt", "declare", "typeset", "local", "export", "readonly", "caller", "pushd", "popd", "dirs", "suspend", "logout", "coproc":
		if m := first(args[1:]); m != nil {
			j.again(m.word, m.free, whyCode, name)
		} else {
			j.deny(args[0].word, "%s reads its words, its input or a file into the shell", name)
		}
	case "set":
		for i, a := range args[1:] {
			named := i > 0 && strings.HasSuffix(args[i].text, "o") && a.is("errexit", "nounset", "pipefail", "xtrace", "noglob", "noclobber")
			if !a.known() || !named && !setting().MatchString(strings.TrimSuffix(a.text, "o")+"e") {
				j.option(a, name)
			}
		}
	case "wait", "exit", "return", "break", "continue", "shift", "umask", "ulimit", "kill", "jobs", "fg", "bg", "disown", "times":
		for _, a := range args[1:] {
			if a.free != nil || name == "wait" && !a.known() || a.is("-p") {
				j.option(a, name)
			}
		}
	case "[", "test":
		j.brackets(args)
	case "printf":
		j.printf(args)
	case "cd":
		j.files.cd = true
		if m := first(args[1:]); m != nil {
			j.files.moved = m.free
		}
		j.operands(args[1:], "-+")
	case "echo", "type", ":", "true", "false", "pwd":
		for _, a := range args[1:] {
			j.derived(a, true)
		}
		j.dashes(args[1:], "-")
	default:
		return false
	}
	return true
}

// option refuses a word that a command could take for something else.
func (j commands) option(a arg, name string) {
	if a.free != nil {
		j.again(a.word, a.free, whyOption, name)
		return
	}
	j.deny(a.word, "%s does something with %s that is not known here", name, j.s.src(a.word))
}

// chosen refuses a value that chooses what runs, in a script whose values can be
// nothing else but numbers and words that the author has listed: there only a listed
// word may name a program, or the file of one.
func (j commands) chosen(args []arg) {
	for len(args) > 0 {
		j.choice(args[0], whyProgram)
		name := programs.Known(args[0].text)
		w, ok := programs.Lookup(name)
		if !ok {
			break
		}
		args, _ = unwrap(w, args[1:], func(arg) bool { return true })
	}
	if len(args) < 2 {
		return
	}
	if args[0].is("source", ".") {
		for _, a := range args[1:] {
			j.choice(a, whyFile)
		}
		return
	}
	name := programs.Known(args[0].text)
	if p, ok := programs.InterpreterOf(name); ok && p.File {
		j.chosenFile(p, args)
	}
	for i := 1; i < len(args) && !programs.IsPlain(name); i++ {
		base := programs.Base(args[i].text)
		_, wraps := programs.Lookup(base)
		_, reads := programs.InterpreterOf(base)
		if args[i-1].is("-exec", "-execdir", "-ok", "-okdir") || args[i].known() && (wraps || reads) {
			j.chosen(args[i:])
			return
		}
	}
}

// chosenFile refuses a value that chooses the file of an interpreter's program, also
// behind words of which only bash knows what they are.
func (j commands) chosenFile(p programs.Interpreter, args []arg) {
	if at, module := scriptAt(p, args); at > 0 && !module {
		j.choice(args[at], whyFile)
		return
	}
	for i := 1; i < len(args); i++ {
		switch {
		case args[i].known() && !args[i].option():
			return
		case args[i].is("-m") && len(p.Modules) > 0 && i+1 < len(args) && args[i+1].known(): // the module's arguments follow
			return
		case args[i].option():
			i++
		default:
			j.choice(args[i], whyFile)
		}
	}
}

// choice refuses a word that names what runs, unless its values are all listed.
func (j commands) choice(a arg, why string) {
	from, to := j.s.in(a.word)
	for i := from; i < to; i++ {
		if m := &j.s.marks[i]; !m.lists() {
			j.again(a.word, m, "%s", why)
		}
	}
}

// lists reports whether the value is a word that the author has listed, and none that
// could be an option.
func (m *mark) lists() bool {
	return len(m.param.Enum) > 0 && m.param.nature == listed && !slices.ContainsFunc(m.param.Enum, func(word string) bool { return word[0] == '-' || word[0] == '+' })
}
