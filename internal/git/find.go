package git

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Limits of a search. What lies beyond them is not looked at.
const (
	mostRepositories = 500     // git folders of one search: submodules and worktrees count
	mostEntries      = 2_000   // names of one folder
	deepest          = 12      // folders within folders, of names with slashes and of includes
	pointerLimit     = 8 << 10 // bytes of a file that only names a place
)

// A Search is where to look.
type Search struct {
	// Trees are folders that may hold a .git, or be a git folder themselves.
	Trees []string
	// Folders are git folders whether or not they look like some yet.
	Folders []string
	// Settings are the person's own configuration files, which may lie in the trees or name what does.
	Settings []string
	// Home is the person's home folder.
	Home string
	// Inside reports whether programs could write the path; others need no protection.
	Inside func(path string) bool
}

// Places are what git reads unasked, as it lies there. All paths are absolute.
type Places struct {
	// Configs are configuration files, which git itself writes as part of its work.
	Configs []string
	// Hooks are folders with hooks. Missing ones among them are not there.
	Hooks, Missing []string
	// Fixed are files and links that say where git looks.
	Fixed []string
	// Lists are what is left of rebases that have stopped, which git itself writes.
	Lists []string
	// Scripts are files that hooks are links to or that settings name, by their real paths,
	// also those that are not there. What is there is among Fixed.
	Scripts []string
	// Folders are those that settings by which git starts something name, and that count with what is in them. What that is, is among Scripts.
	Folders []string
	// Blind are settings by which git starts something unasked, of which no name leads to anything that programs could write, by their lines.
	Blind map[string]string
	// Vague are files of direnv's that read as code what is named only when they run.
	Vague []string
	// Programs are folders in which programs are looked for by a .envrc or by settings of mise, and Patterns are other paths, and patterns of such, by
	// which these find what is read as code.
	Programs, Patterns []string
	// Named are other files that settings name, also those that are not there.
	Named []string
	// Dirs are the git folders.
	Dirs []string
	// Alone are those to which no .git leads.
	Alone []string
	// Strays are links among Fixed behind which git would read or write elsewhere.
	Strays map[string]bool
	// States are files that git writes all the time: indexes, MERGE_RR, lists of alternates, what it does without (IsSpare), and of what it
	// leaves out (IsExclude), which a program may write.
	States map[string]bool
	// Tops are the work trees of git folders, as far as they are known.
	Tops map[string][]string
	// Trees are the folders in which git looks up what its settings name: work trees, and git folders without one.
	Trees []string
	// Of are the git folders that something belongs to, by its path.
	Of map[string][]string

	marks   []mark // by which is told whether it still is so
	settled bool
}

// Find looks for what git reads. It reads the formats of git's files itself: see
// docs/decisions/0620.
func Find(s Search) *Places {
	f := newFinder(s)
	now := time.Now()
	for _, tree := range s.Trees {
		f.tree(tree)
	}
	pointed := slices.Clone(f.p.Dirs)
	for _, tree := range s.Trees {
		f.itself(tree)
	}
	given(f)
	f.p.Alone = slices.DeleteFunc(slices.Clone(f.p.Dirs), func(dir string) bool { return slices.Contains(pointed, dir) })
	lookUp(f)
	for _, tree := range s.Trees {
		entered(f, tree)
	}
	maps.DeleteFunc(f.p.Blind, func(_, text string) bool { return text == "" })
	for _, list := range []*[]string{&f.p.Configs, &f.p.Hooks, &f.p.Missing, &f.p.Fixed, &f.p.Lists, &f.p.Dirs, &f.p.Trees, &f.p.Folders, &f.p.Scripts} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	f.p.keep(f.seen, now)
	return f.p
}

// Kept are the paths of what was found and is there, without what every command of git writes.
func (p *Places) Kept() []string { return slices.Concat(p.Configs, p.Hooks, p.Fixed, p.Lists) }

// All are the paths of everything that was found, and is there.
func (p *Places) All() []string {
	return append(p.Kept(), slices.Sorted(maps.Keys(p.States))...)
}

type finder struct {
	s    Search
	p    *Places
	now  string          // the git folder that is looked at
	tops []lead          // work trees
	dirs map[string]bool // git folders that were looked at
	read map[string]bool // configuration files and what they count for

	parsed map[string][]Entry   // configuration files
	texts  map[string]*starting // what settings say
	seen   views                // what was looked at
	leads  map[string]string    // where the links at a path lead; "": it is none
	ends   map[string]string    // see endOf
}

// A lead is a work tree, or a git folder in which somebody may stand, and the git folder to which it leads.
type lead struct{ top, dir string }

// noteTree notes a work tree.
func noteTree(f *finder, top, dir string) {
	if l := (lead{top, dir}); !slices.Contains(f.tops, l) {
		f.tops = append(f.tops, l)
		f.p.Trees = append(f.p.Trees, top)
	}
}

// HuskyHooks is the folder, in a work tree, in which husky makes its hooks whenever it is installed, before git's settings name it.
const HuskyHooks = ".husky/_"

// lookUp looks for what settings name in every work tree: those of its repository, also where it shares them with
// others, and the person's own.
func lookUp(f *finder) {
	defer func() { f.now = "" }()
	for _, l := range f.tops {
		if f.now = l.dir; l.dir == "" {
			continue // it leads nowhere
		}
		files := []string{filepath.Join(l.dir, "config"), filepath.Join(l.dir, "config.worktree")}
		if common := f.pointer(filepath.Join(l.dir, "commondir"), "", l.dir); common != "" {
			files = append(files, filepath.Join(common, "config"))
		}
		for _, file := range files {
			f.hooksPath(file, l.top, 0)
		}
		if kind, ok := f.see(filepath.Join(l.top, ".husky"), true); ok && kind.IsDir() {
			dir := filepath.Join(l.top, HuskyHooks)
			f.hooks(dir, f.s.Inside(dir))
		}
	}
	bases := append([]lead{{top: os.DevNull}}, f.tops...) // below which nothing lies: what is named from a root is of no repository
	if len(f.tops) == 0 {                                 // they count in each repository of the person's
		bases[0].top = f.s.Home
	}
	for _, file := range f.s.Settings {
		f.now = ""
		real := endOf(f, file)
		f.fix(real)
		f.name(real)
		for _, base := range bases {
			f.now = base.dir
			f.hooksPath(file, base.top, 0)
		}
	}
}

// fix adds a file or link that says where git looks, if programs could write it.
func (f *finder) fix(path string) bool {
	kind, ok := f.see(path, false)
	if ok && f.s.Inside(path) {
		f.own(path)
		f.p.Fixed = append(f.p.Fixed, path)
		if real, err := filepath.EvalSymlinks(path); kind&fs.ModeSymlink != 0 && err == nil && f.s.Inside(real) && real != path {
			f.p.Fixed = append(f.p.Fixed, real)
		}
	}
	return ok
}

// own notes that a path belongs to the git folder that is looked at.
func (f *finder) own(path string) {
	if !slices.Contains(f.p.Of[path], f.now) {
		f.p.Of[path] = append(f.p.Of[path], f.now)
	}
}

// tree looks at the .git of a folder: a folder, a file that names one, or a link.
func (f *finder) tree(top string) {
	at := filepath.Join(top, ".git")
	kind, ok := f.see(at, true)
	if !ok {
		return
	}
	switch {
	case kind.IsDir():
	case kind&fs.ModeSymlink != 0:
		if f.s.Inside(at) {
			f.p.Fixed = append(f.p.Fixed, at)
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return
		}
		at = real
		if info, err := os.Stat(real); err == nil && !info.IsDir() {
			f.fix(real)
			at = f.pointer(real, "gitdir: ", filepath.Dir(real))
		}
	default:
		f.fix(at)
		at = f.pointer(at, "gitdir: ", top)
	}
	if kind.IsRegular() {
		f.p.Of[filepath.Join(top, ".git")] = []string{at}
	}
	noteTree(f, top, at)
	if modules := filepath.Join(top, ".gitmodules"); f.fix(modules) {
		f.p.Of[modules] = []string{at}
	}
	f.dir(at, top, 0)
}

// pointer reads a file that names a folder: its real path; "" if there is none.
func (f *finder) pointer(file, prefix, base string) string {
	f.see(file, false)
	raw, _, err := ReadFile(file, pointerLimit)
	if err != nil {
		return ""
	}
	name, ok := strings.CutPrefix(string(raw), prefix)
	name = strings.TrimRight(name, "\r\n")
	if !ok || name == "" || strings.ContainsRune(name, 0) {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(base, name)
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	return real
}

// dir looks at a git folder. top is the work tree; "" if it is not known.
func (f *finder) dir(dir, top string, deep int) {
	if dir == "" || f.dirs[dir] || len(f.dirs) >= mostRepositories || deep > deepest {
		return
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return
	}
	f.dirs[dir] = true
	outer := f.now
	f.now = dir
	defer func() { f.now = outer }()
	if f.s.Inside(dir) {
		f.p.Dirs = append(f.p.Dirs, dir)
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	inside := f.s.Inside(in("config"))
	if f.fix(in("commondir")) {
		f.dir(f.pointer(in("commondir"), "", dir), top, deep+1)
	}
	if f.fix(in("gitdir")) { // of a worktree: its .git file
		if file := f.pointer(in("gitdir"), "", dir); file != "" {
			f.fix(file)
			top = filepath.Dir(file)
			noteTree(f, top, dir)
		}
	}
	f.fix(in("info/attributes"))
	f.fix(in("lazygit.yml"))
	f.see(in("info/exclude"), false)
	f.state(in("info/exclude"))
	f.fix(in("info/sparse-checkout")) // what it leaves out goes at the next switch
	f.hooks(in("hooks"), inside)
	f.lists(dir)
	f.strays(dir)
	f.fix(in("remotes")) // remotes of their own, as git once wrote them
	f.fix(in("branches"))
	for _, name := range []string{"config", "config.worktree"} {
		kind, ok := f.see(in(name), false)
		switch {
		case ok && kind.IsRegular() && inside:
			f.own(in(name))
			f.p.Configs = append(f.p.Configs, in(name))
		case ok:
			f.fix(in(name))
		}
		if ok {
			base := top
			if at := f.workTree(in(name), dir); at != "" {
				base = at
				f.fix(filepath.Join(at, ".git"))
			}
			f.states(dir, base)
			if base == "" {
				base = dir
			}
			f.hooksPath(in(name), base, 0)
		}
	}
	f.states(dir, top)
	f.below(in("worktrees"), func(name string) { f.dir(name, "", deep+1) })
	f.modules(in("modules"), deep+1)
}

// modules looks for the git folders of submodules. Their names may have slashes, and
// each may have its own.
func (f *finder) modules(dir string, deep int) {
	if deep > deepest {
		return
	}
	f.below(dir, func(name string) {
		if kind, ok := f.see(filepath.Join(name, "HEAD"), true); ok && !kind.IsDir() {
			f.dir(name, "", deep)
			return
		}
		if _, ok := f.see(filepath.Join(name, "config"), true); ok {
			f.dir(name, "", deep)
			return
		}
		f.modules(name, deep+1)
	})
}

// list is what is in a folder, as far as it could be read.
func list(dir string) []fs.DirEntry { return namesIn(dir, mostEntries) }

// below calls visit with every folder in a folder.
func (f *finder) below(dir string, visit func(string)) {
	kind, ok := f.see(dir, false)
	if !ok || !kind.IsDir() || len(f.dirs) >= mostRepositories {
		return
	}
	entries := list(dir)
	for _, e := range entries {
		if e.IsDir() {
			visit(filepath.Join(dir, e.Name()))
		} else if e.Type()&fs.ModeSymlink != 0 {
			f.stray(f.now, filepath.Join(dir, e.Name()))
		}
	}
}
