package render

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/programs"
)

// What a command leaves behind that was given a value, another one does not run. Both are told by closed tables: what may
// leave files is all that is not known to leave none, and what may run them is all that is not known to run nothing of its
// folder (docs/decisions/0997-what-takes-a-value-leaves-files.md).

// A step is one program of a script, in the order in which bash runs them.
type step struct {
	name  string
	args  []arg
	words []string // behind its name, with programs.Hole for a value
	value *mark    // among its words, or on its input
	call  int      // the simple command that it is of
	group int      // the pipe or loop around it, whose parts run at the same time or again; 0 without one
	aside bool     // bash does not wait for it
	own   bool     // the program, or the file that it interprets, is of the space
	named bool     // all that it writes is among files.outputs
}

// step notes a program.
func (f *files) step(j commands, name string, args []arg, in *mark) {
	s := step{name: name, args: args, value: in, call: f.calls, group: j.group, aside: j.aside, own: ofSpace(args[0].text)}
	if m := first(args[1:]); m != nil {
		s.value = m.free
	}
	for _, a := range args[1:] {
		text := a.text
		if a.marked {
			text = j.s.authored(a.word) + programs.Hole
		}
		s.words = append(s.words, text)
	}
	if p, ok := programs.InterpreterOf(name); ok && p.File {
		at, module := scriptAt(p, args)
		s.own = s.own || at > 0 && !module
	}
	s.own = s.own || name == "go" && len(args) > 1 && args[1].is("run")
	f.steps = append(f.steps, s)
}

// read notes, for the steps since first, a value that names the file which they read.
func (f *files) read(s *script, redirects []*syntax.Redirect, first int) {
	for _, r := range redirects {
		if r.Op != syntax.RdrIn || r.Word == nil {
			continue
		}
		if m := s.free(r.Word); m != nil {
			for i := range f.steps[first:] {
				if w := &f.steps[first+i]; w.value == nil {
					w.value = m
				}
			}
		}
	}
}

func (s *step) isGit() bool { return slices.Contains([]string{"git", "hub", "hg"}, s.name) }

// leaves is what the step leaves that another could run.
func (s *step) leaves() programs.Trace {
	if s.own || s.named {
		return programs.LeavesNothing // a script of the space does what its author wants; names are looked at elsewhere
	}
	return programs.LeavesOf(s.name, s.words)
}

// globs reports whether bash makes file names of a word, and the program takes some for options.
func (s *step) globs() bool {
	over := false
	for _, a := range s.args[1:] {
		over = over || a.is("--") && !a.marked
		if !over && a.free == nil && !a.sure && !programs.IsPlain(s.name) && (a.text == "" || a.text[0] == '*' || a.text[0] == '?' || a.text[0] == '[') {
			return true
		}
	}
	return false
}

// runs reports whether the step may run or load what another has left.
func (s *step) runs(of *step, trace programs.Trace, moved bool) bool {
	switch {
	case trace == programs.LeavesNothing:
		return false
	case s.globs():
		return true
	case trace != programs.LeavesFiles:
		return false
	case !s.own && s.isGit():
		return !of.isGit() && (moved || programs.BringsTrees(of.name, of.words) || s.name != "git" || !programs.GitRunsNothing(s.words))
	}
	return s.own || !programs.RunsNothing(s.name, s.words)
}

// before reports whether a step has ended when another begins.
func (s *step) before(other *step) bool { return !s.aside && (s.group == 0 || s.group != other.group) }

// finishSteps refuses a script in which a command leaves what it was given, or what was made of it, and another could run that.
func finishSteps(j *judge) {
	f := &j.files
	var left programs.Trace // by the steps so far
	for n := range 2 * len(f.steps) {
		if n == len(f.steps) && !j.looped {
			break // a loop may come round again
		}
		i := n % len(f.steps)
		w := &f.steps[i]
		cause, trace := w.value, w.leaves()
		if cause == nil && f.passes(w, left) {
			cause = j.cause
		}
		if cause == nil {
			continue
		}
		left = max(left, trace)
		for k := range f.steps {
			r := &f.steps[k]
			if r.call == w.call || k < i && r.before(w) || !r.runs(w, trace, f.cd) {
				continue
			}
			leftBy(j, w, r, cause)
			break
		}
	}
}

// passes reports whether a step that is given no value may make files of what others have left: git of a branch that
// was fetched, patch of a file. What builds and tests is the author's, as a script of the space is.
func (f *files) passes(w *step, left programs.Trace) bool {
	if left == programs.LeavesRefs && w.isGit() {
		return true
	}
	if left != programs.LeavesFiles && (f.hot == nil || len(f.outputs) == 0) {
		return false
	}
	return w.isGit() || !programs.Gathers(w.name)
}

func leftBy(j *judge, w, r *step, cause *mark) {
	const instead = "Make two tools of it, put both into a script of the space, or leave nothing that could be code: with an enum, the type number, or a pattern of digits and . , : -"
	runs := programs.Base(r.args[0].text)
	if cause.refused {
		return
	}
	cause.refused = true
	j.problem(cause.source, "%s is given to %s, which may leave files, and %s, in the same command, could run or load them. %s", cause.tag, w.name, runs, instead)
}

// loaders are the programs that load code or settings from the folder, and are no scripts of the space.
func (f *files) loaders() (list []file) {
	for i := range f.steps {
		s := &f.steps[i]
		if s.own && s.name != "go" || !s.isGit() && programs.RunsNothing(s.name, s.words) {
			continue
		}
		base := s.name
		if !s.isGit() && !programs.Gathers(base) && !slices.ContainsFunc(s.args[1:], func(a arg) bool { return a.is("json.tool", "http.server") }) {
			base = "make" // data for it is what is data for those that are known to load
		}
		list = append(list, file{arg: s.args[0], base: base})
	}
	return list
}
