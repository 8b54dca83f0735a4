// Package trusted finds programs that act or answer in the person's place, and that
// nobody but root and the person can have exchanged
// (docs/decisions/0170-zenity-is-run-by-us.md).
package trusted

import (
	"path/filepath"
	"slices"
)

// RealPaths resolves links; what does not exist stays as it is.
func RealPaths(paths []string) []string {
	paths = slices.Clone(paths)
	for i, p := range paths {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			paths[i] = real
		}
	}
	return paths
}
