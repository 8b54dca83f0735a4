package walls

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/internal/steady"
)

// A draft is a copy of a file or folder, which programs change in its place.
type draft struct {
	at, in string // what it is a copy of, and the copy
	folder bool

	folders *steady.Listings
	tops    []string // folders of the space, which at lies in
	drafts  string   // the folder of the copies, which in lies in

	base  content // what was at at when the copy was made
	sight string  // and which files they were
	mine  string  // the copy, as we left it
}

// A content is the files of a folder, or the one file under the name "".
type content map[string]kept

type kept struct {
	data []byte
	mode os.FileMode
}

func (c content) equal(o content) bool {
	return len(c) == len(o) && len(c.differing(o)) == 0
}

// differing lists the names that are not the same in both.
func (c content) differing(o content) []string {
	var names []string
	for name, f := range c {
		if g, ok := o[name]; !ok || !bytes.Equal(f.data, g.data) || f.mode != g.mode {
			names = append(names, name)
		}
	}
	for name := range o {
		if _, ok := c[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Limits of a folder of which programs get a copy, in files and bytes.
const (
	draftFiles = 100
	draftBytes = 1 << 20
)

// readContent reads what is at a path in one of the folders. No link is followed.
func readContent(tops []string, path string, folder bool) (content, error) {
	at, err := steady.Open(tops, path)
	if err != nil {
		return nil, err
	}
	defer at.Close()
	if !folder {
		data, mode, err := at.Read(draftBytes)
		return content{"": {data, mode}}, err
	}
	in, entries, err := at.Names()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c, left := content{}, int64(draftBytes)
	for _, e := range entries {
		data, mode, err := (&steady.Spot{Dir: in, Name: e.Name()}).Read(left)
		if left -= int64(len(data)); err != nil || len(c) == draftFiles {
			return nil, errors.Join(steady.ErrUnfit, err)
		}
		c[e.Name()] = kept{data, mode}
	}
	return c, nil
}

// refresh makes the copy what is at its place now. What a program has changed in it
// stays as long as one may still be at work; idle says that none is.
func (d *draft) refresh(idle bool) error {
	info, err := os.Lstat(d.at)
	if err != nil {
		return err
	}
	now, copied := string(sightOf(d.folders, d.at)), d.copySight()
	if now == d.sight && copied == d.mine && d.mine != "" && pins.IdentityOf(info).Settled(time.Now()) {
		return nil
	}
	c, err := readContent(d.tops, d.at, d.folder)
	if err != nil {
		return err
	}
	if d.mine != "" && copied != d.mine && !idle { // somebody is at work on it
		return nil
	}
	if d.mine == "" || copied != d.mine || !c.equal(d.base) {
		if err := d.write(c); err != nil {
			return err
		}
	}
	d.base, d.sight, d.mine = c, now, d.copySight()
	return nil
}

// copySight is what the copy looks like, without reading it.
func (d *draft) copySight() string { return string(sightOf(d.folders, d.in)) }

// write makes the copy anew. Programs may be at work in its folder: nothing there is
// followed.
func (d *draft) write(c content) error {
	at, err := steady.Open([]string{d.drafts}, d.in)
	if err != nil {
		return err
	}
	defer at.Close()
	if !d.folder {
		return replaceIn(at.Dir, at.Name, c[""].data, c[""].mode)
	}
	if err := at.Dir.Mkdir(at.Name, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	in, err := steady.OpenFolder(at.Dir, at.Name)
	if err != nil {
		return err
	}
	defer in.Close()
	return fill(in, c)
}

// fill makes a folder hold these files and nothing else.
func fill(in *plain.Root, c content) error {
	dir, err := in.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, ok := c[name]; !ok {
			if err := in.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	for name, f := range c {
		if err := replaceIn(in, name, f.data, f.mode); err != nil {
			return err
		}
	}
	return nil
}

// replaceIn puts a new file in the place of what has a name.
func replaceIn(root *plain.Root, name string, data []byte, mode os.FileMode) error {
	if info, err := root.Lstat(name); err == nil && info.IsDir() {
		if err := root.RemoveAll(name); err != nil {
			return err
		}
	}
	fresh := name + ".handrail"
	if err := root.RemoveAll(fresh); err != nil {
		return err
	}
	f, err := root.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Chmod(mode.Perm()), f.Close()); err != nil {
		return err
	}
	return root.Rename(fresh, name)
}

// changeSettings makes changes in a file of git's, under git's own lock, and in the file itself: what something that lives in a room could
// open on the way there it could write to later. What was changed there since is left, and named in the error.
func changeSettings(tops []string, file string, changes []git.Change) error {
	return withGitLock(tops, file, func(at *steady.Spot) error {
		data, mode, err := at.Read(draftBytes)
		if err != nil {
			return err
		}
		now, err := git.Parse(data)
		if err != nil {
			return err
		}
		var fitting []git.Change
		var others []string
		for _, c := range changes {
			if c.Fits(now) {
				fitting = append(fitting, c)
			} else {
				others = append(others, c.Name)
			}
		}
		out, err := git.Apply(data, fitting)
		if err == nil && !bytes.Equal(out, data) {
			err = at.Rewrite(data, out, mode)
		}
		if err == nil && len(others) > 0 {
			err = fmt.Errorf("changed by somebody else meanwhile: %s", strings.Join(others, ", "))
		}
		return err
	})
}

// lockWait is how long another git may hold its lock.
const lockWait = 200 * time.Millisecond

// withGitLock does something while git changes nothing in a file.
func withGitLock(tops []string, file string, change func(at *steady.Spot) error) error {
	at, err := steady.Open(tops, file)
	if err != nil {
		return err
	}
	defer at.Close()
	root, lock := at.Dir, at.Name+".lock"
	f, err := root.OpenFile(lock, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	for late := time.Now().Add(lockWait); errors.Is(err, os.ErrExist) && time.Now().Before(late); {
		time.Sleep(5 * time.Millisecond)
		f, err = root.OpenFile(lock, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return fmt.Errorf("git's lock %s could not be had (%w): if no git works there, remove it", lock, err)
	}
	err = change(at)
	return errors.Join(err, f.Close(), root.Remove(lock))
}

// leaveIn is replaceIn for what counts as known from then on.
func leaveIn(r *repositories, path string, at *steady.Spot, data []byte, mode os.FileMode) error {
	r.remnants[path] = data
	return replaceIn(at.Dir, at.Name, data, mode)
}

// isRemnant reports whether what was seen at a path, which was just cleaned, is what was left there. Whoever writes all the
// time has written it anew otherwise.
func isRemnant(r *repositories, path string, s sight) bool {
	if r.found != nil && r.found.States[path] { // that is judged by what it says, each time
		return true
	}
	left, known := r.remnants[path]
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return !known && hasNoHooks(r, path) && string(sightOf(&r.folders, path)) == s.id
	}
	return known && bytes.Equal(s.data, left)
}

// hasNoHooks reports whether a folder has no hook but samples and what was put aside.
func hasNoHooks(r *repositories, dir string) bool {
	at, err := steady.Open(r.writable(), dir)
	if err != nil {
		return false
	}
	defer at.Close()
	in, entries, err := at.Names()
	if err != nil {
		return false
	}
	_ = in.Close() // it was only read
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		if strings.Contains(e.Name(), aside) || isSample(e.Name()) || e.Name() == ".gitignore" {
			return false
		}
		_, ok := personsOf(r, filepath.Join(dir, e.Name()))
		return !ok
	})
}

// isSample reports whether a hook is one of git's samples, which nothing runs.
func isSample(name string) bool { return strings.HasSuffix(name, ".sample") }
