package git

import (
	"os"
	"path/filepath"
	"slices"
)

// Limits of what is told of an index: names, and files that are looked for where little is checked out.
const (
	mostHidden  = 1_000
	mostSkipped = 5_000
)

// Hidden are the files of which the index of a git folder says that git need not look at them (--assume-unchanged, --skip-worktree), as they would be
// shown in a status otherwise: what is not there because little is checked out is hidden by nobody. tops are its work trees.
func Hidden(dir string, tops []string) (names []string) {
	_, err := os.Lstat(filepath.Join(dir, "info", "sparse-checkout"))
	isSparse, looked := err == nil, 0
	eachEntry(dir, func(e indexed) {
		if e.skipped {
			looked++
		}
		if len(names) == mostHidden || isSparse && e.skipped && looked > mostSkipped {
			return
		}
		isThere := func(top string) bool {
			_, err := os.Lstat(filepath.Join(top, filepath.FromSlash(e.name)))
			return err == nil
		}
		if e.assumed || e.skipped && (!isSparse || slices.ContainsFunc(tops, isThere)) {
			names = append(names, e.name)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}
