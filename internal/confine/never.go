package confine

import (
	"fmt"
	"os"
	"path/filepath"
)

// forbidden says why a root may not be one (docs/spec/01-command-line.md).
// Folders are compared by identity as well as by name, so that neither another
// spelling nor a second mount leads around it. own lifts only the rule about
// the inside of Never.
func forbidden(e *root, never []string, own bool) error {
	if e.file == "" && filepath.Dir(e.real) == e.real {
		return &RootError{Path: e.given, Why: "is the top of a drive: pick the folder that you mean"}
	}
	home, err := os.UserHomeDir()
	if err == nil && e.file == "" && holds(e.real, realOrClean(home)) {
		return &RootError{Path: e.given, Why: "is the home folder or contains it: pick a folder inside it"}
	}
	for _, n := range never {
		n = realOrClean(n)
		if e.file == "" && holds(e.real, n) {
			return &RootError{Path: e.given, Why: fmt.Sprintf("contains %s, which holds this app's own settings or data: pick another folder", quote(n))}
		}
		if !own && holds(n, e.real) {
			return &RootError{Path: e.given, Why: fmt.Sprintf("lies in %s, which holds this app's own settings or data: pick another place", quote(n))}
		}
	}
	return nil
}

// realOrClean resolves a path as far as it exists.
func realOrClean(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	vol := filepath.VolumeName(abs)
	real, err := follow(unlayered{}, vol+string(filepath.Separator), abs[len(vol):], true)
	if err != nil {
		return abs
	}
	return real
}

// holds reports whether folder is path or lies above it. Both are real paths.
func holds(folder, path string) bool {
	_, ok := relative(unlayered{}, folder, nil, path)
	return ok
}
