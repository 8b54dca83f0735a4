package walls

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/tips"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// A top is the names in the folder of a space, as they were at one moment.
type top struct {
	dir   string
	names []string
	lower map[string]bool // the same in lower case; nil where the folder could not be read
	path  []string        // folders in which the person's shell looks for programs, as the names of the table
}

// lookAtTop looks at what is in the folder of the space now.
func lookAtTop(s *Space) top { return lookAt(s, s.c.Dir) }

// lookAt looks at what is in another folder in the same way.
func lookAt(s *Space, dir string) top {
	t := top{dir: dir, path: s.k.path.below(s.k, dir)}
	list, err := s.tops.Read(dir)
	if err != nil {
		return t
	}
	t.names, t.lower = list.Names, make(map[string]bool, len(list.Names))
	for _, name := range t.names {
		t.lower[strings.ToLower(name)] = true
	}
	return t
}

// lacks reports whether nothing in the folder can be what a name stands for: there is
// not even the first part of it, in any case of letters.
func (t top) lacks(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return t.lower != nil && !t.lower[strings.ToLower(first)]
}

// has reports whether there is something of a name that counts.
func (t top) has(name string) bool { return !t.lacks(name) && guard.Counts(t.dir, name) }

// mostBelow is how many names of a folder are held against a pattern.
const mostBelow = 1_000

// matching lists the names that a name with a * stands for.
func (t top) matching(name string) (found []string) {
	if folder, below, deeper := strings.Cut(strings.TrimSuffix(name, "/"), "/"); deeper && !t.lacks(name) {
		entries, _ := steady.ReadDir(at(t.dir, folder), mostBelow) // those that could be read
		for _, e := range entries {
			if ok, _ := path.Match(below, e.Name()); ok {
				found = append(found, folder+"/"+e.Name())
			}
		}
		return found
	}
	for _, n := range t.names {
		if ok, _ := path.Match(name, n); ok { // the patterns are sound
			found = append(found, n)
		}
	}
	return found
}

// there lists the protected names that the space may have, but for what git reads.
func (t top) there() []string {
	var list []string
	for _, name := range guard.Protected() {
		switch {
		case inGit(name):
		case strings.Contains(name, "*"):
			list = append(list, t.matching(name)...)
		case t.has(name):
			list = append(list, name)
		}
	}
	for _, name := range t.path {
		if t.has(name) {
			list = append(list, name)
		}
	}
	return list
}

// inGit reports whether a name is for repositories to look after.
func inGit(name string) bool { return name == ".git/" || name == ".gitmodules" }

// present lists the protected names that there are. A room cannot protect any other: a
// program can make them. Where the folder cannot be listed, readable is false, and names with a * are missing.
func (t top) present() (names map[string]bool, readable bool) {
	names = map[string]bool{}
	for _, name := range guard.Protected() {
		switch {
		case name == ".git/":
		case strings.Contains(name, "*"):
			for _, found := range t.matching(strings.TrimSuffix(name, "/")) {
				names[found] = true
			}
		case t.has(name):
			names[strings.TrimSuffix(name, "/")] = true
		}
	}
	for _, name := range t.path { // what is in them a room shows read-only, as soon as they are there
		if t.has(name) {
			names[name] = true
		}
	}
	t.entering(names)
	return names, t.lower != nil
}

// entering adds what there is of what the folder's .envrc, or settings of mise, find as programs or as code: what comes there comes before what is elsewhere.
func (t top) entering(names map[string]bool) {
	folders, others := git.Entered(t.dir)
	for _, name := range slices.Concat(folders, others) {
		if strings.ContainsAny(name, "*?[") {
			found, _ := filepath.Glob(at(t.dir, name)) // one that is none matches nothing
			for _, path := range found[:min(len(found), mostBelow)] {
				if rel, err := filepath.Rel(t.dir, path); err == nil {
					names[filepath.ToSlash(rel)] = true
				}
			}
			continue
		}
		switch info, err := os.Stat(at(t.dir, name)); {
		case err != nil || slices.Contains(strings.Split(name, "/"), "node_modules"):
		case !info.IsDir():
			names[name] = true
		default:
			entries, _ := steady.ReadDir(at(t.dir, name), mostBelow)
			for _, e := range entries {
				names[name+"/"+e.Name()] = true
			}
		}
	}
}

// at is where a name of a space lies; it is written with slashes.
func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

// A history is what the names of the repositories of a space meant when nothing of a call had begun that could move them.
type history struct {
	tips    map[string]*tips.Tips // by git folder
	guarded []string              // what the room of the last call shows read-only, or as a copy
	since   time.Time             // when objects were last looked at; zero: nobody has begun
	full    map[string]bool       // git folders with more objects than are looked at, which were told
	open    bool                  // something has begun that could move names, and nobody has looked since all of it ended
	kept    *begun                // what other processes know of it; nil: nothing
}

// mostTrees is how many repositories are looked at for what their commits bring.
const mostTrees = 64

// begin notes what the names mean before a call, unless something runs already that may have moved them. p is the room of the call.
func (h *history) begin(r *repositories, p sandbox.Profile) {
	r.mu.Lock()
	defer r.mu.Unlock()
	guarded := slices.Concat(p.Protect, p.Places())
	same := slices.Equal(guarded, h.guarded)
	h.guarded = guarded
	r.watch.mu.Lock()
	watched := r.watch.running
	r.watch.mu.Unlock()
	idle := !watched && !inUse(r.s)
	if at := lookedAt(r); h.since.IsZero() && !at.IsZero() { // something that was killed may have written since
		h.since = at
	} else if idle || h.since.IsZero() {
		h.since = time.Now()
	}
	last := h.tips
	h.tips = map[string]*tips.Tips{}
	r.places()
	for top, dir := range treesOf(r) {
		was := last[dir]
		if !same && idle { // other files count
			was = was.Anew()
		}
		if h.tips[dir] = was; idle || was == nil {
			h.tips[dir] = tips.Read(dir, was, h.counts(r, top))
		}
	}
	if r.s.c.Cover == nil {
		h.open = true
		keepBegun(r)
	}
}

// treesOf are the work trees of the person's repositories, each with its git folder: also those that programs have made, or that lie outside, but
// share the names of one. The caller holds r.mu, and has just looked at the places.
func treesOf(r *repositories) map[string]string {
	if r.found == nil {
		r.places()
	}
	r.isMade("")
	list := slices.Concat(r.writable(), r.nested)
	for dir := filepath.Dir(r.s.c.Dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		list = append(list, dir)
	}
	found, dirs := map[string]string{}, map[string]bool{}
	for _, top := range list {
		if dir := git.FolderOf(top); dir != "" && len(found) < mostTrees && (!r.made[dir] || !r.made[tips.Common(dir)]) {
			found[top], dirs[dir] = dir, true
		}
	}
	for _, dir := range r.found.Dirs {
		if tops := r.found.Tops[dir]; len(found) < mostTrees && len(tops) > 0 && !dirs[dir] && !r.made[tips.Common(dir)] && found[tops[0]] == "" {
			found[tops[0]] = dir
		} else if len(found) < mostTrees && len(tops) == 0 && !dirs[dir] && !r.made[dir] && tips.Common(dir) == dir {
			found[dir] = dir // a bare one: the person's git fetches from it
		}
	}
	return found
}

// counts tells which files of a work tree decide what runs later: those that other programs run unasked, what git's settings name, and what
// the room keeps as it is. The caller has just looked at the places, once for all work trees.
func (h *history) counts(r *repositories, top string) func(name string) bool {
	found := r.found
	list := slices.DeleteFunc(slices.Concat(h.guarded, found.Hooks, found.Missing, found.Scripts), func(path string) bool { return !paths.Within(path, []string{top}) })
	inside, err := filepath.Rel(top, r.s.c.Dir) // the space may be a folder of the repository
	prefix := filepath.ToSlash(inside) + "/"
	return func(name string) bool {
		if rel, ok := strings.CutPrefix(name, prefix); guard.IsUnasked(name) || ok && err == nil && guard.IsUnasked(rel) {
			return true
		}
		path := at(top, name)
		return paths.Within(path, list) || slices.ContainsFunc(list, func(p string) bool { return p != top && paths.Within(p, []string{path}) })
	}
}

// moved looks at what the names have come to mean, and forgets what they meant. It returns what to tell: what commits bring, and what git could not
// put into place. The caller holds r.mu.
func (h *history) moved(r *repositories) []string {
	trees := treesOf(r)
	tells := map[string]string{} // the work tree that tells of names that some share, by where these are: the main one
	for _, top := range slices.Sorted(maps.Keys(trees)) {
		if common := tips.Common(trees[top]); tells[common] == "" || trees[top] == common {
			tells[common] = top
		}
	}
	last, done := maps.Clone(h.tips), map[string]bool{}
	told, packs := h.forged(r)
	known := toldOf(r)
	for _, top := range slices.Sorted(maps.Keys(trees)) {
		dir := trees[top]
		if done[dir] { // a second way to it
			continue
		}
		done[dir] = true
		common := tips.Common(dir)
		before, main, counts := last[dir], tells[common], h.counts(r, top)
		if before == nil {
			before = last[common].Anew() // a work tree that came with this call
		}
		if before == nil {
			continue // it was not there
		}
		if lists := packs[common]; len(lists) > 0 {
			for _, list := range tips.ForgedPacks(dir, before, lists, counts) {
				told = append(told, asideForged(r, list))
			}
		}
		now := tips.Read(dir, before, counts)
		h.tips[dir] = now
		before = before.With(known[common])
		if main != top { // settings name the same files in both
			counts = either(counts, h.counts(r, main))
		}
		for _, b := range tips.Brought(dir, top, main != top, before, now, counts) {
			told = append(told, saysBrought(r, top, dir, b))
			noteTold(r, known, common, before, b)
			for _, blob := range b.Blobs {
				_ = r.s.k.c.States.SetState(r.s.k.c.Context, broughtKind, blob, top) // else it counts as committed by the person
			}
		}
		if r.made[dir] {
			continue // its files are not kept from programs
		}
		if stayed := tips.Behind(top, before, now); len(stayed) > 0 {
			told = append(told, fmt.Sprintf("git has taken other contents of %s into its index, or taken them out of it, but the files stayed as they were: programs of the space cannot change what decides what runs later. "+
				"A commit of all changes (git commit -a) would take the old contents back. Go back to where git was (git add -- %s%s), and have the person change branches in their own terminal, or change the files with a file tool, which asks",
				some(r, top, stayed), quoted(stayed), tips.Back(before, now)))
		}
	}
	slices.Sort(told)
	return told
}

// broughtKind is the kind of state by which is known which contents programs have brought by a commit: they are nobody else's.
const broughtKind = "git_brought"

// isCommitted reports whether a commit of the person's has a content at a path with slashes: one that was there before the call, and
// by which no program has brought it.
func isCommitted(r *repositories, name string, text []byte) bool {
	for top, dir := range treesOf(r) {
		before := r.past.tips[dir]
		if before == nil || isMadeTree(r, top) {
			continue
		}
		id := before.Has(dir, name, text)
		if id == "" {
			continue
		}
		if _, brought, err := r.s.k.c.States.State(r.s.k.c.Context, broughtKind, id); err == nil && !brought {
			return true
		}
	}
	return false
}

// saysBrought says what a name, or another file of a git folder, brings.
func saysBrought(r *repositories, top, dir string, b tips.Bringing) string {
	if b.Apart {
		dir = tips.Common(dir)
	}
	file := r.name(filepath.Join(dir, filepath.FromSlash(b.Name)))
	switch {
	case b.Name == "":
		return fmt.Sprintf("%s %s: not all that programs have committed there is told from now on. Take away what nobody needs in its refs, and beside them", r.name(dir), b.Why)
	case b.Apart && b.Why != "":
		return fmt.Sprintf("%s %s. Git itself writes no file there, and takes it for %s before it looks at branches: take it away, unless you know it", file, b.Why, b.Name)
	case b.Apart:
		return fmt.Sprintf("%s brings %s with a content that was in no branch, and is not what lies there. Git itself writes no file there, and takes it for %s before it looks at branches: "+
			"take it away, unless you know it (git diff HEAD %s -- %s)", file, some(r, top, b.Paths), b.Name, b.Commit, quoted(b.Paths))
	case b.Why != "" && strings.HasPrefix(b.Name, "refs/"):
		return fmt.Sprintf("%s %s. Before you switch to it, or merge it, look at it", b.Name, b.Why)
	case b.Why != "" && len(b.Paths) > 0:
		return fmt.Sprintf("%s %s of %s. The person's git would put that into place when it goes on, and git or another program would run it. Before that, look at the file", file, b.Why, some(r, top, b.Paths))
	case b.Why != "":
		return fmt.Sprintf("%s %s. Before git goes on there, or gives up what has stopped, look at the file", file, b.Why)
	case b.Commit != "":
		return fmt.Sprintf("%s names a commit that brings %s with a content that was in no branch, and is not what lies there. The person's git would put that into place when it goes on, "+
			"gives up what has stopped, or goes back, and git or another program would run it. Before that, look at it: git diff HEAD %s -- %s", file, some(r, top, b.Paths), b.Commit, quoted(b.Paths))
	case len(b.Paths) == 0:
		return b.Name + " has git read another object in the place of one: take it away with git replace -d, unless you know it"
	}
	also := ""
	if len(b.Also) > 0 {
		also = ". So " + theSame(b.Also)
	}
	return fmt.Sprintf("%s brings %s with a content that was in no branch, and is not what lies there. "+
		"The person's git would put that into place at the next switch, merge or checkout, and git or another program would run it. Before that, look at it: git diff HEAD %s -- %s%s",
		b.Name, some(r, top, b.Paths), b.Name, quoted(b.Paths), also)
}

// theSame says which further names bring the same, the first of many.
func theSame(names []string) string {
	const most = 12
	list := strings.Join(names[:min(len(names), most)], ", ")
	switch more := len(names) - most; {
	case more > 0:
		return fmt.Sprintf("do %s and %d more", list, more)
	case len(names) == 1:
		return "does " + list
	}
	return "do " + list
}

// either joins two conditions.
func either(a, b func(name string) bool) func(name string) bool {
	return func(name string) bool { return a(name) || b(name) }
}

// some names files of a work tree as a person knows them, the first of many.
func some(r *repositories, top string, names []string) string {
	const most = 12
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, r.name(at(top, name)))
	}
	if more := len(names) - most; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// quoted are names for a shell, the first of many.
func quoted(names []string) string {
	const most = 12
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, "'"+strings.ReplaceAll(":/"+name, "'", `'\''`)+"'")
	}
	return strings.Join(list, " ")
}
