package bash

import (
	"slices"
	"strings"

	"handrail/tools"
)

// All are the commands of the script, and those that its texts would be.
func (s *Script) All() []Command { return slices.Concat(s.Commands, s.Possible) }

// runsText reports whether a doubt is that a shell runs some text that nobody knows before.
func runsText(code tools.ClauseCode) bool {
	return slices.Contains([]tools.ClauseCode{
		tools.DoubtName, tools.DoubtReads, tools.DoubtKept, tools.DoubtFed, tools.DoubtLater, tools.DoubtParallel, tools.DoubtMake,
	}, code)
}

// handed notes a script that a shell is to run and that is no file with a name of its own: a descriptor, or what is not known.
func handed(w *walker, file Word) {
	if !file.Known || strings.HasPrefix(file.Text, "/dev/") || strings.HasPrefix(file.Text, "/proc/") {
		w.runs = true
	}
}

// gives notes a text that a script keeps: in a variable, or in a here-document.
func gives(w *walker, text Word) {
	w.given = append(w.given, text)
	if text.isBody {
		w.given = append(w.given, Word{Text: text.body, Known: true, Value: text.Value})
	}
}

// possible follows each literal text of a script in which a shell runs text that nobody knows before: it may be that one. What is no
// shell text is left out.
func possible(w *walker, st *state) {
	if !w.runs {
		return
	}
	commands, doubts, sets, judged := w.Commands, w.Doubts, w.Sets, w.judged
	w.Commands, w.Doubts = nil, nil
	seen := map[string]bool{}
	var left tools.Clause // why a text was not looked at: padding hides nothing
	w.depth++
	for i, text := range slices.Concat(w.given, w.Texts) {
		word := i >= len(w.given) && !strings.ContainsAny(text.Text, " \t\n") // of a command: its name, most likely
		if seen[text.Text] || word || strings.HasPrefix(text.Text, "-") {
			continue
		}
		seen[text.Text] = true
		if len(text.Text) > maxFeed || nests(text.Text) > maxNesting || !w.spend(100+len(text.Text)/2) {
			left = tools.Say(tools.UnreadLong)
			continue
		}
		w.judged = judged || text.Value
		if list, err := w.parsers.parse(text.Text); err == nil {
			w.stmts(list, st.clone(), Feed{})
		} else {
			pieces(w, text.Text, st)
		}
	}
	w.depth--
	if w.work > maxWork {
		left = tools.Say(tools.UnreadLong)
	}
	w.Possible, w.Commands, w.Doubts, w.Sets, w.judged = append(w.Possible, w.Commands...), commands, doubts, sets, judged
	if !left.None() {
		w.unread(left)
	}
}

// copied keeps another name that a script gives a program of the system.
func copied(l *launch) {
	if !slices.Contains([]string{"ln", "gln", "cp", "gcp", "mv", "gmv", "install"}, l.name) {
		return
	}
	var files []string
	for i, a := range l.c.Args[1:] {
		if !strings.HasPrefix(a.Text, "-") && !slices.Contains([]string{"-m", "-o", "-g", "-S"}, l.c.Args[i].Text) {
			files = append(files, a.Text)
		}
	}
	if len(files) != 2 || !strings.HasPrefix(files[0], "/") {
		return
	}
	l.alias(files[1], files[0])
	if !strings.Contains(files[1], "/") {
		l.alias("./"+files[1], files[0])
	}
}
