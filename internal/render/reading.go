package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/lazy"
	"handrail/internal/programs"
)

// interpreter judges a program that reads text as code. It may have a file of the
// author's for its program, written out; then all that follows is that program's own.
func (j commands) interpreter(name string, p programs.Interpreter, args []arg, in *mark) {
	if p.Tame != programs.NotTame {
		j.tame(name, p.Tame, args, in)
		return
	}
	at, module := 0, false
	if p.File {
		at, module = scriptAt(p, args)
	}
	switch {
	case module:
		j.files.starts(args[at].text, false, args[0])
		settings(j, args[at].text, args[at:], in)
		if programs.RunsOperands(args[at].text) {
			j.loaded(name+" -m "+args[at].text, args[at:])
			return
		}
		if programs.ReadsAt(args[at].text) {
			atFiles(j, args[at].text, args[at:])
		}
		j.operands(args[at+1:], "-+")
	case at > 0 && j.allListed(args[at].word) && outside(args[at]):
		j.files.runs = append(j.files.runs, file{arg: args[at], base: programs.Base(args[at].text)})
		if j.console(args[at:], in) {
			return
		}
		j.operands(args[at+1:], "-")
	default:
		if m := first(args[1:]); m != nil {
			j.again(m.word, m.free, whyCode, name)
		} else if in != nil {
			j.again(nil, in, whyInput, name)
		} else {
			j.deny(args[0].word, "%s reads text as code, and no file for its program is written out", name)
		}
	}
}

// console refuses values for a program that reads code with its subcommand; it reports whether
// this is one.
func (j commands) console(args []arg, in *mark) bool {
	name := programs.Base(args[0].text)
	i := slices.IndexFunc(args[1:], func(a arg) bool { return a.known() && programs.Console(name, a.text) })
	if i < 0 {
		return false
	}
	j.loaded(name+" "+args[i+1].text, args)
	j.again(nil, in, whyInput, name)
	return true
}

// first returns the first word that holds a value.
func first(args []arg) *arg {
	for i := range args {
		if args[i].free != nil {
			return &args[i]
		}
	}
	return nil
}

// loaded refuses a value that names what a program runs, or the folder of it.
func (j commands) loaded(name string, args []arg) {
	for _, a := range args[1:] {
		if a.free != nil {
			j.again(a.word, a.free, whyCode, name)
		}
	}
}

// allListed reports whether all values in a word, if any, are words of the author's list.
func (j commands) allListed(w *syntax.Word) bool {
	from, to := j.s.in(w)
	for i := from; i < to; i++ {
		if !j.s.marks[i].lists() {
			return false
		}
	}
	return true
}

// scriptAt finds the word that names the file of an interpreter's program, or its module;
// 0 if anything before it is not understood.
func scriptAt(p programs.Interpreter, args []arg) (at int, module bool) {
	lead := p.Lead
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case !a.sure || a.free != nil || a.text == "" || a.text[0] == '+' || a.text == "-":
			return 0, false
		case slices.Contains(lead, a.text):
			lead = nil
		case slices.Contains(p.Takes, a.text):
			if i++; i >= len(args) || !args[i].known() {
				return 0, false
			}
		case a.text == "-m" && len(p.Modules) > 0:
			if i+1 < len(args) && args[i+1].known() && slices.Contains(p.Modules, args[i+1].text) {
				return i + 1, true
			}
			return 0, false
		case a.text[0] == '-':
			if !a.known() {
				return 0, false
			}
			if letters := strings.Trim(a.text[1:], p.Letters); slices.Contains(p.Flags, a.text) || letters == "" {
				continue
			} else if letters == "o" && strings.HasSuffix(a.text, "o") && slices.Contains(p.Takes, "-o") { // -euo pipefail
				i++
				continue
			}
			return 0, false
		case len(lead) > 0 || p.Dotted && !strings.ContainsAny(a.text, "./"):
			return 0, false
		default:
			return i, false
		}
	}
	return 0, false
}

// outside reports whether a word names a file in a folder, and not a stream of the
// program's own. What an expansion yields may stand before a slash.
func outside(a arg) bool {
	name := a.text
	if i := strings.LastIndex(name, unknown); i >= 0 && a.expands {
		rest := name[i+1:]
		return strings.HasPrefix(rest, "/") && len(rest) > 1 && !strings.Contains(rest, "..") && !strings.Contains(rest, "/fd/") && !strings.Contains(rest, "/std")
	}
	return !strings.Contains(name, "/dev/") && !strings.Contains(name, "/proc/") && !strings.HasSuffix(name, "/")
}

// tame judges sed, awk and jq, whose programs are short and often stand in the command.
// One that can start nothing may read values, as input or as the names of files.
func (j commands) tame(name string, language programs.Tame, args []arg, in *mark) {
	over, program := false, 0
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case program > 0 && a.marked: // the name of a file
			if a.sign == '-' && a.free != nil && !over {
				j.refuseSign(a, name)
			}
			j.derived(a, over)
		case a.text == "--":
			over = true
		case !over && a.option():
			takes, ok := tameOption(language, a)
			if !ok {
				j.option(a, name)
				return
			}
			if takes {
				i += j.taken(name, language, args[i+1:])
			}
			if language == programs.Sed && strings.HasSuffix(a.text, "e") {
				program = i
			}
		case program == 0 && a.text == "" && a.known(): // sed -i ''
		case program == 0:
			if !harmlessProgram(language, a) {
				if a.free != nil {
					j.again(a.word, a.free, whyCode, name)
				} else {
					j.deny(a.word, "%s may start programs", j.s.src(a.word))
				}
				return
			}
			program = i
		}
	}
	if program == 0 {
		j.deny(args[0].word, "the program of %s is not written out", name)
	}
}

// refuseSign refuses a value for the sign that it begins with.
func (j commands) refuseSign(a arg, name string) {
	if j.s.wrong == nil && a.signed != nil && len(a.signed.param.Enum) == 0 {
		j.s.wrong = valueErrorf(a.signed.name, whyExpects, string(a.sign), name)
	}
}

// tameOption reports whether an option is known to start nothing, and takes a word.
func tameOption(language programs.Tame, a arg) (takes, ok bool) {
	separates := language == programs.Awk && strings.HasPrefix(a.text, "-F") && a.free == nil
	if !a.known() && !separates {
		return false, false
	}
	switch language {
	case programs.Sed:
		if strings.HasPrefix(a.text, "-i") && !strings.HasPrefix(a.text, "-ie") {
			return false, true
		}
		letters := strings.TrimSuffix(a.text[1:], "e")
		return len(letters) < len(a.text)-1, strings.Trim(letters, "nErsuz") == ""
	case programs.Awk:
		return a.is("-F", "-v"), a.is("-v") || strings.HasPrefix(a.text, "-F")
	default:
		return a.is("--arg"), a.is("--arg", "-r", "-c", "-e", "-n", "-s", "-S", "-R", "-j", "-M", "-C", "--raw-output", "--compact-output", "--exit-status", "--null-input", "--slurp", "--raw-input", "--sort-keys")
	}
}

// taken judges the words that an option takes, and returns how many those are.
func (j commands) taken(name string, language programs.Tame, next []arg) int {
	switch {
	case len(next) == 0:
		return 0
	case language == programs.Jq: // --arg NAME TEXT
		if !next[0].known() {
			j.option(next[0], name)
		} else if len(next) > 1 && !next[1].sure {
			j.option(next[1], name)
		}
		return 2
	case language == programs.Sed:
		if !harmlessProgram(language, next[0]) {
			j.option(next[0], name)
		}
	case next[0].free != nil || !next[0].sure:
		j.option(next[0], name)
	}
	return 1
}

var (
	sedAddress    = `(?:[0-9]+|\$|/[^/\\\n]*/)`
	sedPlain      = lazy.Regexp(`^(?:` + sedAddress + `(?:,` + sedAddress + `)?)?!?[pdqD=]$`)
	sedSubstitute = lazy.Regexp(`^(?:` + sedAddress + `(?:,` + sedAddress + `)?)?s(?:/(?:[^/\\\n]|\\.)*/(?:[^/\\\n]|\\.)*/|\|(?:[^|\\\n]|\\.)*\|(?:[^|\\\n]|\\.)*\||#(?:[^#\\\n]|\\.)*#(?:[^#\\\n]|\\.)*#|,(?:[^,\\\n]|\\.)*,(?:[^,\\\n]|\\.)*,)[gpI0-9]*$`)
)

// harmlessProgram reports whether the program is written out and can start nothing. awk
// starts programs with system, with a pipe, and with what @ loads or calls; sed with e,
// which no form below allows; jq cannot.
func harmlessProgram(language programs.Tame, a arg) bool {
	if !a.sure || a.free != nil || strings.Contains(a.text, unknown) {
		return false
	}
	switch language {
	case programs.Sed:
		return a.text == "" || sedPlain().MatchString(a.text) || sedSubstitute().MatchString(a.text)
	case programs.Awk:
		return !strings.ContainsAny(a.text, "|@\\") && !strings.Contains(a.text, "system")
	default:
		return true
	}
}
