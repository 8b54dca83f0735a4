package guard

import (
	"path/filepath"
	"slices"
	"strings"
)

// An Other is another space that is known to the app, below the folders that acts may
// touch, or around them.
type Other struct {
	Dir     string   // real
	Protect []string // names in it, beside those of Protected, that decide what runs later
}

// protectsOther reports whether a path is protected in a space that lies below a root,
// or around one. above is as in protects.
func (pl *place) protectsOther(target string, above bool) (string, bool) {
	if pl.others == nil {
		return "", false
	}
	target = filepath.Clean(target)
	others := pl.others()
	if len(others) == 0 {
		return "", false
	}
	byDir := func(o Other, dir string) int { return strings.Compare(o.Dir, dir) }
	for dir := target; ; dir = filepath.Dir(dir) {
		if i, ok := slices.BinarySearchFunc(others, dir, byDir); ok {
			rel, err := filepath.Rel(dir, target)
			rel = filepath.ToSlash(rel)
			if err == nil && (rel == "." && above || isProtected(rel, above, Protected()) || isProtected(rel, above, others[i].Protect)) {
				return rel + " of the space " + dir, true
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if below := target + string(filepath.Separator); above {
		i, _ := slices.BinarySearchFunc(others, below, byDir)
		if i < len(others) && strings.HasPrefix(others[i].Dir, below) {
			return "the space " + others[i].Dir, true
		}
	}
	return "", false
}
