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

// finishRead refuses to take text for words of a command that is read from a file which was written with a value: it
// would be one, and bash makes words and options of it.
func finishRead(j *judge) {
	look := func(w *syntax.Word, at syntax.Node, over bool) { substitutions(j, w, over, leftBefore(j, at)) }
	syntax.Walk(j.s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			over := len(n.Args) > 0 && slices.Contains([]string{"echo", "printf", ":", "[", "test"}, n.Args[0].Lit())
			for _, w := range n.Args {
				look(w, n, over)
				over = over || w.Lit() == "--"
			}
		case *syntax.Assign:
			if n.Value != nil {
				look(n.Value, n, false)
			}
			if n.Array != nil {
				for _, e := range n.Array.Elems {
					if e.Value != nil {
						look(e.Value, n, false)
					}
				}
			}
		case *syntax.WordIter:
			for _, w := range n.Items {
				look(w, w, false)
			}
		}
		return true
	})
}

// leftBefore is what programs that are given a value may have left when a node is reached.
func leftBefore(j *judge, at syntax.Node) (left programs.Trace) {
	for i := range j.files.steps {
		s := &j.files.steps[i]
		if s.value != nil && (j.looped || s.aside || s.args[0].word.Pos().Offset() < at.Pos().Offset()) {
			left = max(left, s.leaves())
		}
	}
	return left
}

// substitutions looks at what a word takes from files. over says that its program takes one word for data whatever it is.
func substitutions(j *judge, w *syntax.Word, over bool, left programs.Trace) {
	one := map[syntax.Node]bool{} // those that are a part of one word
	for i, part := range w.Parts {
		if quoted, ok := part.(*syntax.DblQuoted); ok {
			for k, inner := range quoted.Parts {
				one[inner] = over || i > 0 || k > 0
			}
		}
	}
	syntax.Walk(w, func(n syntax.Node) bool {
		sub, is := n.(*syntax.CmdSubst)
		if !is || one[sub] || counts(sub) || !readsWritten(j, sub, left) {
			return !is || !one[sub]
		}
		j.deny(sub, "%s is read from a file that is written here", j.s.src(sub))
		return false
	})
}

// counts reports whether a substitution yields a number, whatever it reads.
func counts(sub *syntax.CmdSubst) bool {
	if len(sub.Stmts) != 1 {
		return false
	}
	last := sub.Stmts[0]
	for {
		pipe, ok := last.Cmd.(*syntax.BinaryCmd)
		if !ok || pipe.Op != syntax.Pipe {
			break
		}
		last = pipe.Y
	}
	call, ok := last.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	switch call.Args[0].Lit() {
	case "wc":
		return true
	case "grep":
		return len(call.Args) > 1 && call.Args[1].Lit() == "-c"
	}
	return false
}

// readsWritten reports whether a substitution may read a file that was written with a value, or yield the names of some; left
// is what the programs of the script have left that are given one.
func readsWritten(j *judge, sub *syntax.CmdSubst, left programs.Trace) (is bool) {
	outputs := j.files.outputs
	if j.files.hot == nil {
		outputs = nil
	}
	reads := func(w *syntax.Word) {
		text := j.s.textOf(w)
		unsure := expands(w.Parts) || !j.s.sure(w)
		is = is || left == programs.LeavesFiles || unsure && len(outputs) > 0 || slices.ContainsFunc(outputs, func(o file) bool { return names(text, o.base) })
	}
	syntax.Walk(sub, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Redirect:
			if n.Op == syntax.RdrIn && n.Word != nil {
				reads(n.Word)
			}
		case *syntax.CallExpr:
			if len(n.Args) == 0 {
				break
			}
			lists := slices.Contains([]string{"ls", "dir", "find", "gfind", "fd", "fdfind"}, n.Args[0].Lit()) || slices.ContainsFunc(n.Args, func(w *syntax.Word) bool { return bare(j.s.src(w), "*?[") && w.Lit() != "[" })
			if is = is || lists && left != programs.LeavesNothing; is || readsNoFile(n) {
				break
			}
			for _, w := range n.Args[1:] {
				reads(w)
			}
			is = is || left == programs.LeavesFiles && len(n.Args) == 1
		}
		return !is
	})
	return is
}

// readsNoFile reports whether a command prints nothing of what lies in files.
func readsNoFile(c *syntax.CallExpr) bool {
	if name := c.Args[0].Lit(); name != "git" {
		return slices.Contains([]string{"echo", "printf", "date", "pwd", "basename", "dirname", "realpath", "id", "whoami", "hostname", "uname", "nproc", "mktemp", "seq", "expr", "command", "which", "type"}, name)
	}
	return len(c.Args) > 1 && slices.Contains([]string{"rev-parse", "rev-list", "merge-base", "describe", "symbolic-ref", "branch"}, c.Args[1].Lit())
}
