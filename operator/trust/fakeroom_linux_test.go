package trust

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"handrail/internal/pins"
)

// A fakeRoom is a room as the kernel would hold it.
type fakeRoom struct {
	life   *os.File
	busy   bool
	what   string
	roots  []os.FileInfo
	fixed  []os.FileInfo // what is protected, by what it is
	pinned []os.FileInfo
	open   []*os.File // so that no number is given again
}

func among(info os.FileInfo, list []os.FileInfo) bool {
	return slices.ContainsFunc(list, func(o os.FileInfo) bool { return os.SameFile(o, info) })
}

// changes reports whether the room can write in a folder, or to a file, of which the real
// path is given.
func (in *fakeRoom) changes(path string) bool {
	inside := false
	for ; ; path = filepath.Dir(path) {
		info, err := os.Lstat(path)
		if err != nil {
			return false
		}
		if among(info, in.fixed) {
			return false
		}
		inside = inside || among(info, in.roots)
		if path == filepath.Dir(path) {
			return inside
		}
	}
}

// writes reports whether the room can decide what a definition says.
func (in *fakeRoom) writes(w *world, name string) bool {
	dir, rest := w.top, strings.Split(name, "/")
	for links := 0; len(rest) > 0 && links < 10; {
		at := filepath.Join(dir, rest[0])
		info, err := os.Lstat(at)
		if in.changes(dir) && (err != nil || !among(info, in.fixed) && !among(info, in.pinned) && !among(info, in.roots)) {
			return true // it can put something else there
		}
		if err != nil {
			return false
		}
		rest = rest[1:]
		if info.Mode()&os.ModeSymlink == 0 {
			dir = at
			continue
		}
		links++
		target, err := os.Readlink(at)
		w.do(err)
		real, err := filepath.Rel(w.top, filepath.Join(filepath.Dir(at), target))
		w.do(err)
		dir, rest = w.top, append(strings.Split(real, "/"), rest...)
	}
	file, err := os.Lstat(dir)
	if err != nil || file.IsDir() {
		return false
	}
	found := false
	w.do(filepath.WalkDir(w.top, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			info, err := d.Info()
			found = found || err == nil && os.SameFile(info, file) && in.changes(path)
		}
		return nil
	}))
	return found
}

// build opens a room with a random profile.
func (w *world) build() {
	write := []string{w.at(w.pick("outer", "outer/inner", "other", "outer/inner/scripts"))}
	if w.r.IntN(3) == 0 {
		write = append(write, w.at(w.pick("other", "other/scripts")))
	}
	var protect []string
	for _, name := range []string{"agent", "ctxnest.json", "scripts/go.sh"} {
		path := w.at("outer/inner/" + name)
		if real, err := filepath.EvalSymlinks(path); err == nil && w.r.IntN(4) > 0 {
			protect = append(protect, real)
		}
	}
	in := &fakeRoom{what: fmt.Sprint("a room that writes ", write, " but for ", protect)}
	info := func(path string) os.FileInfo {
		f, err := os.Open(path)
		w.do(err)
		in.open = append(in.open, f)
		st, err := f.Stat()
		w.do(err)
		return st
	}
	write = slices.DeleteFunc(write, func(path string) bool { real, err := filepath.EvalSymlinks(path); return err != nil || real != path })
	if len(write) == 0 {
		return
	}
	for _, path := range write {
		in.roots = append(in.roots, info(path))
	}
	for _, path := range protect {
		in.fixed = append(in.fixed, info(path))
		for dir := filepath.Dir(path); dir != w.top && !slices.Contains(write, dir); dir = filepath.Dir(dir) {
			if slices.ContainsFunc(write, func(root string) bool { return strings.HasPrefix(dir, root+"/") }) {
				in.pinned = append(in.pinned, info(dir))
			}
		}
	}
	l, err := w.activity().calls.Lodge(pins.ScopeOf(write, protect, false))
	w.do(err)
	fd, err := syscall.Dup(int(l.File.Fd()))
	w.do(err)
	in.life = os.NewFile(uintptr(fd), "life")
	w.do(l.Settle())
	w.rooms = append(w.rooms, in)
	w.steps = append(w.steps, in.what)
}
