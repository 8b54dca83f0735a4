package walls

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/internal/plain"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
)

// tempKept is where the temporary folders of spaces lie, in the data folder.
const tempKept = "temp"

// MakeTemp makes a temporary folder for the programs of a space. Its name holds this process's number, so
// that a later start can tell what a killed one has left. It is short: programs make sockets in it, whose
// paths may have 107 bytes, and a browser's takes 45 of them.
func (k *Keeper) MakeTemp() (string, error) {
	top := filepath.Join(k.c.Dirs.Data, tempKept)
	if err := os.MkdirAll(top, 0o700); err != nil {
		return "", fmt.Errorf("the folder for temporary files: %w", err)
	}
	for {
		temp := filepath.Join(top, fmt.Sprintf("%d-%s", os.Getpid(), rand.Text()[:3]))
		err := os.Mkdir(temp, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return filepath.EvalSymlinks(temp)
	}
}

// ShownAs says by which names programs find a space's temporary folder: none where they run without a room, and so
// find this machine's own there.
func ShownAs(k *Keeper, temp string) map[string]string {
	if !k.Report().Room {
		return nil
	}
	return map[string]string{"/tmp": temp, "/var/tmp": temp}
}

// ownTemp gives a server a temporary folder of its own in place of the space's: what programs and other
// servers leave there is not read by it, nor planted for it. All rooms of the server in this space share it.
func ownTemp(s *Space, e *proc.Errand, p *sandbox.Profile, env []string) ([]string, error) {
	s.temps.mu.Lock()
	defer s.temps.mu.Unlock()
	key := e.Server + "\x00" + e.Data
	temp := s.temps.of[key]
	if _, err := os.Stat(temp); err != nil {
		if temp, err = s.k.MakeTemp(); err != nil {
			return nil, fmt.Errorf("the temporary folder of the server %q: %w", e.Server, err)
		}
		if s.temps.of == nil {
			s.temps.of = map[string]string{}
		}
		s.temps.of[key] = temp
	}
	instead := func(list []string) []string {
		list = slices.DeleteFunc(slices.Clone(list), func(path string) bool { return path == s.c.Temp })
		return append(list, temp)
	}
	p.Write, p.Temp = instead(p.Write), temp
	p.Read = slices.DeleteFunc(slices.Clone(p.Read), func(path string) bool { return path == s.c.Temp })
	return proc.SetEnv(slices.Clone(env), "TMPDIR", temp), nil
}

// temps are the temporary folders of servers. They are safe for concurrent use.
type temps struct {
	mu sync.Mutex
	of map[string]string // by server and data folder
}

// remove removes all that nothing uses any more.
func (t *temps) remove(left occupied) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, temp := range t.of {
		left.drop(temp)
	}
	t.of = nil
}

// SweepTemp removes temporary folders of processes that are gone.
func (k *Keeper) SweepTemp() {
	top := filepath.Join(k.c.Dirs.Data, tempKept)
	entries, err := os.ReadDir(top)
	if err != nil {
		return
	}
	left := occupiedNow(k)
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "-")
		if pid, err := strconv.Atoi(number); err == nil && !proc.Alive(pid) {
			left.drop(filepath.Join(top, e.Name()))
		}
	}
}

// occupied tells which temporary folders something that finished calls have left running works in. A room that
// shows one as /tmp has in it the places where it shows what lies below /tmp: who removes one takes what is
// protected there from the room.
type occupied func(temp string) bool

func occupiedNow(k *Keeper) occupied {
	left, err := k.left.list()
	return func(temp string) bool {
		return err != nil || slices.ContainsFunc(left, func(l Left) bool { return slices.Contains(l.Write, temp) })
	}
}

// drop removes a temporary folder that is not in use; a later start removes one that is.
func (in occupied) drop(temp string) {
	if real, err := filepath.EvalSymlinks(temp); err == nil && !in(real) {
		removeTemp(real)
	}
}

// emptyFolder removes what is in a folder but for the names to keep, and leaves the folder.
// What programs have made
// unchangeable in it is made changeable first; see removeTemp.
func emptyFolder(dir string, keep []string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if slices.Contains(keep, e.Name()) {
			continue
		}
		if err := os.RemoveAll(path); err != nil && e.IsDir() {
			removeTemp(path)
		}
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s cannot be removed", path)
		}
	}
	return nil
}

// removeTemp removes a temporary folder. What programs have made unchangeable in
// it is made changeable first, and never anything outside: one of them may still
// run. What is left all the same, a later start tries again.
func removeTemp(temp string) {
	if os.RemoveAll(temp) == nil {
		return
	}
	top, err := plain.OpenRoot(temp)
	if err != nil {
		return
	}
	defer top.Close()
	_ = fs.WalkDir(top.FS(), ".", func(name string, d fs.DirEntry, _ error) error { // what cannot be read is left
		if d != nil && d.IsDir() {
			_ = top.Chmod(name, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(temp)
}
