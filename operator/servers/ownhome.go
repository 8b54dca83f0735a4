package servers

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/plain"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/tools"
)

// A server sees a home folder of its own (docs/decisions/0444-what-a-server-writes-is-one-folder.md). What it
// makes there is listed like a refusal where the person would look for it in their own.

// mostKept is how many names of a server's own home are listed.
const mostKept = 20

// keptApart lists what a server has made in its own home folder that it, or the person, may
// expect in the person's: files and folders that are not hidden, and hidden ones of which the
// person has one that it was not given.
func keptApart(server string, walled sandbox.Profile) (list []Refusal) {
	if walled.OwnHome == "" {
		return nil
	}
	home, err := openOwnHome(walled.OwnHome)
	if err != nil {
		return nil
	}
	defer home.Close()
	for _, name := range namesBelow(home) {
		inside, outside := filepath.Join(walled.OwnHome, name), filepath.Join(walled.Home, name)
		info, err := home.Lstat(name)
		if err != nil || info.Mode()&os.ModeSymlink != 0 || given(outside, walled) || info.IsDir() && !holdsFile(home, name) {
			continue
		}
		there, err := os.Stat(outside)
		if strings.HasPrefix(name, ".") && err != nil {
			continue // a hidden folder that only this server wants
		}
		r := Refusal{Kind: "apart", Target: outside, When: info.ModTime(), Text: fmt.Sprintf("It keeps %s of its own, in %s.", outside, inside)}
		if err == nil && there.IsDir() {
			r.Action = tools.Action{Kind: tools.AllowServerWrite, Subject: server, Detail: outside}
		}
		if list = append(list, r); len(list) == mostKept {
			break
		}
	}
	return list
}

// openOwnHome opens a server's own home folder, in which nothing leads out: the server can put
// links everywhere in its data folder.
func openOwnHome(path string) (*plain.Root, error) {
	data, err := plain.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return data.OpenRoot(filepath.Base(path))
}

// namesBelow are the names in a home folder, and those in the folders that programs put theirs
// into; caches hold nothing that is missed.
func namesBelow(home *plain.Root) (names []string) {
	shared := []string{".config", ".local", ".local/share", ".local/state"}
	for _, dir := range append([]string{"."}, shared...) {
		entries, _ := fs.ReadDir(home.FS(), dir) // what is not there has no names
		for _, e := range entries {
			if name := path.Join(dir, e.Name()); name != ".cache" && !slices.Contains(shared, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// holdsFile reports whether there is a file with something in it in a folder. Folders alone, and empty
// files, are where rooms have put something of the person's.
func holdsFile(home *plain.Root, dir string) (holds bool) {
	const most = 500
	looked := 0
	_ = fs.WalkDir(home.FS(), dir, func(_ string, e fs.DirEntry, err error) error { // what cannot be read holds nothing to tell
		looked++
		if err != nil || looked > most {
			return fs.SkipAll
		}
		if !e.Type().IsRegular() {
			return nil
		}
		if info, err := e.Info(); err == nil && info.Size() > 0 {
			holds = true
			return fs.SkipAll
		}
		return nil
	})
	return holds
}

// given reports whether a room has shown the person's own path, or a part of it.
func given(path string, walled sandbox.Profile) bool {
	return slices.ContainsFunc(slices.Concat(walled.Read, walled.Write), func(open string) bool {
		return paths.Within(path, []string{open}) || paths.Within(open, []string{path})
	})
}

// stillApart reports whether a server still keeps its own thing for a path of the person's.
func stillApart(home, ownHome string, r Refusal) bool {
	name, err := filepath.Rel(home, r.Target)
	if err != nil {
		return false
	}
	in, err := openOwnHome(ownHome)
	if err != nil {
		return false
	}
	defer in.Close()
	_, err = in.Lstat(name)
	return err == nil
}

// outermost are the paths that lie in no other of them, and in none of around: what is put into a room
// alone can't be renamed there.
func outermost(list, around []string) (out []string) {
	for i, path := range list {
		others := slices.Concat(around, list[:i])
		for _, other := range list[i+1:] {
			if other != path {
				others = append(others, other)
			}
		}
		if !paths.Within(path, others) {
			out = append(out, path)
		}
	}
	return out
}
