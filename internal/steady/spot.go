// Package steady reads and changes files of folders that programs change meanwhile: it
// reaches them without following a link, and does not read a folder twice that is as it was.
package steady

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/plain"
)

// Why something is not touched.
var (
	ErrMoved = errors.New("it is not what it was a moment ago: something moves it")
	ErrUnfit = errors.New("it is too large, or not only of files")
)

// A Spot is a name in a folder that was reached without following a link, and is held open:
// a program that exchanges folders for links meanwhile does not lead us elsewhere.
type Spot struct {
	Dir  *plain.Root
	Name string
}

// Open finds a path in one of the folders, which are real, and which programs cannot
// exchange themselves. The caller closes it.
func Open(tops []string, path string) (*Spot, error) {
	for _, top := range tops {
		rel, err := filepath.Rel(top, path)
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			continue
		}
		dir, err := plain.OpenRoot(top)
		if err != nil {
			return nil, err
		}
		parts := strings.Split(rel, string(filepath.Separator))
		for _, part := range parts[:len(parts)-1] {
			next, err := OpenFolder(dir, part)
			_ = dir.Close() // it was only passed through
			if err != nil {
				return nil, err
			}
			dir = next
		}
		return &Spot{dir, parts[len(parts)-1]}, nil
	}
	return nil, fmt.Errorf("%s is in no folder of the space", path)
}

// OpenFolder opens a folder in another, and no link.
func OpenFolder(in *plain.Root, name string) (*plain.Root, error) {
	before, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.IsDir() {
		return nil, ErrMoved
	}
	_ = reopenIn(in, name, lookRights) // else it is told that it cannot be opened
	next, err := in.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if now, err := next.Stat("."); err != nil || !os.SameFile(before, now) {
		_ = next.Close() // it is not used
		return nil, errors.Join(err, ErrMoved)
	}
	return next, nil
}

// Close lets the folder go.
func (s *Spot) Close() { _ = s.Dir.Close() }

// Read reads a file of at most so many bytes that is no link, pipe or device.
func (s *Spot) Read(most int64) ([]byte, os.FileMode, error) {
	before, err := s.Dir.Lstat(s.Name)
	if err != nil {
		return nil, 0, err
	}
	if !before.Mode().IsRegular() || before.Size() > most {
		return nil, 0, ErrUnfit
	}
	f, err := s.Dir.OpenFile(s.Name, os.O_RDONLY, 0)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(before, now) {
		return nil, 0, errors.Join(err, ErrMoved)
	}
	var b bytes.Buffer
	if n, err := b.ReadFrom(io.LimitReader(f, most+1)); err != nil || n > most {
		return nil, 0, errors.Join(err, ErrUnfit)
	}
	return b.Bytes(), before.Mode(), nil
}

// Names lists what is in the folder at the spot, and holds it open. The caller closes it.
func (s *Spot) Names() (*plain.Root, []os.DirEntry, error) {
	in, err := OpenFolder(s.Dir, s.Name)
	if err != nil {
		return nil, nil, err
	}
	f, err := in.Open(".")
	if err == nil {
		var entries []os.DirEntry
		entries, err = f.ReadDir(-1)
		if err = errors.Join(err, f.Close()); err == nil {
			return in, entries, nil
		}
	}
	return nil, nil, errors.Join(err, in.Close())
}

// Reopen gives their owner the rights back to change what lies in the folder of the spot. Where that cannot be, what is changed there tells why.
func (s *Spot) Reopen() { _ = reopenIn(s.Dir, ".", mendRights) }

// mostAside is how many names PutAside tries.
const mostAside = 1000

// PutAside gives what is at the spot another name, which ends in aside or in aside and a number and under which nobody reads
// it, and returns it. It takes one that nobody has, and holds it by an empty file until what is at the spot lies there:
// what somebody makes under that name meanwhile is not replaced.
func (s *Spot) PutAside(aside string) (name string, err error) {
	s.Reopen()
	what, err := s.Dir.Lstat(s.Name)
	if err != nil {
		return "", err
	}
	name = s.Name + aside
	for n := 2; ; n++ {
		err := s.reserve(name, what.IsDir())
		if err == nil {
			break
		}
		if !errors.Is(err, os.ErrExist) || n > mostAside {
			return "", err
		}
		name = fmt.Sprintf("%s%s-%d", s.Name, aside, n)
	}
	if err := s.Dir.Rename(s.Name, name); err != nil {
		if !what.IsDir() {
			err = errors.Join(err, s.Dir.Remove(name))
		}
		return "", err
	}
	return name, nil
}

// reserve makes an empty file under a name that nobody has. A folder needs none: it takes the place of no file, and os renames it to the name of
// no other folder.
func (s *Spot) reserve(name string, folder bool) error {
	if folder {
		if _, err := s.Dir.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			return errors.Join(os.ErrExist, err)
		}
		return nil
	}
	f, err := s.Dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}
