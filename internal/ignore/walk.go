package ignore

import (
	"io/fs"
	"path/filepath"
	"slices"

	"handrail/internal/confine"
)

// Enter is for confine.Walk: it leaves out of a folder what its own .gitignore and those above say, from start on, the rules of
// the folder in which the walk begins. What the folder's Data holds is Enter's.
func Enter(f *confine.Folder, start *Rules) {
	g, ok := f.Data.(*Rules)
	switch {
	case !ok:
		g = start
	case f.Rel != ".":
		g = g.Below(filepath.Base(f.Path.Abs))
	}
	if i := slices.IndexFunc(f.Entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }); i >= 0 {
		if data, err := f.Read(f.Entries[i], nil, FileLimit); err == nil {
			g = g.With(data)
		}
	}
	f.Data = g
	f.Entries = slices.DeleteFunc(f.Entries, func(e fs.DirEntry) bool { return g.Ignores(e.Name(), e.IsDir()) })
}
