package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A FileRule is a rule that denies, or asks, what is done with files, by whatever tool or
// program (docs/spec/11-guard.md#rules-about-files).
type FileRule struct {
	Rule           Rule
	Shows, Changes bool // what must not be done: show what is in them, change them
	All            bool // it is about every file
	Patterns       []FilePattern
	pattern        pattern
}

// FileRules are those of the rules that are about files. home is the person's home folder,
// roots are where acts may touch files.
func FileRules(rules []Rule, home string, roots func() []string) []FileRule {
	var list []FileRule
	for _, r := range rules {
		f := FileRule{Rule: r}
		if f.Shows, f.Changes = r.Deeds(); !f.Shows && !f.Changes {
			continue
		}
		f.pattern = prepare(r, home).at(r, roots)
		for _, text := range f.pattern.paths {
			f.All = f.All || slices.Contains([]string{"*", "**", "**/*", "/**", "/"}, text)
			f.Patterns = append(f.Patterns, filePatternOf(text))
		}
		list = append(list, f)
	}
	return list
}

// Covers reports whether the rule is about a path: names are what it is called.
func (f *FileRule) Covers(names ...string) bool { return f.pattern.matchPath(names) }

// A FilePattern is a pattern of paths, ready for looking for what it names.
type FilePattern struct {
	text string
	// Start is the folder, or file, below which all lies that it can match, with slashes: from
	// a root of the space, or absolute.
	Start string
	// Whole says that it is about all that there is at Start, and will be.
	Whole bool
	// Depth is how far below Start it reaches; 0: at any depth.
	Depth int
}

func filePatternOf(text string) FilePattern {
	p := FilePattern{text: strings.TrimRight(text, "/")}
	parts := strings.Split(p.text, "/")
	signed := slices.IndexFunc(parts, func(s string) bool { return strings.ContainsAny(s, `*?[\`) })
	switch {
	case len(parts) == 1: // a name at any depth
	case signed < 0:
		p.Start, p.Whole = p.text, true
	default:
		p.Start = strings.Join(parts[:signed], "/")
		p.Whole = signed == len(parts)-1 && parts[signed] == "**"
		if !slices.Contains(parts, "**") {
			p.Depth = len(parts) - signed
		}
	}
	if p.Start == "" && path.IsAbs(text) {
		p.Start = "/"
	}
	return p
}

// Matches reports whether it is about a file, or all that is in a folder: name is from the
// root, or absolute if the pattern is.
func (p FilePattern) Matches(name string, folder bool) bool {
	named := !strings.Contains(p.text, "/")
	if folder {
		fixed := named && !strings.ContainsAny(p.text, `*?[\`)
		return fixed && path.Base(name) == p.text || strings.HasSuffix(p.text, "/**") && doublestar.MatchUnvalidated(p.text, name)
	}
	return doublestar.MatchUnvalidated(p.text, name) || named && doublestar.MatchUnvalidated(p.text, path.Base(name))
}

// Withholds reports whether a rule keeps what is in a file from being shown unasked. path is
// real.
func (g *Guard) Withholds(path string) bool {
	if len(g.files) == 0 {
		return false
	}
	names := g.place.names(path)
	return slices.ContainsFunc(g.files, func(f FileRule) bool { return f.Shows && f.Covers(names...) })
}
