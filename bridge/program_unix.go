//go:build unix && !darwin

package bridge

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"handrail/internal/proc"
)

const installZenity = "install it (Debian and Ubuntu: sudo apt install zenity; Fedora: sudo dnf install zenity; Arch: sudo pacman -S zenity) and start Handrail again"

// A program is a dialog program that was found trustworthy at start. Only it
// can answer: it is run by its real path, and must be unchanged.
type program struct {
	path string // real and absolute
	sum  []byte // SHA-256 of the file
}

// findProgram looks for zenity on a PATH value. A candidate that is not trusted
// is passed over; if there is no other, the error says what is wrong with it.
func findProgram(path string, roots []string) (program, error) {
	var refused error
	for _, dir := range filepath.SplitList(path) {
		found, err := proc.Look("zenity", dir)
		if err != nil {
			continue
		}
		p, err := trust(found, roots)
		if err == nil {
			return p, nil
		}
		if refused == nil {
			refused = err
		}
	}
	if refused != nil {
		return program{}, &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: %v; %s", refused, installZenity)}
	}
	return program{}, &UnavailableError{NoProgram, "no dialog can be shown: the program zenity is not installed; " + installZenity}
}

// trust checks a program and every link on the way to it.
func trust(path string, roots []string) (program, error) {
	roots = realPaths(roots)
	for range 40 { // links; the kernel's own limit
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return program{}, fmt.Errorf("%s cannot be followed: %w", path, err)
		}
		path = filepath.Join(dir, filepath.Base(path))
		if err := guarded(path, roots); err != nil {
			return program{}, err
		}
		target, err := os.Readlink(path)
		if err != nil { // no link: this is the program
			sum, err := fingerprint(path)
			return program{path: path, sum: sum}, err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(dir, target)
		}
		path = target
	}
	return program{}, fmt.Errorf("%s is a circle of links", path)
}

// guarded reports whether only root and the person can change what stands at
// path: it and all folders above it are theirs, closed to others, and outside
// every root.
func guarded(path string, roots []string) error {
	for _, root := range roots {
		if rel, err := filepath.Rel(root, path); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			return fmt.Errorf("%s is not used, because it lies in %s, where agents may write", path, root)
		}
	}
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return fmt.Errorf("%s cannot be checked: %w", at, err)
		}
		owner, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return fmt.Errorf("%s cannot be checked: its owner is not known", at)
		}
		if owner.Uid != 0 && int64(owner.Uid) != int64(os.Getuid()) {
			return fmt.Errorf("%s is not used, because %s belongs to user %d, neither to root nor to you", path, at, owner.Uid)
		}
		// The mode of a link means nothing. In a sticky folder such as /tmp
		// others may add names, but not replace this one.
		closed := info.Mode().Perm()&0o022 == 0 || info.Mode()&fs.ModeSymlink != 0 ||
			info.IsDir() && info.Mode()&fs.ModeSticky != 0
		if !closed {
			return fmt.Errorf("%s is not used, because others may write to %s (%v)", path, at, info.Mode())
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// check is nil if the program is still the one that was found at start.
func (p program) check(roots []string) error {
	again := "put it right, and start Handrail again"
	if err := guarded(p.path, realPaths(roots)); err != nil {
		return &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: %v; %s", err, again)}
	}
	sum, err := fingerprint(p.path)
	if err == nil && !bytes.Equal(sum, p.sum) {
		err = errors.New("it is not the program that was found at start")
		again = "if you have just updated it, start Handrail again"
	}
	if err != nil {
		return &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: %s is not used: %v; %s", p.path, err, again)}
	}
	return nil
}

// fingerprint reads the file, a few hundred kilobytes at most.
func fingerprint(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	sum := sha256.Sum256(data)
	return sum[:], nil
}

// realPaths resolves links; what does not exist stays as it is.
func realPaths(paths []string) []string {
	paths = slices.Clone(paths)
	for i, p := range paths {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			paths[i] = real
		}
	}
	return paths
}
