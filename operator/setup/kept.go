package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"handrail/internal/plain"
	"handrail/operator/servers"
)

// A kept is a file in which a copy of a server has kept something. The server may have written all that lies
// below top, so that nothing is looked at but through an os.Root there, which no link leads out of.
type kept struct{ top, name string }

func (k kept) path() string { return filepath.Join(k.top, filepath.FromSlash(k.name)) }

// mostKept is how many bytes of it are copied.
const mostKept = 64 << 20

// keptBy is the newest file of this name in the package of a server: that of another program, which npm has
// put below the person's home folder, or that of Handrail, in the server's data folder. nil if there is none.
func keptBy(d *Desk, f servers.Found, pkg, name string) *kept {
	var newest *kept
	var when time.Time
	for top, below := range map[string]string{filepath.Join(d.c.Home, ".npm", "_npx"): "", d.c.Servers.DataFolder(f): "cache/npm/_npx"} {
		root, err := plain.OpenRoot(top)
		if err != nil {
			continue // nothing was fetched
		}
		found, err := fs.Glob(root.FS(), path.Join(below, "*", "node_modules", pkg, name))
		if err == nil {
			for _, at := range found {
				if info, err := root.Lstat(at); err == nil && info.Mode().IsRegular() && info.Size() > 0 && info.ModTime().After(when) {
					newest, when = &kept{top, at}, info.ModTime()
				}
			}
		}
		_ = root.Close() // it was read only
	}
	return newest
}

// copyTo copies it to a place where nothing is yet.
func (k kept) copyTo(to string) (err error) {
	root, err := plain.OpenRoot(k.top)
	if err != nil {
		return err
	}
	defer root.Close()
	if info, err := root.Lstat(k.name); err != nil || !info.Mode().IsRegular() { // a pipe would hold it up
		return errors.New("it is no file any more")
	}
	in, err := root.Open(k.name)
	if err != nil {
		return err
	}
	defer in.Close()
	switch info, err := in.Stat(); {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is no file any more")
	case info.Size() > mostKept:
		return fmt.Errorf("it has %d MB, and %d are copied at most: copy it yourself", info.Size()>>20, mostKept>>20)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return nil // it has kept something here since
	}
	if err != nil {
		return err
	}
	if _, err = io.Copy(out, io.LimitReader(in, mostKept)); err == nil {
		err = out.Sync()
	}
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(to)
	}
	return err
}
