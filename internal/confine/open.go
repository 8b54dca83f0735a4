package confine

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"handrail/internal/plain"
)

// onlyFolder, put behind a name, makes the system refuse what is not a folder
// before it is opened: opening a named pipe would wait for its other end.
const onlyFolder = string(filepath.Separator) + "."

// Open opens a file for reading. Folders, pipes, sockets and devices are
// refused with a *KindError and never opened, so nothing can hang.
func (r *Roots) Open(p Path) (*os.File, error) {
	list, parts, err := r.file(p)
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, &KindError{Path: p.Abs, Mode: fs.ModeDir, Want: "a file"}
	}
	return openBelow(r, list, parts, p)
}

// openFile opens the regular file name in dir. It fails if the name stands for
// something else by then.
func openFile(dir *os.Root, name, abs string) (*os.File, error) {
	before, err := dir.Lstat(name)
	if err != nil {
		return nil, pathError("open", abs, err)
	}
	if isLink(before) {
		return nil, swapped(abs)
	}
	if !before.Mode().IsRegular() {
		return nil, &KindError{Path: abs, Mode: before.Mode(), Want: "a file"}
	}
	f, err := dir.OpenFile(name, os.O_RDONLY|plain.NoWait, 0)
	if err != nil {
		return nil, pathError("open", abs, err)
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = swapped(abs)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ReadFile reads a whole file of at most max bytes; a larger one is a
// *SizeError. The FileInfo is of the file that was read.
func (r *Roots) ReadFile(p Path, max int64) ([]byte, fs.FileInfo, error) {
	f, err := r.Open(p)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, pathError("stat", p.Abs, err)
	}
	if info.Size() > max {
		return nil, nil, &SizeError{Path: p.Abs, Size: info.Size(), Max: max}
	}
	data := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if int64(len(data)) > max {
			return nil, nil, &SizeError{Path: p.Abs, Size: int64(len(data)), Max: max}
		}
		if errors.Is(err, io.EOF) {
			return data, info, nil
		}
		if err != nil {
			return nil, nil, pathError("read", p.Abs, err)
		}
		if len(data) == cap(data) {
			data = slices.Grow(data, len(data)+512)
		}
	}
}

// Stat describes what lies at p now. It follows nothing: a link is described
// as a link.
func (r *Roots) Stat(p Path) (fs.FileInfo, error) {
	dir, name, err := r.at(p)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, pathError("stat", p.Abs, err)
	}
	return info, nil
}

// ReadDir lists a folder, sorted by name. The entries' Info does not go back to
// the disk on Unix; it is what was there when the folder was read.
func (r *Roots) ReadDir(p Path) ([]fs.DirEntry, error) {
	dir, err := r.OpenFolder(p)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := readDir(dir, p.Abs)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// readDir lists the folder that dir holds, in the disk's order.
func readDir(dir *os.Root, abs string) ([]fs.DirEntry, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, pathError("open", abs, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, pathError("read folder", abs, err)
	}
	return entries, nil
}

// OpenFolder opens a folder, for many steps below it. The caller closes it.
// The handle follows links inside the folder as os.Root does, never out of it.
func (r *Roots) OpenFolder(p Path) (*os.Root, error) {
	dir, name, err := r.at(p)
	if err != nil {
		return nil, err
	}
	if name == "." {
		return dir, nil
	}
	defer dir.Close()
	return enter(dir, name, p.Abs)
}

// at opens the folder that p's last part lies in, and returns that part. For a
// root folder itself the part is ".". No link is followed.
func (r *Roots) at(p Path) (*os.Root, string, error) {
	dir, file, err := r.folder(p)
	if err != nil {
		return nil, "", err
	}
	if file != "" {
		return dir, file, nil
	}
	parts := split(p.Rel)
	if len(parts) == 0 {
		return dir, ".", nil
	}
	last := len(parts) - 1
	at := p.Root
	for _, part := range parts[:last] {
		at = filepath.Join(at, part)
		next, err := enter(dir, part, at)
		if err = errors.Join(err, dir.Close()); err != nil {
			return nil, "", err
		}
		dir = next
	}
	return dir, parts[last], nil
}

// enter opens the folder name in dir. What was opened is compared with what the
// name stood for just before, so a link put there in between is noticed.
func enter(dir *os.Root, name, abs string) (*os.Root, error) {
	before, err := dir.Lstat(name)
	if err != nil {
		return nil, pathError("open", abs, err)
	}
	if isLink(before) {
		return nil, swapped(abs)
	}
	if !before.IsDir() {
		return nil, notFolder(abs)
	}
	next, err := dir.OpenRoot(name + onlyFolder)
	if err != nil {
		return nil, pathError("open", abs, err)
	}
	now, err := next.Stat(".")
	if err == nil && !os.SameFile(before, now) {
		err = swapped(abs)
	}
	if err != nil {
		return nil, errors.Join(err, next.Close())
	}
	return next, nil
}

func swapped(abs string) error {
	return &EscapeError{Name: abs, Why: "it was replaced (by a link or another file) after it was checked: try again if that was intended"}
}

func notFolder(abs string) error {
	return &fs.PathError{Op: "open", Path: abs, Err: syscall.ENOTDIR}
}
