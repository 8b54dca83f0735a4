package walls

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/git"
	"handrail/internal/plain"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
	"handrail/spaces"
)

// serverCPU is how much processor time a server may use, in seconds: it lives for
// weeks.
const serverCPU = 365 * 24 * 3600

// Profile is what programs of the space may touch, and what they are told of
// it. network is what the tool's author says.
func (s *Space) Profile(network []string) (sandbox.Profile, []string, error) {
	return s.profileOf(network, "", false)
}

// profileOf is Profile for a session. reading says that the program may change nothing of the space.
func (s *Space) profileOf(network []string, session string, reading bool) (sandbox.Profile, []string, error) {
	reach, declared := s.c.Current()
	n, err := s.networkOf(reach, network)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	return s.profileWith(reach, declared, n, session, standingKey{network: n.String(), reading: reading})
}

// profileFor is what the program of an errand may touch. e is nil where none
// starts.
func (s *Space) profileFor(e *proc.Errand) (sandbox.Profile, []string, error) {
	p, env, err := profileOutside(s, e)
	if err == nil && s.c.Cover != nil {
		err = s.c.Cover.over(&p, s, e)
	}
	return p, env, err
}

// profileOutside is profileFor where nothing is covered.
func profileOutside(s *Space, e *proc.Errand) (sandbox.Profile, []string, error) {
	if e == nil {
		return s.Profile(nil)
	}
	switch {
	case e.Hook != "":
		return s.Hooks().profile(e)
	case e.Rehearsal != "":
		return rehearsed(s, e)
	case e.Server == "":
		return s.profileOf(e.Network, e.Session, !e.Changes && s.c.ReadOnly())
	}
	if err := s.c.Servers.Admit(e.Server); err != nil {
		return sandbox.Profile{}, nil, err
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(e.Data), 0o700), ownFolder(e.Data)); err != nil { // it may have been removed since the server was set up
		return sandbox.Profile{}, nil, fmt.Errorf("the data folder of the server %q: %w", e.Server, err)
	}
	network, err := s.ServerNetwork(e.Network)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	reach, declared := s.c.Current()
	p, env, err := s.profileWith(reach, declared, network, "", standingKey{network: network.String(), server: e.Server, data: e.Data, trial: e.Trial})
	if err != nil {
		return p, nil, err
	}
	p.OwnHome = OwnHome(e.Data)
	if err := ownFolder(p.OwnHome); err != nil {
		return p, nil, fmt.Errorf("the home folder of the server %q: %w", e.Server, err)
	}
	write := slices.DeleteFunc(slices.Clone(e.Write), func(path string) bool { return path == proc.SharedTemp })
	if len(write) == len(e.Write) {
		if env, err = ownTemp(s, e, &p, env); err != nil {
			return p, nil, err
		}
	}
	p.Write = append(append(p.Write, e.Data), write...)
	p.Protect = withOthers(p.Protect, protectedBeyond(s, write))
	sweepPlaces(p)
	p.Read = append(p.Read, e.Read...)
	p.Limits.CPU = serverCPU
	hold(s, &p) // what it may write beyond, too
	return p, env, nil
}

// OwnHome is the folder that a server with this data folder sees as its home.
func OwnHome(data string) string { return filepath.Join(data, "home") }

// ownFolder makes a folder of a server's where programs can write, or mends it. What lies outside of
// the folder that it is in is not touched: a link that a program has left in its place is
// removed, since the room would refuse it.
func ownFolder(path string) error {
	in, err := plain.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer in.Close()
	name := filepath.Base(path)
	if info, err := in.Lstat(name); err == nil && !info.IsDir() {
		if err := in.Remove(name); err != nil {
			return err
		}
	}
	if err := in.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := in.Lstat(name); err != nil || !info.IsDir() || info.Mode().Perm() == 0o700 {
		return err
	}
	return in.Chmod(name, 0o700)
}

// sweepPlaces removes the empty folders in a server's own home on which temporary folders were put
// that are gone by now.
func sweepPlaces(p sandbox.Profile) {
	top := filepath.Dir(p.Temp)
	rel, err := filepath.Rel(p.Home, top)
	if err != nil || !filepath.IsLocal(rel) {
		return
	}
	home, err := plain.OpenRoot(p.OwnHome)
	if err != nil {
		return
	}
	defer home.Close()
	places, _ := fs.ReadDir(home.FS(), filepath.ToSlash(rel)) // none is there at first
	for _, e := range places {
		if _, err := os.Lstat(filepath.Join(top, e.Name())); errors.Is(err, fs.ErrNotExist) {
			_ = home.Remove(filepath.Join(rel, e.Name())) // one that is not empty stays
		}
	}
}

// profileWith is the profile of programs that may reach a network, with what is granted to their
// session.
func (s *Space) profileWith(reach *Reach, declared *spaces.Space, network sandbox.Network, session string, key standingKey) (sandbox.Profile, []string, error) {
	known, err := s.standing(reach, key, time.Now())
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	write, read := s.c.Lists(session)
	read = append(read, known.read...)
	if key.reading {
		read = append(read, slices.DeleteFunc(write, func(root string) bool { return root == s.c.Temp })...)
		write = []string{s.c.Temp}
	}
	protect, drafts, kept := withOthers(protected(s, declared), protectedIn(s, write)), []sandbox.Draft(nil), []string(nil)
	if !key.reading {
		if protect, drafts, kept, err = s.repositories.arrange(protect); err != nil {
			return sandbox.Profile{}, nil, err
		}
	}
	p := sandbox.Profile{
		Write: append(append(write, known.caches.top), kept...), Read: read,
		Protect: withOthers(protect, known.others), Drafts: drafts, Hide: known.hide, Home: s.k.c.Home, Temp: s.c.Temp, Layers: known.caches.layers, Links: known.links,
		Network: network, Limits: reach.limits,
	}
	if !key.reading {
		p.Sealed = sealed(&s.repositories)
	}
	if p.Copies, err = copies(s, declared); err != nil {
		return sandbox.Profile{}, nil, err
	}
	hold(s, &p)
	renew(s, p.Protect)
	s.others.Do(func() { renewElsewhere(s, p.Protect) })
	return p, append(slices.Clone(known.caches.env), "TMPDIR="+s.c.Temp), nil
}

// protected are the files of the space that programs may only read: what
// decides what runs later, and the scripts that hooks and commands name. Links on
// the way to one are themselves among them. What git reads is not: see repositories.
func protected(s *Space, declared *spaces.Space) []string {
	dir := s.c.Dir
	names := lookAtTop(s).there()
	for _, item := range declared.Inventory() {
		names = append(names, item.File)
	}
	slices.Sort(names)
	list := map[string]bool{}
	for _, name := range slices.Compact(names) {
		real, ok := paths.Below(dir, name)
		if !ok {
			continue
		}
		if real != dir && paths.Within(real, []string{dir}) {
			list[real] = true
			addLinked(s, real, list)
		}
		if plain := at(dir, name); real != plain {
			for _, link := range linksOn(plain, dir) {
				list[link] = true
			}
		}
	}
	return outermost(slices.Collect(maps.Keys(list)))
}

// protectedIn are such files in the other folders among those that programs may write.
func protectedIn(s *Space, write []string) []string {
	var list []string
	for _, root := range furtherRoots(s, write) {
		for _, name := range lookAt(s, root).there() {
			if real, ok := paths.Below(root, name); ok && real != root && paths.Within(real, []string{root}) {
				list = append(list, real)
				list = append(list, linksOn(at(root, name), root)...)
			}
		}
	}
	return outermost(list)
}

// protectedBeyond are the files that decide what runs later in folders that one program may write beyond those of the space: what git reads of the
// repositories there, what editors and other programs do, and what other known spaces have. A server's room shows them read-only, also to git.
func protectedBeyond(s *Space, write []string) []string {
	roots := s.c.Roots()
	write = slices.DeleteFunc(slices.Clone(write), func(dir string) bool { return paths.Within(dir, roots) })
	if len(write) == 0 {
		return nil
	}
	trees := slices.Concat(write, findTrees(write, walkFirst))
	found := git.Find(git.Search{Trees: trees, Home: s.k.c.Home, Inside: func(path string) bool {
		return paths.Within(path, write) && !slices.Contains(write, path)
	}})
	for _, path := range found.Missing {
		if at, err := steady.Open(write, path); err == nil {
			_ = at.Dir.Mkdir(at.Name, 0o755) // only what is there can be protected
			at.Close()
		}
	}
	list := slices.Concat(found.Kept(), found.Missing, found.Folders, protectedIn(s, trees), protectedOthers(s.c.Others(write), write))
	return outermost(slices.DeleteFunc(list, func(path string) bool {
		_, err := os.Lstat(path)
		return err != nil || !paths.Within(path, write) || paths.Within(path, roots)
	}))
}

// furtherRoots are those of some folders that are neither the space nor temporary.
func furtherRoots(s *Space, roots []string) []string {
	return slices.DeleteFunc(slices.Clone(roots), func(root string) bool { return root == s.c.Dir || root == s.c.Temp })
}

// mostLinked is how many names in a protected folder are looked at for links.
const mostLinked = 500

// addLinked adds what links in a protected folder lead to, in the space. What Handrail
// reads of its own is pinned by itself.
func addLinked(s *Space, folder string, list map[string]bool) {
	if slices.Contains([]string{"agent", "skills", "pages"}, filepath.Base(folder)) {
		return
	}
	for _, link := range s.tops.LinksBelow(folder, mostLinked) {
		if real, err := filepath.EvalSymlinks(link); err == nil && real != s.c.Dir && paths.Within(real, []string{s.c.Dir}) {
			list[real] = true
		}
	}
}

// linksOn are the links in dir on the way to a path.
func linksOn(path, dir string) []string {
	_, on, err := paths.Trail(path)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(on, func(p string) bool {
		info, err := os.Lstat(p)
		return err != nil || info.Mode().Type() != os.ModeSymlink || !paths.Within(p, []string{dir})
	})
}

// How much of other spaces a room protects: each path is a mount. What is beyond counts
// as written by its programs (docs/decisions/0610-whose-change-by-path.md).
const (
	othersKept   = 64
	othersNamed  = 16384 // names that are looked at
	othersPlaces = 512
)

// protectedOthers are the files and folders, below what programs of the space may write,
// that decide what runs later in other spaces that are known to the app.
func protectedOthers(others []guard.Other, write []string) []string {
	var list []string
	looked := 0
	for _, o := range others[:min(len(others), othersKept)] {
		for _, name := range slices.Concat(guard.ProtectedElsewhere(), o.Protect) {
			if looked++; looked > othersNamed || len(list) == othersPlaces {
				return list
			}
			real, there := paths.Below(o.Dir, name)
			if !there || !guard.Counts(o.Dir, name) || !paths.Within(real, write) || slices.ContainsFunc(write, func(w string) bool { return paths.Within(w, []string{real}) }) {
				continue // nothing, or nothing of ours, or a folder that was given to programs
			}
			list = append(list, real)
		}
	}
	return list
}

// withOthers adds to the protected paths of a space those of others that are not in them.
func withOthers(own, others []string) []string {
	list := slices.Clone(own)
	for _, path := range others {
		if !paths.Within(path, list) {
			list = append(list, path)
		}
	}
	return list
}
