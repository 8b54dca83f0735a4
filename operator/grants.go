package operator

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/tools"
)

// grantKind is where the journal's database keeps granted paths, by folder and
// path. The value is when it was granted.
const grantKind = "grant"

// Grant lets the tools of a space touch a path that the person has picked in a
// native dialog: the pick is the grant (SPEC 5). It lasts until it is revoked.
func (o *Operator) Grant(call tools.Call, path string) error {
	s, err := o.Space(call.Space)
	if err != nil {
		return err
	}
	if err := s.roots.Grant(path); err != nil {
		return err
	}
	return o.store.SetState(o.ctx, grantKind, call.Space+"\x00"+path, time.Now().UTC().Format(time.RFC3339))
}

// Revoke takes a grant back.
func (o *Operator) Revoke(ctx context.Context, space, path string) error {
	s, err := o.Space(space)
	if err != nil {
		return err
	}
	if err := o.store.SetState(ctx, grantKind, space+"\x00"+path, ""); err != nil {
		return err
	}
	return s.roots.Revoke(path)
}

// Granted lists the paths that the person has granted to the space.
func (s *Space) Granted(ctx context.Context) ([]string, error) {
	all, err := s.o.store.States(ctx, grantKind)
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
		if err := s.roots.Grant(path); err != nil {
			s.o.notice("warning", "%s was granted to %s and cannot be opened now: %v", path, s.dir, err)
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
	text, ok, err := o.store.State(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		key := make([]byte, 32)
		rand.Read(key) // never fails (crypto/rand)
		text = hex.EncodeToString(key)
		if err := o.store.SetState(ctx, kind, name, text); err != nil {
			return nil, err
		}
	}
	key, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the key of digests is damaged: %w", err)
	}
	return key, nil
}
