package permits

import (
	"context"
	"encoding/json"
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
// a pathKey. The value is a pathGrant as JSON.
const pathKind = "grant"

// sessionPick is how long what was picked for one session may be used at most: a chat can be
// gone on with for ever, and a session that has ended tells nobody.
const sessionPick = 30 * 24 * time.Hour

// A pathKey is a granted path, the folder of the space whose tools may touch it, and the session
// that alone may; "" is every one.
type pathKey struct{ space, path, session string }

// stored is the name of the key in the database. No path holds a NUL.
func (k pathKey) stored() string { return k.space + "\x00" + k.path + "\x00" + k.session }

// keyOf reads the name of a key in the database.
func keyOf(stored string) pathKey {
	space, rest, _ := strings.Cut(stored, "\x00")
	path, session, _ := strings.Cut(rest, "\x00")
	return pathKey{space, path, session}
}

// A pathGrant says since when a path is granted, and for what.
type pathGrant struct {
	Made   time.Time `json:"made"`
	Change bool      `json:"change"` // it may be changed; else only read
}

// live reports whether a grant still holds at a time.
func (g pathGrant) live(k pathKey, now time.Time) bool {
	return k.session == "" || now.Before(g.Made.Add(sessionPick))
}

// readPaths reads the granted paths of all spaces. What cannot be read grants nothing.
func readPaths(ctx context.Context, states States) (map[pathKey]pathGrant, error) {
	kept, err := states.States(ctx, pathKind)
	if err != nil {
		return nil, err
	}
	all := make(map[pathKey]pathGrant, len(kept))
	for stored, value := range kept {
		var g pathGrant
		if k := keyOf(stored); json.Unmarshal([]byte(value), &g) == nil && g.live(k, time.Now()) {
			all[k] = g
		}
	}
	return all, nil
}

// GrantPath lets tools of the space of a call read what the person has picked for it in a native
// dialog, and with change also change it: the pick is the grant
// (docs/spec/09-bridge.md#how-far-a-pick-goes). It holds in the session of the call,
// and in all of the space where the person has made the call themselves, until it is revoked.
// Kept is where the path leads now: a link on the way that an agent turns later opens nothing
// else. Of what lies in the space it grants nothing: tools.ErrInSpace.
func (b *Book) GrantPath(call tools.Call, path string, change bool) error {
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
	if paths.Within(real, []string{call.Space}) {
		return tools.ErrInSpace
	}
	key := pathKey{call.Space, real, call.Session}
	if call.Caller.Kind == tools.CallerPerson {
		key.session = ""
	}
	return keepPath(s, key, change)
}

// GrantPick lets tools of one chat read what the person has attached to a message of it. path is where what they
// have picked led then: unlike GrantPath it follows no link that somebody has put there since.
// Of what lies in the space it grants nothing: tools.ErrInSpace.
func GrantPick(b *Book, space, session, path string) error {
	s, err := b.find(space)
	if err != nil {
		return err
	}
	if paths.Within(path, []string{space}) {
		return tools.ErrInSpace
	}
	return keepPath(s, pathKey{space, path, session}, false)
}

// PickRefusal says why a real path may never be granted, or nil.
func PickRefusal(b *Book, path string) error { return b.pathRefusal(path) }

// keepPath opens and keeps a path.
func keepPath(s *Space, key pathKey, change bool) error {
	b := s.book
	if err := s.open(key, change); err != nil {
		return err
	}
	err := writePath(b, key, change)
	b.grants.noteOpened(key, change)
	return err
}

// writePath keeps that a path is granted, and lets every process know. What was granted there
// before stays.
func writePath(b *Book, key pathKey, change bool) error {
	err := b.c.States.ChangeState(b.c.Context, pathKind, key.stored(), func(old string) string {
		var before pathGrant
		_ = json.Unmarshal([]byte(old), &before) // of none, or of one that cannot be read, nothing stays
		raw, err := json.Marshal(pathGrant{Made: time.Now().UTC(), Change: change || before.Change})
		if err != nil {
			return old
		}
		return string(raw)
	})
	return errors.Join(err, b.grants.touch(b.c.Context))
}

// Within is the real path of a name, absolute or relative to the space of a call, that
// lies where the tools of that space may touch files. It need not exist.
func (b *Book) Within(call tools.Call, name string) (string, error) {
	s, err := b.find(call.Space)
	if err != nil {
		return "", err
	}
	p, err := confine.Called(s.c.Roots, call.Session).Resolve(name)
	if err != nil {
		return "", tools.Errorf(tools.InvalidPath, "%v", err)
	}
	return p.Abs, nil
}

// open opens a real path, unless it may never be granted or has become a link.
func (s *Space) open(key pathKey, change bool) error {
	path := key.path
	if real, _, err := paths.Trail(path); err != nil || real != path {
		return fmt.Errorf("%s cannot be granted: a link to another place replaced it; find out who put it there, and pick the file or folder again", path)
	}
	if err := s.book.pathRefusal(path); err != nil {
		return err
	}
	if err := s.c.Roots.Grant(path, confine.Grant{Session: key.session, Change: change}); err != nil {
		return err
	}
	if !slices.Contains(s.c.Roots.List(), path) { // exchanged for a link just now
		return errors.Join(fmt.Errorf("%s cannot be granted: it was replaced in the meantime; pick it again", path), s.c.Roots.Revoke(path, key.session))
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
	for _, ours := range b.c.Dirs.Own() {
		if paths.GroundOf([]string{ours}).Crossed(path) {
			return fmt.Errorf("%s cannot be granted: it lies in %s, where Handrail keeps its own settings or data; pick something else", path, ours)
		}
		if paths.GroundOf([]string{path}).Crossed(ours) {
			return fmt.Errorf("%s cannot be granted: Handrail keeps its own settings or data in it, at %s; pick something else", path, ours)
		}
	}
	return nil
}

// RevokePath takes a path back from an open space and all its sessions. path is as Granted lists it.
func (b *Book) RevokePath(ctx context.Context, space, path string) error {
	s, err := b.find(space)
	if err != nil {
		return err
	}
	keys, err := keysOf(ctx, b.c.States, space, path)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return fmt.Errorf("%s is not granted to %s", path, space)
	}
	var errs []error
	for _, key := range keys {
		errs = append(errs, revokePath(ctx, s, key))
	}
	return errors.Join(errs...)
}

// keysOf are the ways in which a path is granted to a space.
func keysOf(ctx context.Context, states States, space, path string) (keys []pathKey, err error) {
	all, err := readPaths(ctx, states)
	for key := range all {
		if key.space == space && key.path == path {
			keys = append(keys, key)
		}
	}
	return keys, err
}

// revokePath takes back one grant of a path.
func revokePath(ctx context.Context, s *Space, key pathKey) error {
	if err := s.book.forgetPath(ctx, key); err != nil {
		return err
	}
	err := s.close(key)
	if _, unopened := errors.AsType[*confine.RootError](err); unopened {
		return nil // it could not be opened when the space was
	}
	return err
}

// forgetPath takes a path out of the database, and lets every process know.
func (b *Book) forgetPath(ctx context.Context, key pathKey) error {
	return errors.Join(b.c.States.SetState(ctx, pathKind, key.stored(), ""), b.grants.touch(ctx))
}

// WidenPath lets every session of a space touch what was picked for one of them. id is of Grants.
// The error says why not: there is no such grant, or it is none of a path.
func (b *Book) WidenPath(ctx context.Context, id string) error {
	all, err := readPaths(ctx, b.c.States)
	if err != nil {
		return err
	}
	for key, g := range all {
		if pathGrantID(key) != id {
			continue
		}
		if key.session == "" {
			return fmt.Errorf("%s can be used in all of %s already", key.path, key.space)
		}
		wide := pathKey{key.space, key.path, ""}
		s, err := b.find(key.space)
		if err != nil { // not open here: who has it open opens the path, if it can be
			return errors.Join(writePath(b, wide, g.Change), b.forgetPath(ctx, key))
		}
		if err := keepPath(s, wide, g.Change); err != nil {
			return err
		}
		return revokePath(ctx, s, key)
	}
	return tools.Advise(tools.Action{Kind: tools.ListGrants}, "there is no file or folder with the grant %q", id)
}

// Paths lists the granted paths, and the folders of the spaces that they are granted to,
// open or not: where agents may have written. Those whose grant is over count as well.
func (b *Book) Paths(ctx context.Context) ([]string, error) {
	all, err := b.c.States.States(ctx, pathKind)
	if err != nil {
		return nil, err
	}
	var list []string
	for stored := range all {
		key := keyOf(stored)
		list = append(list, key.space, key.path)
	}
	return list, nil
}

// Granted lists the paths that the person has granted to the space or a session in it.
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
	return slices.Compact(list), nil
}

// Restore opens what was granted earlier. A path that is gone stays granted and is told of; it works again when it is back.
func (s *Space) Restore(ctx context.Context) error {
	all, err := readPaths(ctx, s.book.c.States)
	if err != nil {
		return err
	}
	for key, g := range all {
		if key.space != s.c.Dir {
			continue
		}
		if err := s.open(key, g.Change); err != nil {
			s.book.c.Notice("warning", "%s was granted to %s, but can't be opened now: %v", key.path, s.c.Dir, err)
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
	after := changeable(all)
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

// changeable says of each granted path whether it may be changed.
func changeable(all map[pathKey]pathGrant) map[pathKey]bool {
	out := make(map[pathKey]bool, len(all))
	for key, g := range all {
		out[key] = g.Change
	}
	return out
}

// noteOpened notes a path that this process itself has opened, so that another one
// can take it back before the next call looks.
func (a *grants) noteOpened(key pathKey, change bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	paths := maps.Clone(a.paths)
	if paths == nil {
		paths = map[pathKey]bool{}
	}
	paths[key] = paths[key] || change
	a.paths = paths
}

// followPaths opens and closes what was granted and taken back in between.
func (s *Space) followPaths(before, after map[pathKey]bool) {
	for key, change := range before {
		if now, still := after[key]; key.space == s.c.Dir && (!still || change && !now) {
			_ = s.close(key) // at worst it was revoked already
		}
	}
	for key, change := range after {
		if was, known := before[key]; key.space == s.c.Dir && (!known || was != change) {
			_ = s.open(key, change) // told of when the space is opened
		}
	}
}
