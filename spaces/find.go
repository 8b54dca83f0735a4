package spaces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Refusal returns why the folder dir may never be a space or a root, or nil if
// it may: the home folder and what it lies in, a file system's root, and every
// folder that holds our own settings or data, or lies in them
// (docs/spec/01-command-line.md). home is the person's home folder, "" if there
// is none; own are the folders of our settings and data. Links are followed,
// and folders compared by what they are, not by their names.
func Refusal(dir, home string, own ...string) error {
	real, err := realPath(dir)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return fmt.Errorf("%s cannot be a space: %w", dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s cannot be a space: it is not a folder", dir)
	}
	if filepath.Dir(real) == real {
		return fmt.Errorf("%s cannot be a space: it is the root of a file system, and an agent would reach everything; choose a folder in it", real)
	}
	if home != "" && within(home, info) {
		return fmt.Errorf("%s cannot be a space: it is your home folder or holds it, with all your keys and settings; choose a folder in it", real)
	}
	for _, ours := range own {
		if ours == "" {
			continue
		}
		if within(ours, info) {
			return fmt.Errorf("%s cannot be a space: Handrail keeps its own settings or data in it, at %s; choose another folder", real, ours)
		}
		if oursInfo, err := os.Stat(ours); err == nil && within(real, oursInfo) {
			return fmt.Errorf("%s cannot be a space: it lies in %s, where Handrail keeps its own settings or data; choose another folder", real, ours)
		}
	}
	return nil
}

// Find returns the nearest folder, from start upwards, that is a space: it holds
// space.manifest.json, ctxnest.json or agent/. The search ends before the home
// folder and before the root of the file system. Where there is none, start
// itself is a bare space: then Find returns it, links followed, and false.
func Find(start, home string) (dir string, found bool) {
	real, err := realPath(start)
	if err != nil {
		return start, false
	}
	for dir = real; Refusal(dir, home) == nil; dir = filepath.Dir(dir) {
		if IsSpace(dir) {
			return dir, true
		}
	}
	return real, false
}

// IsSpace reports whether a folder holds one of the parts that make a space.
func IsSpace(dir string) bool {
	for _, file := range []string{manifestFile, "ctxnest.json"} {
		if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	info, err := os.Stat(filepath.Join(dir, "agent"))
	return err == nil && info.IsDir()
}

// within reports whether dir is the folder outer or lies in it. A dir that is
// not there yet lies where its nearest existing ancestor does.
func within(dir string, outer os.FileInfo) bool {
	if real, err := realPath(dir); err == nil {
		dir = real
	}
	for {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, outer) {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// realPath is the absolute path of what dir is, links followed. Of a path that
// is not there, the existing part is followed.
func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the folder %s: %w", dir, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil {
		return real, nil
	}
	if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(abs) == abs {
		return "", fmt.Errorf("find the folder %s: %w", dir, err)
	}
	up, err := realPath(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(up, filepath.Base(abs)), nil
}
