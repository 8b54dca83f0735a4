package steady

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/pins"
)

// Listings keep the names in folders that are asked for at each call. A folder is read
// again once it has changed, or where it could have changed unseen. It is safe for
// concurrent use.
type Listings struct {
	Most int // so many names of a folder are kept; 0: all

	mu sync.Mutex
	of map[string]Listing
}

// A Listing is what was last read of a folder.
type Listing struct {
	ID    pins.Identity
	Names []string // sorted
	Links []string // those that are links
	Dirs  []string // those that are folders
}

var errNoFolder = errors.New("it is no folder")

// Read looks at a folder. More than most names are not told. The caller leaves the lists
// as they are.
func (l *Listings) Read(dir string) (Listing, error) {
	at := time.Now()
	info, err := os.Lstat(dir)
	if err != nil {
		return Listing{}, err
	}
	id := pins.IdentityOf(info)
	if !info.IsDir() {
		return Listing{ID: id}, errNoFolder
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, ok := l.of[dir]; ok && last.ID == id {
		return last, nil
	}
	delete(l.of, dir)
	entries, err := ReadDir(dir, l.Most)
	if err != nil {
		return Listing{ID: id}, err
	}
	now := Listing{ID: id}
	for _, e := range entries {
		now.Names = append(now.Names, e.Name())
		switch {
		case e.Type()&os.ModeSymlink != 0:
			now.Links = append(now.Links, e.Name())
		case e.IsDir():
			now.Dirs = append(now.Dirs, e.Name())
		}
	}
	slices.Sort(now.Names)
	if id.Settled(at) {
		if l.of == nil {
			l.of = map[string]Listing{}
		}
		l.of[dir] = now
	}
	return now, nil
}

// LinksBelow lists the links in a folder and those below it. Of more than so many names the
// rest is not looked at.
func (l *Listings) LinksBelow(dir string, most int) (found []string) {
	queue := []string{dir}
	for seen := 0; len(queue) > 0 && seen < most; queue = queue[1:] {
		list, err := l.Read(queue[0])
		if err != nil {
			continue // what cannot be read leads nowhere
		}
		seen += len(list.Names) + 1
		for _, name := range list.Links {
			found = append(found, filepath.Join(queue[0], name))
		}
		for _, name := range list.Dirs {
			queue = append(queue, filepath.Join(queue[0], name))
		}
	}
	return found
}
