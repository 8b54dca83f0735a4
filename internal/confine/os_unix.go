//go:build unix

package confine

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking keeps an open from waiting, should the name stand for a named
// pipe by then. Regular files ignore it.
const nonBlocking = syscall.O_NONBLOCK

// keepOwner gives name in dir the owner of the file it is to replace. Only the
// superuser can always do so; for anyone else a new owner is as good as it gets.
func keepOwner(dir *os.Root, name string, old fs.FileInfo) error {
	st, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	err := dir.Lchown(name, int(st.Uid), int(st.Gid))
	if errors.Is(err, fs.ErrPermission) {
		err = dir.Lchown(name, -1, int(st.Gid))
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// syncFolder makes a rename in dir survive a power cut, where the file system
// can do that.
func syncFolder(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// entryInfo describes an entry of dir. The folder was read through an os.Root,
// so the entry knows already.
func entryInfo(_ *os.Root, e fs.DirEntry) (fs.FileInfo, error) { return e.Info() }
