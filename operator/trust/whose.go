package trust

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/operator/paths"
)

// A witness tells, at one look at a space, whether something else than the person could have
// made what lies there (docs/decisions/0992-what-is-named-for-the-first-time.md).
type witness struct {
	dir   string
	notes *pins.Notes
	p     *pinned
	seen  *sightings
	plain bool                        // nothing is known of what was trusted before: see Foreign
	known func(file string) time.Time // when it was last what the person has trusted
	doubt []doubt                     // what something else could have made elsewhere
	wide  map[string]bool             // files that would let something do more than was trusted, or forbid less
}

// witness reads the notes once. In a space that is not the person's own nobody notes when it is
// known: there only what is new can be asked about.
func (k *Keeper) witness(p *pinned) *witness {
	w := &witness{dir: k.c.Dir, notes: k.activity.calls.Read(time.Now()), p: p, seen: &k.seen}
	w.known = func(file string) time.Time { return w.notes.Known(w.dir, file) }
	if !p.Own {
		w.known = func(string) time.Time { return time.Now() }
	}
	return w
}

// why says why something else than the person could have made a file what it is, "" if surely
// nothing could. A file that lay here when the space was last known can only have been changed
// since then, and here. Any other may be as old as it is, and may have come from anywhere.
func (w *witness) why(file string) string {
	since, linked := w.known(file), slices.Contains(w.p.Linked, file)
	place := placeOf(w.dir, file, linked)
	real, on, err := paths.Trail(inSpace(w.dir, file))
	if err != nil {
		return w.notes.Why(place, time.Time{})
	}
	now, there := pins.TraceOf(real)
	if !there && w.wide[file] && !w.trusts(file, "") {
		return cmp.Or(w.notes.Why(place, since), w.records(file, (*record).removed))
	}
	if !there || !now.Type.IsRegular() || now.Mark.Ino != 0 && now.Mark == w.p.Marks[file].Mark || w.asTrusted(on) {
		return w.notes.Why(place, since)
	}
	if why := w.doubted(file, now.Mark); why != "" {
		return why
	}
	if names := w.p.names(now.Mark); len(names) > 0 { // the person has given it another one
		for _, old := range names {
			before := w.known(old)
			if why := cmp.Or(w.notes.Why(place, earlier(since, before)), w.notes.Why(placeOf(w.dir, old, linked), before)); why != "" {
				return why
			}
		}
		return ""
	}
	since = earlier(since, bornAt(now))
	why := cmp.Or(w.notes.Why(place, since), w.moved(real, on, now), w.restored(file, now))
	if why != "" { // only the last end of each scope is kept: a later call must not take this away
		w.doubt = append(w.doubt, doubt{file, now.Mark, why})
	}
	return why
}

// bornAt is when a file was made; the zero time where that is not told, or cannot be.
func bornAt(t pins.Trace) time.Time {
	if t.Mark.Born == 0 || t.Mark.Born > time.Now().UnixNano() {
		return time.Time{}
	}
	return time.Unix(0, t.Mark.Born)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// asTrusted reports whether what lies on the way, the file included, has not changed since the
// person has trusted the space, in which nothing of ours had run until then.
func (w *witness) asTrusted(on []string) bool {
	if w.p.Clean == 0 {
		return false
	}
	for _, at := range w.inside(on) {
		t, there := pins.TraceOf(at)
		if !there || t.Changed == 0 || t.Changed >= w.p.Clean && (!t.Type.IsDir() || !w.p.lay(w.dir, at, t.Mark)) {
			return false
		}
	}
	return true
}

// inside are the names on a way that lie in the space.
func (w *witness) inside(on []string) []string {
	return slices.DeleteFunc(slices.Clone(on), func(at string) bool { return at == w.dir || !paths.Within(at, []string{w.dir}) })
}

// moved says why something of ours could have made the file, or a folder around it, at another
// place. What was seen here first counts by how it was then.
func (w *witness) moved(real string, on []string, now pins.Trace) string {
	if why := w.notes.Elsewhere(now.Mark.Born, w.seen.first(real, now).changed); why != "" || w.notes.Quiet(now.Mark.Born) {
		return why
	}
	for _, at := range append(w.inside(on), w.dir) {
		t, there := pins.TraceOf(at)
		first := w.seen.first(at, t)
		switch {
		case !there, !t.Type.IsDir(), pins.Quick(now.Mark.Born, t.Changed): // nothing has become of the folder since
		case w.p.since(t.Mark, now.Mark.Born), first.at <= now.Mark.Born: // the folder was known, or here, before
		default:
			if why := w.notes.Elsewhere(t.Mark.Born, first.changed); why != "" {
				return why
			}
		}
	}
	return ""
}

// A known is a file or folder that leads to what is trusted.
type known struct {
	Mark pins.Mark `json:"mark"`
	At   int64     `json:"at"` // since when it is known to lie there, in nanoseconds since 1970
	// Top says that it is a folder at the top which lay there at the time of Clean: it stays known.
	Top bool `json:"top,omitempty"`
}

// names are those by which a file or folder is known.
func (p *pinned) names(m pins.Mark) (list []string) {
	for name, one := range p.Marks {
		if one.Mark == m && m.Says() {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// since reports whether a file or folder was known at a moment.
func (p *pinned) since(m pins.Mark, at int64) bool {
	return slices.ContainsFunc(p.names(m), func(name string) bool { return p.Marks[name].At <= at })
}

// lay reports whether a folder lay at this very path at the time of Clean.
func (p *pinned) lay(dir, at string, m pins.Mark) bool {
	return slices.ContainsFunc(p.names(m), func(name string) bool { return inSpace(dir, name) == at && p.Marks[name].At <= p.Clean })
}

// place notes at a moment, 0: now, which files and folders they are that a name leads over, the name's own last.
func (p *pinned) place(dir, name string, at int64) {
	if p.Marks == nil {
		p.Marks = map[string]known{}
	}
	for _, name := range append([]string{"."}, append(folders(name), name)...) {
		if mark, ok := markAt(inSpace(dir, name)); ok && mark != p.Marks[name].Mark {
			p.Marks[name] = known{Mark: mark, At: cmp.Or(at, time.Now().UnixNano())} // after it was seen there
		}
	}
}

// tops notes which folders lie at the top of the space when the person trusts all of it: at
// most so many.
func (p *pinned) tops(dir string, at int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // then they are not known
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return !e.IsDir() })
	for _, e := range entries[:min(len(entries), mostTops)] {
		p.place(dir, e.Name(), at)
		if one, ok := p.Marks[e.Name()]; ok {
			one.Top = true
			p.Marks[e.Name()] = one
		}
	}
}

const mostTops = 200

// misplace forgets files that are not trusted any more, and the folders that lead to nothing else.
func (p *pinned) misplace() {
	needed := map[string]bool{".": true}
	for file := range p.Files {
		needed[file] = true
		for _, folder := range folders(file) {
			needed[folder] = true
		}
	}
	for name := range p.Marks {
		if !needed[name] && !p.Marks[name].Top {
			delete(p.Marks, name)
		}
	}
}

// markAt is the mark of where a path leads.
func markAt(path string) (pins.Mark, bool) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return pins.Mark{}, false
	}
	return pins.MarkOf(path)
}

func inSpace(dir, file string) string { return filepath.Join(dir, filepath.FromSlash(file)) }
