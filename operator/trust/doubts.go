package trust

import (
	"slices"

	"handrail/internal/pins"
)

// A doubt is a file that something else than the person could have made, and the name at which
// it was found. Both are held back until the person has looked: the file
// wherever it is moved next, and whatever is written at the name in its place.
type doubt struct {
	File string    `json:"file,omitempty"` // relative to the space; "": what was there is gone
	Mark pins.Mark `json:"mark"`
	Why  string    `json:"why"`
}

// mostDoubts is how many are remembered; of those before them it is found out again.
const mostDoubts = 500

// doubt remembers doubts, and forgets those of what is trusted.
func (p *pinned) doubt(list []doubt) {
	p.Doubts = append(p.Doubts, list...)
	p.Doubts = slices.DeleteFunc(p.Doubts, func(d doubt) bool { return len(p.names(d.Mark)) > 0 })
	p.Doubts = p.Doubts[max(0, len(p.Doubts)-mostDoubts):]
}

// doubted says why a file has been held back before, or what lay at its name, "" if it was not. What
// the person had trusted of it before is theirs, if it is another file.
func (w *witness) doubted(file string, m pins.Mark) string {
	for _, d := range w.p.Doubts {
		if d.Mark == m {
			return d.Why
		}
	}
	if i := slices.IndexFunc(w.p.Doubts, func(d doubt) bool { return d.File == file }); i >= 0 {
		if _, before := w.before(file); !before {
			return w.p.Doubts[i].Why
		}
	}
	return ""
}

// ease frees names at which nothing is held back any more: the person has removed what was there,
// or put back what they had trusted.
func (p *pinned) ease(held []string) {
	for i, d := range p.Doubts {
		if d.eased(held) {
			p.Doubts[i].File = ""
		}
	}
}

func (d doubt) eased(held []string) bool { return d.File != "" && !slices.Contains(held, d.File) }

// strayed reports whether the pins say too little of a space in which these files are held back:
// a file that is as it was trusted is another one by now, as git makes it that has been
// somewhere else and is back, or a doubt has gone.
func (s State) strayed(dir string, held []string) bool {
	for file := range s.pins.Files {
		if mark, ok := markAt(inSpace(dir, file)); ok && mark.Ino != 0 && mark != s.pins.Marks[file].Mark && !slices.Contains(held, file) {
			return true
		}
	}
	return slices.ContainsFunc(s.pins.Doubts, func(d doubt) bool { return d.eased(held) })
}
