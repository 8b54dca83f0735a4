package builtin

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/confine"
	"handrail/internal/ignore"
)

// ignoringAt collects the rules that hold in a folder without its own. Who
// names a folder that is itself left out means it: there no rules from above hold.
func (f *files) ignoringAt(start confine.Path) *ignore.Rules {
	at := confine.Path{Root: start.Root, Rel: ".", Abs: start.Root, For: start.For}
	g := f.learnFile(ignore.At(), at.Join(filepath.Join(".git", "info", "exclude")))
	if start.Rel == "." {
		return g
	}
	parts := strings.Split(filepath.ToSlash(start.Rel), "/")
	for _, part := range parts {
		g = f.learnFile(g, at.Join(".gitignore"))
		if g.Ignores(part, true) {
			return ignore.At(parts...)
		}
		g = g.Below(part)
		at = at.Join(part)
	}
	return g
}

// learnFile adds the rules of a file, if it is there and can be read.
func (f *files) learnFile(g *ignore.Rules, p confine.Path) *ignore.Rules {
	if data, _, err := f.roots.ReadFile(p, ignore.FileLimit); err == nil {
		return g.With(data)
	}
	return g
}

// enterIgnoring drops what is left out from a folder that a walk has reached.
func enterIgnoring(f *confine.Folder, start *ignore.Rules) {
	g, ok := f.Data.(*ignore.Rules)
	switch {
	case !ok:
		g = start
	case f.Rel != ".":
		g = g.Below(filepath.Base(f.Path.Abs))
	}
	if i := slices.IndexFunc(f.Entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }); i >= 0 {
		if data, err := f.Read(f.Entries[i], nil, ignore.FileLimit); err == nil {
			g = g.With(data)
		}
	}
	f.Data = g
	f.Entries = slices.DeleteFunc(f.Entries, func(e fs.DirEntry) bool { return g.Ignores(e.Name(), e.IsDir()) })
}
