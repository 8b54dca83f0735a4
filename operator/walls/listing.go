package walls

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/pins"
)

// listings keep the names in folders that are asked for at each call. A folder is read
// again once it has changed, or where it could have changed unseen. It is safe for
// concurrent use.
type listings struct {
	most int // so many names of a folder are kept; 0: all

	mu sync.Mutex
	of map[string]listing
}

// A listing is what was last read of a folder.
type listing struct {
	id    pins.Identity
	names []string // sorted
	links []string // those that are links
	dirs  []string // those that are folders
}

var errNoFolder = errors.New("it is no folder")

// read looks at a folder. More than most names are not told. The caller leaves the lists
// as they are.
func (l *listings) read(dir string) (listing, error) {
	at := time.Now()
	info, err := os.Lstat(dir)
	if err != nil {
		return listing{}, err
	}
	id := pins.IdentityOf(info)
	if !info.IsDir() {
		return listing{id: id}, errNoFolder
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, ok := l.of[dir]; ok && last.id == id {
		return last, nil
	}
	delete(l.of, dir)
	f, err := os.Open(dir)
	if err != nil {
		return listing{id: id}, err
	}
	entries, err := f.ReadDir(max(l.most, 0))
	if l.most > 0 && errors.Is(err, io.EOF) { // it is empty
		err = nil
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return listing{id: id}, err
	}
	now := listing{id: id}
	for _, e := range entries {
		now.names = append(now.names, e.Name())
		switch {
		case e.Type()&os.ModeSymlink != 0:
			now.links = append(now.links, e.Name())
		case e.IsDir():
			now.dirs = append(now.dirs, e.Name())
		}
	}
	slices.Sort(now.names)
	if id.Settled(at) {
		if l.of == nil {
			l.of = map[string]listing{}
		}
		l.of[dir] = now
	}
	return now, nil
}

// linksBelow lists the links in a folder and those below it. Of more than so many names the
// rest is not looked at.
func (l *listings) linksBelow(dir string, most int) (found []string) {
	queue := []string{dir}
	for seen := 0; len(queue) > 0 && seen < most; queue = queue[1:] {
		list, err := l.read(queue[0])
		if err != nil {
			continue // what cannot be read leads nowhere
		}
		seen += len(list.names) + 1
		for _, name := range list.links {
			found = append(found, filepath.Join(queue[0], name))
		}
		for _, name := range list.dirs {
			queue = append(queue, filepath.Join(queue[0], name))
		}
	}
	return found
}
