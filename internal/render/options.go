package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// dashes notes the parameters whose value begins one of these words with a sign,
// up to a "--" of the author: quoting does not stop a program from taking such a
// word for an option (docs/spec/06-declared-tools.md).
func (j commands) dashes(args []arg, signs string) {
	for _, a := range args {
		if a.is("--") && !a.marked {
			return
		}
		if a.signed == nil || strings.IndexByte(signs, a.sign) < 0 || a.signed.param.Dash || len(a.signed.param.Enum) > 0 {
			continue
		}
		if !slices.Contains(j.s.options, a.signed.name) {
			j.s.options = append(j.s.options, a.signed.name)
			slices.Sort(j.s.options)
		}
	}
}

// signOf returns the value that begins the word with a "-" or a "+", nil if none does.
// What stands before it does not count if it may be empty: quotes, empty values,
// expansions.
func (s *script) signOf(w *syntax.Word) (*mark, byte) {
	if !s.real {
		return nil, 0
	}
	from, to := s.in(w)
	start := int(w.Pos().Offset())
	for i := from; i < to; i++ {
		m := &s.marks[i]
		before := strings.TrimLeft(s.text[start:m.at], `"'`)
		value := m.given.first()
		switch {
		case before != "" && before[0] != '$':
			return nil, 0
		case value != "" && (value[0] == '-' || value[0] == '+'):
			return m, value[0]
		case value != "":
			return nil, 0
		}
		start = m.end
	}
	return nil, 0
}

// first is the value's text, empty if it is missing.
func (g given) first() string {
	if len(g.words) == 0 {
		return ""
	}
	return g.words[0]
}

// startedByOptions judges the commands that the options of a program name; it reports whether one of them is refused.
func startedByOptions(j commands, name string, args []arg, in *mark) bool {
	before := len(j.s.problems)
	for i, a := range args[1:] {
		if a.is("--") && !a.marked {
			break
		}
		next := arg{}
		if i+2 < len(args) {
			next = args[i+2]
		}
		if command, is := commandIn(name, a, next, i == 0); is {
			judgeText(j, name, command, in)
		}
	}
	return len(j.s.problems) > before
}

// commandIn is the command that an option of a program names, in its own word or in the next one.
func commandIn(name string, a, next arg, first bool) (arg, bool) {
	switch option, glued, is := strings.Cut(a.text, "="); {
	case strings.HasPrefix(a.text, "--"):
		if !programs.StartedBy(name, option) {
			return arg{}, false
		}
		if is {
			a.text = strings.TrimPrefix(glued, "exec=")
			return a, true
		}
		next.text = strings.TrimPrefix(next.text, "exec=")
		return next, next.word != nil
	case len(a.text) > 2 && programs.StartedBy(name, a.text):
		return next, next.word != nil
	case strings.Trim(a.text, "-") == "" || a.signed != nil, a.text[0] != '-' && (!first || !strings.HasSuffix(name, "tar")):
		return arg{}, false
	}
	letters := strings.TrimPrefix(a.text, "-")
	for k := range len(letters) {
		switch {
		case programs.StartedBy(name, "-"+letters[k:k+1]):
			if a.text[0] != '-' { // tar xIf: the words of these letters follow in their order
				next.expands = true
				return next, next.word != nil
			}
			if a.text = letters[k+1:]; a.text != "" {
				return a, true
			}
			return next, next.word != nil
		case a.text[0] == '-' && (!strings.HasSuffix(name, "tar") || strings.IndexByte("fCbTXKNHVLg"+unknown, letters[k]) >= 0):
			return arg{}, false // what follows is the value of another
		}
	}
	return arg{}, false
}

// judgeText judges a command that a program starts: as if the script had it, on an input that is a value.
func judgeText(j commands, name string, command arg, in *mark) {
	switch {
	case command.free != nil:
		j.again(command.word, command.free, whyProgram)
		return
	case !command.known():
		j.deny(command.word, "what %s starts is not written out", name)
		return
	}
	cause := *j.cause
	if in != nil {
		cause = *in
	}
	inner := &judge{s: &script{marked: &marked{text: command.text, real: j.s.real}, t: j.s.t}, cause: &cause, numbers: map[string]bool{}}
	file, err := parseBash(command.text)
	if err != nil {
		j.deny(command.word, "%s starts %s, which is no command", name, j.s.src(command.word))
		return
	}
	inner.s.file = file
	inner.stmts(file.Stmts, &cause)
	inner.finish()
	if len(inner.s.problems) > 0 {
		j.deny(command.word, "%s starts %s, which could read as code what it is given", name, command.text)
		return
	}
	for _, run := range inner.files.runs {
		run.arg.word = command.word
		j.files.runs = append(j.files.runs, run)
	}
	for _, s := range inner.files.steps {
		for i := range s.args {
			s.args[i].word = command.word
		}
		s.call, s.group, s.aside, s.value = j.files.calls, j.group, j.aside, &cause
		j.files.steps = append(j.files.steps, s)
	}
}

// feeds notes a program that reads what it is fed as code, or as words of a command: a value, and what the script has written.
func feeds(j commands, name string, in *mark) {
	j.again(nil, in, whyInput, name)
	for _, f := range slices.Concat(j.files.words, j.files.inputs, j.files.outputs) {
		j.files.fed = append(j.files.fed, fed{f, name})
	}
}

// settings notes the files that a program is told to take its settings from.
func settings(j commands, name string, args []arg, in *mark) {
	options := programs.SettingsOf(name)
	for i, a := range args[1:] {
		file, next, is := programs.FileIn(options, a.text)
		if !is || a.marked {
			continue
		}
		from := a
		if from.text = file; next {
			if i+2 >= len(args) {
				continue
			}
			from = args[i+2]
		}
		if from.is("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0") {
			j.again(nil, in, whyInput, name)
		}
		if from.known() {
			j.files.fed = append(j.files.fed, fed{of(from), name})
		}
	}
}
