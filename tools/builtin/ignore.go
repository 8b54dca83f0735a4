package builtin

import (
	"path/filepath"
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
