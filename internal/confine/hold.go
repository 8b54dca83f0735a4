package confine

import (
	"errors"
	"os"
)

// Hold opens a folder to name it: as long as it is open, no other folder can be
// taken for it. It need not be readable where the system can do without. The
// caller closes it.
func Hold(r *Roots, p Path) (*os.File, error) {
	dir, name, err := r.at(p)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	before, err := dir.Lstat(name)
	switch {
	case err != nil:
		return nil, pathError("open", p.Abs, err)
	case isLink(before):
		return nil, swapped(p.Abs)
	case !before.IsDir():
		return nil, notFolder(p.Abs)
	}
	f, err := dir.OpenFile(name, toName, 0)
	if err != nil {
		return nil, pathError("open", p.Abs, err)
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = swapped(p.Abs)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
