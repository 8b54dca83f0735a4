package bash

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// isAll reports whether a part is $@ or ${list[@]}.
func isAll(part syntax.WordPart) bool {
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil {
		return false
	}
	return p.Param.Value == "@" || allOf(p)
}

// allOf reports whether a parameter is ${list[@]} or ${list[*]}.
func allOf(p *syntax.ParamExp) bool {
	index, ok := p.Index.(*syntax.Word)
	return ok && (index.Lit() == "@" || index.Lit() == "*")
}

// param adds a variable, as far as the script says what it holds.
func (s *spelling) param(p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	var given []Word // what stands in ${x:-here}, followed once
	if p.Exp != nil && p.Exp.Word != nil {
		given = s.w.spell(p.Exp.Word, s.st.clone(), true)
	}
	if p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
		s.w.sets(name)
		if v, ok := s.st.lookup(name, s.w.home); len(given) > 0 && (!ok || !v.Known) {
			s.st.set(name, given[0])
		}
	}
	for _, text := range given {
		if hasSubscript(text.Text) {
			evaluates(s.w, text.Text, s.st, text.Value)
		}
	}
	if p.Exp != nil && p.Exp.Op == syntax.OtherParamOps && p.Exp.Word.Lit() == "P" { // as a prompt
		v, _ := s.st.lookup(name, s.w.home)
		evaluates(s.w, v.Text, s.st, v.Value)
	}
	switch {
	case s.st.lost, p.Exp != nil && p.Exp.Op == syntax.OtherParamOps: // ${x@P} may say anything
	case plainParam(p) && (name == "@" || name == "*") && s.st.given:
		s.list(s.st.args, quoted, name == "*")
		return
	case allOf(p) && len(s.st.lists[name]) > 0 && p.Exp == nil && p.Slice == nil && p.Repl == nil && !p.Excl && !p.Length:
		s.list(s.st.lists[name], quoted, p.Index.(*syntax.Word).Lit() == "*") //nolint:forcetypeassert // see allOf
		return
	case s.b.Len() == 0 && (quoted || s.whole) && isTemp(s.w, s.st, p): // else its own name might be split
		s.guess("/tmp", "/tmp")
		return
	case plainParam(p) && name == "$" && isTempName(s):
		s.guess(aSum, "/tmp") // the shell's own number, which nothing can set
		return
	case plainParam(p):
		v, ok := s.st.lookup(name, s.w.home)
		if ok && v.Known {
			s.text(v, quoted)
			return
		}
		if ok && v.Guess && s.b.Len() == 0 {
			s.now.Value = s.now.Value || v.Value
			s.guess(v.Text, v.Temp)
			return
		}
		s.now.Value = s.now.Value || v.Value
		if ok && v.number() {
			s.now.Sum = s.b.Len() == 0
			s.unknownAs(aSum)
			return
		}
	default:
		if v, ok := s.reckon(p); ok {
			s.text(v, quoted)
			return
		}
	}
	s.nested(p)
	s.unknown(p)
	s.fallback(p, given)
}

// guess adds what will likely stand there.
func (s *spelling) guess(text, temp string) {
	s.begun, s.now.Known, s.now.Guess, s.now.Temp = true, false, true, temp
	s.b.WriteString(text)
}

// isTempName reports whether a word so far is the beginning of a name in /tmp, and nothing of it but the shell's number is unknown.
func isTempName(s *spelling) bool {
	name, ok := strings.CutPrefix(s.b.String(), "/tmp/")
	return ok && !strings.ContainsAny(name, "/*?[") && (s.now.Known || s.now.Guess && s.now.Temp == "/tmp")
}

// isTemp reports whether a parameter is the TMPDIR that programs are given: $TMPDIR, ${TMPDIR} or ${TMPDIR:-/tmp}, where the script surely
// leaves it as it is. In a shell in it, which may run elsewhere or with other variables, and in a function nobody knows.
func isTemp(w *walker, st *state, p *syntax.ParamExp) bool {
	plain := *p
	if p.Exp != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull) && p.Exp.Word.Lit() == "/tmp" {
		plain.Exp = nil
	}
	if !plainParam(&plain) || p.Param.Value != "TMPDIR" || w.depth != 1 || st.given || len(w.Doubts) > 0 || !keepsTemp(w, st) || !w.spend(len(w.Commands)) {
		return false
	}
	return !slices.ContainsFunc(w.Commands, func(c Command) bool {
		declares := slices.Contains([]string{"export", "declare", "typeset", "readonly", "local"}, c.Name())
		return slices.ContainsFunc(c.Args, func(a Word) bool {
			name, _, named := strings.Cut(a.Text, "=")
			return name == "TMPDIR" || declares && !a.Known && (!named || strings.ContainsAny(name, "$`…"))
		})
	})
}

// keepsTemp reports whether TMPDIR is what programs are given, as far as is known.
func keepsTemp(w *walker, st *state) bool {
	_, set := st.vars["TMPDIR"]
	return !set && !st.lost && !slices.Contains(w.Sets, "TMPDIR")
}

// fallback notes what ${X:-text} will be where X is not set: the likely case,
// since the script does not set it.
func (s *spelling) fallback(p *syntax.ParamExp, given []Word) {
	if p.Exp == nil || len(given) > 1 {
		return
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		v := Word{Known: true}
		if len(given) == 1 {
			v = given[0]
		}
		if (v.Known || v.Guess) && s.b.Len() == len(s.w.source(p)) {
			s.b.Reset()
			s.b.WriteString(v.Text)
			s.now.Guess = true
		}
	}
}

// list adds the words of "$@" or an array.
// In quotes, "$*" is one word.
func (s *spelling) list(words []Word, quoted, one bool) {
	between := " "
	if ifs, ok := s.st.vars["IFS"]; ok {
		between = ifs.Text[:min(1, len(ifs.Text))]
	}
	for i, v := range words {
		switch {
		case i > 0 && one && (quoted || s.whole):
			s.b.WriteString(between)
		case i > 0:
			s.end()
		}
		s.now.Known = s.now.Known && v.Known
		s.text(Word{Text: v.Text, Value: v.Value}, quoted)
	}
}

// nested follows the commands in subscripts, defaults and patterns.
func (s *spelling) nested(p *syntax.ParamExp) {
	if p.Index != nil && !allOf(p) {
		s.w.calculate(p.Index, s.st)
	}
	if p.Slice != nil {
		for _, n := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if n != nil {
				s.w.calculate(n, s.st)
			}
		}
	}
	if p.Repl != nil {
		for _, n := range []*syntax.Word{p.Repl.Orig, p.Repl.With} {
			if n != nil {
				s.w.spell(n, s.st.clone(), true)
			}
		}
	}
}

// plainParam reports whether a parameter is $x or ${x}.
func plainParam(p *syntax.ParamExp) bool {
	return p.Param != nil && p.Index == nil && p.Exp == nil && p.Slice == nil && p.Repl == nil && p.Names == 0 &&
		!p.Excl && !p.Length && !p.Width && !p.IsSet && p.Flags == nil && p.NestedParam == nil && len(p.Modifiers) == 0
}

// lookup says what a variable holds.
func (st *state) lookup(name, home string) (Word, bool) {
	if v, ok := st.vars[name]; ok {
		return v, true
	}
	if list := st.lists[name]; len(list) > 0 {
		return list[0], true
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 && st.given {
		if n <= len(st.args) {
			return st.args[n-1], true
		}
		return Word{Known: true}, true
	}
	switch {
	case name == "IFS": // the shell sets it itself, whatever the environment says
		return Word{Text: " \t\n", Known: true}, true
	case name == "HOME" && home != "":
		return Word{Text: home, Guess: true}, true
	case name == "PWD" && len(st.dirs) == 1 && st.dirs[0] != "":
		return Word{Text: st.dirs[0], Guess: true}, true
	case name == "OLDPWD" && len(st.before) == 1 && st.before[0] != "":
		return Word{Text: st.before[0], Guess: true}, true
	}
	return Word{}, false
}

// reckon works ${x#a}, ${x:1:2}, ${x/a/b} and their like out where the script
// itself has set x.
func (s *spelling) reckon(p *syntax.ParamExp) (Word, bool) {
	if p.Param == nil || p.Excl || p.Index != nil || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || !s.st.vars[p.Param.Value].Known || runs(p) {
		return Word{}, false
	}
	if size := len(s.st.vars[p.Param.Value].Text); !s.w.spend(size * (3 + int(p.End().Offset()-p.Pos().Offset())/8)) {
		return Word{}, false
	}
	env := &known{st: s.st}
	text, err := expand.Literal(&expand.Config{Env: env}, &syntax.Word{Parts: []syntax.WordPart{p}})
	if err == nil && !env.missed && len(text) > maxText {
		s.w.unread(tools.Say(tools.UnreadVariable))
	}
	if err != nil || env.missed || len(text) > maxText {
		return Word{}, false
	}
	return Word{Text: text, Known: true, Value: env.value}, true
}

// runs reports whether a piece of a script holds a substitution.
func runs(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			found = true
		}
		return !found
	})
	return found
}

// known is the variables of a state for the library that expands them.
type known struct {
	st     *state
	missed bool // one was asked for whose value nobody knows
	value  bool
}

// Get implements expand.Environ.
func (k *known) Get(name string) expand.Variable {
	v, ok := k.st.vars[name]
	k.value = k.value || v.Value
	if !ok || !v.Known {
		k.missed = k.missed || ok || name != "IFS"
		return expand.Variable{}
	}
	return expand.Variable{Set: true, Kind: expand.String, Str: v.Text}
}

// Each implements expand.Environ.
func (k *known) Each(func(string, expand.Variable) bool) { k.missed = true }

// assign follows NAME=value and NAME=(values).
func (w *walker) assign(a *syntax.Assign, st *state) Word {
	value := w.fromValue(a)
	if a.Array != nil {
		return assignList(w, a, st, value)
	}
	v := w.one(a.Value, st)
	v.Value = v.Value || value
	gives(w, v)
	w.Given = append(w.Given, Given{Name: a.Name.Value, Words: []Word{v}})
	if a.Index != nil {
		w.calculate(a.Index, st)
		st.forget(a.Name.Value, v.Value)
		return v
	}
	if a.Append {
		old, ok := st.lookup(a.Name.Value, "")
		v = Word{Text: old.Text + v.Text, Known: ok && old.Known && v.Known, Value: old.Value || v.Value}
	}
	v.Glob = false
	kept := v
	if !v.Known && !v.Guess && strings.Contains(v.Text, "$"+a.Name.Value) { // itself, unknown
		kept.Text = "$" + a.Name.Value
	}
	if v.Known && len(v.Text) > maxText {
		w.unread(tools.Say(tools.UnreadVariable))
	}
	if v.Known && hasSubscript(v.Text) {
		evaluates(w, v.Text, st, v.Value)
	}
	st.set(a.Name.Value, kept)
	return v
}

// assignList is assign of an array.
func assignList(w *walker, a *syntax.Assign, st *state, value bool) Word {
	var list []Word
	whole := true
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			w.calculate(e.Index, st)
			whole = false
		}
		if e.Value != nil {
			list = append(list, w.expand(e.Value, st)...)
		}
	}
	w.Given = append(w.Given, Given{Name: a.Name.Value, Words: list, List: true})
	old := st.lists[a.Name.Value]
	if !a.Append {
		old = nil
	}
	if len(old)+len(list) > mostItems {
		w.unread(tools.Say(tools.UnreadList))
		whole = false
	}
	whole = whole && w.spend(len(old)+len(list))
	st.forget(a.Name.Value, value)
	if whole {
		list = slices.Concat(old, list)
		if st.lists == nil {
			st.lists = map[string][]Word{}
		}
		delete(st.vars, a.Name.Value)
		st.lists[a.Name.Value] = list
	}
	var texts []string
	for _, x := range list {
		texts = append(texts, x.Text)
	}
	gives(w, Word{Text: strings.Join(texts, " "), Value: value})
	return Word{Text: "(" + strings.Join(texts, " ") + ")", Value: value}
}
