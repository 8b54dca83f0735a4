package bash

import (
	"slices"
	"strings"
)

// evaluates follows the commands that stand in a text which bash evaluates once more,
// whatever quotes it stood in: a subscript, or a prompt.
func evaluates(w *walker, text string, st *state, value bool) {
	if !strings.Contains(text, "$(") && !strings.Contains(text, "`") {
		return
	}
	w.read(": <<E\n"+text+"\nE\n", st.clone(), w.judged || value)
}

// hasSubscript reports whether a text looks like a name with a subscript that runs
// commands: what calculates with it runs them.
func hasSubscript(text string) bool {
	_, after, ok := strings.Cut(text, "[")
	return ok && (strings.Contains(after, "$(") || strings.Contains(after, "`"))
}

// subscripts follows the words of those builtins that take names with subscripts, or
// calculate, and the code that some are given.
func subscripts(l *launch) {
	args := l.c.Args[1:]
	switch l.name {
	case "test", "[", "unset", "let", "declare", "typeset", "local", "export", "readonly", "read", "mapfile", "readarray", "printf", "wait", "compgen", "complete", "getopts":
	default:
		return
	}
	for i, a := range args {
		code := i > 0 && slices.Contains([]string{"compgen", "complete", "mapfile", "readarray"}, l.name) && args[i-1].Text == "-C"
		switch {
		case code:
			l.w.read(a.Text, l.st.clone(), l.w.judged || a.Value)
		case hasSubscript(a.Text), l.name == "compgen" && i > 0 && args[i-1].Text == "-W":
			evaluates(l.w, a.Text, l.st, a.Value)
		}
	}
}

// refers reports whether declare makes a name stand for another variable: what any holds is
// not known from then on.
func refers(args []Word) bool {
	return slices.ContainsFunc(args, func(a Word) bool {
		return strings.HasPrefix(a.Text, "-") && !strings.Contains(a.Text, "=") && strings.Contains(a.Text, "n")
	})
}
