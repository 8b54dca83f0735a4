package spaces

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/pins"
	"handrail/internal/plain"
)

// sights remember which file it was that had a content, so that a file that is
// still the same one need not be read again.
type sights struct {
	loaded  map[string]string // the SHA-256 of every file that was read, as it was loaded
	folders string            // see folderMarks

	mu    sync.Mutex
	files map[string]sight // as they were looked at last
}

// A sight is a file as it was looked at.
type sight struct {
	id      pins.Identity
	sum     string // its SHA-256; "": not taken
	settled bool   // as pins.Identity.Settled has it
}

// remember hands to the space what was seen while it was loaded.
func (l *loader) remember() {
	for _, i := range l.space.items {
		if s, ok := l.files.seen[i.File]; ok && i.SHA256 != "" {
			s.sum = i.SHA256
			l.files.seen[i.File] = s
		}
	}
	l.space.sights.loaded = map[string]string{}
	for name, s := range l.files.seen {
		l.space.sights.loaded[name] = s.sum
	}
	l.space.sights.files = l.files.seen
}

// Loaded is the SHA-256 of a file as it was read with the space; "": it could not be read whole. ok is false of one that was not read.
func (s *Space) Loaded(file string) (sum string, ok bool) {
	if s == nil || s.sights == nil { // it was not read from a folder
		return "", false
	}
	sum, ok = s.sights.loaded[file]
	return sum, ok
}

// Changed lists those of the given items, or of all if none is given, whose file
// is no longer what was loaded: changed, gone, not to be read, or there although
// it was not. A watch may be late and does not see every script, so whoever runs
// what trust has pinned asks here at that moment. A file whose identity is the
// same is not read again. The error says that the folder cannot be opened.
func (s *Space) Changed(items ...Item) ([]Item, error) {
	if len(items) == 0 {
		items = s.Inventory()
	}
	var root *plain.Root // opened when it is needed
	var broken error
	open := func() (fs.FS, bool) {
		if root == nil && broken == nil {
			root, broken = plain.OpenRoot(s.Dir)
		}
		if broken != nil {
			return nil, false
		}
		return root.FS(), true
	}
	var changed []Item
	for _, i := range items {
		if !s.holds(open, i) {
			changed = append(changed, i)
			open() // so that a folder that is gone is said
		}
	}
	if broken != nil {
		return nil, fmt.Errorf("compare the space with what was trusted: %w", broken)
	}
	if root != nil {
		_ = root.Close() // nothing was written
	}
	return changed, nil
}

// holds reports whether an item is still what was loaded.
func (s *Space) holds(open func() (fs.FS, bool), i Item) bool {
	for _, name := range i.Absent {
		if _, err := os.Lstat(filepath.Join(s.Dir, filepath.FromSlash(name))); err == nil {
			return false
		}
	}
	if i.SHA256 != "" {
		sum, exec := s.sumOf(open, i.File)
		return sum == i.SHA256 && (i.Kind != "script" || exec == i.Exec)
	}
	if i.Digest == "" {
		return true
	}
	fsys, ok := open()
	if !ok {
		return false
	}
	apart := &Space{Dir: s.Dir}
	var n naming
	newScripts(apart, newFiles(fsys, &problems{})).look(i.File, true, &n)
	return len(apart.items) == 1 && apart.items[0].Digest == i.Digest
}

// sumOf is the SHA-256 of a file as it is now, "" if it cannot be had, and whether
// it may be executed.
func (s *Space) sumOf(open func() (fs.FS, bool), name string) (sum string, exec bool) {
	now := time.Now()
	info, err := os.Stat(filepath.Join(s.Dir, filepath.FromSlash(name)))
	if err != nil {
		return "", false
	}
	id := pins.IdentityOf(info)
	s.sights.mu.Lock()
	before := s.sights.files[name]
	s.sights.mu.Unlock()
	if before.settled && before.sum != "" && before.id == id {
		return before.sum, id.Mode&0o111 != 0
	}
	fsys, ok := open()
	if !ok {
		return "", false
	}
	sum = digestOf(fsys, name) // through the root: a link that leads out gives none
	s.sights.mu.Lock()
	s.sights.files[name] = sight{id: id, sum: sum, settled: id.Settled(now)}
	s.sights.mu.Unlock()
	return sum, id.Mode&0o111 != 0
}

// digestOf is the SHA-256 of a regular file, "" if it cannot be had.
func digestOf(fsys fs.FS, name string) string {
	if info, err := fs.Stat(fsys, name); err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
		return ""
	}
	f, err := fsys.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxScript+1)); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Touched reports whether anything that Open has read, or would read now, may have
// changed since. It looks at names and identities, and reads only files that are
// too young for that.
func (s *Space) Touched() bool {
	root, err := plain.OpenRoot(s.Dir)
	if err != nil {
		return true
	}
	defer func() { _ = root.Close() }() // nothing was written
	open := func() (fs.FS, bool) { return root.FS(), true }
	for name, sum := range s.sights.loaded {
		if now, _ := s.sumOf(open, name); now != sum || sum == "" {
			return true
		}
	}
	for _, i := range s.items {
		if !s.holds(open, i) { // a run bit, a link elsewhere, a script that was not there
			return true
		}
	}
	return s.sights.folders != "" && folderMarks(s.Dir) != s.sights.folders
}

// topFiles are the files of definitions at the top of a space.
func topFiles() []string { return []string{manifestFile, "ctxnest.json", ".mcp.json", "MEMORY.md"} }

// AtTop reports whether a file of this name at the top of a space has definitions in it.
func AtTop(name string) bool { return slices.Contains(topFiles(), name) }

// Folders are the folders of a space that may hold definitions, with slashes.
func Folders(dir string) []string {
	folders := []string{"agent", "agent/tools", "agent/hooks", "agent/skills", "skills", "pages"}
	entries, err := os.ReadDir(filepath.Join(dir, "skills"))
	if err == nil {
		for _, e := range entries {
			folders = append(folders, path.Join("skills", e.Name()))
		}
	}
	return folders
}

// folderMarks says in one text what the folders of definitions are and hold, and
// which of the files at the top are there.
func folderMarks(dir string) string {
	var out strings.Builder
	for _, name := range topFiles() {
		_, err := os.Lstat(filepath.Join(dir, name))
		fmt.Fprintln(&out, name, err == nil)
	}
	for _, folder := range Folders(dir) {
		name := filepath.Join(dir, filepath.FromSlash(folder))
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		id := pins.IdentityOf(info)
		fmt.Fprintln(&out, folder, id.Dev, id.Ino)
		var names []string
		list, err := os.ReadDir(name)
		if err != nil {
			continue
		}
		for _, e := range list {
			if n := e.Name(); n != hookStates && !strings.HasPrefix(n, ".") { // that file changes with every call
				names = append(names, n)
			}
		}
		slices.Sort(names)
		fmt.Fprintln(&out, strings.Join(names, "\x00"))
	}
	return out.String()
}
