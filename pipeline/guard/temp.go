package guard

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// roomTemp reports whether the path lies in /tmp, as programs behind walls see it: that one is the space's own, or closed to them. It has the
// same folder under the name that it has on this machine, which TMPDIR says and mktemp prints.
func (pl *place) roomTemp(path string) bool {
	path = filepath.Clean(path)
	if pl.temp != "" && path != pl.temp && within(pl.temp, path) {
		return pl.walls() == ""
	}
	return path != "/tmp" && within("/tmp", path) && !pl.inside(path) && pl.walls() == ""
}

// begunInTemp reports whether a word begins with a name in /tmp and ends in what nobody knows.
func (pl *place) begunInTemp(t bash.Word) bool {
	name, ok := strings.CutPrefix(t.Text, "/tmp/")
	return ok && !t.Known && !t.Guess && name != "" && strings.IndexAny(name, "$`<….*?[") != 0 && pl.walls() == ""
}

// surelyTemp reports whether a word surely names something in the room's temporary folder and not all of it, wherever the script leads names there.
func (pl *place) surelyTemp(t bash.Word, dir string, made *makings) bool {
	if !t.Known && (t.Temp == "" || !t.Guess) {
		return false
	}
	path, follow, ok := pl.address(t, dir)
	if !ok || !pl.roomTemp(path) {
		return false
	}
	if t.Glob { // what fits is deleted, and not followed; a pattern for a folder on the way may fit a link
		folder, name := filepath.Split(bash.ExpandHome(t.Text, pl.home))
		if name == "" || strings.ContainsAny(folder, "*?[{") || strings.Contains(t.Text, "..") {
			return false
		}
		path, follow = strings.TrimSuffix(path, "/")+"/x", false
	}
	to, sure := pl.inTemp(path, follow, made)
	return sure && pl.roomTemp(to) && !pl.protectsRoot(to)
}

// protectsRoot reports whether a path is a root other than the temporary folder, lies in one, or holds one.
func (pl *place) protectsRoot(path string) bool {
	return slices.ContainsFunc(pl.roots(), func(root string) bool {
		return root != pl.temp && (within(root, path) || within(path, root))
	})
}

// inTemp follows a path in the room's temporary folder as a program there would: to is where it leads, and last says whether a link in its last part
// is followed. sure says that nobody can have led it elsewhere by the time the script comes to it: each part on the way is a folder that is there or
// that the script makes, or a link that was followed.
func (pl *place) inTemp(path string, last bool, made *makings) (to string, sure bool) {
	base := "/tmp"
	below, ok := strings.CutPrefix(path, base+"/")
	if pl.temp != "" && within(pl.temp, path) {
		base = pl.temp
		below, ok = strings.CutPrefix(path, base+"/")
	}
	if !ok { // written in an unusual way
		below = strings.TrimPrefix(filepath.Clean(path), base+"/")
	}
	at, sure := "", true // below the folder, with a slash before each name
	rest := names(below)
	for links := 0; len(rest) > 0; {
		name := rest[0]
		if rest = rest[1:]; name == ".." {
			if at == "" {
				return realTarget(filepath.Join("/", filepath.Join(rest...)), last), false
			}
			at = at[:strings.LastIndexByte(at, '/')]
			continue
		}
		next := at + "/" + name
		if len(rest) == 0 && !last {
			return base + next, sure
		}
		link, is := pl.lies(next)
		if link != "" {
			if links++; links > mostLinks {
				return base + next, false
			}
			sure = sure && !made.lays(next)
			if filepath.IsAbs(link) {
				inside, ok := pl.belowTemp(link)
				if !ok {
					return realTarget(filepath.Join(link, filepath.Join(rest...)), last || len(rest) == 0), false
				}
				at, link = "", inside
			}
			rest = append(names(link), rest...)
			continue
		}
		sure = sure && made.keeps(next, is, len(rest) == 0)
		at = next
	}
	return base + at, sure
}

// names are the parts of a path.
func names(path string) []string {
	return slices.DeleteFunc(strings.Split(path, "/"), func(name string) bool { return name == "" || name == "." })
}

// What lies at a name in the room's temporary folder.
const (
	aFolder   = "folder"
	aFile     = "file"
	noFile    = "nothing"
	notLooked = ""
)

// lies looks at a name below the temporary folder: where it leads if it is a link, and else what it is.
func (pl *place) lies(below string) (link, is string) {
	if pl.temp == "" {
		return "", notLooked
	}
	name := filepath.Join(pl.temp, below)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", noFile
	case err != nil:
		return "", notLooked
	case info.IsDir():
		return "", aFolder
	case info.Mode()&os.ModeSymlink == 0:
		return "", aFile
	}
	to, err := os.Readlink(name)
	if err != nil {
		return "", notLooked
	}
	return to, ""
}

// belowTemp is a path below the room's temporary folder, by whichever of its names, with a slash before it.
func (pl *place) belowTemp(path string) (below string, ok bool) {
	path = filepath.Clean(path)
	for _, base := range []string{pl.temp, "/tmp", "/var/tmp"} {
		if base != "" && within(base, path) && (base == pl.temp || !pl.inside(path)) {
			return strings.TrimPrefix(path, base), true
		}
	}
	return "", false
}

// makings are what a script plainly does with names in the room's temporary folder. nil does nothing.
type makings struct {
	folders []string // it makes them as folders
	laid    []string // what it lays there may be a link
	gone    []string // it takes them away
	unknown bool     // it lays links that nobody knows
	moves   bool     // it moves or links something, anywhere
	jumps   bool     // it goes into a folder that is named in full, or that nobody knows
	gitAway bool     // variables may lead git to another work tree
	others  bool     // it runs something else than tidiers
}

// tidiers are programs that bring nothing from one place to another and run nothing: what a script of them deletes lies where it says, and was there
// before or was made by it.
var tidiers = []string{"rm", "rmdir", "mkdir", "touch", "echo", "printf", "cat", "ls", "cp", "find", "xargs", "test", "[", "true", "false", ":", "pwd", "cd", "sleep", "wc", "head", "tail", "grep", "sort", "date"}

// lays reports whether something may be laid in the place of a name.
func (m *makings) lays(name string) bool {
	return m != nil && (m.unknown || slices.ContainsFunc(m.laid, func(l string) bool { return within(l, name) }))
}

// keeps reports whether a name surely is no link, of what lies there now, when the script comes to it. final says that nothing stands behind it.
func (m *makings) keeps(name, is string, final bool) bool {
	covers := func(list []string) bool {
		return m != nil && slices.ContainsFunc(list, func(l string) bool { return within(l, name) })
	}
	switch is {
	case aFolder:
		return !m.lays(name) || !m.unknown && !covers(m.gone)
	case aFile:
		return final && !m.lays(name)
	case noFile:
		return m != nil && !m.lays(name) && slices.ContainsFunc(m.folders, func(f string) bool { return within(name, f) })
	}
	return false
}

// makingsOf reads what a script does there.
func (pl *place) makingsOf(s *bash.Script) *makings {
	m := &makings{}
	for _, c := range s.All() {
		m.others = m.others || len(c.Args) > 0 && (!c.Args[0].Known || !slices.Contains(tidiers, c.Args[0].Text))
	}
	for _, c := range s.Commands {
		m.gitAway = m.gitAway || slices.ContainsFunc(c.Assigns, leadsGit)
		for _, a := range c.Args {
			m.gitAway = m.gitAway || leadsGit(a.Text)
			if below, ok := pl.belowTemp(a.Temp); ok && a.Temp != "" && below != "" {
				m.folders = append(m.folders, below)
			}
		}
		m.jumps = m.jumps || jumps(c)
		if len(c.Args) < 2 {
			continue
		}
		args := c.Args[1:]
		m.moves = m.moves || slices.Contains([]string{"mv", "ln", "link", "rsync", "install", "rename"}, c.Name()) ||
			c.Name() == "git" && slices.ContainsFunc(args, func(a bash.Word) bool { return !a.Known || a.Text == "mv" || a.Text == "worktree" })
		switch name := c.Name(); name {
		case "mkdir":
			m.folders = append(m.folders, pl.belowOf(operands(args), c.Dirs)...)
		case "git":
			m.folders = append(m.folders, pl.belowOf(madeByGit(args), c.Dirs)...)
		case "ln", "link", "cp", "mv", "install", "rsync":
			pl.noteCopies(m, name, args, c)
		case "rm", "rmdir", "unlink":
			m.gone = append(m.gone, pl.belowOf(operands(args), c.Dirs)...)
		}
	}
	return m
}

// leadsGit reports whether NAME=value may lead git to another work tree.
func leadsGit(assign string) bool {
	return strings.HasPrefix(assign, "GIT_DIR=") || strings.HasPrefix(assign, "GIT_WORK_TREE=") || strings.HasPrefix(assign, "GIT_CONFIG")
}

// noteCopies notes what ln, cp, mv and their like lay down: a folder that is none but a folder now stays one.
func (pl *place) noteCopies(m *makings, name string, args []bash.Word, c bash.Command) {
	plain := operands(args)
	from := plain[:max(0, len(plain)-1)]
	folders := name != "ln" && name != "link" && len(from) > 0
	for _, f := range from {
		for _, dir := range c.Dirs {
			at, ok := pl.target(f, dir)
			if below, is := pl.belowTemp(at); is && pl.roomTemp(at) {
				at = pl.temp + below
			}
			info, err := os.Lstat(at)
			folders = folders && ok && f.Known && !f.Glob && err == nil && info.IsDir()
		}
	}
	to := copied(name, args, plain)
	if folders {
		m.folders = append(m.folders, pl.belowOf(to, c.Dirs)...)
	} else {
		m.laid = append(m.laid, pl.belowOf(to, c.Dirs)...)
		m.unknown = m.unknown || slices.ContainsFunc(to, func(t bash.Word) bool { return !t.Known && !t.Guess }) || slices.Contains(c.Dirs, "")
	}
	if name == "mv" {
		m.gone = append(m.gone, pl.belowOf(from, c.Dirs)...)
	}
}

// belowOf are those of the words that name something in the temporary folder.
func (pl *place) belowOf(words []bash.Word, dirs []string) (list []string) {
	for _, t := range words {
		for _, dir := range dirs {
			if at, _, ok := pl.address(t, dir); ok && pl.roomTemp(at) {
				if below, ok := pl.belowTemp(at); ok {
					list = append(list, below)
				}
			}
		}
	}
	return list
}

// madeByGit is the folder that git clone, init or worktree add makes.
func madeByGit(args []bash.Word) []bash.Word {
	command, rest, _ := gitCommand(args)
	list := operands(rest)
	switch {
	case command.Text == "worktree" && len(list) > 1 && list[0].Text == "add":
		return list[1:]
	case command.Text == "clone" && len(list) == 1:
		to := list[0]
		to.Text = strings.TrimSuffix(path.Base(strings.TrimRight(to.Text, "/")), ".git")
		return []bash.Word{to}
	case command.Text == "clone", command.Text == "init":
		return list[max(0, len(list)-1):]
	}
	return nil
}

// jumps reports whether a command goes into a folder that is named in full, or that nobody knows.
func jumps(c bash.Command) bool {
	return slices.Contains([]string{"cd", "pushd", "popd", "chdir"}, c.Name()) && (len(c.Args) == 1 || slices.ContainsFunc(c.Args[1:], func(a bash.Word) bool {
		return !a.Known || a.Glob || strings.HasPrefix(a.Text, "/") || strings.HasPrefix(a.Text, "~") || strings.HasPrefix(a.Text, "-")
	}))
}

// temporary reports whether all targets surely lie in the temporary folder of the space's programs, as they see it in a room: nothing of the
// person's does.
func (sf *safety) temporary(targets []bash.Word, dirs []string) bool {
	for _, t := range targets {
		for _, dir := range dirs {
			if !sf.place.surelyTemp(t, dir, sf.made) {
				return false
			}
		}
	}
	return len(targets) > 0 && len(dirs) > 0
}

// free reports whether deleting the targets asks nothing: each lies in the temporary folder of the space's programs, is what a build makes anew, or is a file.
func (sf *safety) free(targets []bash.Word, dirs []string) bool {
	for _, t := range targets {
		for _, dir := range dirs {
			if !sf.place.surelyTemp(t, dir, sf.made) && !sf.rebuilt(t, dir) && !sf.isFile(t, dir) {
				return false
			}
		}
	}
	return len(targets) > 0 && len(dirs) > 0
}

// there are those of the targets of rm that may be there, or come to be: what is not, in a script of tidiers, it has made itself.
func (sf *safety) there(targets []bash.Word, dirs []string) []bash.Word {
	return slices.DeleteFunc(slices.Clone(targets), func(t bash.Word) bool {
		return len(dirs) > 0 && !slices.ContainsFunc(dirs, func(dir string) bool { return !sf.absent(t, dir) })
	})
}

// absent reports whether a word surely names what is not there.
func (sf *safety) absent(t bash.Word, dir string) bool {
	if info, err := os.Stat(dir); sf.made == nil || sf.made.others || !t.Known || t.Glob || t.Found || err != nil || !info.IsDir() { // a step into no folder fails
		return false
	}
	path, ok := sf.place.target(t, dir)
	written, _, _ := sf.place.address(t, dir)
	if !ok || path != filepath.Clean(written) || !sf.place.inside(path) || !sf.place.whole(path).None() { // a link on the way can be led elsewhere meanwhile
		return false
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(sf.place.roots(), func(root string) bool {
		info, err := os.Stat(root)
		return err == nil && info.IsDir() && within(root, path)
	})
}

// isFile reports whether a word names a file in the space, and no folder, in a script that moves and links nothing.
func (sf *safety) isFile(t bash.Word, dir string) bool {
	if sf.made == nil || sf.made.moves || !t.Known || t.Glob || t.Found {
		return false
	}
	path, ok := sf.place.target(t, dir)
	if !ok || !sf.place.inside(path) || !sf.place.whole(path).None() {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// judgeRights judges chmod -R, chown -R and chgrp -R.
func (sf *safety) judgeRights(name string, args []bash.Word, c bash.Command) (finding, bool) {
	if name != "chmod" && name != "chown" && name != "chgrp" || !slices.ContainsFunc(args, func(a bash.Word) bool {
		return len(a.Text) > 3 && strings.HasPrefix("--recursive", a.Text) || strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "R")
	}) {
		return finding{}, false
	}
	list := operands(args)
	for _, t := range list[min(1, len(list)):] {
		for _, dir := range c.Dirs {
			if path, ok := sf.place.target(followed(t), dir); ok && !sf.place.inside(path) && !sf.temporary([]bash.Word{followed(t)}, []string{dir}) {
				return finding{rule: ruleRights, reason: tools.Say(tools.WhyChangesRights, path)}, true
			}
		}
	}
	return finding{}, false
}
