package render

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// A script file of the author's is a program like any other, unless the same command
// lets a value into it, or lets a value choose the folder that it is taken from.

// files remembers what a script runs by a file's name, and what it writes.
type files struct {
	runs     []file // by an interpreter, or by its path
	fed      []fed  // files from which a program reads its options, or xargs words
	inputs   []file // behind <
	hot      *mark  // a value that is in what is written
	programs []file // by name
	words    []file // of commands: each may be a file's name
	outputs  []file // behind >
	readers  []rewriter
	open     *mark // a value that names an output
	moved    *mark // a value that names the folder
	folder   *syntax.ParamExp
	calls    int
	steps    []step
	cd       bool // the folder changes
}

// A rewriter is a program that may read a value, from its input or by its words, and write it
// into a file.
type rewriter struct {
	name  string
	args  []arg
	value *mark // nil: it reads only what the script has written before
}

// reads notes a program. in is the value on its standard input.
func (f *files) reads(name string, args []arg, in *mark) {
	r := rewriter{name, args, in}
	if m := first(args[1:]); m != nil {
		r.value = m.free
	}
	f.readers = append(f.readers, r)
}

// A fed is a file that a program reads its options from.
type fed struct {
	file
	by string
}

// names reports whether a word of a program names a file somewhere in it: of=run.sh, or
// {print > "run.sh"}.
func names(word, base string) bool {
	for rest := word; base != ""; {
		at := strings.Index(rest, base)
		if at < 0 {
			return false
		}
		end := at + len(base)
		if (at == 0 || !inName(rest[at-1])) && (end == len(rest) || !inName(rest[end])) {
			return true
		}
		rest = rest[end:]
	}
	return false
}

// inName reports whether a character goes on with a file's name.
func inName(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '.' || c == '-' || c >= 0x80
}

// A file is a word and the last part of its name.
type file struct {
	arg  arg
	base string
	of   syntax.Node // the one command that writes it, where that is run once
}

// of is the file that a word names.
func of(a arg) file { return file{arg: a, base: programs.Base(a.text)} }

func (f *files) mention(a arg) {
	if a.known() {
		f.words = append(f.words, file{arg: a, base: programs.Base(a.text)})
	}
}

// starts notes a program that is not bash's own.
func (f *files) starts(name string, own bool, a arg) {
	if own && !strings.HasPrefix(a.text, "/") {
		f.runs = append(f.runs, file{arg: a, base: programs.Base(a.text)})
		return
	}
	f.programs = append(f.programs, file{arg: a, base: name})
}

// writes notes the file behind >.
func (f *files) writes(j *judge, w *syntax.Word) {
	a := arg{word: w, text: j.s.textOf(w), free: j.s.free(w), sure: j.s.sure(w)}
	_, pipe := w.Parts[0].(*syntax.ProcSubst)
	switch {
	case pipe && len(w.Parts) == 1: // what is in it is judged by itself
	case a.free != nil:
		f.open = a.free
	case !a.sure || strings.Contains(a.text, unknown):
		f.open = j.cause
	case strings.Contains(a.text, "/fd/"):
		j.deny(w, "a descriptor is opened by name here")
	default:
		f.outputs = append(f.outputs, file{arg: a, base: programs.Base(a.text)})
	}
}

// copies notes the programs that write a file: the one that a value names, or those that the
// author does.
func (f *files) copies(name string, args []arg, in *mark) {
	switch name {
	case "tee", "cp", "mv", "ln", "link", "install", "dd":
	default:
		return
	}
	last, named := &f.steps[len(f.steps)-1], true
	operands := 0
	args = slices.DeleteFunc(slices.Clone(args), func(a arg) bool { return a.is("--") && !a.marked })
	for i, a := range args[1:] {
		text := strings.TrimPrefix(a.text, "of=")
		source := a.free != nil && i == len(args)-3 && (name == "cp" || name == "mv") && whole(a)
		switch {
		case source:
			f.hot = a.free
		case a.free != nil:
			f.open, named = a.free, false
		case a.option():
			named = named && (name == "tee" && a.is("-a") || a.is("-f", "-n", "-v", "-p"))
		case a.known() && !strings.HasPrefix(text, "if="):
			f.outputs = append(f.outputs, file{arg: a, base: programs.Base(text)})
		}
		if !a.option() {
			operands++
		}
	}
	last.named = named && (name == "tee" || name == "dd" || (name == "cp" || name == "mv") && operands == 2)
	if f.hot == nil {
		f.hot = in
	}
}

// whole reports whether bash makes one word of it, by no expansion.
func whole(a arg) bool { return a.sure && !a.expands }

// fetches notes the programs that bring files from elsewhere, by an address that is a value.
func (f *files) fetches(j *judge, name string, args []arg) {
	m := first(args[1:])
	if m == nil {
		return
	}
	var output string
	switch name {
	case "curl":
		output = "-o"
	case "wget":
		output = "-O"
	default:
		return
	}
	for i, a := range args[:len(args)-1] {
		if a.is("--output", "--output-document") || a.option() && a.text[1] != '-' && strings.HasSuffix(a.text, output[1:]) {
			if to := args[i+1]; to.known() {
				f.outputs = append(f.outputs, file{arg: to, base: programs.Base(to.text)})
				f.hot = m.free
				if name == "wget" || !slices.ContainsFunc(args, remote) {
					f.steps[len(f.steps)-1].named = true
				}
			} else {
				f.open = j.cause
			}
		}
	}
}

// remote reports whether an option has curl name a file by its address, or by what is answered.
func remote(a arg) bool {
	return a.is("--remote-name", "--remote-name-all") || a.option() && a.text[1] != '-' && strings.ContainsAny(a.text, "OJDcK")
}

// finish refuses to run a file that the same command may have written, or that is in
// a folder which a value has chosen.
func (j *judge) finish() {
	f := &j.files
	j.finishReaders()
	finishSteps(j)
	j.finishWritten()
	finishRead(j)
	for _, r := range f.runs {
		if f.open != nil && f.calls > 1 {
			j.again(r.arg.word, f.open, "names a file that is written, and %s, which is run, could be that file. "+insteadScript, r.base)
		}
		if f.moved != nil && !strings.HasPrefix(r.arg.text, "/") {
			j.again(r.arg.word, f.moved, "chooses the folder in which %s is run. Write the folder out, or list it with enum", r.base)
		}
		for _, w := range append(f.words, f.outputs...) {
			if w.base == r.base && w.arg.word != r.arg.word && !f.isRun(w.arg) {
				j.deny(w.arg.word, "%s is run here, and named a second time", r.base)
			}
		}
	}
	for _, p := range f.programs {
		if f.moved != nil && !programs.IsPlain(p.base) {
			j.again(p.arg.word, f.moved, "chooses the folder in which %s runs, which may run what it finds there. Write the folder out, or list it with enum", p.base)
		}
		for _, w := range f.outputs {
			if w.base == p.base {
				j.deny(w.arg.word, "%s is run here, and written", p.base)
			}
		}
	}
	if f.moved != nil && f.folder != nil {
		j.again(f.folder, f.moved, "is the folder that $PWD names then, and bash reads variables as code in more places than anybody can list. Write the value itself")
	}
}

// finishReaders refuses to run a file that a program may have written which reads a value.
func (j *judge) finishReaders() {
	f := &j.files
	for _, r := range f.readers {
		cause := r.value
		if cause == nil && len(f.outputs) > 0 {
			cause = j.cause
		}
		if cause == nil {
			continue
		}
		for _, run := range f.runs {
			if run.arg.word == r.args[0].word {
				continue
			}
			for _, a := range r.args[1:] {
				if a.known() && a.word != run.arg.word && !f.isRun(a) && names(a.text, run.base) {
					j.deny(a.word, "%s is run here, and %s reads a value and could write it", run.base, r.name)
				}
			}
		}
	}
}

// finishWritten refuses a file that is written with a value and that what runs in the same command
// could load: its name must tell that it is no code
// (docs/decisions/0989-what-is-written-is-not-run.md).
func (j *judge) finishWritten() {
	f := &j.files
	loaders := f.loaders()
	runs := append(slices.Clone(f.runs), loaders...)
	if f.open != nil && len(loaders)+len(f.fed) > 0 && (f.calls > 1 || j.looped) {
		j.again(nil, f.open, "names a file that is written, and what runs in the same command could load it. "+insteadScript)
	}
	if f.hot == nil {
		return
	}
	for _, w := range f.outputs {
		for _, r := range runs {
			own := w.of != nil && within(r.arg.word, w.of)
			if w.arg.word != r.arg.word && !own && !programs.IsData(w.arg.text, r.base) {
				j.deny(w.arg.word, "%s is written here, and %s, which is run, could load it", j.s.src(w.arg.word), programs.Base(r.arg.text))
			}
		}
		for _, r := range f.fed {
			if r.base == w.base && r.arg.word != w.arg.word {
				j.deny(r.arg.word, "%s is written here, and %s reads its words from it", r.base, r.by)
			}
		}
	}
}

// isRun reports whether the word is itself one that names what is run.
func (f *files) isRun(a arg) bool {
	for _, r := range f.runs {
		if r.arg.word == a.word {
			return true
		}
	}
	return false
}

// within reports whether a node stands in another.
func within(n, in syntax.Node) bool {
	return n.Pos().Offset() >= in.Pos().Offset() && n.End().Offset() <= in.End().Offset()
}
