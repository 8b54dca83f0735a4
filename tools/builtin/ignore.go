package builtin

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"handrail/internal/confine"
)

// maxIgnoreFile is how many bytes of a .gitignore are read.
const maxIgnoreFile = 1 << 20

// An ignoring knows the rules of .gitignore that hold in a folder: its own and
// those of the folders above it, up to the root. The last rule that matches
// decides, as in Git.
type ignoring struct {
	rules []gitignore.Pattern
	at    []string // the folder's parts, relative to the root
}

// ignores reports whether an entry of the folder is left out.
func (g *ignoring) ignores(name string, isFolder bool) bool {
	if len(g.rules) == 0 {
		return false
	}
	path := append(slices.Clip(g.at), name)
	for _, rule := range slices.Backward(g.rules) {
		switch rule.Match(path, isFolder) {
		case gitignore.Exclude:
			return true
		case gitignore.Include:
			return false
		}
	}
	return false
}

// below returns what holds in the folder name, before its own rules are read.
func (g *ignoring) below(name string) *ignoring {
	return &ignoring{rules: g.rules, at: append(slices.Clip(g.at), name)}
}

// learn adds the rules of a file that lies in the folder.
func (g *ignoring) learn(data []byte) {
	rules := slices.Clip(g.rules)
	for line := range strings.Lines(strings.TrimPrefix(string(data), bom8)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			rules = append(rules, gitignore.ParsePattern(line, g.at))
		}
	}
	g.rules = rules
}

// ignoringAt collects the rules that hold in a folder without its own. Who
// names a folder that is itself left out means it: there no rules from above hold.
func (f *files) ignoringAt(start confine.Path) *ignoring {
	g := &ignoring{}
	if start.Rel == "." {
		f.learnFile(g, confine.Path{Root: start.Root, Rel: ".", Abs: start.Root, For: start.For}.Join(filepath.Join(".git", "info", "exclude")))
		return g
	}
	at := confine.Path{Root: start.Root, Rel: ".", Abs: start.Root, For: start.For}
	f.learnFile(g, at.Join(filepath.Join(".git", "info", "exclude")))
	for _, part := range strings.Split(filepath.ToSlash(start.Rel), "/") {
		f.learnFile(g, at.Join(".gitignore"))
		ignored := g.ignores(part, true)
		g = g.below(part)
		if ignored {
			return &ignoring{at: strings.Split(filepath.ToSlash(start.Rel), "/")}
		}
		at = at.Join(part)
	}
	return g
}

// learnFile adds the rules of a file, if it is there and can be read.
func (f *files) learnFile(g *ignoring, p confine.Path) {
	if data, _, err := f.roots.ReadFile(p, maxIgnoreFile); err == nil {
		g.learn(data)
	}
}

// enterIgnoring drops what is left out from a folder that a walk has reached.
func enterIgnoring(f *confine.Folder, start *ignoring) {
	g, ok := f.Data.(*ignoring)
	switch {
	case !ok:
		g = start
	case f.Rel != ".":
		g = g.below(filepath.Base(f.Path.Abs))
	}
	if i := slices.IndexFunc(f.Entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }); i >= 0 {
		if data, err := f.Read(f.Entries[i], nil, maxIgnoreFile); err == nil {
			own := *g
			own.learn(data)
			g = &own
		}
	}
	f.Data = g
	f.Entries = slices.DeleteFunc(f.Entries, func(e fs.DirEntry) bool { return g.ignores(e.Name(), e.IsDir()) })
}
