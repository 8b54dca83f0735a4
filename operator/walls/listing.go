package walls

import (
	"errors"
	"io"
	"os"
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
}

// read returns the names in a folder, sorted, and what the folder looks like. More than
// most of them are not told. The caller leaves the names as they are.
func (l *listings) read(dir string) ([]string, pins.Identity, error) {
	now := time.Now()
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, pins.Identity{}, err
	}
	id := pins.IdentityOf(info)
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, ok := l.of[dir]; ok && last.id == id {
		return last.names, id, nil
	}
	delete(l.of, dir)
	f, err := os.Open(dir)
	if err != nil {
		return nil, id, err
	}
	names, err := f.Readdirnames(max(l.most, 0))
	if l.most > 0 && errors.Is(err, io.EOF) { // it is empty
		err = nil
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, id, err
	}
	slices.Sort(names)
	if id.Settled(now) {
		if l.of == nil {
			l.of = map[string]listing{}
		}
		l.of[dir] = listing{id, names}
	}
	return names, id, nil
}
