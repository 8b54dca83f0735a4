package walls

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/internal/proc"
	"handrail/internal/steady"
	"handrail/operator/paths"
)

// A wish is what a program has changed in a copy and nobody has allowed yet.
type wish struct {
	d       *draft
	changes []git.Change // of a file
	files   content      // of a folder: all that it should hold
	lines   []string     // as a person reads it
	text    string       // the same, in whole
}

// settle looks at what a call has done to what git reads: what starts nothing is
// carried over, what else it wants is asked, what it has made that starts something
// is put aside, and the person is told. It returns what the caller has to know of that.
func (r *repositories) settle(st *Stay, o proc.Outcome) (note string) {
	if st.room != nil && st.room.hooks && len(st.errand.Write) == 0 {
		return ""
	}
	r.mu.Lock()
	wishes, told := r.collect()
	unkept := strings.Join(told, "; ")
	found := r.places()
	late := isLate(st)
	could := writers(r.s, st.room)
	told = append(told, r.vet(found, look{late: late, written: func(path string) bool { return st.room == nil || could(path) }})...)
	moved := lookMoved(r)
	st.settled()
	if r.walk.since.IsZero() || st.since.Before(r.walk.since) {
		r.walk.since = st.since
	}
	r.mu.Unlock()
	r.tell("A program that "+st.errand.Tool+" has run", told, late)
	also := tellMoved(r, "A program that "+st.errand.Tool+" has run", moved, late)
	if !late && st.errand.Hook == "" {
		also = strings.TrimSpace(also + "\n" + tellMeanwhile(r.s))
	}
	if note = r.grant(st, o, wishes); unkept != "" {
		note = strings.TrimSpace(note + "\nWhat it has set in git was not kept: " + unkept + ".")
	}
	if from, left := r.watch.livedFrom(); left {
		r.walk.owe(r, from)
	} else {
		r.walk.start(r)
	}
	return strings.TrimSpace(note + "\n" + also)
}

// collect carries over what starts nothing, and returns what else is wanted.
func (r *repositories) collect() (wishes []wish, told []string) {
	if len(r.drafts) == 0 {
		return nil, nil
	}
	idle := !inUse(r.s)
	for _, path := range slices.Sorted(maps.Keys(r.drafts)) {
		d := r.drafts[path]
		if d.copySight() == d.mine {
			continue
		}
		w, err := r.compare(d)
		if err != nil {
			told = append(told, fmt.Sprintf("%s, which was not carried over: %v", r.name(d.at), err))
		}
		key := w.key()
		if len(w.lines) > 0 && !r.shown[key] {
			r.shown[key] = true // asked once
			wishes = append(wishes, w)
		}
		if idle {
			d.mine = ""
			if err := d.refresh(true); err != nil {
				delete(r.drafts, path)
			}
		}
	}
	return wishes, told
}

// key names what is wanted.
func (w wish) key() string {
	if w.d == nil {
		return ""
	}
	return w.d.at + "\x00" + w.text
}

// compare looks at what a program has changed in a copy, and carries over what
// starts nothing.
func (r *repositories) compare(d *draft) (wish, error) {
	copied, err := readContent([]string{d.drafts}, d.in, d.folder)
	if err != nil {
		return wish{}, err
	}
	if d.folder {
		return folderWish(d, copied), nil
	}
	old, err := git.Parse(d.base[""].data)
	if err != nil {
		return wish{}, err
	}
	wanted, err := git.Parse(copied[""].data)
	if err != nil {
		return wish{}, err
	}
	reading := r.reading(d.at, old, wanted, false)
	w := wish{d: d}
	var idle []git.Change
	for _, c := range git.Compare(old, wanted) {
		if c.Mistaken() { // in the room it is a link to a copy
			continue
		}
		if reading.Idle(c) {
			idle = append(idle, c)
			continue
		}
		w.changes = append(w.changes, c)
		w.lines = append(w.lines, c.Lines()...)
	}
	w.text = strings.Join(w.lines, "\n")
	if len(idle) == 0 {
		return w, nil
	}
	err = changeSettings(r.writable(), d.at, idle)
	if sight, serr := r.sight(d.at); serr == nil {
		r.vetted[d.at] = sight
	}
	return w, err
}

// folderWish is what a program has changed in a copy of a folder with hooks.
func folderWish(d *draft, copied content) wish {
	names := d.base.differing(copied)
	if len(names) == 0 {
		return wish{}
	}
	w := wish{d: d, files: copied}
	var text strings.Builder
	for _, name := range names {
		f, ok := copied[name]
		if !ok {
			w.lines = append(w.lines, "without "+name)
			fmt.Fprintf(&text, "%s is removed\n", name)
			continue
		}
		w.lines = append(w.lines, name)
		fmt.Fprintf(&text, "%s:\n%s\n", name, indent(f.data))
	}
	w.text = text.String()
	return w
}

// indent sets a text off from what stands around it.
func indent(data []byte) string {
	return "    " + string(bytes.ReplaceAll(bytes.TrimRight(data, "\n"), []byte("\n"), []byte("\n    ")))
}

// reading is what changes of a file to what it says now are judged by. fresh says that nothing was known of the file.
func (r *repositories) reading(file string, counts, now []git.Entry, fresh bool) git.Reading {
	roots := r.writable()
	r.isMade("")
	own := !slices.ContainsFunc(r.found.Of[file], func(dir string) bool { return r.known[dir] && !r.made[dir] })
	reading := git.Reading{
		Entries: counts, After: now, Fresh: fresh, New: fresh && own, Own: own, Dir: filepath.Dir(file),
		Inside: func(path string) bool { return paths.Within(path, roots) },
	}
	if r.found != nil {
		for path, owners := range r.found.Of {
			if filepath.Base(path) == ".git" && slices.Equal(owners, []string{reading.Dir}) {
				reading.Trees = append(reading.Trees, filepath.Dir(path))
			}
		}
	}
	for _, tree := range slices.Concat(roots, r.nested) {
		s, ok := r.vetted[filepath.Join(tree, ".gitmodules")]
		if !ok {
			continue
		}
		modules, _ := git.Parse(s.data) // what cannot be read approves nothing
		reading.Modules = append(reading.Modules, modules...)
		reading.Bases = append(reading.Bases, tree)
		if config, ok := r.vetted[filepath.Join(tree, ".git", "config")]; ok {
			own, _ := git.Parse(config.data)
			for _, e := range own {
				if e.Section == "remote" && e.Key == "url" {
					reading.Bases = append(reading.Bases, e.Value)
				}
			}
		}
	}
	return reading
}

// name is a path as a person knows it: seen from the space.
func (r *repositories) name(path string) string {
	if rel, err := filepath.Rel(r.s.c.Dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// tell tells the person what was put aside, and what was not carried over. late says that no call's record has it.
func (r *repositories) tell(who string, told []string, late bool) {
	if len(told) == 0 {
		return
	}
	const most = 12
	if more := len(told) - most; more > 0 {
		told = append(slices.Clone(told[:most]), fmt.Sprintf("%d more", more))
	}
	tellLate(r, late, fmt.Sprintf("%s changed what git runs in %s, and nobody allowed it: %s.", who, filepath.Base(r.s.c.Dir), strings.Join(told, "; ")))
}

// aside is what the name of something ends in that was put aside.
const aside = ".put-aside"

// putAside puts what is at a path aside, and says so: the path, and behind it said, the name that it has now, and why.
func putAside(r *repositories, at *steady.Spot, path, said, why string) (string, error) {
	name, err := at.PutAside(aside)
	return r.name(path) + " (" + said + name + why + ")", err
}

// cleanState puts aside a file by which the next command of git reads or writes what git itself
// would never have it name, and puts back what it was where that is known.
func cleanState(r *repositories, at *steady.Spot, path string, known sight) (string, error) {
	switch {
	case git.IsSpare(path):
		return dropSpare(r, at, path)
	case git.IsExclude(path):
		return "", nil // it starts nothing
	}
	why, mend := misleads(r, path, known), ""
	if git.IsIndex(path) {
		why, mend = misleadingIndex(at, filepath.Dir(path)), "; git reset makes a new one"
	}
	if why == "" {
		return "", nil
	}
	text, err := putAside(r, at, path, "now ", ", as it names "+why+mend)
	if err != nil {
		return "", err
	}
	if at.Name != "index" && git.IsIndex(path) { // without it git reads nothing of what shares it
		index := &steady.Spot{Dir: at.Dir, Name: "index"}
		if _, err := index.PutAside(aside); err != nil && !os.IsNotExist(err) {
			return "", err
		}
	}
	if len(known.data) == 0 {
		return text, nil
	}
	if err := replaceIn(at.Dir, at.Name, known.data, 0o644); err != nil {
		return text, err
	}
	if misleads(r, path, known) != "" { // by a link that came since
		return text, at.Dir.Remove(at.Name)
	}
	return text + ", and what it was is back", nil
}

// misleads says where MERGE_RR or a list of alternates leads that it must not; "" for nowhere. It is asked
// each time: a link that comes later leads what stands there elsewhere. An index leads over no link,
// as git itself looks at each.
func misleads(r *repositories, path string, known sight) string {
	if r.found == nil || !r.found.States[path] || git.IsIndex(path) || git.IsSpare(path) || git.IsExclude(path) {
		return ""
	}
	text, _, err := r.read(path)
	switch {
	case os.IsNotExist(err):
		return ""
	case err != nil:
		return "what cannot be read"
	case filepath.Base(path) == "alternates":
		return borrowedOutside(r, path, text, known.data, 0)
	}
	names, ok := git.Resolutions(text)
	if !ok {
		return "what cannot be read"
	}
	for _, name := range names {
		if !git.IsPathOfTree(name, 0) {
			return name
		}
		for _, dir := range r.found.Of[path] {
			if slices.ContainsFunc(r.found.Tops[dir], func(top string) bool { return isBehindLink(top, name) }) {
				return name + ", which is a link or behind one"
			}
		}
	}
	return ""
}

// isBehindLink reports whether a path below a folder is a link, or leads over one.
func isBehindLink(top, name string) bool {
	for at := filepath.FromSlash(name); at != "."; at = filepath.Dir(at) {
		if info, err := os.Lstat(filepath.Join(top, at)); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// mostBorrowed is how far git goes from one list of alternates to the next.
const mostBorrowed = 5

// borrowedOutside says which folder of objects a list of alternates names outside of what programs may
// read, "" for none. What it named outside before is the person's, who had it named.
func borrowedOutside(r *repositories, path string, text, before []byte, deep int) string {
	objects := filepath.Dir(filepath.Dir(path))
	folders, ok := git.Borrowed(text, objects)
	if !ok {
		return "what cannot be read"
	}
	roots := r.writable()
	for _, folder := range folders {
		if !paths.Within(folder, roots) {
			if !isBorrowed(r, folder, before, objects) {
				return folder
			}
			continue
		}
		if isLinked(folder, roots) || deep > mostBorrowed {
			return folder + ", which leads over a link"
		}
		next := filepath.Join(folder, "info", "alternates")
		if text, _, err := r.read(next); err == nil {
			if out := borrowedOutside(r, next, text, r.vetted[next].data, deep+1); out != "" {
				return out
			}
		}
	}
	return ""
}

// isBorrowed reports whether a folder outside was named before: in the list, or in another one
// that is the person's, which git copies when it clones.
func isBorrowed(r *repositories, folder string, before []byte, objects string) bool {
	if list, _ := git.Borrowed(before, objects); slices.Contains(list, folder) {
		return true
	}
	for path := range r.found.States {
		if filepath.Base(path) == "alternates" {
			list, _ := git.Borrowed(r.vetted[path].data, filepath.Dir(filepath.Dir(path)))
			if slices.Contains(list, folder) {
				return true
			}
		}
	}
	return false
}

// isLinked reports whether links stand on the way to a folder of objects within the roots, or in it
// where git follows them.
func isLinked(folder string, roots []string) bool {
	for at := folder; paths.Within(at, roots) && !slices.Contains(roots, at); at = filepath.Dir(at) {
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return true
		}
	}
	for _, dir := range []string{folder, filepath.Join(folder, "pack"), filepath.Join(folder, "info")} {
		entries, _ := steady.ReadDir(dir, 0) // what cannot be read has none
		if slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Type()&os.ModeSymlink != 0 }) {
			return true
		}
	}
	return false
}
