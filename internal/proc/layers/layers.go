// Package layers has the layers that stand in the place of folders while something is rehearsed:
// what is changed there stays on them (docs/spec/12-processes.md#rehearsals).
package layers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// mostOwners is how many names in a folder are looked at for owners that a room does not know:
// what lies deeper is told when a program meets it.
const mostOwners = 2000

// Make makes the folders of a layer over the folder at a real path, in dir. The layer's own folder
// has the mode and owner of that one.
func Make(dir, path string) (sandbox.Layer, error) {
	folder, err := os.Open(path)
	if err != nil {
		return sandbox.Layer{}, err
	}
	defer folder.Close()
	info, err := folder.Stat()
	if err != nil {
		return sandbox.Layer{}, err
	}
	entries, _ := folder.ReadDir(mostOwners) // what cannot be read is the programs' to meet
	for _, e := range entries {
		if about, err := e.Info(); err == nil && foreign(about) {
			return sandbox.Layer{}, strangers(filepath.Join(path, e.Name()))
		}
	}
	if foreign(info) {
		return sandbox.Layer{}, strangers(path)
	}
	own, work, err := Folders(dir, nameOf(path))
	if err == nil {
		err = errors.Join(ownAs(own, info), os.Chmod(own, info.Mode()&(os.ModePerm|os.ModeSetgid|os.ModeSticky)))
	}
	return sandbox.Layer{Under: path, At: path, Own: own, Work: work}, err
}

func strangers(path string) error {
	return fmt.Errorf("this cannot be rehearsed: %s belongs to a user or group that the sandbox does not know, so no copy of it can be changed", path)
}

// nameOf is the name of a layer's folders.
func nameOf(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:8])
}

// Folders makes the two folders that a layer needs.
func Folders(dir, name string) (own, work string, err error) {
	own, work = filepath.Join(dir, name, "own"), filepath.Join(dir, name, "work")
	return own, work, errors.Join(os.MkdirAll(own, 0o700), os.MkdirAll(work, 0o700))
}

// Now is the time by the clock of the disk that dir is on.
func Now(dir string) (time.Time, error) {
	mark := filepath.Join(dir, "began")
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return time.Time{}, err
	}
	info, err := os.Lstat(mark)
	if err != nil {
		return time.Time{}, err
	}
	return changedAt(info), os.Remove(mark)
}

// A Set has the layers of one rehearsal, which its rooms and our own process share. It implements
// confine.Layers, and is safe for concurrent use.
type Set struct {
	dir    string
	holder *room.Holder

	mu     sync.Mutex // one change at a time
	builds map[string]sandbox.Layer
	laid   atomic.Pointer[[]Laid] // replaced, never changed
	closed bool
}

// A Laid is a layer that lies in the place of a folder.
type Laid struct {
	Layer sandbox.Layer
	Since time.Time // by the clock of the disk: when it began to count

	open *os.File
	at   string // how our process names its top
}

// ErrClosed says that the rehearsal is over.
var ErrClosed = errors.New("this rehearsal is over")

// Open makes a Set whose layers' folders come into dir, which no room sees. The caller closes it.
func Open(helper *room.Helper, dir string) (*Set, error) {
	holder, err := room.OpenHolder(helper)
	if err != nil {
		return nil, err
	}
	s := &Set{dir: dir, holder: holder, builds: map[string]sandbox.Layer{}}
	s.laid.Store(&[]Laid{})
	return s, nil
}

// Laid lists the layers, each over a folder that lies in no other's.
func (s *Set) Laid() []Laid { return *s.laid.Load() }

// Lay implements confine.Layers. A folder that lies on a layer has one.
func (s *Set) Lay(folder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	for _, l := range s.Laid() {
		if within(folder, l.Layer.At) {
			return nil
		}
		if within(l.Layer.At, folder) {
			return fmt.Errorf("a folder in %s is rehearsed already, so %s as a whole cannot be", folder, folder)
		}
	}
	layer, err := Make(s.dir, folder)
	if err != nil {
		return err
	}
	l := Laid{Layer: layer}
	if l.open, err = s.holder.Lay(layer, true); err != nil {
		return err
	}
	l.at = "/proc/self/fd/" + strconv.Itoa(int(l.open.Fd()))
	if l.Since, err = Now(s.dir); err != nil {
		return errors.Join(err, l.open.Close())
	}
	if err := l.mark(); err != nil {
		return errors.Join(err, l.open.Close())
	}
	list := append(slices.Clone(s.Laid()), l)
	slices.SortFunc(list, func(a, b Laid) int { return cmp.Compare(a.Layer.At, b.Layer.At) })
	s.laid.Store(&list)
	return nil
}

// At implements confine.Layers.
func (s *Set) At(path string) (at string, ok bool) {
	for _, l := range s.Laid() {
		if path == l.Layer.At {
			return l.at + string(filepath.Separator) + ".", true // the name alone is a link
		}
		if within(path, l.Layer.At) {
			return l.at + path[len(strings.TrimSuffix(l.Layer.At, "/")):], true
		}
	}
	return path, false
}

// Build gives the layer over a folder of the person's caches folders of its own in the rehearsal.
func (s *Set) Build(l sandbox.Layer) (sandbox.Layer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := l.Under + "\x00" + l.At
	if known, ok := s.builds[key]; ok {
		return known, nil
	}
	var err error
	if l.Own, l.Work, err = Folders(s.dir, "cache-"+nameOf(key)); err != nil {
		return l, err
	}
	s.builds[key] = l
	return l, nil
}

// Mounts are the shared layers of a profile as a room gets them, in the order of Profile.Shared.
// The caller closes them.
func (s *Set) Mounts(p sandbox.Profile) (list []*os.File, err error) {
	for i, l := range p.Shared() {
		f, err := s.holder.Lay(l, i < len(p.Rehearsed))
		if err != nil {
			CloseAll(list)
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// CloseAll closes files that were only to be handed on.
func CloseAll(list []*os.File) {
	for _, f := range list {
		_ = f.Close() // it was only named
	}
}

// PID is the number of the process that makes the layers, as we count.
func (s *Set) PID() int { return s.holder.PID() }

// Close ends the making of layers. What lies on one can be reached through At until Release.
func (s *Set) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.holder.Close()
}

// Release lets go of the layers. Nothing asks At any more.
func (s *Set) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.Laid()
	gone := slices.Clone(old)
	for i := range gone {
		gone[i].at = "/proc/self/fd/gone" // never the number of another file
	}
	s.laid.Store(&gone)
	for _, l := range old {
		_ = l.open.Close() // it was only named
	}
}

// within reports whether a path is a folder, or lies in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}
