package walls

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/lockfile"
	"handrail/internal/pins"
	"handrail/internal/plain"
	procroom "handrail/internal/proc/room"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/spaces"
	"handrail/tools"
)

// scriptsKept is where copies of trusted scripts lie, in the data folder, by what they say.
const scriptsKept = "scripts"

// copies are the trusted scripts that something which lives now can write: a program of a
// room that is older than their protection. It can change them between a look and the start,
// and, where it has them mapped into its memory, without a sign in their times. So can whoever
// comes by another name of the file, which no room keeps. So programs see what the person has trusted
// in their place; and so that nothing else comes into that place while they run, such rooms protect it
// from now on.
func copies(s *Space, declared *spaces.Space) ([]sandbox.Draft, error) {
	if s.c.Content == nil || !sandbox.HasRooms {
		return nil, nil
	}
	var list []sandbox.Draft
	writable := sync.OnceValue(func() func(string) bool { return lasting(s) })
	late := lateOf(s)
	for _, i := range declared.Inventory() {
		if i.Kind != "script" || i.SHA256 == "" {
			continue
		}
		real, ok := paths.Below(s.c.Dir, i.File)
		if !ok {
			continue
		}
		reached, err := late.add(at(s.c.Dir, i.File), real)
		if err != nil {
			return nil, err
		}
		if info, err := os.Lstat(real); !reached && (err != nil || !isTwin(info)) && !writable()(real) {
			continue
		}
		data, err := s.c.Content(i.SHA256)
		big := false
		if err != nil {
			info, err := os.Stat(real)
			if big = err == nil && info.Size() > pins.MaxContent; !big {
				continue // it is not trusted: what names it is held back
			}
		}
		keep := func() (string, error) { return keepScript(s.k, i, data) }
		if big {
			keep = func() (string, error) { return keepBig(s.k, i, real) }
		}
		in, err := keep()
		if err != nil {
			return nil, fmt.Errorf("the trusted version of %s cannot be put in its place: %w", i.File, err)
		}
		list = append(list, sandbox.Draft{At: real, In: in})
	}
	return list, late.protect()
}

// late is what rooms in which something lives are to protect from now on.
type late struct {
	space *Space
	doors func(path string) ([]string, error) // nil until it is needed
	paths map[string][]string                 // by the door of the room
}

func lateOf(s *Space) *late { return &late{space: s, paths: map[string][]string{}} }

// add adds what leads to a path, and where that really is, for all rooms in which something lives that could change it.
func (l *late) add(path, real string) (reached bool, err error) {
	if l.space.c.Living == nil {
		return false, nil
	}
	if l.doors == nil {
		if l.doors, err = l.space.c.Living(); err != nil {
			return false, err
		}
	}
	doors, err := l.doors(path)
	for _, door := range doors {
		l.paths[door] = append(append(l.paths[door], linksOn(path, l.space.c.Dir)...), real)
	}
	return len(doors) > 0, err
}

// protect has the rooms do it, and returns when they do.
func (l *late) protect() error {
	for door, list := range l.paths {
		held, err := procroom.Protect(door, list)
		if errors.Is(err, procroom.ErrGone) {
			continue
		}
		if away := slices.IndexFunc(list, func(path string) bool { return !slices.Contains(held, path) }); err == nil && away >= 0 {
			err = fmt.Errorf("something has taken %s away", list[away])
		}
		if err != nil {
			return tools.Errorf(tools.Unavailable, "a program that is still running could exchange %s while this runs, and can't be kept from it (%v): end it, among the jobs, and call this again", filepath.Base(list[len(list)-1]), err)
		}
	}
	return nil
}

// lasting tells what something can write that lives in a room now. To see whether something
// lives in a room costs more than to see what it keeps, so that comes last.
func lasting(s *Space) func(path string) bool {
	s.k.mu.Lock()
	var rooms []*room
	for _, in := range s.k.open {
		if in.space == s && !in.hooks && in.built.Load() {
			rooms = append(rooms, in)
		}
	}
	s.k.mu.Unlock()
	left, err := s.k.left.list() // also of other processes
	if err != nil {
		return func(string) bool { return true }
	}
	return func(path string) bool {
		return slices.ContainsFunc(rooms, func(in *room) bool { return !in.keeps(path) && in.lived() }) ||
			slices.ContainsFunc(left, func(l Left) bool { return paths.Within(path, l.Write) && !paths.Within(path, l.Protect) })
	}
}

// keeps reports whether nothing in the room can change what is at path: it is covered, and
// nobody has put something else in its place since, which the room does not keep.
func (in *room) keeps(path string) bool {
	if !in.covers(path) {
		return false
	}
	known, stands := in.protects(path)
	return stands || !known
}

// protects reports whether the room has begun to protect a path, or a folder that it lies in, and whether what lay there then
// still does. Of a file with several names it cannot be told: who takes a name away and gives it to the file again has
// taken the protection with it.
func (in *room) protects(path string) (known, stands bool) {
	in.marking.Lock()
	defer in.marking.Unlock()
	for at := path; ; at = filepath.Dir(at) {
		if mark, ok := in.marks[at]; ok {
			now, _ := pins.MarkOf(at)
			info, err := os.Lstat(at)
			return true, now == mark && (err != nil || !pins.Linked(info))
		}
		if at == filepath.Dir(at) {
			return false, false
		}
	}
}

// renew has the rooms of the space in which something lives protect again what is to be protected, where that has
// come since they were opened, or somebody has put another file in its place, as editors do.
func renew(s *Space, protect []string) {
	s.k.mu.Lock()
	var rooms []*room
	for _, in := range s.k.open {
		if in.space == s && !in.hooks && in.on == nil && in.built.Load() && in.door != "" {
			rooms = append(rooms, in)
		}
	}
	s.k.mu.Unlock()
	for _, in := range rooms {
		write, list := in.walls.Profile().Write, []string(nil)
		for _, path := range protect {
			if _, stands := in.protects(path); !stands && paths.Within(path, write) {
				list = append(list, path)
			}
		}
		if len(list) == 0 || !in.lived() {
			continue
		}
		marks := map[string]pins.Mark{}
		for _, path := range list {
			marks[path], _ = pins.MarkOf(path)
		}
		held, _ := procroom.Protect(in.door, list) // what is not held is tried again; until then its programs count as writers
		in.marking.Lock()
		for _, path := range held {
			in.marks[path] = marks[path]
		}
		in.marking.Unlock()
	}
}

// renewElsewhere is renew for rooms that another Handrail has opened, also one that has ended.
func renewElsewhere(s *Space, protect []string) {
	if s.c.Living == nil {
		return
	}
	doors, err := s.c.Living()
	if err != nil {
		return // as above
	}
	own := map[string]bool{}
	s.k.mu.Lock()
	for _, in := range s.k.open {
		if in.built.Load() { // nothing lives in others
			own[in.door] = true
		}
	}
	s.k.mu.Unlock()
	lists := map[string][]string{}
	for _, path := range protect {
		list, _ := doors(path) // a loop of links leads nowhere
		for _, door := range list {
			if !own[door] {
				lists[door] = append(lists[door], path)
			}
		}
	}
	for door, list := range lists {
		_, _ = procroom.Protect(door, list) // likewise
	}
}

// keepScript makes sure that a copy lies in the data folder, and returns its path. Rooms do
// not see the folder.
func keepScript(k *Keeper, i spaces.Item, data []byte) (string, error) {
	mode, name := os.FileMode(0o400), i.SHA256
	if i.Exec {
		mode, name = 0o500, name+"-run"
	}
	top, err := filepath.EvalSymlinks(k.c.Dirs.Data)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(top, scriptsKept)
	path := filepath.Join(dir, name)
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, data) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	sweepKept(dir)
	return path, lockfile.Replace(path, data, mode)
}

// keepBig is keepScript for a script that is too large for what is trusted to be kept: the copy is made of the file itself, if
// that says what it said when the space was read. Else programs see an empty file, which does not run, until somebody has looked.
func keepBig(k *Keeper, i spaces.Item, real string) (string, error) {
	top, err := filepath.EvalSymlinks(k.c.Dirs.Data)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(top, scriptsKept)
	mode, path := os.FileMode(0o400), filepath.Join(dir, i.SHA256)
	if i.Exec {
		mode, path = 0o500, path+"-run"
	}
	if os.Chtimes(path, time.Now(), time.Now()) == nil { // it is whole, and nobody else writes there
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	sweepKept(dir)
	from, err := plain.Open(real)
	if err != nil {
		return "", err
	}
	defer func() { _ = from.Close() }() // nothing was written
	made, err := os.CreateTemp(dir, "new-")
	if err != nil {
		return "", err
	}
	sum, err := pins.CopyOf(made, from)
	if err == nil && sum != i.SHA256 {
		mode, path = 0, filepath.Join(dir, "changed")
		err = made.Truncate(0)
	}
	if err = errors.Join(err, made.Chmod(mode), made.Close()); err == nil {
		err = os.Rename(made.Name(), path)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(made.Name()))
	}
	return path, nil
}

// namesKept is where the folders lie, in the data folder, that stand on the PATH of hooks.
const namesKept = "hookpath"

// keepNames makes sure that a folder lies in the data folder which holds a link to each of these names
// in dir, and returns its path. Rooms see it if they are given it.
func keepNames(k *Keeper, dir string, names []string) (string, error) {
	top, err := filepath.EvalSymlinks(k.c.Dirs.Data)
	if err != nil {
		return "", err
	}
	top = filepath.Join(top, namesKept)
	kept := filepath.Join(top, tools.Digest(append([]string{dir}, names...)...)[:32])
	if os.Chtimes(kept, time.Now(), time.Now()) == nil { // it is in use, and stays
		return kept, nil
	}
	if err := os.MkdirAll(top, 0o700); err != nil {
		return "", err
	}
	sweepKept(top)
	made, err := os.MkdirTemp(top, "new-")
	for _, name := range names {
		if err == nil {
			err = os.Symlink(filepath.Join(dir, name), filepath.Join(made, name))
		}
	}
	if err == nil {
		err = os.Rename(made, kept)
	}
	if err != nil {
		_ = os.RemoveAll(made) // what stays is swept later
		if info, wrong := os.Lstat(kept); wrong == nil && info.IsDir() {
			return kept, nil // another process was faster
		}
	}
	return kept, err
}

// scriptsAge is how long a copy stays.
const scriptsAge = 30 * 24 * time.Hour

// sweepKept removes what is old in a folder of copies. A room that shows one goes on showing it.
func sweepKept(dir string) {
	entries, _ := os.ReadDir(dir) // what cannot be read stays
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > scriptsAge {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
