package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	// maxName is the longest name that is looked at, in bytes: PATH_MAX of Linux.
	maxName = 4096
	// maxLinks is how many links a name may lead through: MAXSYMLINKS of Linux.
	maxLinks = 40
)

// A Path is a place inside a root, with no link on the way to it. Only
// [Roots.Resolve] and [Roots.ResolveEntry] make useful ones; one that was made
// by hand is checked like any other when it is used.
type Path struct {
	Root string // the real path of the root it lies in
	Rel  string // relative to Root, with the system's separators; "." is the root itself
	Abs  string // real and absolute; this is what a person is shown
	For  string // the session to which alone the root is granted; "": to every one
}

// String returns the absolute path.
func (p Path) String() string { return p.Abs }

// IsZero reports whether p stands for nothing.
func (p Path) IsZero() bool { return p == Path{} }

// Join returns the place rel below p. rel is relative, clean, without "..".
func (p Path) Join(rel string) Path {
	return Path{Root: p.Root, Rel: filepath.Join(p.Rel, rel), Abs: filepath.Join(p.Abs, rel), For: p.For}
}

// Resolve turns a name, absolute or relative to the base, into a Path. Links
// and ".." are followed as the system would follow them, also the last part. As
// soon as a part does not exist, the rest is cleaned as text. The file need not
// exist. The error is an *EscapeError, a *NameError, or the system's (a loop of
// links, a folder that may not be entered, a file used as a folder).
func (r *Roots) Resolve(name string) (Path, error) { return r.resolve(name, true) }

// ResolveEntry is Resolve, but a link in the last part is not followed: the
// Path is the link's own. It is for removing, renaming and recording entries.
func (r *Roots) ResolveEntry(name string) (Path, error) { return r.resolve(name, false) }

func (r *Roots) resolve(name string, last bool) (Path, error) {
	if err := checkName(name); err != nil {
		return Path{}, err
	}
	from, rest := r.Base(), name
	if filepath.IsAbs(name) {
		vol := filepath.VolumeName(name)
		from, rest = vol+string(filepath.Separator), name[len(vol):]
	}
	if from == "" {
		return Path{}, &RootError{Path: name, Why: "cannot be used: the session has ended", Err: fs.ErrClosed}
	}
	real, err := follow(r.layers, from, rest, last)
	p, ok := Path{}, false
	if err == nil {
		p, ok = r.locate(real, r.session)
	}
	if at, below, known := elsewhere(r, name); !ok && known {
		if led, ledErr := follow(r.layers, at, below, last); ledErr == nil {
			p, ok = r.locate(led, r.session)
		} else if err == nil {
			err = ledErr
		}
	}
	if !ok && err != nil {
		return Path{}, &fs.PathError{Op: "resolve", Path: name, Err: errors.Unwrap(err)}
	}
	if !ok {
		change, read := r.Lists()
		return Path{}, &EscapeError{Name: name, Real: real, Roots: append(change, read...)}
	}
	return p, nil
}

// elsewhere is the folder in which programs find what a call names, and what of the name is below it.
func elsewhere(r *Roots, name string) (at, below string, ok bool) {
	if !r.called || !filepath.IsAbs(name) {
		return "", "", false
	}
	for folder, at := range r.shown() {
		if rest, in := strings.CutPrefix(name, folder); in && (rest == "" || os.IsPathSeparator(rest[0])) {
			return at, rest, true
		}
	}
	return "", "", false
}

// has reports whether the root covers rel, an entry of its folder whose real
// path is given.
func (e *root) has(layers Layers, rel, real string) bool {
	return e.file == "" || rel == e.file || (strings.EqualFold(rel, e.file) && sameFile(layers, real, e.real))
}

// path makes the Path of rel, which the root has.
func (e *root) path(rel string) Path {
	if e.file != "" {
		return Path{Root: e.real, Rel: ".", Abs: e.real}
	}
	return Path{Root: e.real, Rel: rel, Abs: filepath.Join(e.real, rel)}
}

// checkName refuses what no system call should see.
func checkName(name string) error {
	bad := func(why string) error { return &NameError{Name: name, Why: why} }
	switch {
	case name == "":
		return bad("it is empty")
	case strings.ContainsRune(name, 0):
		return bad("it contains a NUL byte")
	case len(name) > maxName:
		return bad(fmt.Sprintf("it has %d bytes, more than %d", len(name), maxName))
	case name == "~" || strings.HasPrefix(name, "~/"):
		return bad("~ is not expanded here; write the path out, or ./~ for an entry of that name")
	}
	if runtime.GOOS != "windows" {
		return nil
	}
	rest := name[len(filepath.VolumeName(name)):]
	if !filepath.IsAbs(name) && rest != name {
		return bad("it is relative to a drive; write the whole path")
	}
	if strings.HasPrefix(name, `\\?\`) || strings.HasPrefix(name, `\\.\`) || strings.HasPrefix(name, `\??\`) {
		return bad("device paths are not used here")
	}
	if strings.ContainsRune(rest, ':') {
		return bad("a colon names a hidden stream of a file")
	}
	return nil
}

// follow walks rest from the folder from, as the system would, and returns
// where it ends. from is absolute and without links. If last is false the
// final part is not followed. Errors are *fs.PathError.
func follow(layers Layers, from, rest string, last bool) (string, error) {
	cur, links := from, 0
	missing := 0 // how many parts of cur do not exist
	todo := split(rest)
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		if part == ".." {
			cur = filepath.Dir(cur)
			missing = max(0, missing-1)
			continue
		}
		next := filepath.Join(cur, part)
		if missing > 0 {
			cur, missing = next, missing+1
			continue
		}
		at, _ := layers.At(next)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			cur, missing = next, 1
		case err != nil:
			return "", err
		case !isLink(info) || (!last && len(todo) == 0):
			if len(todo) > 0 && !info.IsDir() && !isLink(info) {
				return "", notFolder(next)
			}
			cur = next
		default:
			if links++; links > maxLinks {
				return "", &fs.PathError{Op: "resolve", Path: next, Err: errors.New("too many symbolic links; they may form a loop")}
			}
			target, err := os.Readlink(at)
			if err != nil {
				return "", err
			}
			if filepath.IsAbs(target) {
				vol := filepath.VolumeName(target)
				cur, target = vol+string(filepath.Separator), target[len(vol):]
			}
			todo = append(split(target), todo...)
		}
	}
	return cur, nil
}

// isLink reports whether the system follows the entry: a symbolic link, or a
// mount point of Windows.
func isLink(info fs.FileInfo) bool {
	return info.Mode()&fs.ModeSymlink != 0 || (runtime.GOOS == "windows" && info.Mode()&fs.ModeIrregular != 0)
}

// split cuts a path into its parts, leaving out empty ones and ".".
func split(path string) []string {
	parts := strings.FieldsFunc(path, func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) })
	kept := parts[:0]
	for _, p := range parts {
		if p != "." {
			kept = append(kept, p)
		}
	}
	return kept
}

// relative returns path relative to folder if it lies in it. Names decide
// first. Where they differ, identity does: the same folder under another
// spelling (a file system that ignores case) is still the same folder. info is
// folder's identity; nil means to look it up.
func relative(layers Layers, folder string, info fs.FileInfo, path string) (string, bool) {
	if rel, ok := below(folder, path); ok {
		return rel, true
	}
	if info == nil {
		var err error
		if info, err = lstat(layers, folder); err != nil {
			return "", false
		}
	}
	rest := ""
	for up := path; ; {
		if now, err := lstat(layers, up); err == nil && os.SameFile(now, info) {
			if rest == "" {
				rest = "."
			}
			return rest, true
		}
		parent := filepath.Dir(up)
		if parent == up {
			return "", false
		}
		rest = filepath.Join(filepath.Base(up), rest)
		up = parent
	}
}

// below is relative by name alone.
func below(folder, path string) (string, bool) {
	if path == folder {
		return ".", true
	}
	return strings.CutPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

func sameFile(layers Layers, a, b string) bool {
	x, err := lstat(layers, a)
	if err != nil {
		return false
	}
	y, err := lstat(layers, b)
	return err == nil && os.SameFile(x, y)
}
