package confine

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"handrail/internal/plain"
	"handrail/internal/steady"
)

// tempPrefix starts the names of files that are being written. One that a crash
// left behind can be removed.
const tempPrefix = ".handrail-"

// WriteOptions say how a file is written.
type WriteOptions struct {
	// Expect is what must lie at the path right before it is replaced; nil
	// takes anything. A *ChangedError says what was found instead.
	Expect *State
	// Mode is for a file that does not exist yet, before the umask; 0 means
	// 0o666. An existing file keeps its own.
	Mode fs.FileMode
}

// WriteAtomic writes a file: at every moment, also after a crash or on a full
// disk, the path holds the old content or the new one, whole (but for what is rewritten: see Config.Held). It makes missing
// parents, keeps the mode and, where it may, the owner, and refuses a file that
// is marked read-only. The data is on the disk when it returns.
func (r *Roots) WriteAtomic(p Path, data []byte, o WriteOptions) error {
	s, err := r.Stage(p, data, o)
	if err != nil {
		return err
	}
	return errors.Join(s.Commit(), s.Discard())
}

// A Staged file is written and waits beside its place. End it with Discard in
// any case; after Commit that only lets go.
type Staged struct {
	path   Path
	dir    *os.Root
	name   string // in dir
	temp   string // in dir; "" once it is gone, and where the file is rewritten
	data   []byte // of a file that is rewritten
	again  bool   // it is rewritten
	expect *State
	made   []Path // parents that Stage made, outermost first
	done   bool
	roots  *Roots
}

// Stage writes data beside p's place. Nothing can be seen at p yet.
func (r *Roots) Stage(p Path, data []byte, o WriteOptions) (_ *Staged, err error) {
	if err := r.Changeable(p); err != nil {
		return nil, err
	}
	s := &Staged{path: p, expect: o.Expect, roots: r}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Discard())
		}
	}()
	if s.made, err = r.makeFolders(p); err != nil {
		return nil, err
	}
	if s.dir, s.name, err = r.at(p); err != nil {
		return nil, err
	}
	old, err := s.dir.Lstat(s.name)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = nil, nil
	}
	if err == nil && old != nil {
		err = replaceable(old, p.Abs)
	}
	if err != nil {
		return nil, pathError("write", p.Abs, err)
	}
	if old != nil && r.held(p.Abs) {
		s.data, s.again = data, true
		return s, nil
	}
	mode := o.Mode.Perm()
	if mode == 0 {
		mode = 0o666
	}
	if err := s.fill(data, mode, old); err != nil {
		return nil, err
	}
	return s, nil
}

// replaceable says why a file may not be replaced.
func replaceable(old fs.FileInfo, abs string) error {
	switch {
	case isLink(old):
		return swapped(abs)
	case !old.Mode().IsRegular():
		return &KindError{Path: abs, Mode: old.Mode(), Want: "a file"}
	case old.Mode().Perm()&0o200 == 0:
		return &fs.PathError{Op: "write", Path: abs, Err: fmt.Errorf("it is marked read-only: %w", fs.ErrPermission)}
	}
	return nil
}

// fill writes the temporary file, with the mode and owner of the old one.
func (s *Staged) fill(data []byte, mode fs.FileMode, old fs.FileInfo) error {
	if old != nil {
		mode = 0o600 // nobody else opens it before it has the old one's rights
	}
	name := tempPrefix + rand.Text()[:16] + ".tmp"
	f, err := s.dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return pathError("write", s.path.Abs, err)
	}
	s.temp = name
	if old != nil {
		err = errors.Join(keepOwner(s.dir, name, old), f.Chmod(old.Mode().Perm()))
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return pathError("write", s.path.Abs, err)
	}
	return nil
}

// Commit puts the file into its place. It fails, and changes nothing, if what
// lies there is not what was expected or may not be replaced.
func (s *Staged) Commit() error {
	if s.temp == "" && !s.again {
		return &ChangedError{Path: s.path.Abs, Why: "it was committed or discarded before"}
	}
	if err := errors.Join(s.Check(), s.roots.Changeable(s.path)); err != nil {
		return err
	}
	defer s.roots.writing(s.path.Abs)()
	now, err := s.dir.Lstat(s.name)
	switch {
	case s.again && err == nil:
		if err = replaceable(now, s.path.Abs); err == nil {
			err = s.rewrite(now)
		}
	case errors.Is(err, fs.ErrNotExist) && !s.again:
		err = s.place()
	case err == nil:
		if err = replaceable(now, s.path.Abs); err == nil {
			err = s.dir.Rename(s.temp, s.name)
		}
	}
	if err != nil {
		return pathError("write", s.path.Abs, err)
	}
	s.temp, s.again, s.done = "", false, true
	return pathError("write", s.path.Abs, syncFolder(s.dir))
}

// Made returns the parents that Stage made, outermost first: who takes a commit
// back removes them, too.
func (s *Staged) Made() []Path { return slices.Clone(s.made) }

// Check fails if what lies at the path is not what was expected. Commit checks
// again; asking first is for acts on several files.
func (s *Staged) Check() error {
	if s.expect == nil || s.dir == nil {
		return nil
	}
	now, err := stateOf(s.dir, s.name, s.path.Abs)
	if err != nil {
		return err
	}
	if why := s.expect.differs(now); why != "" {
		return &ChangedError{Path: s.path.Abs, Why: why}
	}
	return nil
}

// rewrite changes the very file that lies there: it stays what rooms hold. A full disk leaves what was there; a crash in the middle leaves parts of both.
func (s *Staged) rewrite(now fs.FileInfo) error {
	at := steady.Spot{Dir: &plain.Root{Root: s.dir}, Name: s.name}
	old, mode, err := at.Read(now.Size())
	if err != nil {
		return err
	}
	if err := at.Rewrite(old, s.data, mode); err != nil {
		if errors.Is(err, steady.ErrUnfit) || errors.Is(err, steady.ErrMoved) {
			return &ChangedError{Path: s.path.Abs, Why: "it has just been changed by someone else"}
		}
		return err
	}
	return nil
}

// place puts the file where nothing lies. A hard link fails, unlike a rename,
// if something has come there meanwhile; not every file system has them.
func (s *Staged) place() error {
	err := s.dir.Link(s.temp, s.name)
	if err == nil {
		return s.dir.Remove(s.temp)
	}
	if errors.Is(err, fs.ErrExist) {
		return &ChangedError{Path: s.path.Abs, Why: "a file of that name has just been made by someone else"}
	}
	return s.dir.Rename(s.temp, s.name)
}

// Discard removes what Stage left and Commit did not use, also the parents that
// it made, if they are still empty.
func (s *Staged) Discard() error {
	var errs []error
	if s.temp != "" {
		errs = append(errs, pathError("remove", s.path.Abs, s.dir.Remove(s.temp)))
		s.temp = ""
	}
	if s.dir != nil {
		errs = append(errs, s.dir.Close())
		s.dir = nil
	}
	if s.done {
		return errors.Join(errs...)
	}
	for len(s.made) > 0 {
		last := len(s.made) - 1
		err := s.roots.Remove(s.made[last])
		s.made = s.made[:last]
		if err != nil {
			break // someone has put a file there: it stays, and so do its parents
		}
	}
	return errors.Join(errs...)
}

// Mkdir makes a folder and its missing parents. An existing folder is fine.
func (r *Roots) Mkdir(p Path) error {
	if err := r.Changeable(p); err != nil {
		return err
	}
	defer r.writing(p.Abs)()
	_, err := r.makeFolders(p.Join("x"))
	return err
}

// makeFolders makes the missing folders above p and returns those it made.
func (r *Roots) makeFolders(p Path) (made []Path, err error) {
	dir, file, err := r.folder(p)
	if err != nil || file != "" {
		return nil, closed(dir, err)
	}
	defer func() { err = closed(dir, err) }()
	parts := split(p.Rel)
	at := Path{Root: p.Root, Rel: ".", Abs: p.Root, For: p.For}
	for i := 0; i+1 < len(parts); i++ {
		at = at.Join(parts[i])
		switch err := dir.Mkdir(parts[i], 0o777); {
		case err == nil:
			made = append(made, at)
		case !errors.Is(err, fs.ErrExist):
			return made, pathError("make folder", at.Abs, err)
		}
		next, err := enter(dir, parts[i], at.Abs)
		if err = closed(dir, err); err != nil {
			dir = next
			return made, err
		}
		dir = next
	}
	return made, nil
}

// closed closes dir, if there is one, and adds what went wrong to err.
func closed(dir *os.Root, err error) error {
	if dir == nil {
		return err
	}
	return errors.Join(err, dir.Close())
}

// Remove removes a file, a link or an empty folder. A root itself stays.
func (r *Roots) Remove(p Path) error {
	if err := r.Changeable(p); err != nil {
		return err
	}
	dir, name, err := r.at(p)
	if err != nil {
		return err
	}
	defer dir.Close()
	if name == "." {
		return &RootError{Path: p.Abs, Why: "is a root and cannot be removed"}
	}
	defer r.writing(p.Abs)()
	if err := dir.Remove(name); err != nil {
		return pathError("remove", p.Abs, err)
	}
	return pathError("remove", p.Abs, syncFolder(dir))
}

// Readlink returns the text of a symbolic link. The Path is of ResolveEntry.
func (r *Roots) Readlink(p Path) (string, error) {
	dir, name, err := r.at(p)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	target, err := dir.Readlink(name)
	return target, pathError("read link", p.Abs, err)
}

// Symlink makes a symbolic link at p, where nothing lies yet, and the missing
// parents. The target may be anything: what it leads to is checked when a name
// that passes through it is resolved.
func (r *Roots) Symlink(target string, p Path) error {
	if err := r.Changeable(p); err != nil {
		return err
	}
	if _, err := r.makeFolders(p); err != nil {
		return err
	}
	dir, name, err := r.at(p)
	if err != nil {
		return err
	}
	defer dir.Close()
	defer r.writing(p.Abs)()
	return pathError("make link", p.Abs, dir.Symlink(filepath.FromSlash(target), name))
}

// Chmod changes the permission bits of a file or folder.
func (r *Roots) Chmod(p Path, mode fs.FileMode) error {
	if err := r.Changeable(p); err != nil {
		return err
	}
	dir, name, err := r.at(p)
	if err != nil {
		return err
	}
	defer dir.Close()
	info, err := dir.Lstat(name)
	if err == nil && isLink(info) {
		return swapped(p.Abs)
	}
	if err == nil {
		defer r.writing(p.Abs)()
		err = dir.Chmod(name, mode.Perm())
	}
	return pathError("change mode", p.Abs, err)
}
