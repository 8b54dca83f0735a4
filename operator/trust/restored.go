package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
	"handrail/operator/paths"
)

// fromGit follows why something of ours could have made git's record of a file.
const fromGit = ", as git has it, and git has put it here"

// restored says why something of ours could have made a file that git has put here, "" if git
// has it not, or not from before it lay here. What the person had trusted before is theirs.
func (w *witness) restored(file string, now pins.Trace) string {
	data, before := w.before(file)
	if data == nil || before {
		return "" // what cannot be read is not pinned by its content either
	}
	id := objects.BlobID(data)
	for at := inSpace(w.dir, file); at != filepath.Dir(at); {
		at = filepath.Dir(at)
		repo := git.FolderOf(at)
		if repo == "" {
			continue
		}
		store := objects.Open(repo)
		for _, h := range store.Holders(id) {
			if why := w.recorded(h, now); why != "" {
				return why + fromGit
			}
		}
		wrong := mistaken(store, repo, at, inSpace(w.dir, file), data)
		store.Close()
		if wrong {
			return forged
		}
	}
	return ""
}

// Foreign tells of absolute paths whether something else than the person could have written what lies there since a moment; of one that is new there, also
// before it came there: from where it was moved, or as git has it, which has put it there. The notes are read once.
func Foreign(k *Keeper, since time.Time) func(path string, fresh bool) bool {
	w := &witness{dir: k.c.Dir, notes: k.activity.calls.Read(time.Now()), p: &pinned{}, seen: &k.seen}
	return func(path string, fresh bool) bool {
		place, err := placeAt(path, false)
		real, _, wrong := paths.Trail(path)
		now, there := pins.TraceOf(real)
		switch {
		case err != nil, wrong != nil:
			return true
		case !fresh, !there:
			return w.notes.Why(place, since) != ""
		case w.notes.Why(place, earlier(since, bornAt(now))) != "", w.notes.Elsewhere(now.Mark.Born, w.seen.first(real, now).changed) != "":
			return true
		}
		rel, err := filepath.Rel(k.c.Dir, path)
		return now.Type.IsRegular() && err == nil && filepath.IsLocal(rel) && w.restored(filepath.ToSlash(rel), now) != ""
	}
}

// forged is why of what git has put here under the name of another content.
const forged = "git takes it for another content than it has, so what git keeps was changed by hand"

// mistaken reports whether git, which names contents by their sums and does not compare them when it puts files here, has taken a file for
// another content: somebody has written this one under the other's name. Line ends of another system are the person's own setting.
func mistaken(store *objects.Store, repo, tree, file string, data []byte) bool {
	name, err := filepath.Rel(tree, file)
	info, wrong := os.Stat(file)
	if err != nil || wrong != nil {
		return false
	}
	id, clean := git.Staged(repo, filepath.ToSlash(name), info)
	is := objects.BlobID(data)
	if len(id) != len(is) || id == is || id == objects.BlobID(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))) {
		return false
	}
	return clean || store.Forged(id)
}

// before reads a file, and says whether the person had trusted it as it is before; nothing if it
// cannot be read.
func (w *witness) before(file string) (data []byte, trusted bool) {
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		return nil, false
	}
	defer func() { _ = root.Close() }() // nothing was written
	if data, err = readLimited(root, file); err != nil {
		return nil, false
	}
	return data, slices.Contains(w.p.Past, pastOf(file, pins.Sum(data)))
}

// recorded says why something of ours could have made what holds an object, if it was there
// before the file. When what lies in a pack came there first nobody knows.
func (w *witness) recorded(h objects.Holder, now pins.Trace) string {
	t, there := pins.TraceOf(h.Path)
	place, err := placeAt(h.Path, false)
	switch {
	case !there, !h.Pack && t.Mark.Born > now.Mark.Born: // a commit of what lay here already
		return ""
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
