package bash

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// A Word is one argument after quoting is resolved.
type Word struct {
	Text   string
	Known  bool   // text is the whole truth
	Guess  bool   // it is not, but this is what it will be: $HOME, $PWD
	Sum    bool   // it is not, and begins with what arithmetic gives
	Glob   bool   // it is a pattern of file names
	Names  bool   // it stands for each name that a pattern fits: the variable of a loop over them
	Value  bool   // a part of it came from a value
	Found  bool   // it stands for whatever find finds in the folder before its last part
	Below  string // it stands for all of this name that find finds below the folder before its last part
	Apart  bool   // of a word that is Below: xargs takes each name apart at blanks and quotes
	Temp   string // it is, or begins with, what mktemp has made, which is likely called so: a name in /tmp; or TMPDIR: /tmp
	tail   string // of one that is not known: the text behind the last part that is not
	isBody bool   // it is <( ) and body is what will be read from it
	body   string // see isBody
}

// A spelling is a word as it is being put together.
type spelling struct {
	w     *walker
	st    *state
	b     strings.Builder
	now   Word
	from  int    // in b: behind the last part that is not text
	begun bool   // something of the current word has come
	out   []Word // words that are done
	whole bool   // no splitting: here-documents, assignments, redirections
}

// mostBraces is how many words one brace expansion may become here. Bash has
// no limit; what only counts is not decided above it, and all else not read.
const mostBraces = 256

// expand makes the words of one: braces, variables whose value is known,
// substitutions whose output is.
func (w *walker) expand(n *syntax.Word, st *state) []Word {
	if lit, ok := plainLit(n); ok && w.spend(1) {
		return []Word{{Text: lit, Known: true, Value: w.fromValue(n)}}
	}
	split := *n
	split.Parts = append([]syntax.WordPart{}, n.Parts...)
	if !syntax.SplitBraces(&split) {
		return w.spell(n, st, false)
	}
	parts := len(split.Parts)
	if !w.spend(parts * parts / 4) { // the library copies the rest at each
		return []Word{{Text: "…", Value: w.fromValue(n)}}
	}
	var out []Word
	for one, err := range expand.BracesSeq(nil, &split) {
		if err == nil && len(out) >= mostBraces && !counts(split.Parts) {
			w.unread(tools.Say(tools.UnreadBraces))
		}
		if err != nil || len(out) >= mostBraces || !w.spend(20*parts) {
			return []Word{{Text: w.source(n), Value: w.fromValue(n)}}
		}
		for _, x := range w.spell(one, st, false) {
			x.Value = x.Value || w.fromValue(n)
			out = append(out, x)
		}
	}
	return out
}

// counts reports whether all braces of a word only count: {1..1000}.
func counts(parts []syntax.WordPart) bool {
	return !slices.ContainsFunc(parts, func(p syntax.WordPart) bool {
		braces, ok := p.(*syntax.BraceExp)
		return ok && !braces.Sequence
	})
}

// plainLit is the text of a word that is only letters and their like.
func plainLit(n *syntax.Word) (string, bool) {
	if len(n.Parts) != 1 {
		return "", false
	}
	lit, ok := n.Parts[0].(*syntax.Lit)
	if !ok || strings.ContainsAny(lit.Value, `\*?[{`) {
		return "", false
	}
	return lit.Value, true
}

// one makes one word, as in an assignment: nothing is split.
func (w *walker) one(n *syntax.Word, st *state) Word {
	if n == nil {
		return Word{Known: true}
	}
	words := w.spell(n, st, true)
	if len(words) == 0 {
		return Word{Known: true, Value: w.fromValue(n)}
	}
	return words[0]
}

func (w *walker) spell(n *syntax.Word, st *state, whole bool) []Word {
	s := &spelling{w: w, st: st, whole: whole, now: Word{Known: true, Value: w.fromValue(n)}}
	splitDollars(w, n.Parts)
	for _, part := range n.Parts {
		s.part(part, false)
	}
	s.end()
	return s.out
}

// end closes the current word.
func (s *spelling) end() {
	if s.begun {
		s.now.Text = s.b.String()
		if !s.now.Known {
			s.now.tail = s.now.Text[min(s.from, len(s.now.Text)):]
		}
		s.out = append(s.out, s.now)
	}
	s.b.Reset()
	s.begun, s.now, s.from = false, Word{Known: true, Value: s.now.Value}, 0
}

// part adds one part of a word.
func (s *spelling) part(part syntax.WordPart, quoted bool) {
	if !s.w.spend(2) {
		s.begun, s.now.Known = true, false
		return
	}
	switch part.(type) {
	case *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
	default:
		defer func() { s.from = s.b.Len() }()
	}
	switch p := part.(type) {
	case *syntax.Lit:
		s.begun = true
		s.now.Glob = s.now.Glob || !quoted && strings.ContainsAny(p.Value, "*?[") && unescaped(p.Value)
		if quoted {
			s.b.WriteString(unescape(p.Value, "$`\"\\"))
		} else {
			s.b.WriteString(unescape(p.Value, ""))
		}
	case *syntax.SglQuoted:
		s.begun = true
		if !p.Dollar {
			s.b.WriteString(p.Value)
			return
		}
		text, _, err := expand.Format(new(expand.Config), p.Value, nil)
		if err != nil {
			s.now.Known, text = false, p.Value
		}
		text, _, _ = strings.Cut(text, "\x00") // as bash does
		s.b.WriteString(text)
	case *syntax.DblQuoted:
		s.begun = s.begun || len(p.Parts) != 1 || !isAll(p.Parts[0])
		splitDollars(s.w, p.Parts)
		for _, inner := range p.Parts {
			s.part(inner, true)
		}
	case *syntax.ParamExp:
		s.param(p, quoted)
	case *syntax.CmdSubst:
		s.substitution(p, quoted)
	case *syntax.ProcSubst:
		out := s.w.stmts(p.Stmts, s.st.clone(), Feed{})
		s.unknown(p)
		s.now.isBody, s.now.body = out.known && p.Op == syntax.CmdIn, out.text
	case *syntax.ArithmExp:
		s.sum(p)
	case *syntax.ExtGlob:
		s.now.Glob = true
		evaluates(s.w, p.Pattern.Value, s.st, s.now.Value)
		if strings.Contains(p.Pattern.Value, "<(") || strings.Contains(p.Pattern.Value, ">(") {
			s.w.unread(tools.Say(tools.UnreadPattern))
		}
		s.unknown(p)
	default:
		s.unknown(p)
	}
}

// substitution adds what a command prints.
func (s *spelling) substitution(p *syntax.CmdSubst, quoted bool) {
	out := s.w.stmts(p.Stmts, s.st.clone(), Feed{})
	s.now.Value = s.now.Value || out.value
	if made := madeTemp(s.w, p, s.st); made != "" && s.b.Len() == 0 {
		s.begun, s.now.Known, s.now.Guess, s.now.Temp = true, false, true, made
		s.b.WriteString(made)
		return
	}
	if len(p.Stmts) > 0 && !out.known {
		s.unknown(p)
		return
	}
	s.text(Word{Text: strings.TrimRight(out.text, "\n"), Known: true}, quoted)
}

// unknown writes what depends on the run as it stands in the script.
func (s *spelling) unknown(n syntax.Node) { s.unknownAs(s.w.source(n)) }

func (s *spelling) unknownAs(text string) {
	s.begun = true
	s.now.Known, s.now.Guess = false, false
	s.now.Value = s.now.Value || s.w.judged || s.w.HasValues()
	s.b.WriteString(text)
}

// sum adds a number that nobody knows; a digit stands for it. It is never text that something reads again.
func (s *spelling) sum(p *syntax.ArithmExp) {
	s.w.calculate(p, s.st)
	s.now.Sum = s.b.Len() == 0
	s.unknownAs(aSum)
}

// aSum stands for the digits of a number that nobody knows.
const aSum = "0"

// number reports whether a word is a number that nobody knows, and nothing else.
func (w Word) number() bool { return w.Sum && w.Text == aSum }

// text adds the text of a variable or a substitution, which is split unless it
// is quoted.
func (s *spelling) text(v Word, quoted bool) {
	if !s.w.spend(len(v.Text) / 16) {
		s.begun, s.now.Known = true, false
		return
	}
	s.now.Value = s.now.Value || v.Value
	s.now.Names = s.now.Names || v.Glob || v.Names
	if quoted || s.whole {
		s.begun = s.begun || quoted || v.Text != ""
		s.b.WriteString(v.Text)
		return
	}
	seps := " \t\n"
	if ifs, ok := s.st.vars["IFS"]; ok {
		if !ifs.Known {
			s.now.Known = false
		}
		seps = ifs.Text
	}
	if seps == "" {
		s.begun = s.begun || v.Text != ""
		s.b.WriteString(v.Text)
		return
	}
	fields, before, after := split(v.Text, seps)
	if !s.w.spend(4 * len(fields)) {
		s.begun, s.now.Known = true, false
		return
	}
	if before {
		s.end()
	}
	for i, f := range fields {
		if i > 0 {
			s.end()
		}
		s.begun = true
		s.now.Glob = s.now.Glob || strings.ContainsAny(f, "*?[")
		s.b.WriteString(f)
	}
	if after {
		s.end()
	}
}

// split makes fields of a text as bash does: blanks of seps part words, any other
// letter of it ends one, an empty one too. before and after say that the text
// begins or ends with what parts words.
func split(text, seps string) (fields []string, before, after bool) {
	blank := func(c byte) bool { return strings.IndexByte(" \t\n", c) >= 0 && strings.IndexByte(seps, c) >= 0 }
	i := 0
	for i < len(text) && blank(text[i]) {
		i, before = i+1, true
	}
	start := i
	for i < len(text) {
		if strings.IndexByte(seps, text[i]) < 0 {
			i, after = i+1, false
			continue
		}
		fields, after = append(fields, text[start:i]), true
		for i < len(text) && blank(text[i]) {
			i++
		}
		if i < len(text) && strings.IndexByte(seps, text[i]) >= 0 { // the letter that ends the word
			i++
			for i < len(text) && blank(text[i]) {
				i++
			}
		}
		start = i
	}
	if start < len(text) {
		fields = append(fields, text[start:])
	}
	return fields, before, after
}

// unescaped reports whether a literal holds a pattern character that no
// backslash takes away.
func unescaped(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return true
		}
	}
	return false
}

// unescape undoes backslashes: before a line end and these characters, or before any if
// there are none.
func unescape(s, before string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		next := s[i+1]
		switch {
		case next == '\n':
		case before != "" && strings.IndexByte(before, next) < 0:
			b.WriteByte('\\')
			b.WriteByte(next)
		default:
			b.WriteByte(next)
		}
		i++
	}
	return b.String()
}

// source prints a piece of a script as it would be written.
func (s *Script) source(n syntax.Node) string {
	if !s.spend(20 + int(n.End().Offset()-n.Pos().Offset())/2) {
		return "…"
	}
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, n); err != nil {
		return "…"
	}
	return b.String()
}
