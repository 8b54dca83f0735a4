package git

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// states adds the files of a git folder that git itself writes all the time, and by which its
// next command reads or writes elsewhere if they say so. top is the work tree.
func (f *finder) states(dir, top string) {
	for _, name := range []string{"index", "MERGE_RR", "objects/info/alternates"} {
		f.state(filepath.Join(dir, filepath.FromSlash(name)))
	}
	if top != "" && !slices.Contains(f.p.Tops[dir], top) {
		f.p.Tops[dir] = append(f.p.Tops[dir], top)
	}
}

// state adds one of them, if it is there. That it comes or goes is seen in its folder, and what
// it says is for whoever looks at each of them.
func (f *finder) state(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && f.s.Inside(path) {
		f.own(path)
		f.p.States[path] = true
	}
}

// IsIndex reports whether a path of Places.States is an index, or what a split one shares.
func IsIndex(path string) bool {
	return filepath.Base(path) == "index" || isShared(filepath.Base(path))
}

// IsExclude reports whether a path of Places.States is the list of what git leaves out in one repository.
func IsExclude(path string) bool { return filepath.Base(path) == "exclude" }

// isShared reports whether a name is that of a file that split indexes share.
func isShared(name string) bool {
	id, ok := strings.CutPrefix(name, "sharedindex.")
	return ok && isID(id)
}

// isID reports whether a text is the name of an object.
func isID(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// Resolutions reads MERGE_RR, and returns the paths that git reads and writes by it. ok is false
// for what git does not write.
func Resolutions(text []byte) (names []string, ok bool) {
	for entry := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte{0}), []byte{0}) {
		if len(entry) == 0 && len(text) == 0 {
			break
		}
		id, name, tab := strings.Cut(string(entry), "\t")
		id, variant, numbered := strings.Cut(id, ".")
		if _, err := strconv.ParseUint(variant, 10, 16); !tab || !isID(id) || numbered && err != nil {
			return names, false
		}
		names = append(names, name)
	}
	return names, true
}

// Borrowed are the folders of objects that a list of alternates names, which lies in a folder of
// objects. ok is false for what cannot be read.
func Borrowed(text []byte, objects string) (folders []string, ok bool) {
	for line := range strings.SplitSeq(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '"' || strings.ContainsRune(line, 0) { // git unquotes it, which nothing of its own needs
			return folders, false
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(objects, line)
		}
		folders = append(folders, filepath.Clean(line))
	}
	return folders, true
}

// IsPathOfTree reports whether git itself takes a path into an index: one that leads neither out
// of the work tree nor into its .git, in any spelling that a file system takes for that name.
func IsPathOfTree(name string, mode uint32) bool {
	if mode&modeKind == modeFolder { // of a sparse index
		name = strings.TrimSuffix(name, "/")
	}
	if runtime.GOOS == "windows" && strings.ContainsAny(name, `\:`) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || part[0] == '.' && isGit(part[1:]) || isGit(plainName(part)) {
			return false
		}
		for _, of := range strings.Split(part, `\`) {
			if isNTFSGit(of) {
				return false
			}
		}
		if mode&modeKind == modeSymlink && strings.EqualFold(strings.TrimRight(plainName(part), ". "), "gitmodules") {
			return false
		}
	}
	return true
}

func isGit(name string) bool { return strings.EqualFold(name, "git") }

// isNTFSGit reports whether Windows takes a name for .git: it drops dots and spaces at the end,
// and what stands behind a colon, and has short names.
func isNTFSGit(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.TrimRight(name, ". ")
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1")
}

// plainName is a name that begins with a dot as HFS+ reads it, which drops some signs, without the dot;
// "" for another.
func plainName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
			return -1
		}
		return r
	}, name)
	rest, ok := strings.CutPrefix(plain, ".")
	if !ok {
		return ""
	}
	return rest
}
