package steady

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/plain"
)

// The rights of their owner without which folders cannot be looked at, and nothing in them can be mended.
const (
	lookRights fs.FileMode = 0o500
	mendRights fs.FileMode = 0o700
)

// mostAbove is how many folders above a closed one are opened with it.
const mostAbove = 64

// ReadDir is what lies in a folder, by name, for folders of programs: one that they have closed to its owner, who is their
// user and ours, is opened again, for good, as they can do at any time
// (docs/decisions/1039-what-a-program-closes-is-opened.md). Of more than so many names, which come in any order then, the rest is
// left out; 0: none is. With an error come those that could be read.
func ReadDir(dir string, most int) ([]os.DirEntry, error) {
	entries, closed, err := readDir(dir, most)
	if !closed && !errors.Is(err, fs.ErrPermission) || Reopen(dir) != nil || err == nil {
		return entries, err
	}
	entries, _, err = readDir(dir, most)
	return entries, err
}

// readDir reads a folder once, and says whether its owner could do no more than that.
func readDir(dir string, most int) (entries []os.DirEntry, closed bool, err error) {
	f, err := plain.OpenFolder(dir)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	entries, err = f.ReadDir(max(most, 0))
	if errors.Is(err, io.EOF) { // it is empty
		err = nil
	}
	if most <= 0 {
		slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return entries, isClosed(info, lookRights), err
}

// Reopen gives its owner the rights of a folder back, and of those above it that keep it out of reach. Nothing is done where
// a link stands there, or the folder is somebody else's.
func Reopen(dir string) error { return reopenBelow(dir, mostAbove) }

func reopenBelow(dir string, above int) error {
	err := reopen(dir)
	if !errors.Is(err, fs.ErrPermission) || above == 0 || filepath.Dir(dir) == dir {
		return err
	}
	if err := reopenBelow(filepath.Dir(dir), above-1); err != nil {
		return err
	}
	return reopen(dir)
}

// reopenIn is Reopen for a folder that is open, or in one that is, if it lacks any of these rights.
func reopenIn(in *plain.Root, name string, rights fs.FileMode) error {
	info, err := in.Lstat(name)
	if err != nil || !isClosed(info, rights) {
		return err
	}
	return in.Chmod(name, info.Mode()&^fs.ModeType|mendRights)
}

// isClosed reports whether a folder is ours and lacks rights for us.
func isClosed(info fs.FileInfo, rights fs.FileMode) bool {
	return info.IsDir() && info.Mode()&rights != rights && isOurs(info)
}
