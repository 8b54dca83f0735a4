package confine

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// keepOwner does nothing: a new file takes the rights of its folder.
func keepOwner(*os.Root, string, fs.FileInfo) error { return nil }

// syncFolder does nothing: a folder cannot be flushed on Windows.
func syncFolder(*os.Root) error { return nil }

// setTime sets the time of an entry that is no link.
func setTime(dir *os.Root, name string, t time.Time) error {
	info, err := dir.Lstat(name)
	if err != nil || isLink(info) {
		return err
	}
	return dir.Chtimes(name, t, t)
}

// openBelow opens a regular file for reading.
func openBelow(r *Roots, _ *os.File, _ []string, p Path) (*os.File, error) {
	dir, name, err := r.at(p)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return openFile(dir, name, p.Abs)
}

// A lister reads a folder.
type lister struct{ *os.File }

// Close does nothing: the folder keeps its handle.
func (lister) Close() error { return nil }

func listerOf(f *Folder) (lister, error) { return lister{f.list}, nil }

// readEntry reads a file of a folder.
func readEntry(f *Folder, name string, buf []byte, max int64) ([]byte, error) {
	file, err := openFile(f.dir, name, f.Path.Join(name).Abs)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, pathError("stat", f.Path.Join(name).Abs, err)
	}
	if info.Size() > max {
		return nil, &SizeError{Path: f.Path.Join(name).Abs, Size: info.Size(), Max: max}
	}
	buf = slices.Grow(buf[:0], int(info.Size()))[:info.Size()]
	n, err := io.ReadFull(file, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, pathError("read", f.Path.Join(name).Abs, err)
	}
	return buf[:n], nil
}
