package bash

import (
	"slices"
	"strings"
)

// find follows -exec and its kin.
func (l *launch) find() {
	for i, a := range l.c.Args {
		if !slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, a.Text) {
			continue
		}
		end := i + 1
		for end < len(l.c.Args) && l.c.Args[end].Text != ";" && l.c.Args[end].Text != "+" {
			end++
		}
		if !l.w.spend(len(l.c.Args) * len(l.c.Args) / 16) { // see FindTargets
			return
		}
		var args []Word
		for _, x := range l.c.Args[i+1 : end] {
			if !strings.Contains(x.Text, "{}") {
				args = append(args, x)
				continue
			}
			for _, start := range FindTargets(l.c.Args[1:]) {
				start.Text = strings.ReplaceAll(x.Text, "{}", start.Text)
				if x.Text != "{}" {
					start.Below = ""
				}
				args = append(args, start)
			}
		}
		l.inner(args, l.c, l.st.clone())
	}
}

// FindTargets are what a find would act upon: the folders that it starts in, or,
// where it looks for names, something in them.
func FindTargets(args []Word) []Word {
	var starts []Word
	narrow := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a.Text, "-") && len(a.Text) > 1 || a.Text == "(" || a.Text == "!":
			by := slices.Contains([]string{"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer", "-mtime", "-mmin", "-atime", "-ctime", "-size", "-empty", "-user", "-perm"}, a.Text)
			narrow = narrow || by && (i+1 == len(args) || strings.Trim(args[i+1].Text, "*.") != "" || a.Text == "-empty")
		case !anyOption(args[:i]):
			starts = append(starts, a)
		}
	}
	if len(starts) == 0 {
		starts = []Word{{Text: ".", Known: true}}
	}
	if narrow {
		for i := range starts {
			starts[i].Text = strings.TrimSuffix(starts[i].Text, "/") + found
			starts[i].Found, starts[i].Below = true, foundName(args)
		}
	}
	return starts
}

// printed are what a find prints the names of, if it does nothing else; nul reports that a byte which no name has stands between them.
func printed(w *walker, args []Word) (list []Word, nul bool) {
	if len(args) == 0 || args[0].Text != "find" && args[0].Text != "gfind" || !w.spend(len(args)*len(args)/16) { // see FindTargets
		return nil, false
	}
	for _, a := range args[1:] {
		if slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-delete", "-ls", "-printf"}, a.Text) || strings.HasPrefix(a.Text, "-f") {
			return nil, false
		}
		nul = nul || a.Text == "-print0"
	}
	return FindTargets(args[1:]), nul
}

// found stands for what find finds in a folder, behind its path.
const found = "/found"

// In is the folder in which find looks, of a word that is Below.
func (w Word) In() Word {
	w.Text, w.Found, w.Below = strings.TrimSuffix(w.Text, found), false, ""
	if w.Text == "" {
		w.Text = "/"
	}
	return w
}

// foundName is the one name that all has which find is told to act upon, from folders that are known and behind no link; "" if there may be others.
func foundName(args []Word) (name string) {
	for i := 0; i < len(args); i++ {
		next := Word{}
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch t := args[i].Text; {
		case !args[i].Known || args[i].Glob:
			return ""
		case (t == "!" || t == "-not") && i+2 < len(args) && slices.Contains(byName, next.Text): // it finds less
			i += 2
		case slices.Contains(byName, t) && i+3 < len(args) && args[i+2].Text == "-prune" && args[i+3].Text == "-o" && name == "" && explicit(args[i+4:]): // likewise
			i += 3
		case t == "-name":
			if name != "" || !next.Known || next.Glob || next.Text == "" || strings.ContainsAny(next.Text, "*?[\\/") {
				return ""
			}
			name = next.Text
			i++
		case t == "-type", t == "-maxdepth", t == "-mindepth":
			i++
		case t == "-exec":
			for i < len(args) && args[i].Text != ";" && args[i].Text != "+" {
				i++
			}
			if name == "" {
				return ""
			}
		case slices.Contains([]string{"-prune", "-print", "-print0", "-depth", "-P"}, t):
		case strings.HasPrefix(t, "-"), name != "", strings.ContainsAny(t, "!(),\\"):
			return ""
		}
	}
	return name
}

// byName are tests of find by the name or path.
var byName = []string{"-name", "-iname", "-path", "-ipath", "-wholename"}

// explicit reports whether find is told what to do with what the last test finds: else it prints what was tested before, too.
func explicit(args []Word) bool {
	return slices.ContainsFunc(args, func(a Word) bool { return a.Text == "-exec" || a.Text == "-print" || a.Text == "-print0" })
}

func anyOption(args []Word) bool {
	return slices.ContainsFunc(args, func(a Word) bool {
		return strings.HasPrefix(a.Text, "-") && !slices.Contains([]string{"-H", "-L", "-P"}, a.Text)
	})
}
