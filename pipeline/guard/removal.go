package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
)

// judgeRemoval judges what deletes folders with all that is in them: rm -r, find
// -delete, rsync --delete, git clean, shred, and mv to /dev/null.
func (g *Guard) judgeRemoval(name string, args []bash.Word, c bash.Command) (finding, bool) {
	switch name {
	case "rm":
		recursive, force, targets := rmOptions(args)
		if !recursive {
			return finding{}, false
		}
		f, ok := g.removal(targets, c.Dirs)
		return f, ok && (force || f.rule == ruleOutside) // without -f the mode asks: see removesFolders
	case "find", "fd", "fdfind":
		if slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "-delete" }) || execsRemoval(args) {
			return g.removal(bash.FindTargets(args), c.Dirs)
		}
	case "shred", "srm", "wipe":
		if !slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "--help" || a.Text == "--version" }) {
			return g.removal(operands(args), c.Dirs)
		}
	case "mv":
		if list := operands(args); len(list) > 1 && list[len(list)-1].Text == "/dev/null" || len(list) > 1 && slices.ContainsFunc(list[:len(list)-1], g.isWhole) {
			return g.removal(list[:len(list)-1], c.Dirs)
		}
	case "rsync":
		list := operands(args)
		if len(list) > 1 && slices.ContainsFunc(args, func(a bash.Word) bool { return strings.HasPrefix(a.Text, "--delete") || a.Text == "--del" }) {
			to := list[len(list)-1]
			if strings.Contains(to.Text, ":") {
				return finding{rule: ruleRecursive, reason: "it deletes what it does not bring, on another machine"}, true
			}
			return g.removal([]bash.Word{to}, c.Dirs)
		}
	case "git":
		return g.judgeClean(args, c)
	}
	return finding{}, false
}

// execsRemoval reports whether find is told to delete each thing that it finds.
func execsRemoval(args []bash.Word) bool {
	for i, a := range args[:max(0, len(args)-1)] {
		if !slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, a.Text) {
			continue
		}
		if next := (bash.Command{Args: args[i+1 : i+2]}).Name(); next == "rm" || next == "unlink" || next == "shred" {
			return true
		}
	}
	return false
}

// rmOptions reads the arguments of rm.
func rmOptions(args []bash.Word) (recursive, force bool, targets []bash.Word) {
	options := true
	for _, a := range args {
		switch {
		case options && a.Text == "--":
			options = false
		case options && a.Known && strings.HasPrefix(a.Text, "--"):
			recursive = recursive || len(a.Text) > 3 && strings.HasPrefix("--recursive", a.Text)
			force = force || len(a.Text) > 3 && strings.HasPrefix("--force", a.Text)
		case options && a.Known && strings.HasPrefix(a.Text, "-") && len(a.Text) > 1:
			recursive = recursive || strings.ContainsAny(a.Text, "rR")
			force = force || strings.Contains(a.Text, "f")
		default:
			targets = append(targets, a)
		}
	}
	return recursive, force, targets
}

// judgeClean judges git clean -f.
func (g *Guard) judgeClean(args []bash.Word, c bash.Command) (finding, bool) {
	dirs, i := slices.Clone(c.Dirs), 0
	for i < len(args) && strings.HasPrefix(args[i].Text, "-") {
		if args[i].Text == "-C" && i+1 < len(args) {
			dirs = bash.FoldersAfter(dirs, args[i+1], g.c.Home)
		}
		if slices.Contains([]string{"-c", "-C", "--git-dir", "--work-tree"}, args[i].Text) {
			i++
		}
		i++
	}
	if i >= len(args) || args[i].Text != "clean" {
		return finding{}, false
	}
	force, dry := false, false
	for _, a := range args[i+1:] {
		long := strings.HasPrefix(a.Text, "--")
		short := strings.HasPrefix(a.Text, "-") && !long
		force = force || a.Text == "--force" || short && strings.Contains(a.Text, "f")
		dry = dry || a.Text == "--dry-run" || short && strings.Contains(a.Text, "n")
	}
	if !force || dry {
		return finding{}, false
	}
	return g.removal([]bash.Word{{Text: "untracked", Known: true}}, dirs)
}

// operands are the arguments that are no options.
func operands(args []bash.Word) []bash.Word {
	var list []bash.Word
	options := true
	for _, a := range args {
		if options && a.Text == "--" {
			options = false
			continue
		}
		if !options || !strings.HasPrefix(a.Text, "-") || a.Text == "-" {
			list = append(list, a)
		}
	}
	return list
}

// isWhole reports whether a word names /, a home or a root.
func (g *Guard) isWhole(t bash.Word) bool {
	path := filepath.Clean(bash.ExpandHome(t.Text, g.c.Home))
	return filepath.IsAbs(path) && g.whole(path) != ""
}

// whole says what a path is that must never be deleted: /, a home, a root or
// what holds one. It is empty for anything else.
func (g *Guard) whole(path string) string {
	switch {
	case path == filepath.Dir(path), path == g.c.Home, filepath.Dir(path) == "/home", filepath.Dir(path) == "/Users", path == "/root":
		return "it deletes " + path + " with everything in it"
	case slices.ContainsFunc(g.c.Roots(), func(root string) bool { return within(path, root) }):
		return "it deletes a whole space: " + path
	}
	return ""
}

// removal judges deleting the targets with all that is in them: a root itself, a
// home or "/" and anything outside the roots is denied, else it asks.
func (g *Guard) removal(targets []bash.Word, dirs []string) (finding, bool) {
	for _, t := range targets {
		for _, dir := range dirs {
			path, ok := g.targetPath(t, dir)
			if !ok {
				continue
			}
			if why := g.whole(path); why != "" {
				return finding{rule: ruleOutside, reason: why}, true
			}
			if !g.inside(path) && !g.roomTemp(path) {
				return finding{rule: ruleOutside, reason: "it deletes " + path + ", outside this space"}, true
			}
		}
	}
	return finding{rule: ruleRecursive, reason: "it deletes folders with everything in them, without asking"}, true
}

// roomTemp reports whether the path lies in /tmp, as programs behind walls see it:
// that one is the space's own, or closed to them.
func (g *Guard) roomTemp(path string) bool {
	return path != "/tmp" && within("/tmp", path) && g.c.Walls() == ""
}

// targetPath is where a word leads, seen from a folder: the place itself, or for a
// pattern something in the folder in which it looks. ok is false if nobody knows.
func (g *Guard) targetPath(t bash.Word, dir string) (path string, ok bool) {
	path = bash.ExpandHome(t.Text, g.c.Home)
	follow := strings.HasSuffix(path, "/") || strings.HasSuffix(path, "/.")
	if !t.Known && !t.Guess && path == t.Text {
		if strings.Trim(withoutVariables(path), "*.") == "/" {
			return "/", true // if the variable is empty
		}
		cut := strings.IndexAny(path, "$`<…")
		if cut < 0 {
			cut = len(path)
		}
		path = path[:strings.LastIndexByte(path[:cut], '/')+1]
		if path == "" || !strings.HasPrefix(path, "/") {
			return "", false // relative, and not known
		}
	}
	if t.Glob {
		path = beforePattern(path)
		follow = true
	}
	if !filepath.IsAbs(path) {
		if dir == "" {
			return "", false
		}
		path = filepath.Join(dir, path)
	}
	return realTarget(filepath.Clean(path), follow), true
}

// withoutVariables is a text with $x and ${x} taken out: what is left where
// nobody has set them. ${x:?} stops the script instead, and stays.
func withoutVariables(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) || s[i+1] == '(' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] == '{' {
			end := strings.IndexByte(s[i:], '}')
			if end < 0 || strings.Contains(s[i:i+end], "?") {
				return s
			}
			i += end
			continue
		}
		for i+1 < len(s) && wordByte(s[i+1]) {
			i++
		}
	}
	return b.String()
}

// beforePattern is the folder in which a pattern looks if it may stand for all of
// it, else a name in that folder.
func beforePattern(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if !strings.ContainsAny(part, "*?[") {
			continue
		}
		folder := strings.Join(parts[:i], "/")
		if i == 1 && parts[0] == "" {
			folder = "/"
		}
		rest := strings.Join(parts[i+1:], "/")
		climbs := strings.Contains(rest, "..")
		all := strings.Trim(part, "*?.[]!^") == "" && strings.Trim(rest, "*/.") == ""
		switch {
		case climbs:
			return filepath.Join(folder, "x", rest)
		case all && folder == "":
			return "."
		case all:
			return folder
		}
		return filepath.Join(folder, "x")
	}
	return path
}

// realTarget resolves the links on the way to a path, as far as it exists; the
// last part only if follow says so, because rm deletes a link and not what it
// leads to.
func realTarget(path string, follow bool) string {
	rest := ""
	if !follow {
		rest = filepath.Base(path)
		path = filepath.Dir(path)
	}
	for at := path; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			missing, err := filepath.Rel(at, path)
			if err != nil {
				return filepath.Join(path, rest)
			}
			return filepath.Join(real, missing, rest)
		}
		if at == filepath.Dir(at) {
			return filepath.Join(path, rest)
		}
	}
}

// judgeRights judges chmod -R, chown -R and chgrp -R.
func (g *Guard) judgeRights(name string, args []bash.Word, c bash.Command) (finding, bool) {
	if name != "chmod" && name != "chown" && name != "chgrp" || !slices.ContainsFunc(args, func(a bash.Word) bool {
		return a.Text == "--recursive" || strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "R")
	}) {
		return finding{}, false
	}
	list := operands(args)
	for _, t := range list[min(1, len(list)):] {
		for _, dir := range c.Dirs {
			if path, ok := g.targetPath(t, dir); ok && !g.inside(path) {
				return finding{rule: ruleRights, reason: "it changes the rights of " + path + " and everything in it"}, true
			}
		}
	}
	return finding{}, false
}

// removes reports whether an act deletes folders in a way that no built-in rule
// speaks about: the mode workspace asks then, since it cannot be undone. A person
// who has turned the built-in rule off has answered that too.
func (g *Guard) removes(a *act) bool {
	if a.script == nil || g.builtins[ruleRecursive] == Allow {
		return false
	}
	return slices.ContainsFunc(a.script.Commands, func(c bash.Command) bool {
		if c.Name() != "rm" || a.p.Authored && !c.Value {
			return false
		}
		recursive, _, _ := rmOptions(c.Args[1:])
		return recursive
	})
}
