package undo

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"handrail/internal/snapshot"
)

// holdRepositories keeps a repository as it is where one of its names has moved since: what
// a commit has written goes only with the commit.
func holdRepositories(p *Plan, sets []*snapshot.Set) {
	groups := map[string][]*Item{}
	for n := range p.Items {
		if at, ok := repositoryOf(p.Items[n].Abs()); ok {
			groups[at] = append(groups[at], &p.Items[n])
		}
	}
	for at, items := range groups {
		why, busy := moved(at, items, sets)
		for _, i := range items {
			rel, _ := filepath.Rel(at, i.Abs())
			objects := i.Want == nil && strings.HasPrefix(filepath.ToSlash(rel)+"/", "objects/")
			switch {
			case i.State != Ready:
			case why != "":
				i.State, i.Why = Kept, why
			case busy && objects:
				i.State, i.Why = Kept, "something else of this repository has changed since, and may need it; git lets go of what nothing needs"
			}
		}
	}
}

// repositoryOf is the folder .git of a path in one.
func repositoryOf(path string) (at string, ok bool) {
	const part = string(filepath.Separator) + ".git" + string(filepath.Separator)
	i := strings.Index(path+string(filepath.Separator), part)
	if i < 0 || len(path) <= i+len(part)-1 {
		return "", false
	}
	return path[:i+len(part)-1], true
}

// moved says why what belongs to a repository stays; "" if it can go back. busy reports whether
// anything else of it has changed since, such as the index: then an object may be needed.
func moved(at string, items []*Item, sets []*snapshot.Set) (why string, busy bool) {
	names := map[string]bool{}
	for _, i := range items {
		names[i.Abs()] = true
		if i.State != Conflict && i.State != Lost {
			continue
		}
		busy = true
		if rel, _ := filepath.Rel(at, i.Abs()); isName(filepath.ToSlash(rel)) {
			return fmt.Sprintf("%s has moved since in this repository; git itself takes back a commit: git revert, or git reset", rel), true
		}
	}
	last := sets[len(sets)-1].Time
	_ = filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(at, path)
		rel = filepath.ToSlash(rel)
		if err != nil {
			busy = true // what cannot be read may need anything
			return nil  //nolint:nilerr // the rest is looked at
		}
		if d.IsDir() {
			if rel == "objects" {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil || names[path] || !info.ModTime().After(last) {
			return nil //nolint:nilerr // it is gone meanwhile
		}
		busy = true
		if isName(rel) {
			why = fmt.Sprintf("%s was made or moved since in this repository, and may need what was written; git itself takes back a commit: git revert, or git reset", rel)
		}
		return nil
	})
	return why, busy
}

// isName reports whether a file of a repository says where a branch, a tag or HEAD is.
func isName(rel string) bool {
	return rel == "HEAD" || rel == "packed-refs" || strings.HasPrefix(rel, "refs/")
}
