package walls

import (
	"slices"

	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// How much of other spaces a room protects: each path is a mount. What is beyond counts
// as written by its programs (docs/decisions/0610-whose-change-by-path.md).
const (
	othersKept   = 64
	othersNamed  = 4096 // names that are looked at
	othersPlaces = 512
)

// protectedOthers are the files and folders, below what programs of the space may write,
// that decide what runs later in other spaces that are known to the app.
func protectedOthers(others []guard.Other, write []string) []string {
	var list []string
	looked := 0
	for _, o := range others[:min(len(others), othersKept)] {
		for _, name := range slices.Concat(guard.Protected(), o.Protect) {
			if looked++; looked > othersNamed || len(list) == othersPlaces {
				return list
			}
			real, there := paths.Below(o.Dir, name)
			if !there || !paths.Within(real, write) || slices.ContainsFunc(write, func(w string) bool { return paths.Within(w, []string{real}) }) {
				continue // nothing, or nothing of ours, or a folder that was given to programs
			}
			list = append(list, real)
		}
	}
	return list
}

// withOthers adds to the protected paths of a space those of others that are not in them.
func withOthers(own, others []string) []string {
	list := slices.Clone(own)
	for _, path := range others {
		if !paths.Within(path, list) {
			list = append(list, path)
		}
	}
	return list
}
