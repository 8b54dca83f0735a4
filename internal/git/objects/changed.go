package objects

import (
	"path"
	"slices"
	"strings"
)

// Changed are the files, with slashes, that one commit or folder has and another has not, or otherwise; before may be "": no commit.
func (s *Store) Changed(before, after string) ([]string, error) {
	trees := [2]string{}
	for i, commit := range []string{before, after} {
		if commit == "" {
			continue
		}
		tree, err := s.top(commit)
		if err != nil {
			return nil, err
		}
		trees[i] = tree
	}
	list, err := s.differ(trees[0], trees[1], "", 0)
	slices.Sort(list)
	return list, err
}

// differ are the files that one folder has and another has not, or otherwise; "" is none.
func (s *Store) differ(before, after, at string, depth int) (list []string, err error) {
	if before == after {
		return nil, nil
	}
	if depth > mostDepth {
		return nil, ErrUnknown
	}
	was := map[string]string{}
	if before != "" {
		if was, err = s.tree(before); err != nil {
			return nil, err
		}
	}
	now, err := s.tree(after)
	if err != nil {
		return nil, err
	}
	for name, entry := range now {
		if was[name] == entry {
			continue
		}
		mode, id, _ := strings.Cut(entry, " ")
		if mode != "40000" {
			list = append(list, path.Join(at, name))
			continue
		}
		old := ""
		if mode, id, _ := strings.Cut(was[name], " "); mode == "40000" {
			old = id
		}
		below, err := s.differ(old, id, path.Join(at, name), depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	return list, nil
}
