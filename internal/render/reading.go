package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	whyCode  = "is read again as code by %s. %s"
	whyInput = "is read again as code by %s, from its standard input. %s"
	whyEnv   = "is given to %s, which decides what other programs run. Use a variable with another name"
)

// call refuses the words of a simple command that its program reads again.
func (j *judge) call(c *syntax.CallExpr, stdin *mark) {
	j.command(j.args(c.Args), stdin)
}

// command judges a command of these words, which a wrapper such as env may
// have been taken off.
func (j *judge) command(args []arg, stdin *mark) {
	if len(args) == 0 {
		return
	}
	if args[0].cause != nil {
		j.again(args[0].word, args[0].cause, whyProgram)
		return
	}
	switch args[0].text {
	case "[", "test":
		j.test(args)
		return
	case "printf":
		j.printf(args)
	case "set":
		j.set(args)
	case "find", "gfind":
		j.find(args)
	case "xargs", "gxargs":
		args, stdin = withInput(args, stdin), nil
	}
	p, ok := known(args[0].text)
	if ok {
		r := &reading{judge: j, p: p, name: args[0].text, stdin: stdin}
		r.words(args[1:])
	}
	if !p.runs {
		j.dashes(args[1:])
	}
	j.named(args)
}

// named looks for interpreters that some wrapper we do not know may run:
// docker exec box sh -c {{x}}. Only words that are surely code are refused.
func (j *judge) named(args []arg) {
	for i := 1; i < len(args); i++ {
		p, ok := interpreter(args[i].text)
		switch {
		case !ok || p.all || args[i].cause != nil:
			continue
		case p.shell && !commandOption(args[i+1:]):
			continue
		case !p.shell:
			p.operand = 0
		}
		r := &reading{judge: j, p: p, name: args[i].text}
		r.words(args[i+1:])
	}
}

// commandOption reports whether options before the first operand have a -c.
func commandOption(args []arg) bool {
	for _, a := range args {
		if !strings.HasPrefix(a.text, "-") {
			return false
		}
		if !strings.HasPrefix(a.text, "--") && strings.Contains(a.text, "c") {
			return true
		}
	}
	return false
}

// A reading goes through the words of a program as the program would.
type reading struct {
	judge    *judge
	p        program
	name     string
	stdin    *mark // the value on its standard input
	operands int
	coded    bool // an option gave the code
	over     bool // after --
	loose    bool // the last option may take the next word
}

func (r *reading) words(args []arg) {
	for i := 0; i < len(args) && !r.done(); i++ {
		a := args[i]
		if r.p.all {
			r.refuse(a)
		}
		switch {
		case r.over || !r.option(a):
			if r.p.runs && r.command(a) {
				r.judge.command(args[i:], r.stdin)
				return
			}
			r.operand(a)
		case a.is("--"):
			r.over = true
		case a.is(r.p.quiet...):
			return
		case a.is(r.p.rereads...):
			for _, rest := range args[i:] {
				r.refuse(rest)
			}
			return
		default:
			i += r.readOption(a, args[i+1:])
		}
	}
	if r.p.stdin > r.operands && !r.coded && r.stdin != nil {
		r.judge.again(nil, r.stdin, whyInput, r.name, r.p.instead)
	}
}

// done reports whether all further words are data.
func (r *reading) done() bool {
	open := r.p.all || r.p.free || r.p.runs || r.loose
	return !open && r.operands > 0 && r.operands >= max(r.p.operand, r.p.stdin)
}

func (r *reading) refuse(a arg) { r.judge.again(a.word, a.cause, whyCode, r.name, r.p.instead) }

// option reports whether the word is an option.
func (r *reading) option(a arg) bool {
	return len(a.text) > 1 && (a.text[0] == '-' || r.p.shell && a.text[0] == '+')
}

// readOption judges an option and returns how many of the next words are its own.
func (r *reading) readOption(a arg, next []arg) int {
	if r.p.runs && !r.over {
		r.judge.dashes([]arg{a})
	}
	name, _, attached := strings.Cut(a.text, "=")
	code := r.codeOption(name)
	if code || !r.p.free && (len(r.p.code) > 0 || r.p.shell) || slices.Contains(r.p.code, a.text[:2]) {
		r.refuse(a)
	}
	r.coded = r.coded || code
	r.loose = false
	switch {
	case attached:
	case code:
		if len(next) > 0 {
			r.refuse(next[0])
		}
		return 1
	case a.is(r.p.takes...), r.p.shell && a.text[1] != '-' && strings.ContainsAny(a.text[len(a.text)-1:], "oO"):
		return 1
	default:
		r.loose = strings.HasPrefix(a.text, "--")
	}
	return 0
}

// codeOption reports whether the next word is code: -c, or a cluster that ends
// so, as in -lc.
func (r *reading) codeOption(text string) bool {
	if slices.Contains(r.p.code, text) {
		return true
	}
	cluster := len(text) > 2 && text[1] != '-' && !r.p.free
	return cluster && slices.Contains(r.p.code, "-"+text[len(text)-1:])
}

// command reports whether a wrapper's own words end here.
func (r *reading) command(a arg) bool {
	if !r.over {
		r.judge.dashes([]arg{a})
	}
	name, _, assigns := strings.Cut(a.text, "=")
	switch {
	case r.p.assigns && assigns && !strings.Contains(name, unknown):
		if runsCode(name) { // env PATH={{x}} ls
			r.judge.again(a.word, a.cause, whyEnv, name)
		}
		return false
	case r.p.skip > 0:
		r.p.skip--
		return false
	}
	return true
}

// operand judges a word that is neither an option nor an option's value.
func (r *reading) operand(a arg) {
	if a.cause == nil && (a.text == "" || a.text == "-") { // sed -i ''; standard input by name
		return
	}
	if r.p.runs {
		return
	}
	r.loose = false
	r.operands++
	if r.operands <= r.p.operand && (!r.p.given || !r.coded) {
		r.refuse(a)
	}
}

// withInput adds to xargs' command the words that it gets from its input.
func withInput(args []arg, stdin *mark) []arg {
	if stdin == nil {
		return args
	}
	args = slices.Clone(args)
	place := ""
	for i := 1; i < len(args); i++ {
		if place != "" && strings.Contains(args[i].text, place) {
			args[i].cause = stdin
		}
		switch {
		case args[i].is("-i", "--replace"):
			place = "{}"
		case args[i].is("-I") && i+1 < len(args):
			i++
			place = args[i].text
		case strings.HasPrefix(args[i].text, "-I"):
			place = args[i].text[2:]
		}
	}
	if place == "" {
		args = append(args, arg{word: args[0].word, text: unknown, cause: stdin})
	}
	return args
}
