package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Begins returns what in a folder that is none of git's yet makes it one, of what comes there: as long as nothing lies at these names, git
// does not take it for one. It is nil of one that is a git folder already, or becomes none. comes tells what comes.
func Begins(dir string, comes func(name string) bool) []string {
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	if IsFolder(there) || !IsFolder(func(name string) bool { return there(name) || comes(name) }) {
		return nil
	}
	if !there("HEAD") {
		return []string{"HEAD"}
	}
	return slices.DeleteFunc([]string{"objects", "refs", "commondir"}, there)
}

// Leads returns the part of a name in a git folder, with slashes, by which git is led elsewhere, or runs something, by what lies there: that part must
// not come from a program. "" is for what needs a look, or does nothing. isFolder and isLink say what comes under the whole name.
func Leads(name string, isFolder, isLink bool) string {
	first, rest, _ := strings.Cut(name, "/")
	second, _, _ := strings.Cut(rest, "/")
	switch {
	case isLink && (rest == "" || IsOwn(first)):
		return name
	case first == "commondir", first == "gitdir", first == "lazygit.yml":
		return first
	case slices.Contains([]string{"hooks", "remotes", "branches"}, first):
		if second == "" {
			if isFolder {
				return ""
			}
			return first
		}
		return first + "/" + second
	case first == "info" && (second == "attributes" || second == "sparse-checkout"):
		return first + "/" + second
	}
	return ""
}

// IsJudged reports whether a name in a git folder is that of a file which git writes all the time, and by which it reads or writes what that says.
func IsJudged(name string) bool {
	return name == "index" || isShared(name) || name == "MERGE_RR" || name == "objects/info/alternates"
}

// given looks at git folders that the search names.
func given(f *finder) {
	for _, dir := range f.s.Folders {
		if !f.dirs[dir] {
			noteTree(f, dir, dir)
			f.dir(dir, "", 0)
		}
	}
}
