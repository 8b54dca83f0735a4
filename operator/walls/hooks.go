package walls

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/lockfile"
	"handrail/internal/proc"
	procroom "handrail/internal/proc/room"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
)

// hooksKept is where the hooks of spaces keep what they write, in the data folder: a
// folder for each space.
const hooksKept = "hookdata"

// A hookFolder is the own folder of a space's hooks (docs/spec/10-hooks.md#where-hooks-run):
// what they see as /tmp and /var/log. It outlives the programs.
type hookFolder struct {
	top  string
	keep []string // names in its /tmp that rooms need, because what they show lies in the real one
}

func (f hookFolder) temp() string  { return filepath.Join(f.top, "tmp") }
func (f hookFolder) logs() string  { return filepath.Join(f.top, "log") }
func (f hookFolder) marks() string { return filepath.Join(f.top, "rooms") }

// HookWalls are what stands around the hooks of one space. They are safe for concurrent use.
type HookWalls struct{ s *Space }

// Logs is where the hooks of the space find their /var/log.
func (h HookWalls) Logs() string { return hookFolder{top: h.top()}.logs() }

// top is where the folder of the space's hooks lies.
func (h HookWalls) top() string {
	return filepath.Join(h.s.k.c.Dirs.Data, hooksKept, paths.FolderName(h.s.c.Dir))
}

// folder makes the folder of the space's hooks.
func (h HookWalls) folder() (hookFolder, error) {
	s, top := h.s, h.top()
	for _, dir := range []string{"tmp", "log", "rooms"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			return hookFolder{}, fmt.Errorf("the folder of the space's hooks: %w", err)
		}
	}
	top, err := filepath.EvalSymlinks(top)
	f := hookFolder{top: top}
	for _, path := range append(s.c.Roots(), s.k.c.Home, s.k.c.Dirs.Data) {
		for _, temp := range []string{"/tmp/", "/var/tmp/"} {
			if below, ok := strings.CutPrefix(path, temp); ok {
				name, _, _ := strings.Cut(below, "/")
				f.keep = append(f.keep, name)
			}
		}
	}
	return f, err
}

// OwnPath is the person's PATH without the folders that an agent could write.
func (k *Keeper) OwnPath() (string, error) {
	clean, _, err := k.path.of(k)
	return clean, err
}

// Planted reports whether an agent could have written a program, what it is a link
// to, or what interprets it by this PATH.
func (k *Keeper) Planted(program, path string) (bool, error) {
	_, ground, err := k.path.of(k)
	return err != nil || ground.Planted(program, path), err
}

// An ownPath is what was last found to be the person's own of PATH.
type ownPath struct {
	mu     sync.Mutex
	clean  string
	ground paths.Ground
	since  time.Time

	hooks      hookPath
	hooksSince time.Time
	real       []string // the folders of PATH, as they are named and where they lead
	realSince  time.Time
	local      []string // those that PATH names by no root
}

// A hookPath is the PATH of hooks: the person's own, without the programs in it that lead to where an
// agent could write.
type hookPath struct {
	path string
	kept []string // folders of ours on it, in place of those that hold such programs
	left []paths.LeftOut
}

func (o *ownPath) of(k *Keeper) (string, paths.Ground, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.look(k)
}

func (o *ownPath) look(k *Keeper) (string, paths.Ground, error) {
	if time.Since(o.since) < standingFor {
		return o.clean, o.ground, nil
	}
	ground, err := k.c.Ground()
	if err != nil {
		return "", paths.Ground{}, err
	}
	o.clean, o.ground, o.since = ground.CleanPath(proc.Getenv(k.c.Vars, "PATH")), ground, time.Now()
	return o.clean, o.ground, nil
}

func (o *ownPath) ofHooks(k *Keeper) (hookPath, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	clean, ground, err := o.look(k)
	if err != nil || time.Since(o.hooksSince) < standingFor && o.hooksSince.After(o.since) {
		return o.hooks, err
	}
	h := hookPath{}
	for _, dir := range filepath.SplitList(proc.Getenv(k.c.Vars, "PATH")) {
		if at := ground.Crossing(dir); at != "" {
			h.left = append(h.left, paths.LeftOut{Path: dir, Where: at})
		}
	}
	var dirs []string
	sorted := map[string]bool{} // by where they are: /bin is /usr/bin, and what is found a second time is not run
	for _, dir := range filepath.SplitList(clean) {
		if real, err := filepath.EvalSymlinks(dir); err == nil && sorted[real] {
			continue
		} else if err == nil {
			sorted[real] = true
		}
		own, left, err := ground.Sort(dir)
		if err == nil && len(left) > 0 {
			if dir, err = keepNames(k, dir, own); err == nil {
				h.kept = append(h.kept, dir)
			}
			h.left = append(h.left, left...)
		}
		if err == nil || errors.Is(err, os.ErrNotExist) {
			dirs = append(dirs, dir)
		}
	}
	h.path = strings.Join(dirs, string(filepath.ListSeparator))
	o.hooks, o.hooksSince = h, time.Now()
	return h, nil
}

// HookPrograms are the programs that hooks find by their names. They are safe for concurrent use.
type HookPrograms struct{ Keeper *Keeper }

// Path are the folders in which hooks find programs: those of OwnPath, without the names in them
// that lead to where an agent could write.
func (p HookPrograms) Path() (string, error) {
	h, err := p.Keeper.path.ofHooks(p.Keeper)
	return h.path, err
}

// LeftOut is what of the person's PATH hooks do not find, because it leads to where an agent could write.
func (p HookPrograms) LeftOut() ([]paths.LeftOut, error) {
	h, err := p.Keeper.path.ofHooks(p.Keeper)
	return h.left, err
}

// Hidden says why hooks do not find a program of this name where the person does; "" if they
// do, or if the person has none.
func (p HookPrograms) Hidden(name string) string {
	h, err := p.Keeper.path.ofHooks(p.Keeper)
	if err != nil {
		return ""
	}
	for _, l := range h.left {
		if filepath.Base(l.Path) == name && !slices.Contains(filepath.SplitList(proc.Getenv(p.Keeper.c.Vars, "PATH")), l.Path) {
			return fmt.Sprintf("%s leads to %s, where agents can write", l.Path, l.Where)
		}
		if found, err := proc.Look(name, l.Path); err == nil {
			if _, err := proc.Look(name, h.path); err != nil {
				return fmt.Sprintf("%s lies where agents can write", found)
			}
		}
	}
	return ""
}

// Path is the real path of one that a hook says it reads or writes: in the space, absolute,
// or below ~. It leads over no link that an agent could have made.
func (h HookWalls) Path(name string) (string, error) {
	s := h.s
	path := paths.Expand(s.k.c.Home, filepath.FromSlash(name))
	if !filepath.IsAbs(path) {
		if !filepath.IsLocal(path) {
			return "", errors.New("it leads out of the space; write an absolute path, or one below ~")
		}
		path = filepath.Join(s.c.Dir, path)
	}
	path = filepath.Clean(path)
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("there is nothing that could be used: %w; make it first", err)
	}
	ground, err := s.k.c.Ground()
	if err != nil {
		return "", err
	}
	if real != path && ground.Crossed(path) {
		return "", errors.New("it leads over a link where agents write; name the place that it leads to")
	}
	for _, whole := range []string{s.k.c.Home, s.k.c.Dirs.Config, s.k.c.Dirs.Data} {
		if kept, err := filepath.EvalSymlinks(whole); err == nil && paths.Within(kept, []string{real}) || real == string(filepath.Separator) {
			return "", fmt.Errorf("it holds %s; name less, or say \"walls\": \"off\"", whole)
		}
	}
	return real, nil
}

// profile is what the program of a hook may touch: it reads what programs of the
// space read, and the space, and writes its own folder.
func (h HookWalls) profile(e *proc.Errand) (sandbox.Profile, []string, error) {
	s := h.s
	network, err := s.ServerNetwork(e.Network)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	folder, err := h.folder()
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	reach, declared := s.c.Current()
	known, err := s.standing(reach, standingKey{hooks: true}, time.Now())
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	temp := folder.temp()
	cache := func(name string) string { return filepath.Join(temp, "cache", name) }
	own, err := s.k.path.ofHooks(s.k)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	write := append([]string{temp, folder.logs()}, e.Write...)
	changed, picked := s.c.Lists("")
	read := slices.DeleteFunc(slices.Concat(known.read, own.kept, changed, picked, e.Read), func(path string) bool { return slices.Contains(write, path) })
	protect := protected(s, declared)
	if len(e.Write) > 0 {
		protect = withOthers(s.repositories.kept(protect), protectedBeyond(s, e.Write))
	}
	p := sandbox.Profile{
		Write: write, Read: read,
		Protect: withOthers(protect, known.others), Hide: known.hide, Home: s.k.c.Home, Temp: temp, Logs: folder.logs(), Links: known.links,
		Network: network, Limits: reach.limits,
	}
	hold(s, &p)
	return p, []string{"TMPDIR=" + temp, "XDG_CACHE_HOME=" + cache(""), "GOCACHE=" + cache("go-build"), "npm_config_cache=" + cache("npm"), "PIP_CACHE_DIR=" + cache("pip")}, nil
}

// bootKept is the file in a hookFolder that names the machine's start at which it was
// last looked at; its lock guards all of the folder's own files.
const bootKept = "boot"

// buildWait is how old a mark must be to belong to a room that was never finished.
const buildWait = time.Minute

// lodge makes the mark of a room for hooks that is about to be built, and settles
// the folder.
func (h HookWalls) lodge() (mark *os.File, err error) {
	folder, err := h.folder()
	if err != nil {
		return nil, err
	}
	err = folder.settle(func() error {
		mark, err = os.CreateTemp(folder.marks(), "building-")
		return err
	})
	return mark, err
}

// settle is hookFolder.settle for a room that stands.
func (h HookWalls) settle() error {
	folder, err := h.folder()
	if err != nil {
		return err
	}
	return folder.settle(nil)
}

// settle empties the temporary folder if something that a hook had left running was cut
// short, so that what hooks count there would never be put right, and after a restart of
// the machine. and is done while no other process settles; it may be nil.
func (f hookFolder) settle(and func() error) error {
	boot := filepath.Join(f.top, bootKept)
	return lockfile.File{Path: boot}.Change(func() error {
		cut, err := f.sweepMarks()
		if err != nil {
			return err
		}
		kept, err := os.ReadFile(boot)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if now := procroom.Boot(); string(kept) != now {
			cut = true
			if err := lockfile.Replace(boot, []byte(now), 0o600); err != nil {
				return err
			}
		}
		if cut {
			if err := emptyFolder(f.temp(), f.keep); err != nil {
				return err
			}
		}
		if and != nil {
			return and()
		}
		return nil
	})
}

// sweepMarks looks at the marks of all rooms, of every process, and removes those of rooms
// that are gone. cut says that something was cut short in one of them.
func (f hookFolder) sweepMarks() (cut bool, err error) {
	entries, err := os.ReadDir(f.marks())
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		path := filepath.Join(f.marks(), e.Name())
		pid, err := strconv.Atoi(e.Name())
		if err != nil { // being built, or its builder was killed
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > buildWait {
				_ = os.Remove(path) // what stays is tried again
			}
			continue
		}
		said, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return false, err
		}
		lives := proc.Alive(pid)
		cut = cut || string(said) == procroom.Cut || !lives && string(said) != procroom.Ended
		switch {
		case !lives:
			err = os.Remove(path)
		case string(said) == procroom.Cut:
			err = os.Truncate(path, 0)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	return cut, nil
}

// wasCut reports whether something was cut short in this room since it was last asked.
func (in *room) wasCut() bool {
	said := make([]byte, len(procroom.Cut))
	n, _ := in.mark.ReadAt(said, 0)
	return string(said[:n]) == procroom.Cut
}

// dropMark removes the mark of a room that could not be built.
func (in *room) dropMark() {
	if in.mark != nil {
		_ = in.mark.Close()
		_ = os.Remove(in.mark.Name()) // what stays is swept later
	}
}

// nameMark gives the mark of a room that stands its name: the number of the room's
// process. Without a room nobody would write it, and it goes.
func nameMark(mark *os.File, around *proc.Walls) error {
	if around.Room() == nil {
		return os.Remove(mark.Name())
	}
	return os.Rename(mark.Name(), filepath.Join(filepath.Dir(mark.Name()), strconv.Itoa(around.Room().PID())))
}

// hookRefusal explains the bad end of a hook by what the walls kept from it; nil if that
// does not.
func hookRefusal(st *Stay, o proc.Outcome) error {
	if refused := st.Refused(); len(refused) > 0 {
		return fmt.Errorf("it tried to reach %s, and hooks reach only what their \"network\" names", refused[0].String())
	}
	for _, path := range pathsIn(refusedPath, o.Stderr.Text+"\n"+o.Stdout.Text) {
		if filepath.IsAbs(path) && !paths.Within(path, st.Profile().Write) {
			return fmt.Errorf("the walls keep %s from it: a hook changes its own /tmp and /var/log, and what its \"write\" names", path)
		}
	}
	return nil
}
