package guard

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
)

// rebuilt reports whether a word names a folder that holds only what a build makes anew, what is in one, or some of these, in a script that moves and
// links nothing.
func (sf *safety) rebuilt(t bash.Word, dir string) bool {
	pl := sf.place
	if pl.built == nil || pl.below == nil || sf.made == nil || sf.made.moves || !t.Known && (!t.Guess || t.Temp != "") {
		return false
	}
	if t.Below != "" {
		path, ok := pl.target(t.In(), dir)
		return ok && pl.inside(path) && (!t.Apart || !sf.made.others) && pl.below(path, t.Below, t.Apart)
	}
	if t.Found {
		return false
	}
	if t.Glob || t.Names {
		return rebuiltFits(sf, t, dir)
	}
	path, ok := pl.target(t, dir)
	return ok && pl.inside(path) && pl.whole(path).None() && pl.built(path)
}

// rebuiltFits is rebuilt for a pattern: all that it fits now is so, and what it may fit later is called so.
func rebuiltFits(sf *safety, t bash.Word, dir string) bool {
	t.Glob, t.Names = false, false
	folder, name := path.Split(t.Text)
	top, rest, deep := strings.Cut(t.Text, "**/")
	switch {
	case name == "*" && folder != "" && !strings.ContainsAny(folder, patternSigns): // what is in one
		t.Text = strings.TrimSuffix(folder, "/")
		return sf.rebuilt(t, dir)
	case deep:
		if strings.ContainsAny(top+rest, patternSigns) || strings.Contains(rest, "/") {
			return false
		}
		t.Text = cmp.Or(strings.TrimSuffix(top, "/"), ".")
		at, ok := sf.place.target(t, dir)
		return ok && sf.place.inside(at) && sf.place.below(at, rest, false)
	case strings.ContainsAny(name, patternSigns) && name != "*.egg-info", name == "" || strings.Contains(t.Text, ".."):
		return false
	case dir == "" && !path.IsAbs(t.Text):
		return false
	}
	pattern := t.Text
	if !path.IsAbs(pattern) {
		pattern = path.Join(dir, pattern)
	}
	looked := 0
	fits, whole := fitting(pattern, nil, &looked, func(string) bool { return true })
	return whole && len(fits) < mostFitting && sf.place.inside(beforePattern(pattern)) && sf.place.built(strings.NewReplacer("*", "x", "?", "x", "[", "x").Replace(pattern)) &&
		!slices.ContainsFunc(fits, func(at string) bool { return !sf.place.whole(at).None() || !sf.place.built(at) })
}

// patternSigns make a word a pattern of names.
const patternSigns = "*?[{("
