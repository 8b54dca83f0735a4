package render

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// A script file of the author's is a program like any other, unless the same command
// lets a value into it, or lets a value choose the folder that it is taken from.

// files remembers what a script runs by a file's name, and what it writes.
type files struct {
	runs     []file // by an interpreter, or by its path
	programs []file // by name
	words    []file // of commands: each may be a file's name
	outputs  []file // behind >
	open     *mark  // a value that names an output
	moved    *mark  // a value that names the folder
	folder   *syntax.ParamExp
	calls    int
}

// A file is a word and the last part of its name.
type file struct {
	arg  arg
	base string
}

func (f *files) mention(a arg) {
	if a.known() {
		f.words = append(f.words, file{a, programs.Base(a.text)})
	}
}

// starts notes a program that is not bash's own.
func (f *files) starts(name string, own bool, a arg) {
	if own && !strings.HasPrefix(a.text, "/") {
		f.runs = append(f.runs, file{a, programs.Base(a.text)})
		return
	}
	f.programs = append(f.programs, file{a, name})
}

// writes notes the file behind >.
func (f *files) writes(j *judge, w *syntax.Word) {
	a := arg{word: w, text: j.s.textOf(w), free: j.s.free(w), sure: j.s.sure(w)}
	switch {
	case a.free != nil:
		f.open = a.free
	case !a.sure || strings.Contains(a.text, unknown):
		f.open = j.cause
	case strings.Contains(a.text, "/fd/"):
		j.deny(w, "a descriptor is opened by name here")
	default:
		f.outputs = append(f.outputs, file{a, programs.Base(a.text)})
	}
}

// copies notes the programs that write the file which a value names.
func (f *files) copies(name string, args []arg) {
	switch name {
	case "tee", "cp", "mv", "ln", "link", "install", "dd":
		if m := first(args[1:]); m != nil {
			f.open = m.free
		}
	}
}

// finish refuses to run a file that the same command may have written, or that is in
// a folder which a value has chosen.
func (j *judge) finish() {
	f := &j.files
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

// isRun reports whether the word is itself one that names what is run.
func (f *files) isRun(a arg) bool {
	for _, r := range f.runs {
		if r.arg.word == a.word {
			return true
		}
	}
	return false
}
