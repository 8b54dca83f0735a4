package walls

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/operator/paths"
)

// An Arrival is what comes to a path of a space of what programs have written elsewhere, as on the layer of a rehearsal.
type Arrival struct {
	Path         string
	Folder, Link bool
	There        bool                   // something lies there, in the place of which it comes
	Text         func() ([]byte, error) // what a file says; nil of others
}

// ArrivalBytes is how large a file is that is looked at by what it says. What is larger, and would have to be, is put aside.
const ArrivalBytes = git.IndexLimit

// A Fate is what becomes of an Arrival, so that git runs nothing of it, not for a moment.
type Fate struct {
	Aside string // where it comes instead of its own path; "" for that one
	Text  []byte // what comes to its own path then; nil: what lies there stays
	None  bool   // it does not come, and what lies there goes: git works it out anew
	Late  bool   // it comes last, if Settled says so
}

// Arrivals are what comes into a space at once.
type Arrivals struct {
	r      *repositories
	whose  string
	list   []Arrival
	begins map[string][]string // git folders that come into being, and the names by which
	is     map[string]bool     // folders that are git's already, as far as they were looked at
	aside  map[string]string   // the other names of what does not come to its own
	failed []string            // what could not be put aside
	found  *git.Places         // what git reads before anything comes
}

// Arriving looks at what is about to come into a space before anything of it does, and says what becomes of each: what git would run of it never lies
// where git looks. whose says what it is. It is an error if that cannot be told. The caller puts into place what is not late, calls Look, then what
// Settled allows, and Last.
func Arriving(s *Space, whose string, list []Arrival) (*Arrivals, []Fate, error) {
	profile, _, err := s.Profile(nil)
	if err != nil {
		return nil, nil, err
	}
	r := &s.repositories
	r.past.begin(r, profile)
	r.mu.Lock()
	defer r.mu.Unlock()
	a := &Arrivals{r: r, whose: whose, list: list, begins: map[string][]string{}, is: map[string]bool{}, aside: map[string]string{}}
	a.folders()
	if told := r.vet(r.places(), look{written: r.leftBehind()}); len(told) > 0 {
		r.tell("A program that was left running", told, true)
	}
	a.found = r.places()
	fates := make([]Fate, len(list))
	for i, one := range list {
		fates[i] = a.fate(one)
	}
	return a, fates, nil
}

// folders looks for the git folders in which something comes, and for those that come into being.
func (a *Arrivals) folders() {
	comes := map[string]map[string]bool{}
	for _, one := range a.list {
		dir, name := filepath.Split(one.Path)
		dir = filepath.Clean(dir)
		if comes[dir] == nil {
			comes[dir] = map[string]bool{}
		}
		comes[dir][name] = true
		a.up(one.Path, func(dir, _ string) {
			if _, known := a.is[dir]; !known {
				a.is[dir] = git.IsFolder(func(name string) bool { return exists(filepath.Join(dir, name)) })
			}
		})
	}
	for dir, names := range comes {
		if begins := git.Begins(dir, func(name string) bool { return names[name] }); len(begins) > 0 {
			a.begins[dir] = begins
		}
	}
	for dir, is := range a.is {
		if is {
			heed(a.r, dir)
		}
	}
}

// exists reports whether something lies at a path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// heed has a git folder looked at, wherever it lies. The caller holds r.mu.
func heed(r *repositories, dir string) {
	if !r.walked {
		r.places()
	}
	switch tree := filepath.Dir(dir); {
	case filepath.Base(dir) == ".git":
		if !slices.Contains(r.nested, tree) && !slices.Contains(r.writable(), tree) {
			r.nested = append(r.nested, tree)
		}
	case !slices.Contains(r.also, dir):
		r.also = append(r.also, dir)
	}
	r.found = nil
}

// up calls visit with each folder that a path lies in, and the name in it that leads there, as far as the folders of the space go.
func (a *Arrivals) up(path string, visit func(dir, name string)) {
	roots := a.r.writable()
	for at := path; at != filepath.Dir(at) && !slices.Contains(roots, at); at = filepath.Dir(at) {
		visit(filepath.Dir(at), filepath.Base(at))
	}
}

// fate is what becomes of one. The caller holds r.mu.
func (a *Arrivals) fate(one Arrival) (f Fate) {
	at := "" // what of the path does not come to its own name; the outermost counts
	put := func(path string) {
		if path != "" && (at == "" || len(path) < len(at)) {
			at = path
		}
	}
	a.up(one.Path, func(dir, name string) {
		f.Late = f.Late || slices.Contains(a.begins[dir], name)
		rel, _ := filepath.Rel(dir, one.Path) // it lies below
		rel = filepath.ToSlash(rel)
		switch {
		case a.is[dir]:
			lead := git.Leads(rel, one.Folder, one.Link)
			if lead != "" && !isAllowed(a.r, one, lead) {
				put(filepath.Join(dir, filepath.FromSlash(lead)))
			} else if state := a.state(one, rel); state.Aside != "" || state.None {
				put(state.Aside)
				f.Text, f.None = state.Text, state.None
			}
		case name == "commondir" && slices.Contains(a.begins[dir], name) && !isAllowed(a.r, one, rel):
			put(filepath.Join(dir, name))
		}
	})
	put(a.named(one))
	switch {
	case filepath.Base(one.Path) != ".git" || one.Folder:
	case one.Link:
		put(one.Path)
	default:
		f.Late = true
	}
	if at != "" {
		f.Aside, f.None, f.Late = a.asideOf(at)+strings.TrimPrefix(one.Path, at), false, false
	}
	return f
}

// isAllowed reports whether a name that leads git elsewhere leads it where git itself would, or is none that it runs.
func isAllowed(r *repositories, one Arrival, lead string) bool {
	base := filepath.Base(filepath.FromSlash(lead))
	if strings.HasPrefix(lead, "hooks/") && (isSample(base) || base == ".gitignore" || strings.Contains(base, aside)) {
		return true
	}
	if base != "commondir" && base != "gitdir" || filepath.Base(one.Path) != base {
		return false
	}
	text, ok := one.text()
	return ok && isHarmless(r, one.Path, base, text)
}

// text is what a file says; ok is false for what is none, or cannot be read.
func (one Arrival) text() (text []byte, ok bool) {
	if one.Text == nil {
		return nil, false
	}
	text, err := one.Text()
	return text, err == nil
}

// state judges what git itself writes in a folder of its own by what it says.
func (a *Arrivals) state(one Arrival, rel string) (f Fate) {
	r, whole := a.r, Fate{Aside: one.Path}
	first, _, _ := strings.Cut(rel, "/")
	if git.IsSpare(one.Path) && (first == "objects" || first == "rr-cache") {
		return Fate{None: true}
	}
	isSettings := rel == "config" || rel == "config.worktree"
	isList := git.IsList(one.Path) && strings.Count(rel, "/") == 1
	if !isSettings && !isList && !git.IsJudged(rel) {
		return f
	}
	text, ok := one.text()
	if !ok {
		return whole
	}
	before, _, _ := git.ReadFile(one.Path, draftBytes) // what cannot be read says nothing
	switch {
	case isSettings:
		old, err := git.Parse(before)
		now, err2 := git.Parse(text)
		reading := r.reading(one.Path, old, now, false)
		if !one.There || err != nil || err2 != nil || slices.ContainsFunc(git.Compare(old, now), func(c git.Change) bool { return !reading.Idle(c) }) {
			return whole
		}
	case isList:
		if kept, gone := git.WithoutNew(one.Path, text, before); len(gone) > 0 {
			whole.Text = append([]byte{}, kept...)
			return whole
		}
	case rel == "objects/info/alternates":
		folders, ok := git.Borrowed(text, filepath.Dir(filepath.Dir(one.Path)))
		known, _ := git.Borrowed(before, filepath.Dir(filepath.Dir(one.Path)))
		if !ok || slices.ContainsFunc(folders, func(dir string) bool { return !paths.Within(dir, r.writable()) && !slices.Contains(known, dir) }) {
			return whole
		}
	case rel == "MERGE_RR":
		names, ok := git.Resolutions(text)
		if !ok || slices.ContainsFunc(names, func(name string) bool { return !git.IsPathOfTree(name, 0) }) {
			return whole
		}
	default:
		if what, _ := git.Misleading(text); what != "" {
			return whole
		}
	}
	return f
}

// named is the part of a path at which something lies, or would, that git's settings name, or where hooks do; "" for none.
func (a *Arrivals) named(one Arrival) string {
	r, found := a.r, a.found
	for _, dir := range slices.Concat(found.Missing, found.Hooks, found.Folders) {
		if below, err := filepath.Rel(dir, one.Path); err == nil && below != "." && filepath.IsLocal(below) {
			first, _, _ := strings.Cut(filepath.ToSlash(below), "/")
			if (first != below || !one.Folder) && !isSample(first) && first != ".gitignore" && !strings.Contains(first, aside) && !a.isPersons(one) {
				return filepath.Join(dir, first)
			}
		}
	}
	if one.Folder {
		return ""
	}
	for _, path := range slices.Concat(found.Missing, found.Hooks, found.Folders, found.Scripts, found.Named, found.Fixed) {
		switch base := filepath.Base(path); {
		case isModules(path), base == ".git", base == "commondir", base == "gitdir", !paths.Within(path, r.writable()):
		case paths.Within(path, []string{one.Path}) && !a.isPersons(one):
			return one.Path
		case paths.Within(one.Path, []string{path}) && path != one.Path && !slices.Contains(found.Hooks, path) && !isPlainFolder(path):
			return path
		}
	}
	return ""
}

// isPersons reports whether a file comes into a work tree that a program has made as a commit of the person's has it.
func (a *Arrivals) isPersons(one Arrival) bool {
	tree := treeOf(a.found, one.Path)
	name, err := filepath.Rel(tree, one.Path)
	if tree == "" || err != nil || !isMadeTree(a.r, tree) {
		return false
	}
	text, ok := one.text()
	return ok && isCommitted(a.r, filepath.ToSlash(name), text)
}

// asideOf is the other name of what does not come to its own: one that nobody has.
func (a *Arrivals) asideOf(at string) string {
	if name, ok := a.aside[at]; ok {
		return name
	}
	name := at + aside
	for n := 2; exists(name); n++ {
		name = fmt.Sprintf("%s%s-%d", at, aside, n)
	}
	a.aside[at] = name
	return name
}

// Look looks at what has come, before what is late does: as at what a program has just done. It returns what was put aside, a sentence each.
func (a *Arrivals) Look(came []string) (told []string) {
	r := a.r
	r.mu.Lock()
	for dir := range a.begins { // what lay there was nothing of git's, whoever has looked at it
		for path := range r.vetted {
			if paths.Within(path, []string{dir}) {
				delete(r.vetted, path)
				delete(r.known, path)
			}
		}
		delete(r.known, dir)
		heed(r, dir)
	}
	told = a.vet(came)
	r.mu.Unlock()
	r.tell(a.whose, told, false)
	return told
}

// vet is Look for who holds r.mu.
func (a *Arrivals) vet(came []string) []string {
	r, begins := a.r, []string{}
	for dir := range a.begins {
		begins = append(begins, dir)
	}
	for _, path := range came {
		if filepath.Base(path) == ".git" {
			heed(r, path)
		}
	}
	r.found = nil
	in := map[string]bool{} // those, and the folders that they lie in
	for _, path := range came {
		for at := path; at != filepath.Dir(at) && !in[at]; at = filepath.Dir(at) {
			in[at] = true
		}
	}
	return r.vet(r.places(), look{
		written: func(path string) bool { return in[path] || paths.Within(path, came) || paths.Within(path, begins) },
		failed:  func(path string) { a.failed = append(a.failed, path) },
	})
}

// Settled says what becomes of one that is late, now that all else was looked at; why it does not come, "" if it does.
func (a *Arrivals) Settled(i int) (f Fate, why string) {
	r, one := a.r, a.list[i]
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.places()
	a.up(one.Path, func(dir, name string) {
		looked := slices.Contains(found.Dirs, dir) || slices.Contains(r.writable(), dir) && slices.Contains(found.Trees, dir)
		if slices.Contains(a.begins[dir], name) && (!looked || slices.ContainsFunc(a.failed, func(path string) bool { return paths.Within(path, []string{dir}) })) {
			why = "git would take " + r.name(dir) + " for a folder of its own, and not all that it would run there could be looked at, or put aside"
		}
	})
	if filepath.Base(one.Path) == ".git" {
		if text, ok := one.text(); !ok || !isHarmless(r, one.Path, ".git", text) {
			f.Aside = a.asideOf(one.Path)
		}
	}
	return f, why
}

// Last is Look at all that has come. It tells the person also of what did not come to its own name, and what came of git's names, and returns what
// was put aside, and what the person was told of git, a sentence each.
func (a *Arrivals) Last(came []string) (put, moved []string) {
	r := a.r
	r.mu.Lock()
	for at, name := range a.aside {
		if slices.ContainsFunc(came, func(path string) bool { return paths.Within(path, []string{name}) }) {
			put = append(put, r.name(at)+" (now "+filepath.Base(name)+")")
		}
	}
	slices.Sort(put)
	put = append(put, a.vet(came)...)
	moved = r.past.moved(r)
	r.also, r.found = nil, nil
	r.mu.Unlock()
	r.tell(a.whose, put, false)
	tellMoved(r, a.whose, moved, false)
	return put, moved
}
