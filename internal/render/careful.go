package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// careful judges a program that takes code in some of its options. A value stands among
// its operands, or after an option that is known to take none.
func (j commands) careful(name string, p programs.Careful, args []arg) {
	if name == "go" && len(args) > 1 && args[1].is("run") && args[1].known() {
		j.goRun(args)
		return
	}
	c := carefully{commands: j, name: name, p: p}
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case c.over:
			j.derived(a, true)
		case (name == "find" || name == "gfind") && a.is("-exec", "-execdir", "-ok", "-okdir"):
			i = j.executed(args, i)
		case a.free != nil:
			c.value(a)
		case a.is("--") && !a.marked:
			c.over = !p.NoEnd
		default:
			c.own(a)
		}
		c.last = a
	}
	j.dashes(args[1:], "-+")
}

// executed judges the command of find's -exec, and returns where it ends.
func (j commands) executed(args []arg, at int) int {
	end := slices.IndexFunc(args[at:], func(a arg) bool { return a.is(";", "+") })
	if end < 0 {
		end = len(args) - at
	}
	j.command(args[at+1:at+end], nil)
	return at + end
}

// A carefully goes through the words of one careful program.
type carefully struct {
	commands
	name  string
	p     programs.Careful
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
	case c.words == 0 && len(c.p.Verbs) > 0 && !c.option(c.last):
		c.words++
		if !a.known() || !slices.Contains(c.p.Verbs, a.text) {
			c.words = -1 << 20 // no value may come: what the verb does with it is not known
		}
		if c.name == "npm" || c.name == "pnpm" || c.name == "yarn" {
			if a.is("test") {
				c.words++
			}
		}
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
	case strings.HasPrefix(glued, "-"):
		if !c.plain(glued) {
			c.again(a.word, a.free, whyOption, c.name)
		}
	case c.option(c.last) && !c.plain(c.last.text):
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
	if slices.Contains(c.p.Plain, name) {
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
		j.files.runs = append(j.files.runs, file{args[at], programs.Base(args[at].text)})
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
