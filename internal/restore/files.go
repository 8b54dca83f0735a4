package restore

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"handrail/internal/snapshot"
)

// tempStart starts the names of what is written beside the place of a step: it names the step,
// so that nobody else's file is taken for one that was left behind.
func tempStart(path string) string {
	sum := sha256.Sum256([]byte(path))
	return ".handrail-restore-" + hex.EncodeToString(sum[:8]) + "-"
}

func tempName(s Step) string { return tempStart(s.Abs()) + rand.Text()[:16] + ".tmp" }

// sweep removes what an Apply that was killed has left beside its places.
func (j *job) sweep(ctx context.Context) error {
	seen, starts := map[string]bool{}, map[string][]string{}
	for _, a := range j.acts {
		folder := filepath.Dir(a.step.Abs())
		starts[folder] = append(starts[folder], tempStart(a.step.Abs()))
	}
	return inOrder(ctx, j.open(func(*act) bool { return true }), func(a *act) error {
		folder := filepath.Dir(a.step.Abs())
		if seen[folder] {
			return nil
		}
		seen[folder] = true
		if j.at(a) != nil {
			return nil // its folder is still to come
		}
		defer a.leave()
		f, err := a.place.Dir.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		names, err := f.Readdirnames(-1)
		slices.Sort(starts[folder])
		for _, name := range names {
			// Sorted, the only start that can fit stands right before the name.
			n, _ := slices.BinarySearch(starts[folder], name)
			if n > 0 && strings.HasPrefix(name, starts[folder][n-1]) && strings.HasSuffix(name, ".tmp") {
				_ = a.place.Dir.Remove(name) // what cannot be removed is in nobody's way
			}
		}
		return err
	})
}

// stage writes the files and links beside their places.
func (j *job) stage(ctx context.Context) error {
	staged := j.open(func(a *act) bool {
		w := a.step.Want
		return w != nil && w.Kind != snapshot.Folder && !a.step.onlyMode() && !a.blocked()
	})
	err := j.each(ctx, staged, j.write)
	full := slices.ContainsFunc(staged, func(a *act) bool { return a.outcome == Failed && a.why == reason(syscall.ENOSPC) })
	if err == nil && full {
		err = errors.New("the disk is full: no file was changed")
	}
	if err != nil {
		return err
	}
	return j.sync() // the content is on the disk before its name is
}

// blocked reports whether a folder must go before the file or link can come.
func (a *act) blocked() bool {
	return a.found.entry != nil && a.found.entry.Kind == snapshot.Folder && a.step.Want != nil && a.step.Want.Kind != snapshot.Folder
}

// write writes what is wanted beside its place. The place is held only meanwhile.
func (j *job) write(a *act) error {
	if err := j.at(a); err != nil {
		return err
	}
	defer a.leave()
	name, w := tempName(a.step), a.step.Want
	if w.Kind == snapshot.Link {
		if err := a.place.Dir.Symlink(string(w.Target), name); err != nil {
			return err
		}
		a.temp = name
		return a.place.SetTime(name, time.Unix(0, w.Time))
	}
	content, err := j.c.Contents.Open(w.Hash)
	if err != nil {
		return err
	}
	defer content.Close()
	f, err := a.place.Dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // nobody else opens it before it has its mode
	if err != nil {
		return err
	}
	a.temp = name
	err = j.fill(a, f, content)
	return errors.Join(err, f.Close())
}

// fill gives the file its content, owner, mode and time.
func (j *job) fill(a *act, f *os.File, content io.Reader) error {
	sums, w := j.sums(), a.step.Want
	n, err := io.Copy(io.MultiWriter(f, sums), content)
	if err != nil {
		return err
	}
	if n != w.Size || !sums.has(w.Hash) {
		return errors.New("its content is damaged where it was kept")
	}
	if old := a.found.info; old != nil && old.Mode().IsRegular() {
		if err := a.place.KeepOwner(a.temp, old); err != nil {
			return err
		}
	}
	if err := f.Chmod(w.Mode); err != nil {
		return err
	}
	if err := a.place.SetTime(a.temp, time.Unix(0, w.Time)); err != nil {
		return err
	}
	if syncsWhole {
		return nil // see stage
	}
	return f.Sync()
}

// placeAll puts what was written into its place, and sets modes of files.
func (j *job) placeAll(ctx context.Context) error {
	return j.each(ctx, j.open(func(a *act) bool { return a.temp != "" || a.step.onlyMode() && a.step.Want.Kind == snapshot.File }), j.put)
}

// put puts one file or link into its place.
func (j *job) put(a *act) error {
	if err := j.at(a); err != nil {
		return err
	}
	defer a.leave()
	end, err := a.place.Writing()
	if err != nil {
		return err
	}
	defer end()
	if err := a.unchanged(); err != nil {
		return err
	}
	if a.temp == "" { // the time first: cut short in between, it is still what is expected
		if err := a.place.SetTime(a.place.Name, time.Unix(0, a.step.Want.Time)); err != nil {
			return err
		}
		if err := a.place.Dir.Chmod(a.place.Name, a.step.Want.Mode); err != nil {
			return err
		}
		a.outcome = Done
		return nil
	}
	if a.found.info == nil && a.step.Want.Kind == snapshot.File {
		err = a.place.Dir.Link(a.temp, a.place.Name) // which fails if something has come there
		switch {
		case err == nil:
			err = a.place.Dir.Remove(a.temp)
		case errors.Is(err, fs.ErrExist):
			return refuse("something of that name is there by now")
		default: // not every file system has hard links
			err = a.place.Dir.Rename(a.temp, a.place.Name)
		}
	} else {
		err = a.place.Dir.Rename(a.temp, a.place.Name)
	}
	if err != nil {
		return err
	}
	a.temp, a.outcome = "", Done
	return nil
}

// removeAll removes what shall be gone, the innermost first.
func (j *job) removeAll(ctx context.Context) error {
	gone := j.open(func(a *act) bool { return a.step.Want == nil || a.blocked() })
	slices.SortStableFunc(gone, func(a, b *act) int { return cmp.Compare(len(b.step.Abs()), len(a.step.Abs())) })
	return inOrder(ctx, gone, j.remove)
}

// remove removes a file, a link or an empty folder.
func (j *job) remove(a *act) error {
	if err := j.at(a); err != nil {
		return err
	}
	defer a.leave()
	end, err := a.place.Writing()
	if err != nil {
		return err
	}
	defer end()
	if !a.found.info.IsDir() {
		if err := a.unchanged(); err != nil {
			return err
		}
		if j.keptAs(a) {
			return refuse("it is a file that was put back, by another spelling of its name")
		}
	}
	err = a.place.Dir.Remove(a.place.Name)
	if errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, fs.ErrExist) {
		return refuse("it is a folder that holds something else by now")
	}
	if err != nil {
		return err
	}
	if a.step.Want == nil {
		a.outcome = Done
	} else {
		a.found = &found{} // placeBlocked does the rest
	}
	return nil
}

// keptAs reports whether the file is at the same time one that is wanted: where the file
// system takes two spellings for one name.
func (j *job) keptAs(a *act) bool {
	return slices.ContainsFunc(j.acts, func(o *act) bool {
		if o == a || o.step.Want == nil || !foldsTo(o.step.Abs(), a.step.Abs()) {
			return false
		}
		info, err := os.Lstat(o.step.Abs())
		return err == nil && os.SameFile(info, a.found.info)
	})
}

// placeBlocked puts files and links where a folder was.
func (j *job) placeBlocked(ctx context.Context) error {
	list := j.open(func(a *act) bool {
		return a.step.Want != nil && a.step.Want.Kind != snapshot.Folder && a.found.info == nil
	})
	if err := j.each(ctx, list, j.write); err != nil {
		return err
	}
	return inOrder(ctx, j.open(func(a *act) bool { return a.temp != "" }), j.put)
}

// discard removes what was written and not used, and closes folders again.
func (j *job) discard() error {
	errs := []error{j.closeFolders()}
	for _, a := range j.acts {
		if a.temp == "" {
			continue
		}
		err := j.at(a)
		if err == nil {
			err = a.place.Dir.Remove(a.temp)
			a.leave()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
		a.temp = ""
	}
	return errors.Join(errs...)
}
