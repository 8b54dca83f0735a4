package bash

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
	"handrail/tools"
)

// An output is a file to which a command's standard output goes.
type output struct {
	to    Word
	after bool // it is added to what is there
}

// mostFiles is how many texts are remembered of files with one name.
const mostFiles = 16

// writes remembers what is written to a file: the script may run it, or feed it to
// something, later. It goes by the file's name, whatever the folder, and forgets nothing:
// which of the files with that name is meant need not be known.
func (w *walker) writes(o output, out flow) {
	name := path.Base(o.to.Text)
	now := Word{Text: out.text, Known: out.known, Value: out.value || !out.known && w.HasValues()}
	all := w.files[name]
	if o.after {
		for i := range all {
			all[i].Text, all[i].Known, all[i].Value = all[i].Text+now.Text, all[i].Known && now.Known, all[i].Value || now.Value
			now.Value = all[i].Value
		}
	}
	if now.Text == "" {
		return
	}
	all = append(all, now)
	size := 0
	for _, text := range all {
		size += len(text.Text)
	}
	if len(all) > mostFiles || size > maxFeed {
		w.unread(tools.Say(tools.UnreadFile))
		return
	}
	if !w.spend(size / 16) {
		return
	}
	if w.files == nil {
		w.files = map[string][]Word{}
	}
	w.files[name] = all
	w.Texts = append(w.Texts, all...)
}

// writtenTo is what the script has written to a file of this name.
func (s *Script) writtenTo(from Word) (all Word, ok bool) {
	for i, text := range s.files[path.Base(from.Text)] {
		if i > 0 {
			all.Text += "\n"
		}
		all.Text, all.Value = all.Text+text.Text, all.Value || text.Value
	}
	return all, all.Text != "" && s.spend(len(all.Text)/8)
}

// script follows a file that is run as a script, if this one has written it.
func (l *launch) script(file Word, st *state) {
	for _, text := range slices.Clone(l.w.files[path.Base(file.Text)]) {
		if file.Text == l.c.Args[0].Text && interpreted(text) != nil {
			continue // see itself
		}
		judged := l.w.judged || l.c.Value || text.Value
		now := running{text.Text, judged, st.clone(), l.w.forks}
		if !l.w.spend(st.size() * (1 + len(l.w.running))) {
			return
		}
		if at := slices.IndexFunc(l.w.running, now.is); at >= 0 { // it starts itself, or is taken for another of its name: nothing new is in it
			if l.w.forks > l.w.running[at].forks {
				l.w.unread(tools.Say(tools.UnreadPrograms)) // each may start two
			}
			continue
		}
		l.w.running = append(l.w.running, now)
		l.w.read(text.Text, st, judged)
		l.w.running = l.w.running[:len(l.w.running)-1]
	}
}

// A running is a text of a file that is being followed, and the shell as it was where that began.
type running struct {
	text   string
	judged bool
	st     *state
	forks  int // how many pipes and backgrounds were around
}

// is reports whether following another would find the same.
func (r running) is(other running) bool {
	a, b := r.st, other.st
	return r.text == other.text && r.judged == other.judged && a.given == b.given && a.lost == b.lost && a.astray == b.astray &&
		slices.Equal(a.dirs, b.dirs) && slices.Equal(a.before, b.before) && slices.Equal(a.args, b.args) && maps.Equal(a.vars, b.vars) && maps.Equal(a.funcs, b.funcs) &&
		maps.EqualFunc(a.lists, b.lists, slices.Equal[[]Word])
}

// saves follows programs that are given files: tee writes them, cat hands them on, and a
// file with a path is itself run.
func (l *launch) saves() {
	args := l.c.Args[1:]
	switch {
	case l.name == "tee":
		for _, a := range args {
			if !strings.HasPrefix(a.Text, "-") {
				l.w.writes(output{a, HasFlag(args, "-a", "--append")}, flow{text: l.c.In.Text, known: l.c.In.Known, value: l.c.In.Value})
			}
		}
	case l.name == "cat" && len(args) > 0 && !l.c.In.Piped:
		var b strings.Builder
		value := l.c.Value
		for _, a := range args {
			text, ok := l.w.writtenTo(a)
			if !ok {
				return
			}
			b.WriteString(text.Text)
			value = value || text.Value
		}
		l.c.In, l.c.Args = Feed{Piped: true, Known: true, Text: b.String(), Value: value}, l.c.Args[:1]
	case strings.Contains(l.c.Args[0].Text, "/"):
		itself(l)
	}
}

// itself follows a file that is run by its path, if the script has written it: by the program that its first line names, as the system does.
func itself(l *launch) {
	file := l.c.Args[0]
	for _, text := range slices.Clone(l.w.files[path.Base(file.Text)]) {
		if by := interpreted(text); by != nil {
			l.inner(append(by, l.c.Args...), l.c, l.st.clone())
		}
	}
	l.script(file, l.st.clone())
}

// textRuns are programs whose own text is read for what it starts, where it stands in a command.
var textRuns = []string{"awk", "gawk", "mawk", "nawk", "sed", "gsed", "make", "gmake"}

// interpreted are the words with which a text is run whose first line names an interpreter that is no shell; nil for others.
func interpreted(text Word) []Word {
	line, _, _ := strings.Cut(text.Text, "\n")
	line, ok := strings.CutPrefix(strings.TrimRight(line, " \t\r"), "#!")
	program, option, _ := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	words := append([]string{program}, strings.Fields(option)...)
	if path.Base(program) == "env" {
		words = words[1:]
		for len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
	}
	if !ok || !text.Known || len(words) == 0 || programs.IsShell(path.Base(words[0])) || slices.Contains(textRuns, path.Base(words[0])) {
		return nil
	}
	if at := path.Dir(words[0]); !slices.Contains([]string{"/bin", "/usr/bin", "/usr/local/bin", "."}, at) || at == "." && path.Base(program) != "env" || strings.HasPrefix(words[0], "./") {
		return nil // another program of that name
	}
	if _, known := programs.InterpreterOf(path.Base(words[0])); !known {
		return nil
	}
	var by []Word
	for _, word := range words {
		by = append(by, Word{Text: word, Known: true, Value: text.Value})
	}
	return by
}

// madeTemp is what a substitution that is mktemp and nothing else prints, as far as that is known; "" for all others.
func madeTemp(w *walker, p *syntax.CmdSubst, st *state) string {
	if len(p.Stmts) != 1 || len(w.Commands) == 0 {
		return ""
	}
	call, ok := p.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || firstLit(p.Stmts[0]) != "mktemp" {
		return ""
	}
	c := w.Commands[len(w.Commands)-1]
	if c.Name() != "mktemp" || len(c.Writes) > 0 {
		return ""
	}
	if _, own := st.funcs["mktemp"]; own || w.aliases["mktemp"] != "" || !keepsTemp(w, st) {
		return ""
	}
	name := "tmp.XXXXXXXXXX"
	below := false // the template stands for a name in TMPDIR
	for _, a := range c.Args[1:] {
		switch {
		case !a.Known || a.Glob:
			return ""
		case slices.Contains([]string{"-d", "--directory", "-q", "--quiet", "-qd", "-dq"}, a.Text):
		case slices.Contains([]string{"-t", "-dt", "--tmpdir"}, a.Text):
			below = true
		case strings.HasPrefix(a.Text, "-"):
			return ""
		default:
			name = a.Text
		}
	}
	switch {
	case name == "" || slices.Contains(strings.Split(name, "/"), ".."):
		return ""
	case strings.HasPrefix(name, "/tmp/") && strings.Contains(name, "XXX") && strings.Count(name, "/") == 2:
		return name
	case !strings.Contains(name, "/") && (below || name == "tmp.XXXXXXXXXX"):
		return "/tmp/" + name
	}
	return ""
}
