package permits

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/confine"
	"handrail/operator/paths"
	"handrail/tools"
)

// pathKind is where the journal's database keeps granted paths, by the stored form of
// a pathKey. The value is when it was granted.
const pathKind = "grant"

// A pathKey is a granted path and the folder of the space whose tools may touch it.
type pathKey struct{ space, path string }

// stored is the name of the key in the database. No path holds a NUL.
func (k pathKey) stored() string { return k.space + "\x00" + k.path }

// readPaths reads the granted paths of all spaces, and when they were granted.
func readPaths(ctx context.Context, states States) (map[pathKey]time.Time, error) {
	kept, err := states.States(ctx, pathKind)
	if err != nil {
		return nil, err
	}
	all := make(map[pathKey]time.Time, len(kept))
	for stored, when := range kept {
		space, path, _ := strings.Cut(stored, "\x00")
		made, err := time.Parse(time.RFC3339, when)
		if err != nil {
			made = time.Time{}
		}
		all[pathKey{space, path}] = made
	}
	return all, nil
}

// keysOf are the paths alone.
func keysOf(paths map[pathKey]time.Time) map[pathKey]struct{} {
	keys := make(map[pathKey]struct{}, len(paths))
	for k := range paths {
		keys[k] = struct{}{}
	}
	return keys
}

// GrantPath lets the tools of a space touch a path that the person has picked in a
// native dialog: the pick is the grant (docs/spec/05-built-in-tools.md). It
// lasts until it is revoked. Kept is where the path leads now: a link on the
// way that an agent turns later opens nothing else.
func (b *Book) GrantPath(call tools.Call, path string) error {
	s, err := b.find(call.Space)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		return fmt.Errorf("%q cannot be granted: it is not an absolute path", path)
	}
	real, _, err := paths.Trail(path)
	if err != nil {
		return fmt.Errorf("%s cannot be granted: %w", path, err)
	}
	if err := s.open(real); err != nil {
		return err
	}
	key := pathKey{call.Space, real}
	err = b.c.States.SetState(b.c.Context, pathKind, key.stored(), time.Now().UTC().Format(time.RFC3339))
	b.grants.noteOpened(key)
	return errors.Join(err, b.grants.touch(b.c.Context))
}

// Within is the real path of a name, absolute or relative to the space of a call, that
// lies where the tools of that space may touch files. It need not exist.
func (b *Book) Within(call tools.Call, name string) (string, error) {
	s, err := b.find(call.Space)
	if err != nil {
		return "", err
	}
	p, err := s.c.Roots.Resolve(name)
	if err != nil {
		return "", tools.Errorf(tools.InvalidPath, "%v", err)
	}
	return p.Abs, nil
}

// open opens a real path, unless it may never be granted or has become a link.
func (s *Space) open(path string) error {
	if real, _, err := paths.Trail(path); err != nil || real != path {
		return fmt.Errorf("%s cannot be granted: a link to another place replaced it; find out who put it there, and pick the file or folder again", path)
	}
	if err := s.book.pathRefusal(path); err != nil {
		return err
	}
	if err := s.c.Roots.Grant(path); err != nil {
		return err
	}
	if !slices.Contains(s.c.Roots.List(), path) { // exchanged for a link just now
		return errors.Join(fmt.Errorf("%s cannot be granted: it was replaced in the meantime; pick it again", path), s.c.Roots.Revoke(path))
	}
	return nil
}

// pathRefusal says why a real path may never be granted, or nil: the home
// folder and what it lies in, and whatever holds our own settings or data, or
// lies in them. It is spaces.Refusal for what is picked, files included.
func (b *Book) pathRefusal(path string) error {
	if b.c.Home != "" && paths.GroundOf([]string{path}).Crossed(b.c.Home) {
		return fmt.Errorf("%s cannot be granted: it is or contains your home folder, with all your keys and settings; pick a file or a folder in it", path)
	}
	for _, ours := range []string{b.c.Dirs.Config, b.c.Dirs.Data} {
		if paths.GroundOf([]string{ours}).Crossed(path) {
			return fmt.Errorf("%s cannot be granted: it lies in %s, where Handrail keeps its own settings or data; pick something else", path, ours)
		}
		if paths.GroundOf([]string{path}).Crossed(ours) {
			return fmt.Errorf("%s cannot be granted: Handrail keeps its own settings or data in it, at %s; pick something else", path, ours)
		}
	}
	return nil
}

// RevokePath takes a path back from an open space. path is as Granted lists it.
func (b *Book) RevokePath(ctx context.Context, space, path string) error {
	s, err := b.find(space)
	if err != nil {
		return err
	}
	key := pathKey{space, path}
	_, kept, err := b.c.States.State(ctx, pathKind, key.stored())
	if err != nil {
		return err
	}
	if err := b.forgetPath(ctx, key); err != nil {
		return err
	}
	err = s.c.Roots.Revoke(path)
	var unopened *confine.RootError
	if errors.As(err, &unopened) && kept {
		return nil // it could not be opened when the space was
	}
	return err
}

// forgetPath takes a path out of the database, and lets every process know.
func (b *Book) forgetPath(ctx context.Context, key pathKey) error {
	return errors.Join(b.c.States.SetState(ctx, pathKind, key.stored(), ""), b.grants.touch(ctx))
}

// Paths lists the granted paths, and the folders of the spaces that they are granted to,
// open or not.
func (b *Book) Paths(ctx context.Context) ([]string, error) {
	all, err := readPaths(ctx, b.c.States)
	if err != nil {
		return nil, err
	}
	var list []string
	for key := range all {
		list = append(list, key.space, key.path)
	}
	return list, nil
}

// Granted lists the paths that the person has granted to the space.
func (s *Space) Granted(ctx context.Context) ([]string, error) {
	all, err := readPaths(ctx, s.book.c.States)
	if err != nil {
		return nil, err
	}
	var list []string
	for key := range all {
		if key.space == s.c.Dir {
			list = append(list, key.path)
		}
	}
	slices.Sort(list)
	return list, nil
}

// Restore opens what was granted earlier. A path that is gone stays granted and is
// told of; it works again when it is back.
func (s *Space) Restore(ctx context.Context) error {
	granted, err := s.Granted(ctx)
	if err != nil {
		return err
	}
	for _, path := range granted {
		if err := s.open(path); err != nil {
			s.book.c.Notice("warning", "%s was granted to %s, but can't be opened now: %v", path, s.c.Dir, err)
		}
	}
	return nil
}

// CatchUp brings what another process has granted or taken back into the open spaces,
// before a call is looked at. It costs one look at the database. The version that it
// returns changes with everything that is granted, trusted or taken back.
func (b *Book) CatchUp() (version string) {
	g := b.grants
	g.fresh(b.c.Context)
	g.mu.Lock()
	version = g.version
	known := g.applied == version && g.paths != nil
	before := g.paths
	g.applied = version
	g.mu.Unlock()
	if known {
		return version
	}
	all, err := readPaths(b.c.Context, b.c.States)
	if err != nil {
		b.c.Notice("warning", "couldn't reload what you always allow: %v", err)
		return version
	}
	after := keysOf(all)
	g.mu.Lock()
	g.paths = after
	g.mu.Unlock()
	for _, s := range b.c.Open() {
		s.followPaths(before, after)
		if err := s.c.Answered(b.c.Context); err != nil {
			b.c.Notice("warning", "couldn't reload your answers about the network of %s: %v", s.c.Dir, err)
		}
	}
	return version
}

// noteOpened notes a path that this process itself has opened, so that another one
// can take it back before the next call looks.
func (a *grants) noteOpened(key pathKey) {
	a.mu.Lock()
	defer a.mu.Unlock()
	paths := maps.Clone(a.paths)
	if paths == nil {
		paths = map[pathKey]struct{}{}
	}
	paths[key] = struct{}{}
	a.paths = paths
}

// followPaths opens and closes what was granted and taken back in between.
func (s *Space) followPaths(before, after map[pathKey]struct{}) {
	for key := range before {
		if _, still := after[key]; key.space == s.c.Dir && !still && slices.Contains(s.c.Roots.List(), key.path) {
			_ = s.c.Roots.Revoke(key.path) // at worst it was revoked already
		}
	}
	for key := range after {
		if _, known := before[key]; key.space == s.c.Dir && !known && !slices.Contains(s.c.Roots.List(), key.path) {
			_ = s.open(key.path) // told of when the space is opened
		}
	}
}
