package guard

import (
	"cmp"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeRemoval judges what deletes folders with all that is in them: rm -r, find
// -delete, rsync --delete, git clean, shred, and mv to /dev/null.
func (sf *safety) judgeRemoval(name string, args []bash.Word, c bash.Command) (finding, bool) {
	switch name {
	case "rm":
		recursive, force, targets := rmOptions(args)
		there := sf.there(targets, c.Dirs)
		if !recursive || len(there) == 0 && len(targets) > 0 {
			return finding{}, false
		}
		f, ok := sf.removal(there, c.Dirs)
		return f, ok && (force || f.rule == ruleOutside) // without -f the mode asks: see removesFolders
	case "find", "fd", "fdfind":
		if slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "-delete" }) || execsRemoval(args) {
			f, ok := sf.removal(foundIn(args), c.Dirs)
			return f, ok && (f.rule != ruleRecursive || name != "find" || !findsFiles(args))
		}
	case "shred", "srm", "wipe":
		if !slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "--help" || a.Text == "--version" }) {
			list := operands(args)
			for i := range list {
				list[i] = followed(list[i])
			}
			return sf.removal(list, c.Dirs)
		}
	case "mv":
		if list := operands(args); len(list) > 1 && list[len(list)-1].Text == "/dev/null" || len(list) > 1 && slices.ContainsFunc(list[:len(list)-1], sf.place.isWhole) {
			return sf.removal(list[:len(list)-1], c.Dirs)
		}
	case "rsync":
		list := operands(args)
		if len(list) > 1 && slices.ContainsFunc(args, func(a bash.Word) bool { return strings.HasPrefix(a.Text, "--delete") || a.Text == "--del" }) {
			to := list[len(list)-1]
			if strings.Contains(to.Text, ":") {
				return finding{rule: ruleRecursive, reason: tools.Say(tools.WhyDeletesAfar)}, true
			}
			return sf.removal([]bash.Word{followed(to)}, c.Dirs)
		}
	case "git":
		if f, ok := sf.judgeWorktree(args, c); ok {
			return f, ok
		}
		return sf.judgeClean(args, c)
	case "tar", "gtar", "bsdtar":
		return sf.judgeArchive(args, c)
	case "zip":
		if list := operands(args); len(list) > 1 && slices.ContainsFunc(args, isLetterOption("m", "--move")) && slices.ContainsFunc(args, isLetterOption("r", "--recurse-paths")) {
			return sf.removal(list[1:], c.Dirs)
		}
	case "7z", "7za", "7zr", "7zz":
		if list := operands(args); len(list) > 2 && slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "-sdel" }) {
			return sf.removal(list[2:], c.Dirs)
		}
	case "rimraf":
		return sf.removal(operands(args), c.Dirs)
	case "npx", "bunx", "pnpx", "npm", "pnpm", "yarn", "bun": // a package that is rm by another name
		if i := slices.IndexFunc(args, func(a bash.Word) bool { return a.Text == "rimraf" || strings.HasPrefix(a.Text, "rimraf@") }); i >= 0 && !installs(args[:i]) {
			return sf.removal(operands(args[i+1:]), c.Dirs)
		}
	}
	return finding{}, false
}

// installs reports whether what stands before the name of a package has it installed, and not run.
func installs(before []bash.Word) bool {
	return slices.ContainsFunc(before, func(a bash.Word) bool {
		return slices.Contains([]string{"install", "i", "add", "ci", "uninstall", "remove", "rm", "update", "upgrade", "view", "info", "why", "ls", "list", "outdated"}, a.Text)
	})
}

// isLetterOption matches an option by its letter, also among others, or by its long form.
func isLetterOption(letter, long string) func(bash.Word) bool {
	return func(a bash.Word) bool {
		return a.Text == long || strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, letter)
	}
}

// judgeWorktree judges git worktree remove -f, which deletes what is not committed, too.
func (sf *safety) judgeWorktree(args []bash.Word, c bash.Command) (finding, bool) {
	command, rest, _ := gitCommand(args)
	if command.Text != "worktree" || len(rest) == 0 || rest[0].Text != "remove" || !slices.ContainsFunc(rest, isLetterOption("f", "--force")) {
		return finding{}, false
	}
	dirs := c.Dirs
	for i, a := range args[:max(0, len(args)-1)] {
		if a.Text == "-C" {
			dirs = bash.FoldersAfter(dirs, args[i+1], sf.place.home)
		}
	}
	return sf.removal(operands(rest[1:]), dirs)
}

// judgeArchive judges tar where it removes what it has packed, or what is in the way of what it unpacks.
func (sf *safety) judgeArchive(args []bash.Word, c bash.Command) (finding, bool) {
	packed, unpacked := false, false
	var targets []bash.Word
	dirs := slices.Clone(c.Dirs)
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		long, _, valued := strings.Cut(t, "=")
		switch letters := strings.TrimLeft(t, "-"); {
		case cutShort(long, "--remove-files", 5):
			packed = true
		case cutShort(long, "--recursive-unlink", 8), cutShort(long, "--unlink-first", 5):
			unpacked = unpacked || cutShort(long, "--recursive-unlink", 8)
		case t == "-C" || cutShort(long, "--directory", 5) && !valued:
			if i++; i < len(args) {
				dirs = append(dirs, bash.FoldersAfter(slices.Clone(dirs), args[i], sf.place.home)...)
			}
		case cutShort(long, "--directory", 5):
			dirs = append(dirs, bash.FoldersAfter(slices.Clone(dirs), bash.Word{Text: t[len(long)+1:], Known: args[i].Known}, sf.place.home)...)
		case cutShort(long, "--file", 5) && !valued:
			i++
		case strings.HasPrefix(t, "--"):
		case strings.HasPrefix(t, "-") || i == 0: // the first word is letters, with a sign or without
			if strings.ContainsAny(letters[max(0, len(letters)-1):], "fTXbgI") {
				i++
			}
		default:
			targets = append(targets, args[i])
		}
	}
	switch {
	case packed:
		return sf.removal(targets, dirs)
	case unpacked:
		return sf.removal([]bash.Word{{Text: "unpacked", Known: true}}, dirs)
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

// findsFiles reports whether find deletes only what has certain names, from folders that are known, and no folder with what is in it:
// -delete and a plain rm take no folder in which there is something.
func findsFiles(args []bash.Word) bool {
	named := false
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		next := bash.Word{}
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch {
		case !args[i].Known || args[i].Glob:
			return false
		case !strings.HasPrefix(t, "-"):
			if named || strings.ContainsAny(t, "!(),\\") {
				return false
			}
		case t == "-name" || t == "-iname":
			if !next.Known || next.Glob || !fewNames().MatchString(next.Text) {
				return false
			}
			named = true
			i++
		case t == "-empty":
			named = true
		case slices.Contains(narrowing, t):
			if !next.Known || next.Glob {
				return false
			}
			i++
		case t == "-delete":
			if !named {
				return false
			}
		case t == "-exec":
			end := i + 1
			for end < len(args) && args[end].Text != ";" && args[end].Text != "+" {
				end++
			}
			if !named || end-i < 3 || !takesFiles(args[i+1:end]) {
				return false
			}
			i = end
		case t != "-print" && t != "-print0" && t != "-depth" && t != "-P":
			return false
		}
	}
	return named
}

// narrowing are tests of find that only make it find less, each with a value.
var narrowing = []string{
	"-type", "-xtype", "-maxdepth", "-mindepth", "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin", "-newer", "-size", "-path", "-ipath", "-wholename", "-regex", "-perm", "-user", "-group",
}

// takesFiles reports whether a command deletes the file that find has found, and no folder.
func takesFiles(command []bash.Word) bool {
	for _, a := range command[1:] {
		if !slices.Contains([]string{"{}", "-f", "-v", "-fv", "-vf", "--"}, a.Text) {
			return false
		}
	}
	return command[0].Text == "rm" || command[0].Text == "unlink"
}

// fewNames is one name, or what all names with one ending have.
var fewNames = lazy.Regexp(`^(\*?\.?[A-Za-z0-9_-][A-Za-z0-9._-]*|\*?[A-Za-z0-9._-]*~)$`)

// foundIn are the folders in which find or fd looks, with one that nobody knows where it goes on behind links.
func foundIn(args []bash.Word) []bash.Word {
	list := bash.FindTargets(args)
	if slices.ContainsFunc(args, func(a bash.Word) bool {
		return slices.Contains([]string{"-L", "-H", "-follow", "--follow"}, a.Text)
	}) {
		list = append(list, bash.Word{Text: "$"})
	}
	return list
}

// followed is a word of a program that follows a link which it is given.
func followed(t bash.Word) bash.Word {
	if !t.Glob {
		t.Text += "/"
	}
	return t
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

// judgeClean judges git clean.
func (sf *safety) judgeClean(args []bash.Word, c bash.Command) (finding, bool) {
	dirs, i := slices.Clone(c.Dirs), 0
	if sf.made != nil && sf.made.gitAway {
		dirs = append(dirs, "")
	}
	for i < len(args) && strings.HasPrefix(args[i].Text, "-") {
		if args[i].Text == "-C" && i+1 < len(args) {
			dirs = bash.FoldersAfter(dirs, args[i+1], sf.place.home)
		}
		if name, _, _ := strings.Cut(args[i].Text, "="); name == "--git-dir" || name == "--work-tree" || args[i].Text == "-c" {
			dirs = append(dirs, "") // it may clean elsewhere
		}
		if slices.Contains([]string{"-c", "-C", "--git-dir", "--work-tree"}, args[i].Text) {
			i++
		}
		i++
	}
	if i >= len(args) || args[i].Text != "clean" {
		return finding{}, false
	}
	dry := false
	for _, a := range args[i+1:] {
		long := strings.HasPrefix(a.Text, "--")
		short := strings.HasPrefix(a.Text, "-") && !long
		dry = dry || a.Text == "--dry-run" || short && strings.Contains(a.Text, "n")
	}
	if dry { // without --force it cleans as well, if some setting says so
		return finding{}, false
	}
	return sf.removal([]bash.Word{{Text: "untracked", Known: true}}, dirs)
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

// removal judges deleting the targets with all that is in them: a root itself, a
// home or "/" and anything outside the roots is denied, else it asks. So it does where it is outside only if a step into a folder fails.
func (sf *safety) removal(targets []bash.Word, dirs []string) (finding, bool) {
	if sf.free(targets, dirs) {
		return finding{}, false
	}
	unsure := ""
	for _, t := range targets {
		outside, here := "", false
		for _, dir := range dirs {
			path, ok := sf.place.target(t, dir)
			if !ok || sf.place.begunInTemp(t) {
				continue
			}
			if why := sf.place.whole(path); !why.None() {
				return finding{rule: ruleOutside, reason: why}, true
			}
			if sf.place.inside(path) || sf.place.roomTemp(path) {
				here = true
			} else {
				outside = cmp.Or(outside, path)
			}
		}
		switch known := sf.made == nil || sf.made.jumps || sf.outcomes[ruleRecursive] == Allow; {
		case outside != "" && (known || !here):
			return finding{rule: ruleOutside, reason: tools.Say(tools.WhyDeletesOutside, outside)}, true
		case outside != "":
			unsure = cmp.Or(unsure, outside)
		}
	}
	if unsure != "" {
		return finding{rule: ruleRecursive, reason: tools.Say(tools.WhyDeletesOutside, unsure)}, true
	}
	return finding{rule: ruleRecursive, reason: tools.Say(tools.WhyDeletesUnasked)}, true
}

// removes reports whether an act deletes folders in a way that no built-in rule
// speaks about: the mode workspace asks then, since it cannot be undone. A person
// who has turned the built-in rule off has answered that too.
func (sf *safety) removes(a *act) bool {
	if a.script == nil || sf.outcomes[ruleRecursive] == Allow {
		return false
	}
	sf = sf.of(a.script)
	return slices.ContainsFunc(a.script.Commands, func(c bash.Command) bool {
		if c.Name() != "rm" || a.p.Authored && !c.Value {
			return false
		}
		recursive, _, targets := rmOptions(c.Args[1:])
		there := sf.there(targets, c.Dirs)
		return recursive && (len(there) > 0 || len(targets) == 0) && !sf.free(there, c.Dirs)
	})
}
