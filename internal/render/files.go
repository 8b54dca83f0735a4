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
	programs []file // by name
	words    []file // of commands: each may be a file's name
	outputs  []file // behind >
	readers  []rewriter
	open     *mark // a value that names an output
	moved    *mark // a value that names the folder
	folder   *syntax.ParamExp
	calls    int
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

// unpacks reports whether a program takes the names of the files that it writes from what it
// reads.
func (r rewriter) unpacks() bool {
	switch r.name {
	case "patch", "tar", "bsdtar", "gtar", "unzip", "cpio", "pax", "split", "csplit", "7z", "7za", "7zz", "unrar", "unar", "ar", "uudecode", "shar":
		return true
	case "git":
		return slices.ContainsFunc(r.args, func(a arg) bool { return a.is("apply", "am", "unpack-objects", "fast-import", "checkout-index") })
	}
	return false
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
	j.finishReaders()
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
			if r.unpacks() {
				j.again(run.arg.word, cause, "is read by %s, which writes files under names that it finds there, and %s, which is run, could be one. "+insteadScript, r.name, run.base)
			}
			for _, a := range r.args[1:] {
				if a.known() && a.word != run.arg.word && !f.isRun(a) && names(a.text, run.base) {
					j.deny(a.word, "%s is run here, and %s reads a value and could write it", run.base, r.name)
				}
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
