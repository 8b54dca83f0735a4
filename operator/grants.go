package operator

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/confine"
	"handrail/operator/paths"
	"handrail/tools"
)

// grantKind is where the journal's database keeps granted paths, by folder and
// path. The value is when it was granted.
const grantKind = "grant"

// Grant lets the tools of a space touch a path that the person has picked in a
// native dialog: the pick is the grant (docs/spec/05-built-in-tools.md). It
// lasts until it is revoked. Kept is where the path leads now: a link on the
// way that an agent turns later opens nothing else.
func (o *Operator) Grant(call tools.Call, path string) error {
	s, err := o.Space(call.Space)
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
	if err := s.grant(real); err != nil {
		return err
	}
	err = o.store.States().SetState(o.ctx, grantKind, call.Space+"\x00"+real, time.Now().UTC().Format(time.RFC3339))
	o.grants.opened(call.Space + "\x00" + real)
	return errors.Join(err, o.grants.touch(o.ctx))
}

// grant opens a real path, unless it may never be granted or has become a link.
func (s *Space) grant(path string) error {
	if real, _, err := paths.Trail(path); err != nil || real != path {
		return fmt.Errorf("%s cannot be granted: a link to another place replaced it; find out who put it there, and pick the file or folder again", path)
	}
	if err := s.o.grantRefusal(path); err != nil {
		return err
	}
	if err := s.roots.Grant(path); err != nil {
		return err
	}
	if !slices.Contains(s.roots.List(), path) { // exchanged for a link just now
		return errors.Join(fmt.Errorf("%s cannot be granted: it was replaced in the meantime; pick it again", path), s.roots.Revoke(path))
	}
	return nil
}

// grantRefusal says why a real path may never be granted, or nil: the home
// folder and what it lies in, and whatever holds our own settings or data, or
// lies in them. It is spaces.Refusal for what is picked, files included.
func (o *Operator) grantRefusal(path string) error {
	if o.c.Home != "" && paths.GroundOf([]string{path}).Crossed(o.c.Home) {
		return fmt.Errorf("%s cannot be granted: it is your home folder or holds it, with all your keys and settings; pick a file or a folder in it", path)
	}
	for _, ours := range []string{o.c.Dirs.Config, o.c.Dirs.Data} {
		if paths.GroundOf([]string{ours}).Crossed(path) {
			return fmt.Errorf("%s cannot be granted: it lies in %s, where Handrail keeps its own settings or data; pick something else", path, ours)
		}
		if paths.GroundOf([]string{path}).Crossed(ours) {
			return fmt.Errorf("%s cannot be granted: Handrail keeps its own settings or data in it, at %s; pick something else", path, ours)
		}
	}
	return nil
}

// Revoke takes a grant back. path is as Granted lists it.
func (o *Operator) Revoke(ctx context.Context, space, path string) error {
	s, err := o.Space(space)
	if err != nil {
		return err
	}
	_, kept, err := o.store.States().State(ctx, grantKind, space+"\x00"+path)
	if err != nil {
		return err
	}
	if err := errors.Join(o.store.States().SetState(ctx, grantKind, space+"\x00"+path, ""), o.grants.touch(ctx)); err != nil {
		return err
	}
	err = s.roots.Revoke(path)
	var unopened *confine.RootError
	if errors.As(err, &unopened) && kept {
		return nil // it could not be opened when the space was
	}
	return err
}

// Granted lists the paths that the person has granted to the space.
func (s *Space) Granted(ctx context.Context) ([]string, error) {
	all, err := s.o.store.States().States(ctx, grantKind)
	if err != nil {
		return nil, err
	}
	var paths []string
	for key := range all {
		if path, ok := strings.CutPrefix(key, s.dir+"\x00"); ok {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// restoreGrants opens what was granted earlier. A path that is gone stays
// granted and is told of; it works again when it is back.
func (s *Space) restoreGrants(ctx context.Context) error {
	paths, err := s.Granted(ctx)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := s.grant(path); err != nil {
			s.o.hub.Notice("warning", "%s was granted to %s and cannot be opened now: %v", path, s.dir, err)
		}
	}
	return nil
}

// Roots are the folders and files that tools may touch, of every open space.
func (o *Operator) Roots() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []string
	for _, s := range o.spaces {
		all = append(all, s.roots.List()...)
	}
	return all
}

// digestKey is this installation's own key for digests of environments.
func (o *Operator) digestKey(ctx context.Context) ([]byte, error) {
	const kind, name = "key", "digest"
	text, ok, err := o.store.States().State(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		key := make([]byte, 32)
		rand.Read(key) // never fails (crypto/rand)
		text = hex.EncodeToString(key)
		if err := o.store.States().SetState(ctx, kind, name, text); err != nil {
			return nil, err
		}
	}
	key, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the key of digests is damaged: %w", err)
	}
	return key, nil
}
