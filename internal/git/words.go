package git

import (
	"slices"
	"strconv"
	"strings"

	"handrail/internal/programs"
)

// A starting is what the text of a setting names, as far as words tell: all that a shell, or a language in it, could take for the name of a file
// or folder. It says more than will be started, as what it leaves out is protected by nobody.
type starting struct {
	pieces []string        // in their order, each once
	known  map[string]bool // of pieces; true: it counts though nothing but a name stands there
	runs   bool            // a program among them takes a bare name for a file or folder
	loads  bool            // a program among them takes a name for that of a file with an ending
	shell  bool            // a shell is among them
	single bool            // it is one word
}

// Limits of what is read of one setting.
const (
	deepestText = 4   // texts within the words of texts
	mostBraces  = 64  // words that one with braces stands for
	mostPieces  = 400 // names
)

// hole stands in a word where something is known only when it runs.
const hole = "\x00"

// startingOf reads the text of a setting.
func startingOf(text string) *starting {
	s := &starting{known: map[string]bool{}, single: len(strings.Fields(text)) == 1}
	s.read(text, text, 0)
	for piece := range strings.FieldsFuncSeq(text, isShellSign) { // whatever quotes and backslashes mean
		s.add(piece, false)
	}
	for _, piece := range s.pieces {
		name := programs.Usual(programs.Base(piece))
		i, reads := programs.InterpreterOf(name)
		wrap, wraps := programs.Lookup(name)
		s.shell = s.shell || programs.IsShell(name)
		s.loads = s.loads || reads && i.File && !programs.IsShell(name)
		s.runs = s.runs || s.shell || s.loads || wraps && len(wrap.Chdir) > 0 || len(manifestsOf(name)) > 0 ||
			slices.Contains([]string{"cd", "pushd", "source", "eval", "exec", "for", "set", "PATH_add"}, piece)
	}
	return s
}

// read adds what a shell would read in a text. whole is the text of the setting.
func (s *starting) read(text, whole string, deep int) {
	for _, word := range shellWords(text) {
		for _, word := range expandBraces(word, mostBraces) {
			name, value, assigns := strings.Cut(word, "=")
			bare := assigns && (programs.FindsCode(name) || strings.Contains(whole, "$"+name) || strings.Contains(whole, "${"+name))
			for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return strings.ContainsRune(hole+unknown+"=:,", r) }) {
				s.add(part, bare && strings.Contains(value, part))
			}
			if deep < deepestText && strings.ContainsFunc(word, isShellSign) && word != text {
				s.read(word, whole, deep+1)
			}
		}
	}
}

// add notes a piece, and what it is if it begins with options of one letter.
func (s *starting) add(piece string, bare bool) {
	const letters = 3
	if piece == "" || len(s.pieces) == mostPieces {
		return
	}
	if was, ok := s.known[piece]; !ok {
		s.pieces = append(s.pieces, piece)
		s.known[piece] = bare
	} else if bare && !was {
		s.known[piece] = true
	}
	switch rest := strings.TrimLeft(piece, "-"); {
	case strings.HasPrefix(piece, "--"):
		s.add(rest, bare)
	case rest != piece:
		for i := range min(letters, len(rest)) {
			s.add(rest[i+1:], bare)
		}
	}
}

// counts reports whether a piece is taken for the name of a file or folder.
func (s *starting) counts(piece string) bool {
	return s.runs || s.known[piece] || isPath(piece)
}

// isPath reports whether a piece is written as a path, or a name with an ending.
func isPath(piece string) bool {
	return strings.ContainsAny(piece, "/.") && strings.Trim(piece, ".") != ""
}

// has reports whether one of some names stands in the text.
func (s *starting) has(names ...string) bool {
	return slices.ContainsFunc(s.pieces, func(piece string) bool {
		return slices.Contains(names, programs.Usual(programs.Base(piece)))
	})
}

// shellWords are the words of a text as a shell parts them, without their quotes. hole stands for what is known only when it runs.
func shellWords(text string) []string {
	w := &worder{text: text}
	for w.at < len(w.text) {
		w.next()
	}
	w.end()
	return w.words
}

type worder struct {
	text  string
	at    int
	quote byte
	open  int // of ${
	word  strings.Builder
	words []string
}

func (w *worder) end() {
	if w.word.Len() > 0 {
		w.words = append(w.words, w.word.String())
	}
	w.word.Reset()
}

// next reads one sign, or what begins with it.
func (w *worder) next() {
	c := w.text[w.at]
	w.at++
	switch {
	case w.quote == '\'' && c == '\'', w.quote == '"' && c == '"':
		w.quote = 0
	case w.quote == '\'':
		w.word.WriteByte(c)
	case c == '\\' && w.at < len(w.text):
		if w.quote == '"' && !strings.ContainsRune("$`\"\\\n", rune(w.text[w.at])) {
			w.word.WriteByte(c)
		}
		w.word.WriteByte(w.text[w.at])
		w.at++
	case c == '$' && w.quote == 0 && strings.HasPrefix(w.text[w.at:], "'"):
		w.escapes()
	case c == '$':
		w.variable()
	case c == '}' && w.open > 0:
		w.open--
		w.word.WriteString(hole)
	case w.quote == 0 && (c == '"' || c == '\''):
		w.quote = c
	case w.quote == 0 && strings.IndexByte(" \t\r\n;|&()<>`", c) >= 0:
		w.end()
	default:
		w.word.WriteByte(c)
	}
}

// variable reads what stands behind a $: what is given in a variable's place is read on.
func (w *worder) variable() {
	w.word.WriteString(hole)
	isBraced := strings.HasPrefix(w.text[w.at:], "{")
	if isBraced {
		w.at++
		w.open++
	}
	for w.at < len(w.text) && (isLetter(w.text[w.at]) || w.text[w.at] == '_' || w.text[w.at] >= '0' && w.text[w.at] <= '9') {
		w.at++
	}
	if isBraced {
		w.at += len(w.text[w.at:]) - len(strings.TrimLeft(w.text[w.at:], ":-=+?#%!@*/^"))
		if w.at > 0 && w.text[w.at-1] == '/' { // it belongs to the name that may stand there
			w.at--
		}
	}
}

// escapes reads $'…', in which a backslash stands before the numbers of signs.
func (w *worder) escapes() {
	for w.at++; w.at < len(w.text) && w.text[w.at] != '\''; {
		if w.text[w.at] != '\\' {
			w.word.WriteByte(w.text[w.at])
			w.at++
			continue
		}
		r, _, rest, err := strconv.UnquoteChar(w.text[w.at:], '\'')
		if err != nil {
			w.at++
			continue
		}
		if r < 0x100 {
			w.word.WriteByte(byte(r))
		} else {
			w.word.WriteRune(r)
		}
		w.at = len(w.text) - len(rest)
	}
	w.at++
}

// expandBraces are the words that one with braces stands for, at most so many.
func expandBraces(word string, most int) []string {
	open, deep := -1, 0
	var commas []int
	for i := range len(word) {
		switch c := word[i]; {
		case c == '{':
			if deep++; deep == 1 {
				open, commas = i, nil
			}
		case c == ',' && deep == 1:
			commas = append(commas, i)
		case c == '}' && deep > 0:
			if deep--; deep > 0 || len(commas) == 0 {
				continue
			}
			var list []string
			from := open + 1
			for _, to := range append(commas, i) {
				for _, one := range expandBraces(word[:open]+word[from:to]+word[i+1:], most-len(list)) {
					if len(list) < most {
						list = append(list, one)
					}
				}
				from = to + 1
			}
			return list
		}
	}
	return []string{word}
}
