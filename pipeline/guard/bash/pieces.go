package bash

import (
	"slices"
	"strings"

	"handrail/tools"
)

// mostPieces is how many lines of a text that cannot be read are read by
// themselves.
const mostPieces = 200

// pieces follows each line of a text that cannot be read as a whole: a shell may well run
// it. What words of the shell stand before, as in "! ! command", is left out where only that
// makes a line readable.
func pieces(w *walker, text string, st *state) {
	lines := strings.SplitN(text, "\n", mostPieces+1)
	if len(lines) > mostPieces {
		w.unread(tools.Say(tools.UnreadLines))
	}
	for i, l := range lines[:min(len(lines), mostPieces)] {
		if w.depth == 1 {
			w.row = i + 1
		}
		list, err := w.parsers.parse(l)
		if rest := withoutReserved(l); err != nil && rest != l {
			list, err = w.parsers.parse(rest)
		}
		if err == nil {
			w.stmts(list, st.clone(), Feed{})
		}
	}
}

// withoutReserved is a line without the words of the shell at its beginning.
func withoutReserved(line string) string {
	for {
		line = strings.TrimLeft(line, " \t")
		word, rest, _ := strings.Cut(line, " ")
		if rest == "" || !slices.Contains([]string{"!", "time", "-p", "--", "if", "while", "until", "then", "do", "else", "elif", "{", "("}, word) {
			return line
		}
		line = rest
	}
}
