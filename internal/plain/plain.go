// Package plain opens files and folders where programs can write. Opening a named pipe waits for
// its other end, and nothing ends that wait, so all here is opened without waiting, and what is
// neither a file nor a folder is refused. A test (internal/dev/floors) keeps the functions of os that
// wait out of code that meets such paths.
package plain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Why something is not opened.
var (
	ErrNoFile   = errors.New("it is not a regular file; put a file in its place")
	ErrTooLarge = errors.New("it is too large")
)

// Open opens the file at path for reading, also through a link.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|NoWait, 0)
	return checked(f, err, fs.FileMode.IsRegular, ErrNoFile)
}

// Read reads the file at path, of at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("%w: at most %d bytes are read", ErrTooLarge, most)}
	}
	return data, err
}

// OpenFolder opens the folder at path, so that its names can be read.
func OpenFolder(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|NoWait, 0)
	return checked(f, err, fs.FileMode.IsDir, syscall.ENOTDIR)
}

// Glob is filepath.Glob. A pattern that is not sound has no matches.
func Glob(pattern string) (found []string) {
	if !strings.ContainsAny(pattern, `*?[\`) {
		if _, err := os.Lstat(pattern); err != nil {
			return nil
		}
		return []string{pattern}
	}
	dir, name := filepath.Split(pattern)
	around := []string{filepath.Clean(dir)}
	if dir == "" {
		around = []string{"."}
	}
	if rest := filepath.Clean(dir); dir != "" && rest != dir && strings.ContainsAny(rest, `*?[\`) {
		around = Glob(rest)
	}
	for _, folder := range around {
		entries, _ := os.ReadDir(folder) // what cannot be read has no matches; it opens nothing but folders
		for _, e := range entries {
			if is, err := filepath.Match(name, e.Name()); err == nil && is {
				found = append(found, filepath.Join(folder, e.Name()))
			}
		}
	}
	return found
}

// A Root is an os.Root that waits for no pipe.
type Root struct{ *os.Root }

// OpenRoot opens a folder.
func OpenRoot(path string) (*Root, error) {
	root, err := os.OpenRoot(path + onlyFolder)
	return rooted(root, err, path)
}

// onlyFolder, put behind a name, makes the system refuse what is not a folder before it is opened.
const onlyFolder = string(filepath.Separator) + "."

func rooted(root *os.Root, err error, path string) (*Root, error) {
	if err == nil {
		return &Root{root}, nil
	}
	if at := new(fs.PathError); errors.As(err, &at) {
		at.Path = path // without the dot
	}
	return nil, err
}

// OpenRoot opens a folder in the root.
func (r *Root) OpenRoot(name string) (*Root, error) {
	root, err := r.Root.OpenRoot(name + onlyFolder)
	return rooted(root, err, name)
}

// Open opens a file or a folder in the root for reading.
func (r *Root) Open(name string) (*os.File, error) { return r.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile opens a file or a folder in the root, or makes a file.
func (r *Root) OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	f, err := r.Root.OpenFile(name, flag|NoWait, mode)
	return checked(f, err, func(m fs.FileMode) bool { return m.IsRegular() || m.IsDir() }, ErrNoFile)
}

// ReadFile reads a file in the root.
func (r *Root) ReadFile(name string) ([]byte, error) {
	f, err := r.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// FS is the root as a file system.
func (r *Root) FS() fs.FS { return tree{r.Root.FS(), r} }

// tree is the file system of a root: what only looks at names is the root's own.
type tree struct {
	fs.FS
	root *Root
}

// Open implements fs.FS.
func (t tree) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ReadDir implements fs.ReadDirFS.
func (t tree) ReadDir(name string) ([]fs.DirEntry, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	f, err := t.root.Root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|NoWait, 0)
	if f, err = checked(f, err, fs.FileMode.IsDir, syscall.ENOTDIR); err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// ReadFile implements fs.ReadFileFS.
func (t tree) ReadFile(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return t.root.ReadFile(filepath.FromSlash(name))
}

// Stat implements fs.StatFS.
func (t tree) Stat(name string) (fs.FileInfo, error) { return fs.Stat(t.FS, name) }

// Lstat implements fs.ReadLinkFS.
func (t tree) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(t.FS, name) }

// ReadLink implements fs.ReadLinkFS.
func (t tree) ReadLink(name string) (string, error) { return fs.ReadLink(t.FS, name) }

// checked closes what is not of the kind that was to be opened.
func checked(f *os.File, err error, is func(fs.FileMode) bool, or error) (*os.File, error) {
	if at := new(fs.PathError); errors.Is(err, syscall.ENXIO) && errors.As(err, &at) { // a socket, or a pipe that is written to
		at.Err = or
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !is(info.Mode()) {
		err = &fs.PathError{Op: "open", Path: f.Name(), Err: or}
	}
	if err != nil {
		_ = f.Close() // nothing was done with it
		return nil, err
	}
	return f, nil
}
