// Package layer reads what programs have changed on a layer over a folder: the layer of an
// overlay is the exact list of changes.
//
// The layer was written by programs, and is read as such: no link in it is followed, what is
// neither a file, a folder nor a link is told apart, and what the system's own marks do not
// explain is an error (docs/spec/12-processes.md#rehearsals).
package layer

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/plain"
	"handrail/internal/snapshot"
)

// Config says what is read.
type Config struct {
	Folder string // what the layer lies over; real and absolute
	Own    string // the layer: what differs from the folder. Nothing writes there any more
	// Since is when the layer began to count. What somebody has changed in the folder from
	// then on is Moved. Zero: nothing is.
	Since time.Time
}

// A Reading is what a layer says.
type Reading struct {
	// Changes are sorted by path. Before is what lies in the folder now.
	Changes []snapshot.Change
	// Moved are paths of Changes that somebody else has changed in the folder meanwhile: it is
	// not known what the programs have seen there.
	Moved []snapshot.Name
	// Odd is what was made and cannot be kept.
	Odd []Odd
}

// An Odd is something that cannot be kept.
type Odd struct {
	Path snapshot.Name `json:"path"`
	Why  string        `json:"why"`
}

// errForeign says that a layer has marks that only another kind of layer has.
var errForeign = errors.New("the layer has marks that it cannot have")

// sorted puts the lists into their order.
func (r *Reading) sorted() {
	slices.SortFunc(r.Changes, func(a, b snapshot.Change) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(r.Moved)
	slices.SortFunc(r.Odd, func(a, b Odd) int { return cmp.Compare(a.Path, b.Path) })
}

// Contents are the files of a layer by their hash.
type Contents struct {
	top *plain.Root
	at  map[string]string
}

// OpenContents opens the files of a layer that its changes name. The caller closes it.
func OpenContents(own string, changes []snapshot.Change) (*Contents, error) {
	top, err := plain.OpenRoot(own)
	if err != nil {
		return nil, err
	}
	c := &Contents{top: top, at: map[string]string{}}
	for _, change := range changes {
		if e := change.After; e != nil && e.Kind == snapshot.File && e.Hash != "" {
			c.at[e.Hash] = filepath.FromSlash(string(change.Path))
		}
	}
	return c, nil
}

// Open opens a content. What it says is for the reader to compare with the hash.
func (c *Contents) Open(hash string) (io.ReadCloser, error) {
	path, ok := c.at[hash]
	if !ok {
		return nil, fs.ErrNotExist
	}
	info, err := c.top.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errForeign
	}
	f, err := c.top.Open(path)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.Join(errForeign, err, f.Close())
	}
	return f, nil
}

// Close lets go of the layer.
func (c *Contents) Close() error { return c.top.Close() }
