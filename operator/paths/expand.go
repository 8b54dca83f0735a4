package paths

import (
	"path/filepath"
	"strings"
)

// Expand is a path with the home folder for "~".
func Expand(home, path string) string {
	if path == "~" {
		return home
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, filepath.FromSlash(rest))
	}
	return path
}
