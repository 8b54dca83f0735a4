package confine

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Place is an entry of a folder that may be changed, held by that folder: for who puts
// files there in ways that WriteAtomic has not. Everything goes by names in Dir, which are
// single parts: no link can lead elsewhere.
type Place struct {
	Dir  *os.Root
	Name string // in Dir; ".": the root itself
	Path Path

	roots *Roots
	lent  bool // Dir is another Place's
}

// Place holds the place of p, which need not exist; the folder that it lies in must. It
// fails where nothing may be changed. The caller closes it.
func (r *Roots) Place(p Path) (*Place, error) {
	if err := r.Changeable(p); err != nil {
		return nil, err
	}
	dir, name, err := r.at(p)
	if err != nil {
		return nil, err
	}
	return &Place{Dir: dir, Name: name, Path: p, roots: r}, nil
}

// Beside holds the place of p by the folder of this one, which stays open meanwhile: it need not
// be opened again. It reports false where p does not lie in that folder; where p may not be
// changed it fails.
func (p *Place) Beside(other Path) (*Place, bool, error) {
	if p.Name == "." || other.Root != p.Path.Root || other.Rel == "." || filepath.Dir(other.Abs) != filepath.Dir(p.Path.Abs) {
		return nil, false, nil
	}
	if err := p.roots.Changeable(other); err != nil {
		return nil, false, err
	}
	return &Place{Dir: p.Dir, Name: filepath.Base(other.Abs), Path: other, roots: p.roots, lent: true}, true, nil
}

// Writing says that what lies at the place is about to be changed; end, that it was.
func (p *Place) Writing() (end func(), err error) {
	if err := p.roots.Changeable(p.Path); err != nil {
		return nil, err
	}
	return p.roots.writing(p.Path.Abs), nil
}

// Open opens the regular file at the place for reading. It follows no link.
func (p *Place) Open() (*os.File, error) { return openFile(p.Dir, p.Name, p.Path.Abs) }

// Enter opens the folder at the place. It follows no link. The caller closes it.
func (p *Place) Enter() (*os.Root, error) {
	if p.Name == "." {
		return p.Dir.OpenRoot("." + onlyFolder)
	}
	return enter(p.Dir, p.Name, p.Path.Abs)
}

// KeepOwner gives name in Dir the owner of old, where that may be.
func (p *Place) KeepOwner(name string, old fs.FileInfo) error { return keepOwner(p.Dir, name, old) }

// SetTime sets when name in Dir was last changed: of a link, the link itself where the
// system can.
func (p *Place) SetTime(name string, t time.Time) error { return setTime(p.Dir, name, t) }

// Sync makes changes of names in Dir survive a power cut.
func (p *Place) Sync() error { return syncFolder(p.Dir) }

// SyncAll makes all that was written to the file system of Dir survive a power cut. It
// reports false where the system has no such call: then each file is to be synced.
func (p *Place) SyncAll() (bool, error) { return syncAll(p.Dir) }

// Close lets go of the folder.
func (p *Place) Close() error {
	if p.lent {
		return nil
	}
	return p.Dir.Close()
}
