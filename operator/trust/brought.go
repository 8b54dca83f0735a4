package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
	"handrail/operator/paths"
)

// A record is what a repository says of a file that lies in its work tree
// (docs/decisions/1013-what-git-brings-is-asked-about.md).
type record struct {
	w     *witness
	store *objects.Store
	dir   string // of git
	name  string // of the file, in the repository
	file  string // in the space
	path  string // where it lies
	now   pins.Trace
	data  []byte // nil: it cannot be read, or is too large to be kept
}

// Why git's part in a file makes it something that the person has to look at.
const (
	// fromGit follows why something of ours could have made git's record of a file.
	fromGit = ", as git has it, and git put it here"
	// forged is why of what git has put here under the name of another content.
	forged = "git records another content for it than it has, so its records were changed by hand"
	// brought is why of what the person's git has written itself: by a merge, a pull, a stash.
	brought = "git put it here, and an agent could have made the commit or patch that it came from"
	// gone is why of what git has taken away.
	gone = "git removed it, and an agent could have made the commit that lacks it"
	// clashed is why of what came out of a conflict.
	clashed = "git had a conflict in it, and one side of it is something that you have not trusted"
)

// records visits the repositories in which a file lies, by the path that names it and by where that leads, until one of them
// says why something of ours could have made it what it is.
func (w *witness) records(file string, says func(r *record) string) string {
	path := inSpace(w.dir, file)
	ways := []string{path}
	if real, _, err := paths.Trail(path); err == nil && real != path {
		ways = append(ways, real)
	}
	for _, path := range ways {
		for at := path; at != filepath.Dir(at); {
			at = filepath.Dir(at)
			name, err := filepath.Rel(at, path)
			dir := git.FolderOf(at)
			if dir == "" || err != nil {
				continue
			}
			r := &record{w: w, store: objects.Open(dir), dir: dir, name: filepath.ToSlash(name), file: file, path: path}
			why := says(r)
			r.store.Close()
			if why != "" {
				return why
			}
		}
	}
	return ""
}

// removed says why git could have taken a file away for something of ours; "" if surely it has not: HEAD has moved by something else than a plain
// commit to where it is not.
func (r *record) removed() string {
	raw, _, err := git.ReadFile(filepath.Join(r.dir, "logs", "HEAD"), mostLog)
	if err != nil || r.w.notes.Idle() {
		return ""
	}
	moves := objects.Moves(string(raw))
	slices.Reverse(moves)
	for _, m := range moves[:min(len(moves), mostMoves)] {
		is, err := r.store.Blob(m.New, r.name)
		switch {
		case err != nil:
			return gone
		case is != "", m.First():
			return ""
		}
		if was, err := r.store.Blob(m.Old, r.name); err != nil || was != "" {
			if m.Commits() {
				return ""
			}
			return gone
		}
	}
	return ""
}

// why says why git could have brought the file from something of ours; "" if surely it has not. What git had before the file lay
// here it has put here. Its own record of it may be new: git writes all anew that it merges, picks and fetches, whoever has made it.
func (r *record) why() string {
	put, had := false, false
	ids, staged := r.ids()
	for _, id := range ids {
		for _, h := range r.store.Holders(id) {
			had = true
			t, there := pins.TraceOf(h.Path)
			if !there || !h.Pack && t.Mark.Born > r.now.Mark.Born {
				continue // a commit of what lay here already
			}
			if why := r.w.recorded(h, t); why != "" {
				return why + fromGit
			}
			put = true
		}
	}
	if r.mistaken() {
		return forged
	}
	put = put || staged && !had // it is gone meanwhile
	switch {
	case r.w.plain, !r.w.wide[r.file] && r.w.notes.Idle():
		return ""
	case put && r.harmless(ids):
		return ""
	case put, r.moved():
		return brought
	case r.clashed():
		return clashed
	}
	return ""
}

// ids are the contents, as git names them, from which git could have made the file: its own, that without the line ends of another system, and
// what git's index takes it for, unchanged since git has put it here or read it. The last is said of whatever git converts.
func (r *record) ids() (ids []string, staged bool) {
	if r.data != nil {
		ids = append(ids, objects.BlobID(r.data), objects.BlobID(withoutReturns(r.data)))
	}
	if info, err := os.Stat(r.path); err == nil {
		if id, clean := git.Staged(r.dir, r.name, info); clean {
			ids, staged = append(ids, id), true
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), staged
}

func withoutReturns(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }

// mistaken reports whether git, which names contents by their sums and does not compare them when it puts files here, has taken the file for
// another content: somebody has written this one under the other's name. Line ends of another system are the person's own setting.
func (r *record) mistaken() bool {
	info, err := os.Stat(r.path)
	if err != nil || r.data == nil {
		return false
	}
	id, clean := git.Staged(r.dir, r.name, info)
	is := objects.BlobID(r.data)
	if len(id) != len(is) || id == is || id == objects.BlobID(withoutReturns(r.data)) {
		return false
	}
	return clean || r.store.Forged(id)
}

// harmless reports whether what git has put here surely has no word of an agent's: git has merged it of what the person had trusted, or fetched it
// from elsewhere. What would do more than was trusted is asked about all the same.
func (r *record) harmless(ids []string) bool {
	return !r.w.wide[r.file] && (r.merged() || r.fetched(ids))
}

// mostMoves is how many moves of HEAD are followed.
const mostMoves = 500

// moved reports whether HEAD has moved by something else than a plain commit to a version of the file that was not trusted here, and since
// then not to one that was: what lies here may stand on that one. What was before the file was last known is not asked about again.
func (r *record) moved() bool {
	raw, _, err := git.ReadFile(filepath.Join(r.dir, "logs", "HEAD"), mostLog)
	if err != nil {
		return false
	}
	moves := objects.Moves(string(raw))
	slices.Reverse(moves)
	for _, m := range moves[:min(len(moves), mostMoves)] {
		is, err := r.store.Blob(m.New, r.name)
		if err != nil {
			return true
		}
		if is == "" || r.trusted(is) {
			return false
		}
		if m.Commits() || m.First() || m.At != 0 && m.At < r.w.p.Marks[r.file].At/int64(time.Second) {
			continue
		}
		if was, err := r.store.Blob(m.Old, r.name); err != nil || was != is {
			return true
		}
	}
	return false
}

// mostLog is how many bytes of git's log of HEAD are read.
const mostLog = 32 << 20

// clashed reports whether git had a conflict in the file with something that was not trusted, and the person has not looked at what has become
// of it.
func (r *record) clashed() bool {
	c, found := git.Unmerged(r.dir, r.name)
	if !found {
		return false
	}
	known := func(id string) bool { return id == "" || r.trusted(id) }
	if known(c.Ours) && known(c.Theirs) {
		return false
	}
	if !c.Resolved {
		return true
	}
	if is := git.Indexed(r.dir, func(name string) bool { return name == r.name })[r.name]; is != "" && r.trusted(is) {
		return false
	}
	is := r.committed("HEAD")
	return is == "" || is == c.Ours || !r.trusted(is)
}

// committed is the content of the file in the commit that a file of git names: HEAD and the like; "" if nobody knows.
func (r *record) committed(head string) string {
	at := filepath.Join(r.dir, head)
	for range 2 {
		raw, _, err := git.ReadFile(at, mostRef)
		if err != nil {
			return ""
		}
		text := strings.TrimSpace(string(raw))
		branch, ok := strings.CutPrefix(text, "ref: ")
		if !ok {
			id, _ := r.store.Blob(text, r.name) // "": nobody knows
			return id
		}
		at = filepath.Join(r.dir, filepath.FromSlash(branch))
	}
	return ""
}

// mostRef is how long a file that names a commit may be.
const mostRef = 1 << 10

// trusted reports whether a content was trusted of the file, now or before: as git keeps it, or with the line ends of another system.
func (r *record) trusted(id string) bool {
	data, err := r.store.Content(id)
	if err != nil {
		return false
	}
	if r.w.trusts(r.file, pins.Sum(data)) {
		return true
	}
	return r.w.trusts(r.file, pins.Sum(bytes.ReplaceAll(withoutReturns(data), []byte("\n"), []byte("\r\n"))))
}

// trusts reports whether the person trusts a content of a file, or had trusted it before.
func (w *witness) trusts(file, sum string) bool {
	return w.p.Files[file] == sum || slices.Contains(w.p.Past, pastOf(file, sum))
}

// recorded says why something of ours could have made what holds an object. When what lies in a pack came there first nobody knows.
func (w *witness) recorded(h objects.Holder, t pins.Trace) string {
	place, err := placeAt(h.Path, false)
	switch {
	case err != nil, t.Mark.Born == 0:
		return w.notes.Why(place, time.Time{})
	case h.Pack && !w.notes.Untouched(place):
		return packed
	case h.Pack:
		return ""
	}
	return w.notes.Why(place, time.Unix(0, t.Mark.Born))
}

// packed is why of what git has packed.
const packed = "an agent's call could have made it"
