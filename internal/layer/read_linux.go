package layer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"handrail/internal/snapshot"
)

// deepest is how many folders may lie in each other: each is held open while it is read.
const deepest = 2000

const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// none stands for a folder that is not there.
const none = -1

// Read compares a layer with the folder below it. Hashes are SHA-256.
func Read(ctx context.Context, c Config) (Reading, error) {
	lower, err := unix.Open(c.Folder, folderFlags, 0)
	if err != nil {
		return Reading{}, &fs.PathError{Op: "open", Path: c.Folder, Err: err}
	}
	defer closeFile(lower)
	upper, err := unix.Open(c.Own, folderFlags, 0)
	if err != nil {
		return Reading{}, &fs.PathError{Op: "open", Path: c.Own, Err: err}
	}
	defer closeFile(upper)
	r := &reader{ctx: ctx, since: unix.Timespec{Sec: 1 << 62}}
	if !c.Since.IsZero() {
		r.since = unix.NsecToTimespec(c.Since.UnixNano())
	}
	if err = r.folder(upper, lower, "."); err == nil {
		err = r.children(upper, lower, "", 0)
	}
	r.sorted()
	return r.Reading, err
}

func closeFile(fd int) { _ = unix.Close(fd) } // nothing was written

// A reader reads one layer.
type reader struct {
	Reading
	ctx   context.Context
	since unix.Timespec
}

// folder compares the modes of two folders that are open.
func (r *reader) folder(upper, lower int, at string) error {
	var u, l unix.Stat_t
	if err := errors.Join(unix.Fstat(upper, &u), unix.Fstat(lower, &l)); err != nil {
		return err
	}
	if modeOf(&u) != modeOf(&l) {
		r.Changes = append(r.Changes, snapshot.Change{
			Path:   snapshot.Name(at),
			Before: &snapshot.Entry{Kind: snapshot.Folder, Mode: modeOf(&l)}, After: &snapshot.Entry{Kind: snapshot.Folder, Mode: modeOf(&u)},
		})
	}
	return nil
}

// children compares what lies in two folders. lower may be none.
func (r *reader) children(upper, lower int, at string, depth int) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if depth > deepest {
		return fmt.Errorf("more than %d folders lie in each other", deepest)
	}
	opaque, err := mark(upper, markOpaque)
	if err == nil {
		err = unmarked(upper)
	}
	if err != nil {
		return err
	}
	names, err := list(upper)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range names {
		seen[name] = true
		if err := r.child(upper, lower, name, path.Join(at, name), depth); err != nil {
			return fmt.Errorf("%q: %w", path.Join(at, name), err)
		}
	}
	if opaque != "y" || lower == none {
		return nil
	}
	names, err = list(lower)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !seen[name] {
			if err := r.gone(lower, name, path.Join(at, name), depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// child compares what lies under one name.
func (r *reader) child(upper, lower int, name, at string, depth int) error {
	var u unix.Stat_t
	if err := unix.Fstatat(upper, name, &u, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	kind := u.Mode & unix.S_IFMT
	if kind == unix.S_IFCHR && u.Rdev == 0 {
		return r.gone(lower, name, at, depth)
	}
	switch kind {
	case unix.S_IFDIR, unix.S_IFREG, unix.S_IFLNK:
	default:
		r.Odd = append(r.Odd, Odd{snapshot.Name(at), "it is a pipe, a socket or a device"})
		return nil
	}
	if kind == unix.S_IFDIR {
		return r.childFolder(upper, lower, name, at, &u, depth)
	}
	after, whiteout, err := ownEntry(upper, name, &u)
	if err != nil {
		return err
	}
	if whiteout {
		return r.gone(lower, name, at, depth)
	}
	before, err := r.below(lower, name, at, depth)
	if err != nil {
		return err
	}
	if before == nil || before.Mode&after.Mode&sets == 0 {
		after.Mode &^= sets // whose rights a program runs with is nothing that a rehearsal can give
	}
	if !before.Same(after) {
		r.Changes = append(r.Changes, snapshot.Change{Path: snapshot.Name(at), Before: before, After: after})
	}
	return nil
}

// sets are the bits by which a program gets the rights of a file's owner.
const sets = fs.ModeSetuid | fs.ModeSetgid

// childFolder compares a folder of the layer with what lies there below it.
func (r *reader) childFolder(upper, lower int, name, at string, u *unix.Stat_t, depth int) error {
	up, err := openOwn(upper, name, folderFlags, u)
	if err != nil {
		return err
	}
	defer closeFile(up)
	if lower != none {
		low, err := unix.Openat(lower, name, folderFlags, 0)
		switch {
		case err == nil:
			defer closeFile(low)
			if err := r.folder(up, low, at); err != nil {
				return err
			}
			return r.children(up, low, at, depth+1)
		case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR), errors.Is(err, unix.ELOOP):
		default:
			return err
		}
	}
	before, err := r.below(lower, name, at, depth)
	if err != nil {
		return err
	}
	r.Changes = append(r.Changes, snapshot.Change{Path: snapshot.Name(at), Before: before, After: &snapshot.Entry{Kind: snapshot.Folder, Mode: modeOf(u)}})
	return r.children(up, none, at, depth+1)
}

// below is what lies in the folder under a name; nil: nothing. What lies in a folder there is
// gone.
func (r *reader) below(lower int, name, at string, depth int) (*snapshot.Entry, error) {
	if lower == none {
		return nil, nil
	}
	before := len(r.Changes)
	if err := r.gone(lower, name, at, depth); err != nil || len(r.Changes) == before {
		return nil, err
	}
	last := len(r.Changes) - 1 // of a folder the last is its own
	e := r.Changes[last].Before
	r.Changes = r.Changes[:last]
	return e, nil
}

// gone notes that what lies in the folder under a name is there no more, with all that is in it,
// innermost first.
func (r *reader) gone(lower int, name, at string, depth int) error {
	if lower == none {
		return nil
	}
	var l unix.Stat_t
	err := unix.Fstatat(lower, name, &l, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, unix.ENOENT) {
		return nil // it was made and removed, or somebody else has removed it
	}
	if err != nil {
		return err
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	e := &snapshot.Entry{Mode: modeOf(&l), Time: l.Mtim.Nano()}
	switch l.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		e.Kind, e.Time = snapshot.Folder, 0
		if err := r.allGone(lower, name, at, depth); err != nil {
			return err
		}
	case unix.S_IFLNK:
		e.Kind, e.Mode = snapshot.Link, 0
		target, err := readLink(lower, name, l.Size)
		if err != nil {
			return err
		}
		e.Target = snapshot.Name(target)
	case unix.S_IFREG:
		e.Kind, e.Size = snapshot.File, l.Size
		if err := hashBelow(lower, name, e); err != nil {
			return err
		}
	default:
		r.Odd = append(r.Odd, Odd{snapshot.Name(at), "a pipe, a socket or a device is there, which is left as it is"})
		return nil
	}
	if e.Kind != snapshot.Folder && (l.Ctim.Sec > r.since.Sec || l.Ctim.Sec == r.since.Sec && l.Ctim.Nsec >= r.since.Nsec) {
		r.Moved = append(r.Moved, snapshot.Name(at))
	}
	r.Changes = append(r.Changes, snapshot.Change{Path: snapshot.Name(at), Before: e})
	return nil
}

// allGone notes what lies in a folder as gone.
func (r *reader) allGone(lower int, name, at string, depth int) error {
	if depth > deepest {
		return fmt.Errorf("more than %d folders lie in each other", deepest)
	}
	low, err := unix.Openat(lower, name, folderFlags, 0)
	if err != nil {
		return err
	}
	defer closeFile(low)
	names, err := list(low)
	if err != nil {
		return err
	}
	for _, child := range names {
		if err := r.gone(low, child, path.Join(at, child), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// hashBelow fills in the hash of a file of the folder, or why there is none.
func hashBelow(lower int, name string, e *snapshot.Entry) error {
	fd, err := unix.Openat(lower, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		e.Lost = "it cannot be read"
		return nil // the entry says so
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	e.Hash, e.Size, err = hashOf(f)
	return err
}

// ownEntry is a file or link of the layer. whiteout says that it stands for nothing there.
func ownEntry(upper int, name string, u *unix.Stat_t) (e *snapshot.Entry, whiteout bool, err error) {
	if u.Mode&unix.S_IFMT == unix.S_IFLNK {
		target, err := readLink(upper, name, u.Size)
		return &snapshot.Entry{Kind: snapshot.Link, Time: u.Mtim.Nano(), Target: snapshot.Name(target)}, false, err
	}
	fd, err := openOwn(upper, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, u)
	if err != nil {
		return nil, false, err
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	if err := unmarked(fd); err != nil {
		return nil, false, err
	}
	if u.Size == 0 {
		if whiteout, err := marked(fd, markWhiteout); whiteout || err != nil {
			return nil, whiteout, err
		}
	}
	e = &snapshot.Entry{Kind: snapshot.File, Mode: modeOf(u), Time: u.Mtim.Nano()}
	e.Hash, e.Size, err = hashOf(f)
	return e, false, err
}

// openOwn opens what is in the layer, which is ours: also what a program has closed to its owner.
func openOwn(dir int, name string, flags int, u *unix.Stat_t) (int, error) {
	fd, err := unix.Openat(dir, name, flags, 0)
	if !errors.Is(err, unix.EACCES) {
		return fd, err
	}
	const owner = 0o700
	if err := unix.Fchmodat(dir, name, u.Mode&0o7777|owner, 0); err != nil {
		return none, err
	}
	return unix.Openat(dir, name, flags, 0)
}

func hashOf(f *os.File) (string, int64, error) {
	h := sha256.New()
	n, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), n, err
}

// list are the names in an open folder.
func list(dir int) ([]string, error) {
	fd, err := unix.Openat(dir, ".", folderFlags, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), ".")
	defer f.Close()
	return f.Readdirnames(-1)
}

func readLink(dir int, name string, size int64) (string, error) {
	buf := make([]byte, min(size, 64<<10)+1)
	n, err := unix.Readlinkat(dir, name, buf)
	if err != nil {
		return "", err
	}
	if n == len(buf) {
		return "", errors.New("the target of a link has changed while it was read")
	}
	return string(buf[:n]), nil
}

// modeOf are the bits of a mode that an entry has.
func modeOf(st *unix.Stat_t) fs.FileMode {
	mode := fs.FileMode(st.Mode & 0o777)
	for bit, is := range map[uint32]fs.FileMode{unix.S_ISUID: fs.ModeSetuid, unix.S_ISGID: fs.ModeSetgid, unix.S_ISVTX: fs.ModeSticky} {
		if st.Mode&bit != 0 {
			mode |= is
		}
	}
	return mode
}
