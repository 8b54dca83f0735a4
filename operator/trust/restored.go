package trust

import (
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/operator/paths"
)

// restored says why something of ours could have made a file that git has put here, "" if git has it not, or surely not of
// something of ours. What the person had trusted before is theirs.
func (w *witness) restored(file string, now pins.Trace) string {
	data, before := w.before(file)
	if before {
		return ""
	}
	return w.records(file, func(r *record) string {
		r.now, r.data = now, data
		return r.why()
	})
}

// Foreign tells of absolute paths whether something else than the person could have written what lies there since a moment; of one that is new there, also
// before it came there: from where it was moved, or as git has it, which has put it there; what the person's git has written anew of something else's is not told apart. The notes
// are read once.
func Foreign(k *Keeper, since time.Time) func(path string, fresh bool) bool {
	w := &witness{dir: k.c.Dir, notes: k.activity.calls.Read(time.Now()), p: &pinned{}, seen: &k.seen, plain: true}
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

// before reads a file, and says whether the person had trusted it as it is before; nothing if it
// cannot be read.
func (w *witness) before(file string) (data []byte, trusted bool) {
	root, err := plain.OpenRoot(w.dir)
	if err != nil {
		return nil, false
	}
	defer func() { _ = root.Close() }() // nothing was written
	if data, err = readLimited(root, file); err != nil {
		return nil, false
	}
	return data, slices.Contains(w.p.Past, pastOf(file, pins.Sum(data)))
}
