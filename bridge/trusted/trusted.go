//go:build unix && !darwin

package trusted

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"handrail/internal/proc"
)

// ErrMissing says that there is no such program.
var ErrMissing = errors.New("the program is not installed")

// A Program was found trustworthy at start. It is run by its real path, and must be
// unchanged. The zero Program is none.
type Program struct {
	path string // real and absolute
	sum  []byte // SHA-256 of the file
}

// Path is where the program really is; "" of the zero Program.
func (p Program) Path() string { return p.path }

// Find looks for a program on a PATH value; roots are the folders that agents may write
// to. A candidate that is not trusted is passed over; if there is no other, the error
// says what is wrong with it. It is ErrMissing if there is none at all.
func Find(name, path string, roots []string) (Program, error) {
	var refused error
	for _, dir := range filepath.SplitList(path) {
		found, err := proc.Look(name, dir)
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
		return Program{}, refused
	}
	return Program{}, ErrMissing
}

// trust checks a program and every link on the way to it.
func trust(path string, roots []string) (Program, error) {
	path, err := Place(path, roots)
	if err != nil {
		return Program{}, err
	}
	sum, err := fingerprint(path)
	return Program{path: path, sum: sum}, err
}

// Place is where a program really is, if nobody but root and the person can change what stands
// there, nor any link on the way to it. It does not look whether the file is still the same: that
// is for programs that come with this one.
func Place(path string, roots []string) (string, error) {
	roots = RealPaths(roots)
	for range 40 { // links; the kernel's own limit
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", fmt.Errorf("%s cannot be followed: %w", path, err)
		}
		path = filepath.Join(dir, filepath.Base(path))
		if err := guarded(path, roots); err != nil {
			return "", err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return "", fmt.Errorf("%s cannot be checked: %w", path, err)
		}
		if info.Mode()&fs.ModeSymlink == 0 { // this is the program
			return path, nil
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", fmt.Errorf("%s cannot be followed: %w", path, err)
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(dir, target)
		}
		path = target
	}
	return "", fmt.Errorf("%s is a circle of links", path)
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

// Check is nil if the program is still the one that was found at start. The error says
// what to do.
func (p Program) Check(roots []string) error {
	if err := guarded(p.path, RealPaths(roots)); err != nil {
		return fmt.Errorf("%w; put it right, and start Handrail again", err)
	}
	sum, err := fingerprint(p.path)
	switch {
	case err != nil:
		return fmt.Errorf("%s is not used: %w; put it right, and start Handrail again", p.path, err)
	case !bytes.Equal(sum, p.sum):
		return fmt.Errorf("%s is not used: it is not the program that was found at start; if you have just updated it, start Handrail again", p.path)
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
