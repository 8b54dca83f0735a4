package walls

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/pins"
	"handrail/internal/steady"
	"handrail/pipeline/guard"
)

// What is looked at, at most, for the names that rules about files match.
const (
	mostHeld   = 1_000   // files and folders that rooms keep from programs
	mostLooked = 200_000 // names in folders

	mostTwinned = 50_000 // names in folders, for other names of protected files
)

// Held is what rooms keep from programs because of one rule about files.
type Held struct {
	Rule           guard.Rule
	Shows, Changes bool // what is kept from being done: show what is in files, change them
	All            bool // it is about every file
	Files          int  // files that match now
	Folders        int  // folders that are kept as a whole, with all that comes into them
	Coming         bool // a name that matches can still come, and is not held until the next call
	Beyond         bool // more match, or more is there, than is looked at: not all is held
}

// A holding is what rooms keep from programs because of rules about files.
type holding struct {
	conceal, protect []string // real paths
	reading          bool     // nothing of the roots may be changed
	rules            []Held
}

// A tree knows the folders of a space in which names are looked for. A folder is read again
// when it has changed; so that is noticed, each is looked at before each call. It is safe for
// concurrent use.
type tree struct {
	mu      sync.Mutex
	folders map[string]*folder // by their real paths
	names   int                // in all of them
	rules   []guard.Rule       // for which holding was made
	roots   []string
	files   []guard.FileRule
	last    holding
	started map[string][]string // where what patterns name begins, for one look
	fixed   []string            // what there was of paths that rules name by themselves
	key     string              // files for which found was made: see twins
	found   []string
}

// A folder is what was last read of one.
type folder struct {
	id      pins.Identity // zero if another change could bear the same time
	entries []os.DirEntry
}

// holding looks for what rules about files match. Where there are none it costs nothing.
func (t *tree) holding(rules []guard.Rule, roots []string, home string) holding {
	t.mu.Lock()
	defer t.mu.Unlock()
	same := slices.Equal(rules, t.rules) && slices.Equal(roots, t.roots)
	if !same {
		t.rules, t.roots, t.files = slices.Clone(rules), slices.Clone(roots), guard.FileRules(rules, home, func() []string { return roots })
		t.folders, t.names = map[string]*folder{}, 0
	}
	if len(t.files) == 0 {
		t.last = holding{}
		return t.last
	}
	t.started = map[string][]string{}
	fixed := t.lookAtFixed()
	if t.refresh() || !same || !slices.Equal(fixed, t.fixed) {
		t.fixed, t.last = fixed, t.find()
	}
	return t.last
}

// lookAtFixed lists what there is now at the places where patterns begin.
func (t *tree) lookAtFixed() (there []string) {
	for _, f := range t.files {
		for _, p := range f.Patterns {
			if _, known := t.started[p.Start]; known {
				continue
			}
			for _, at := range t.starts(p) {
				if info, err := os.Lstat(at); err == nil {
					there = append(there, at+" "+info.Mode().Type().String())
				}
			}
		}
	}
	return there
}

// starts are the real places where what a pattern names lies.
func (t *tree) starts(p guard.FilePattern) (places []string) {
	if known, ok := t.started[p.Start]; ok {
		return known
	}
	bases := t.roots
	if filepath.IsAbs(filepath.FromSlash(p.Start)) {
		bases = []string{""}
	}
	for _, base := range bases {
		at := filepath.Join(base, filepath.FromSlash(p.Start))
		if real, err := filepath.EvalSymlinks(at); err == nil {
			places = append(places, real)
		}
	}
	t.started[p.Start] = places
	return places
}

// ways are the links in the roots on the way to what a pattern names: exchanging one would
// take it from under the rule.
func (t *tree) ways(p guard.FilePattern) (links []string) {
	bases := t.roots
	if filepath.IsAbs(filepath.FromSlash(p.Start)) {
		bases = []string{""}
	}
	for _, base := range bases {
		for _, root := range t.roots {
			links = append(links, linksOn(filepath.Join(base, filepath.FromSlash(p.Start)), root)...)
		}
	}
	return links
}

// refresh reads those folders again that have changed, and reports whether any has.
func (t *tree) refresh() (any bool) {
	for at, f := range t.folders {
		if info, err := os.Lstat(at); err == nil && info.IsDir() && pins.IdentityOf(info) == f.id {
			continue
		}
		any = true
		t.names -= len(f.entries)
		delete(t.folders, at)
	}
	return any
}

// entries are what is in a folder. more is false if that is too much.
func (t *tree) entries(at string) (list []os.DirEntry, more bool) {
	if f, ok := t.folders[at]; ok {
		return f.entries, true
	}
	if t.names > mostLooked {
		return nil, false
	}
	f, now := &folder{}, time.Now()
	if info, err := os.Lstat(at); err == nil && info.IsDir() {
		if id := pins.IdentityOf(info); id.Settled(now) {
			f.id = id
		}
		f.entries, _ = steady.ReadDir(at, 0) // what stays closed is closed to programs, too
	}
	t.folders[at] = f
	t.names += len(f.entries)
	return f.entries, true
}

// find makes the holding of what there is.
func (t *tree) find() holding {
	var h holding
	count, led := 0, map[string]bool{}
	for i := range t.files {
		f := &t.files[i]
		s := search{t: t, rule: f, held: Held{Rule: f.Rule, Shows: f.Shows, Changes: f.Changes, All: f.All}, room: mostHeld - count}
		if f.All {
			s.everything()
		} else {
			for _, p := range f.Patterns {
				s.pattern(p)
				if !led[p.Start] {
					led[p.Start] = true
					h.protect = append(h.protect, t.ways(p)...)
				}
			}
		}
		if s.whole && f.Changes {
			h.reading = true
		}
		h.protect = append(h.protect, s.links...)
		s.found = append(s.found, t.secondNames(&s)...)
		slices.Sort(s.found)
		s.found = slices.Compact(s.found)
		if f.Shows {
			h.conceal = append(h.conceal, s.found...)
		}
		if f.Changes && !s.whole {
			h.protect = append(h.protect, s.found...)
		}
		count += len(s.found)
		h.rules = append(h.rules, s.held)
	}
	h.conceal, h.protect = outermost(h.conceal), outermost(h.protect)
	return h
}

// A search looks for what one rule matches.
type search struct {
	t     *tree
	rule  *guard.FileRule
	held  Held
	room  int // how many more may be found
	found []string
	links []string // that a rule names
	whole bool     // it is about all that is in the roots
}

// take keeps what was found.
func (s *search) take(at string, isFolder bool) {
	if len(s.found) >= s.room {
		s.held.Beyond = true
		return
	}
	s.found = append(s.found, at)
	if isFolder {
		s.held.Folders++
	} else {
		s.held.Files++
	}
}

// everything takes all that is in the roots.
func (s *search) everything() {
	s.whole = true
	for _, root := range s.t.roots {
		list, _ := s.t.entries(root)
		for _, e := range list {
			if e.Type()&os.ModeSymlink == 0 {
				s.take(filepath.Join(root, e.Name()), e.IsDir())
			}
		}
	}
	s.held.Coming = s.held.Shows
}

// pattern looks for what one pattern matches.
func (s *search) pattern(p guard.FilePattern) {
	starts := s.t.starts(p)
	if p.Whole && len(starts) == 0 {
		s.held.Coming = true
	}
	for _, start := range starts {
		info, err := os.Lstat(start)
		switch {
		case err != nil:
		case slices.ContainsFunc(s.t.roots, func(root string) bool { return root == start || inFolder(start, root) }) && p.Whole:
			s.everything()
		case p.Whole:
			s.take(start, info.IsDir())
		case start == string(filepath.Separator):
			s.held.Beyond, s.held.Coming = true, true
		case info.IsDir():
			s.held.Coming = true
			s.walk(p, start, path.Clean(p.Start), 1)
		}
	}
}

// walk looks for what a pattern matches below a folder; name is what the pattern calls it.
func (s *search) walk(p guard.FilePattern, at, name string, depth int) {
	list, more := s.t.entries(at)
	if !more {
		s.held.Beyond = true
		return
	}
	for _, e := range list {
		named := path.Join(name, e.Name())
		switch kind := e.Type(); {
		case kind&os.ModeSymlink != 0: // what it leads to has a name of its own, unless the link is what is named
			if p.Matches(named, false) {
				s.target(filepath.Join(at, e.Name()))
			}
		case p.Matches(named, e.IsDir()):
			s.take(filepath.Join(at, e.Name()), e.IsDir())
		case e.IsDir() && (p.Depth == 0 || depth < p.Depth):
			s.walk(p, filepath.Join(at, e.Name()), named, depth+1)
		}
		if s.held.Beyond {
			return
		}
	}
}

// target takes what a link leads to that a rule names, if it lies in the roots: outside
// them programs do not get there.
func (s *search) target(link string) {
	s.links = append(s.links, link)
	real, err := filepath.EvalSymlinks(link)
	if err != nil || !slices.ContainsFunc(s.t.roots, func(root string) bool { return inFolder(root, real) }) {
		return
	}
	if info, err := os.Lstat(real); err == nil {
		s.take(real, info.IsDir())
	}
}

// secondNames are other names, in the roots, of files that a search has found.
func (t *tree) secondNames(s *search) (list []string) {
	var twice []os.FileInfo
	for _, at := range s.found {
		if info, err := os.Lstat(at); err == nil && isTwin(info) {
			twice = append(twice, info)
		}
	}
	list, all := t.namesOf(twice, mostLooked)
	s.held.Beyond = s.held.Beyond || !all
	return slices.DeleteFunc(list, func(at string) bool { return slices.Contains(s.found, at) })
}

// namesOf are the names that files have in the roots, nearest first, and whether all that is there was looked at, up to
// so many names. It ends where each has all its names.
func (t *tree) namesOf(files []os.FileInfo, most int) (list []string, all bool) {
	left, seen := uint64(0), 0
	for i, f := range files {
		if !slices.ContainsFunc(files[:i], func(other os.FileInfo) bool { return os.SameFile(f, other) }) {
			left += linksTo(f)
		}
	}
	for queue := slices.Clone(t.roots); len(queue) > 0 && left > 0; queue = queue[1:] {
		entries, more := t.entries(queue[0])
		if seen += len(entries); !more || seen > most {
			return list, false
		}
		for _, e := range entries {
			below := filepath.Join(queue[0], e.Name())
			if e.IsDir() {
				queue = append(queue, below)
			}
			if !e.Type().IsRegular() {
				continue
			}
			info, err := e.Info()
			if err == nil && isTwin(info) && slices.ContainsFunc(files, func(f os.FileInfo) bool { return os.SameFile(info, f) }) {
				list = append(list, below)
				left--
			}
		}
	}
	return list, true
}

// twins are the names that files with several have in the roots. They are looked for again where something has changed.
func (t *tree) twins(files []os.FileInfo, roots []string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var key strings.Builder
	for _, f := range files {
		id := pins.IdentityOf(f)
		fmt.Fprintf(&key, "%d:%d:%d ", id.Dev, id.Ino, linksTo(f))
	}
	if !slices.Equal(roots, t.roots) {
		t.roots, t.folders, t.names, t.key = slices.Clone(roots), map[string]*folder{}, 0, ""
	}
	if t.refresh() || key.String() != t.key {
		t.key = key.String()
		t.found, _ = t.namesOf(files, mostTwinned)
	}
	return t.found
}

// isTwin reports whether a file has more names than one.
func isTwin(info os.FileInfo) bool { return info.Mode().IsRegular() && linksTo(info) > 1 }

// inFolder reports whether a path lies in a folder. Both are clean.
func inFolder(dir, at string) bool {
	return len(at) > len(dir) && at[:len(dir)] == dir && (dir[len(dir)-1] == filepath.Separator || at[len(dir)] == filepath.Separator)
}

// outermost are the paths without those in others of them, sorted.
func outermost(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	known := map[string]bool{}
	for _, at := range list {
		known[at] = true
	}
	return slices.DeleteFunc(list, func(at string) bool {
		for dir := filepath.Dir(at); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if known[dir] {
				return true
			}
		}
		return false
	})
}
