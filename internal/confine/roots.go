package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Config says what the roots of a session are.
type Config struct {
	// Base is the space's folder. Relative names are relative to it. It cannot
	// be revoked.
	Base string
	// More are folders of the app's own making, such as the run's temporary
	// folder. Only they may lie inside a Never folder.
	More []string
	// Never are folders that no tool may touch: our settings and data. Neither
	// they, nor anything inside them, nor any folder above them becomes a root.
	// They need not exist.
	Never []string
	// Writing is told right before what lies at a real path is made, replaced, changed in
	// its mode or removed, and what it returns, right after. nil: nobody is told.
	Writing func(path string) (end func())
	// Held reports whether something could open a new file beside an existing one, and write to it later, while it cannot write to that one:
	// then what lies there is rewritten, and not replaced. nil: nothing could.
	Held func(path string) bool
	// Shown says by which other names programs find folders of More where they run, such as /tmp (see Called). nil: by none.
	Shown func() map[string]string
	// Layers stand in the place of folders: everything goes to them that would go to what may be
	// changed. nil: there are none.
	Layers Layers
}

// Layers are what stands in the place of folders, for a session of which nothing may reach these
// (docs/spec/12-processes.md#rehearsed-runs). They are safe for concurrent use.
type Layers interface {
	// Lay puts a layer in the place of a folder, given by its real path, for good.
	Lay(folder string) error
	// At is where the system finds what lies at a real path: on a layer, if ok, else there.
	At(path string) (at string, ok bool)
}

// unlayered is a file system without layers.
type unlayered struct{}

func (unlayered) Lay(string) error              { return nil }
func (unlayered) At(path string) (string, bool) { return path, true }

// Roots are the files and folders that tools may touch. They are safe for concurrent use.
//
// What New returns resolves names in what every session may touch; what Of returns, also in
// what is granted to one session alone.
type Roots struct {
	*granted
	never   []string
	writing func(path string) (end func())
	held    func(path string) bool
	shown   func() map[string]string // see Config
	called  bool                     // names are those of a call: see Called
	session string
}

// A Grant says for whom a root is, and for what.
type Grant struct {
	Session string // "": every session
	Change  bool   // what lies there may be changed; else only read
}

// New opens the roots. The home folder, the top of a drive, and any folder
// above the home folder are never a root (docs/spec/01-command-line.md); the
// error is a *RootError.
func New(c Config) (*Roots, error) {
	r := &Roots{never: slices.Clone(c.Never), writing: c.Writing, held: c.Held, shown: c.Shown, granted: &granted{layers: c.Layers}}
	if r.layers == nil {
		r.layers = unlayered{}
	}
	if r.held == nil {
		r.held = func(string) bool { return false }
	}
	if r.writing == nil {
		r.writing = func(string) func() { return func() {} }
	}
	all := Grant{Change: true}
	base, err := r.add(c.Base, all, false)
	if err == nil && base.file != "" {
		err = &RootError{Path: c.Base, Why: "is a file; a space is a folder"}
	}
	for _, m := range c.More {
		if err == nil {
			_, err = r.add(m, all, true)
		}
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Of is the roots as a session has them: with what is granted to it alone.
func (r *Roots) Of(session string) *Roots {
	of := *r
	of.session = session
	return &of
}

// Called is Of for the names in a session's calls: what is in no root, and below a folder that programs find elsewhere, is
// looked for where they do. So a call reads as /tmp/x what another one has written there.
func Called(r *Roots, session string) *Roots {
	of := r.Of(session)
	of.called = of.shown != nil
	return of
}

// CalledIn is the name of a path as the calls of r have it: that by which programs find what lies in a folder that Shown names. It is the path itself
// outside of these, and where r is not Called.
func CalledIn(r *Roots, path string) string {
	if !r.called {
		return path
	}
	shown := r.shown()
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		if rest, in := below(shown[name], path); in {
			return filepath.Join(name, rest)
		}
	}
	return path
}

// Grant makes a file or a folder a root: the person has picked it. The path is
// absolute. A file need not exist (a save dialog names a new one), but the
// folder it lies in must. A path that is granted in several ways may be used in each of them.
func (r *Roots) Grant(path string, g Grant) error {
	_, err := r.add(path, g, false)
	return err
}

// Lists returns the real paths of the roots that the session of r may change, the base first, and of
// those that it may only read, as far as none of the others holds them.
func (r *Roots) Lists() (change, read []string) {
	change = r.paths(func(e *root) bool { g, ok := e.grantFor(r.session); return ok && g.Change })
	read = r.paths(func(e *root) bool { g, ok := e.grantFor(r.session); return ok && !g.Change })
	return change, slices.DeleteFunc(read, func(path string) bool {
		return slices.ContainsFunc(change, func(folder string) bool { _, in := below(folder, path); return in })
	})
}

// add opens path as a root. own says that the app made it itself.
func (r *Roots) add(path string, g Grant, own bool) (*root, error) {
	e, err := newRoot(r.layers, path)
	if err != nil {
		return nil, err
	}
	if err := forbidden(e, r.never, own); err != nil {
		return nil, err
	}
	if err := r.lay(e, g); err != nil {
		return nil, err
	}
	if err := e.open(r.layers); err != nil {
		return nil, err
	}
	return r.granted.add(e, path, g)
}

// lay puts a layer in the place of a root that may be changed, where there are layers.
func (r *Roots) lay(e *root, g Grant) error {
	if _, ok := r.layers.At(e.dir); ok || !g.Change {
		return nil
	}
	err := errors.New("a single file cannot be changed in a rehearsal: pick the folder that it lies in")
	if e.file == "" {
		err = r.layers.Lay(e.dir)
	}
	if err != nil {
		return &RootError{Path: e.given, Why: "cannot be changed in a rehearsal: " + err.Error(), Err: err}
	}
	return nil
}

// A root is one file or folder that may be touched.
type root struct {
	given string      // as it was granted, cleaned
	real  string      // absolute, without links
	dir   string      // the folder that handle holds: real, or the folder of the file
	file  string      // the file's name in dir; empty for a folder
	info  fs.FileInfo // identity of dir
	// handle is never used but to open another one from it, under granted.mu.
	handle *os.Root
	list   *os.File // the same folder, opened for reading
	// grants say by session whether it may be changed there. Guarded by granted.mu.
	grants map[string]bool
}

// grantFor is the grant by which a session may touch the root; false: it may not. granted.mu is held.
func (e *root) grantFor(session string) (Grant, bool) {
	change, all := e.grants[""]
	if own, ok := e.grants[session]; ok && (own || !all) {
		return Grant{Session: session, Change: own}, true
	}
	return Grant{Change: change}, all
}

// close lets go of the root's folder.
func (e *root) close() error { return errors.Join(e.handle.Close(), e.list.Close()) }

// newRoot finds out what a path really is.
func newRoot(layers Layers, path string) (*root, error) {
	if err := checkName(path); err != nil {
		return nil, err
	}
	if !filepath.IsAbs(path) {
		return nil, &RootError{Path: path, Why: "is not an absolute path"}
	}
	real, err := follow(layers, filepath.VolumeName(path)+string(filepath.Separator), path[len(filepath.VolumeName(path)):], true)
	if err != nil {
		return nil, &RootError{Path: path, Why: "cannot be opened: " + reason(err), Err: err}
	}
	e := &root{given: filepath.Clean(path), real: real, dir: real}
	info, err := lstat(layers, real)
	switch {
	case err == nil && info.IsDir():
		return e, nil
	case err == nil && info.Mode().IsRegular(), errors.Is(err, fs.ErrNotExist):
		e.dir, e.file = filepath.Dir(real), filepath.Base(real)
		return e, nil
	case err == nil:
		return nil, &RootError{Path: path, Why: fmt.Sprintf("is %s; only files and folders can be used", KindName(info.Mode()))}
	}
	return nil, &RootError{Path: path, Why: "cannot be opened: " + reason(err), Err: err}
}

// open opens the root's folder and remembers which one it is.
func (e *root) open(layers Layers) error {
	at, _ := layers.At(e.dir)
	handle, err := os.OpenRoot(at + onlyFolder)
	if err != nil {
		return &RootError{Path: e.real, Why: "cannot be opened: " + reason(err), Err: err}
	}
	info, err := handle.Stat(".")
	if err == nil {
		err = stillReal(layers, e.dir, info)
	}
	if err != nil {
		return errors.Join(&RootError{Path: e.real, Why: "cannot be opened: " + reason(err), Err: err}, handle.Close())
	}
	list, err := handle.Open(".")
	if err != nil {
		return errors.Join(&RootError{Path: e.real, Why: "cannot be read: " + reason(err), Err: err}, handle.Close())
	}
	e.handle, e.list, e.info = handle, list, info
	return nil
}

// stillReal fails unless dir, with no link on the way, is the folder of info.
func stillReal(layers Layers, dir string, info fs.FileInfo) error {
	top := filepath.VolumeName(dir) + string(filepath.Separator)
	real, err := follow(layers, top, dir[len(filepath.VolumeName(dir)):], true)
	if err != nil {
		return err
	}
	now, err := lstat(layers, dir)
	if err != nil {
		return err
	}
	if real != dir || !os.SameFile(now, info) {
		return errors.New("it was replaced while it was being opened")
	}
	return nil
}

// renew makes sure that the root's folder is the one that is held. Where it was
// deleted and made anew the new one is taken, if no link leads there.
func (e *root) renew(layers Layers) error {
	now, err := lstat(layers, e.dir)
	if err != nil {
		return &RootError{Path: e.real, Why: "can no longer be reached (" + reason(err) + "): put the folder back, or open another space", Err: err}
	}
	if os.SameFile(now, e.info) {
		return nil
	}
	old := *e
	if err := e.open(layers); err != nil {
		return err
	}
	return old.close()
}

// lstat is os.Lstat of what lies at a real path, on a layer where there is one.
func lstat(layers Layers, path string) (fs.FileInfo, error) {
	at, _ := layers.At(path)
	return os.Lstat(at)
}

// reason is the shortest text that says why the system refused.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
