package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// careful judges a program that takes code in some of its options. A value stands among
// its operands, or after an option that is known to take none.
func (j commands) careful(name string, p programs.Careful, args []arg, in *mark) {
	c := carefully{commands: j, name: name, p: p}
	first := c.before(args)
	switch {
	case first < 0:
		return
	case name == "go" && first < len(args) && args[first].is("run") && args[first].known():
		j.goRun(append([]arg{args[0]}, args[first:]...))
		return
	case first < len(args) && slices.Contains(p.Runs, args[first].text) && args[first].known():
		c.started(args, first, in)
		return
	}
	for i := first; i < len(args); i++ {
		a := args[i]
		switch {
		case c.over:
			j.derived(a, true)
			if a.free != nil && c.words < c.p.Words {
				j.again(a.word, a.free, whyOption, name)
			}
		case (name == "find" || name == "gfind") && a.is("-exec", "-execdir", "-ok", "-okdir"):
			i = executed(j, args, i)
		case a.free != nil:
			c.value(a)
		case a.is("--") && !a.marked:
			c.over = !p.NoEnd && !slices.Contains(p.Passes, c.verb)
		default:
			c.own(a)
		}
		c.last = a
	}
	if c.words < 0 && name != "git" && name != "hub" {
		j.again(nil, in, whyInput, name)
	}
	c.asks(args[first:])
	j.files.fetches(j.judge, name, args)
	optionFiles(c.commands, name, args, in)
	j.dashes(args[1:], "-+")
}

// optionFiles judges the files from which a program reads more options, or settings.
func optionFiles(j commands, name string, args []arg, in *mark) {
	options := programs.OptionFiles(name)
	for i, a := range args[1:] {
		if a.marked || !slices.ContainsFunc(options, func(o string) bool {
			cluster := len(o) == 2 && !strings.HasPrefix(a.text, "--") && (strings.HasPrefix(a.text, "-") || i == 0 && name != "curl") && strings.Contains(a.text, o[1:])
			return cluster || strings.HasPrefix(a.text, o)
		}) {
			continue
		}
		j.again(nil, in, whyInput, name)
		glued := a
		if _, glued.text, _ = strings.Cut(a.text, "="); a.text[0] == '@' {
			glued.text = a.text[1:]
		} else if len(a.text) > 2 && a.text[1] != '-' {
			glued.text = a.text[2:]
		}
		for _, from := range append(slices.Clone(args[i+2:]), glued) {
			if from.known() && from.text != "" && !from.option() {
				j.files.fed = append(j.files.fed, fed{file{arg: from, base: programs.Base(from.text)}, name})
			}
		}
	}
}

// before goes over what stands before a program's subcommand, and returns where that is; less
// than 0 if nobody knows, and that is told.
func (c *carefully) before(args []arg) int {
	if len(c.p.Verbs) == 0 {
		return 1
	}
	for i := 1; i < len(args); i++ {
		a := args[i]
		option, _, glued := strings.Cut(a.text, "=")
		switch {
		case glued && a.option() && slices.Contains(c.p.Names, option):
		case !a.known(), !a.option() && !slices.Contains(c.p.Flags, a.text):
			return i
		case slices.Contains(c.p.Flags, a.text), glued && slices.Contains(c.p.Takes, option):
		case slices.Contains(c.p.Takes, a.text), c.p.Settings != "" && a.text == c.p.Settings:
			if i++; i < len(args) && !c.taken(a.text, args[i]) {
				return -1
			}
		default:
			c.unsure(a, args[i+1:])
			return -1
		}
	}
	return len(args)
}

// taken judges the word that an option before the subcommand takes.
func (c *carefully) taken(option string, a arg) bool {
	switch {
	case a.free != nil && slices.Contains(c.p.Names, option):
		c.derived(a, false)
		c.lead(a)
		return true
	case a.free != nil:
		c.again(a.word, a.free, whyOption, c.name)
	case !a.sure || a.expands && option == c.p.Settings:
		c.deny(a.word, "%s could be anything of %s", c.s.src(a.word), c.name)
	case option == c.p.Settings && !programs.Settles(a.text):
		c.deny(a.word, "%s %s %s may decide what %s starts", c.name, option, c.s.src(a.word), c.name)
	default:
		return true
	}
	return false
}

// unsure refuses the first value behind an option of which nobody knows whether it takes a word.
func (c *carefully) unsure(a arg, rest []arg) {
	if m := first(append([]arg{a}, rest...)); m != nil {
		c.again(m.word, m.free, whyOption, c.name)
		return
	}
	c.deny(a.word, "%s does something with %s that is not known here", c.name, c.s.src(a.word))
}

// started judges npm exec and its like: the command that stands behind the subcommand.
func (c *carefully) started(args []arg, at int, in *mark) {
	rest, over := []arg(nil), false
	for i := at + 1; i < len(args); i++ {
		a := args[i]
		switch {
		case a.is("--") && a.known() && !over:
			over = true
		case over, !a.option() && a.free == nil:
			rest = append(rest, a)
		case a.free != nil && a.option():
			c.again(a.word, a.free, whyOption, c.name)
		case a.free != nil:
			c.lead(a)
			rest = append(rest, a)
		case len(rest) == 0 && a.is("--package", "-p"):
			i++
			if i < len(args) && args[i].free != nil {
				c.again(args[i].word, args[i].free, whyProgram)
			}
		case !a.is("-y", "--yes", "--no", "--no-install", "-s", "--silent", "-q", "--quiet", "-r", "--recursive"):
			c.unsure(a, args[i+1:])
			return
		}
	}
	c.asks(args[at:])
	if len(rest) == 0 {
		feeds(c.commands, c.name, in)
	}
	c.command(rest, in)
}

// lead refuses, at a call, a value for the sign that it begins with.
func (c *carefully) lead(a arg) {
	if a.text != "" && strings.IndexByte(c.p.Lead, a.text[0]) >= 0 {
		c.refuseLead(a)
	}
}

// asks refuses, at a call, values that some versions of a program read as code, wherever they stand.
func (c *carefully) asks(args []arg) {
	if c.p.Shell {
		shelled(c.judge, args)
	}
	if slices.Contains(c.p.Fetches, c.verb) {
		for _, a := range args {
			c.holding(a, "::", "holds %q, which gives "+c.name+" the name of a program in the place of an address: give another")
		}
	}
}

// shelled refuses, at a call, what older versions of npm and pnpm let a shell read: they wrote the
// words of a script between double quotes.
func shelled(j *judge, args []arg) {
	for _, a := range args {
		for _, sign := range []string{"$", "`", `\`, `"`, "\n", "\r"} {
			j.holding(a, sign, "holds %q, and some versions of npm and its like give it to a shell: give another, or give it to a script of the space")
		}
	}
}

// holding refuses, at a call, a value with this text in it.
func (j *judge) holding(a arg, sign, why string) {
	if !j.s.real || j.s.wrong != nil || a.free == nil {
		return
	}
	from, to := j.s.in(a.word)
	for i := from; i < to; i++ {
		m := &j.s.marks[i]
		if m.free && slices.ContainsFunc(m.given.words, func(word string) bool { return strings.Contains(word, sign) }) {
			j.s.wrong = valueErrorf(m.name, why, sign)
		}
	}
}

// executed judges the command of find's -exec, and returns where it ends. A value among find's words chooses the files, and
// with -execdir the folder: only what runs nothing of it may stand there, or with -exec a script of the space.
func executed(j commands, args []arg, at int) int {
	end := slices.IndexFunc(args[at:], func(a arg) bool { return a.is(";", "+") })
	if end < 0 {
		end = len(args) - at
	}
	before := len(j.files.steps)
	j.command(args[at+1:at+end], nil)
	m := first(args)
	for _, s := range j.files.steps[before:] {
		if m == nil || !s.own && !s.isGit() && programs.RunsNothing(s.name, s.words) {
			continue
		}
		file := s.args[0]
		if p, ok := programs.InterpreterOf(s.name); ok && p.File {
			if i, module := scriptAt(p, s.args); i > 0 && !module {
				file = s.args[i]
			}
		}
		writes := slices.ContainsFunc(args, func(a arg) bool { return strings.HasPrefix(a.text, "-fprint") || a.is("-fls") })
		braces := slices.ContainsFunc(s.args, func(a arg) bool { return strings.Contains(a.text, "{}") })
		if writes || args[at].is("-execdir", "-okdir") || strings.Contains(file.text, "{}") || braces && !s.own {
			j.again(m.word, m.free, "chooses what find gives to %s, or where it runs, and that may run or load what it finds there. Write the folder out, or list it with enum", s.name)
		}
	}
	return at + end
}

// A carefully goes through the words of one careful program.
type carefully struct {
	commands
	name  string
	p     programs.Careful
	verb  string // its subcommand
	last  arg
	words int  // the author's operands so far
	over  bool // after --
	vague bool // what an expansion yields could be an option that takes the next word
}

// own sees a word without a value.
func (c *carefully) own(a arg) {
	c.vague = c.vague || (a.expands || !a.sure) && !strings.Contains(a.text, "/")
	switch {
	case a.option():
		if slices.Contains(c.p.Never, a.text) {
			c.words = -1 << 20
		}
	case c.words == 0 && len(c.p.Verbs) > 0:
		c.words++
		if c.verb = a.text; !a.known() || !slices.Contains(c.p.Verbs, a.text) {
			c.words = -1 << 20 // no value may come: what the verb does with it is not known
		}
		if slices.Contains(c.p.First, c.verb) {
			c.p.Words++
		}
	case c.option(c.last) && (slices.Contains(c.p.Takes, c.last.text) || !slices.Contains(c.p.Flags, c.last.text) && !c.plain(c.last.text)): // it may be that option's
	default:
		c.words++
	}
}

// option reports whether the last word may take the next one.
func (c *carefully) option(a arg) bool {
	return a.option() && !strings.Contains(a.text, "=")
}

// value judges a word that holds a value.
func (c *carefully) value(a arg) {
	c.derived(a, false)
	glued := c.s.authored(a.word)
	switch {
	case c.vague, a.expands && glued == "" && !c.s.begins(a.word):
		c.again(a.word, a.free, whyOption, c.name)
	case c.words < c.p.Words:
		c.again(a.word, a.free, whyOption, c.name)
	case !c.option(c.last) && glued == "" && slices.Contains(c.p.Projects, c.verb):
		c.again(a.word, a.free, whyCode, c.name)
	case strings.HasPrefix(glued, "-"):
		if !c.plain(glued) {
			c.again(a.word, a.free, whyOption, c.name)
		}
	case c.option(c.last) && !c.plain(c.last.text) && (len(c.p.Verbs) > 0 || !slices.Contains(c.p.Flags, c.last.text)):
		c.again(a.word, a.free, whyOption, c.name)
	case glued != "":
	case a.text != "" && strings.IndexByte(c.p.Lead, a.text[0]) >= 0 && a.free != nil && !c.named():
		c.refuseLead(a)
	}
}

// begins reports whether a value is the first thing in the word.
func (s *script) begins(w *syntax.Word) bool {
	from, to := s.in(w)
	return from < to && strings.Trim(s.text[int(w.Pos().Offset()):s.marks[from].at], `"'`) == ""
}

// named reports whether find's last word takes the next one whatever it is.
func (c *carefully) named() bool {
	return (c.name == "find" || c.name == "gfind") && c.last.is("-name", "-iname", "-path", "-ipath", "-wholename", "-newer", "-user", "-group")
}

func (c *carefully) refuseLead(a arg) {
	if c.s.wrong == nil && c.s.real {
		c.s.wrong = valueErrorf(a.free.name, whyExpects, a.text[:1], c.name)
	}
}

// plain reports whether an option brings no code: each letter of a cluster, and a
// long one before its "=".
func (c *carefully) plain(option string) bool {
	name, _, _ := strings.Cut(option, "=")
	if slices.ContainsFunc(c.p.Except[c.verb], func(bad string) bool {
		return name == bad || len(name) > 2 && name[1] != '-' && len(bad) == 2 && strings.Contains(name, bad[1:])
	}) {
		return false
	}
	if slices.Contains(c.p.Plain, name) || c.name == "git" && len(name) > 1 && strings.Trim(name[1:], "0123456789") == "" { // so many of them
		return true
	}
	if len(name) < 3 || name[1] == '-' {
		return false
	}
	for _, letter := range name[1:] {
		if !slices.Contains(c.p.Plain, "-"+string(letter)) {
			return false
		}
	}
	return true
}

// goRun judges go run, which takes all words that end in .go for parts of its program.
func (j commands) goRun(args []arg) {
	at := 2
	for at < len(args) && args[at].known() && strings.HasSuffix(args[at].text, ".go") {
		j.files.runs = append(j.files.runs, file{arg: args[at], base: programs.Base(args[at].text)})
		at++
	}
	if at == 2 && at < len(args) && args[at].known() && strings.HasPrefix(args[at].text, ".") {
		at++
	}
	if at == 2 {
		if m := first(args[1:]); m != nil {
			j.again(m.word, m.free, whyCode, "go run")
		} else {
			j.deny(args[0].word, "the program of go run is not written out")
		}
		return
	}
	if at < len(args) && args[at].free != nil && strings.HasSuffix(args[at-1].text, ".go") {
		if !j.s.real {
			j.derived(args[at], false)
		} else if strings.HasSuffix(args[at].text, ".go") && j.s.wrong == nil {
			j.s.wrong = valueErrorf(args[at].free.name, "it ends in .go, and go run would take it for a part of the program: give another, or write a word before it in the command")
		}
	}
	j.operands(args[at:], "-")
}
