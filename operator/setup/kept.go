package setup

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"handrail/operator/servers"
)

// A kept is a file below a folder of npm's in which a copy of a server has kept something.
type kept struct{ top, name string }

func (k kept) path() string { return filepath.Join(k.top, filepath.FromSlash(k.name)) }

// keptBy is the newest file of this name in the package of a server: that of another program, which npm has
// put below the person's home folder, or that of Handrail, in the server's data folder. nil if there is none.
func keptBy(d *Desk, f servers.Found, pkg, name string) *kept {
	var newest *kept
	var when time.Time
	for _, top := range []string{filepath.Join(d.c.Home, ".npm", "_npx"), filepath.Join(d.c.Servers.DataFolder(f), "cache", "npm", "_npx")} {
		root, err := os.OpenRoot(top)
		if err != nil {
			continue // nothing was fetched
		}
		found, err := fs.Glob(root.FS(), path.Join("*", "node_modules", pkg, name))
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

// copyTo copies it to a place where nothing is yet. The server may have written below top, and nothing
// that it led elsewhere is read.
func (k kept) copyTo(to string) (err error) {
	root, err := os.OpenRoot(k.top)
	if err != nil {
		return err
	}
	defer root.Close()
	in, err := root.Open(k.name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return nil // it has kept something here since
	}
	if err != nil {
		return err
	}
	if _, err = io.Copy(out, in); err == nil {
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
