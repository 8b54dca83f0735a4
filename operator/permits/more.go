package permits

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"handrail/internal/confine"
	"handrail/operator/paths"
	"handrail/operator/settings"
)

// moreRoots are the folders of per_space.roots that stand open. They are safe for concurrent use.
type moreRoots struct {
	mu   sync.Mutex
	open []string
}

// OpenRoots opens the folders that the settings give the space beside its own, to all its tools and sessions and for changing, and closes those that they
// no longer give. It says why one cannot be opened.
func (s *Space) OpenRoots(set settings.Settings) (refused []error) {
	s.more.mu.Lock()
	defer s.more.mu.Unlock()
	var wanted []string
	for _, written := range set.PerSpace[s.c.Dir].Roots {
		path, err := s.moreRoot(written)
		if err == nil && path != "" {
			err = s.open(pathKey{space: s.c.Dir, path: path}, true)
		}
		switch {
		case err != nil:
			refused = append(refused, fmt.Errorf("per_space.roots: %w", err))
		case path != "":
			wanted = append(wanted, path)
		}
	}
	before := s.more.open
	s.more.open = wanted
	for _, path := range before {
		if slices.Contains(wanted, path) {
			continue
		}
		if err := s.c.Roots.Revoke(path, ""); err != nil {
			continue // it was closed already
		}
		if err := s.reopenPicks(path); err != nil {
			refused = append(refused, err)
		}
	}
	return refused
}

// moreRoot is the real path of a folder that the settings give the space; "" is one that it has anyway.
func (s *Space) moreRoot(written string) (string, error) {
	path := filepath.Clean(paths.Expand(s.book.c.Home, written))
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%q is not an absolute path; write the folder's whole path", written)
	}
	real, _, err := paths.Trail(path)
	if err != nil {
		return "", fmt.Errorf("%s can't be opened: %w", path, err)
	}
	if real != path { // a link may be turned by somebody else
		return "", fmt.Errorf("%s is behind a link; write where it leads, %s", path, real)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("there is no folder %s; create it, or remove it from the list", path)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file; write a folder", path)
	case paths.Within(path, []string{s.c.Dir}):
		return "", nil
	}
	return path, nil
}

// reopenPicks opens a path that has been closed again where the person has picked it for the whole space.
func (s *Space) reopenPicks(path string) error {
	all, err := readPaths(s.book.c.Context, s.book.c.States)
	if err != nil {
		return err
	}
	key := pathKey{space: s.c.Dir, path: path}
	if g, ok := all[key]; ok {
		return s.open(key, g.Change)
	}
	return nil
}

// close closes a granted path, which stays open where the settings give it to the space.
func (s *Space) close(key pathKey) error {
	s.more.mu.Lock()
	defer s.more.mu.Unlock()
	err := s.c.Roots.Revoke(key.path, key.session)
	if key.session == "" && slices.Contains(s.more.open, key.path) {
		err = errors.Join(err, s.c.Roots.Grant(key.path, confine.Grant{Change: true}))
	}
	return err
}

// More lists the folders that the settings give the space beside its own, as far as they could be opened.
func (s *Space) More() []string {
	s.more.mu.Lock()
	defer s.more.mu.Unlock()
	return slices.Clone(s.more.open)
}
