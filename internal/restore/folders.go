package restore

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"handrail/internal/snapshot"
)

// syncsWhole says that a whole file system can be synced by one call.
const syncsWhole = runtime.GOOS == "linux"

// foldsTo reports whether two paths differ in the case of letters only.
func foldsTo(a, b string) bool { return a != b && strings.EqualFold(a, b) }

// prepareFolders makes the folders that are wanted, and opens to their owner those in which
// something is still to be done.
func (j *job) prepareFolders(ctx context.Context) error {
	list := j.open(func(a *act) bool {
		return a.step.Want != nil && a.step.Want.Kind == snapshot.Folder || a.found.entry != nil && a.found.entry.Kind == snapshot.Folder
	})
	slices.SortStableFunc(list, func(a, b *act) int { return cmp.Compare(len(a.step.Abs()), len(b.step.Abs())) })
	return inOrder(ctx, list, func(a *act) error {
		if err := j.at(a); err != nil {
			return err
		}
		defer a.leave()
		end, err := a.place.Writing()
		if err != nil {
			return err
		}
		defer end()
		if a.found.entry != nil && a.found.entry.Kind == snapshot.Folder {
			if a.found.entry.Mode|owner == a.found.entry.Mode {
				return nil
			}
			a.opened = true
			return a.setMode(a.found.entry.Mode | owner)
		}
		return a.makeFolder()
	})
}

// makeFolder makes the folder beside its place, with its mode and the owner's rights, and
// puts it there: in the place of a file or link, after that is gone.
func (a *act) makeFolder() error {
	if err := a.unchanged(); err != nil {
		return err
	}
	name, dir := tempName(a.step), a.place.Dir
	if err := dir.Mkdir(name, 0o700); err != nil {
		return err
	}
	err := dir.Chmod(name, a.step.Want.Mode|owner)
	if err == nil && a.found.info != nil {
		err = dir.Remove(a.place.Name)
	}
	if err == nil {
		err = dir.Rename(name, a.place.Name)
	}
	if err != nil {
		return errors.Join(err, dir.Remove(name))
	}
	a.found, err = stat(a)
	return err
}

// stat is what lies at the act's place, a folder.
func stat(a *act) (*found, error) {
	info, err := a.place.Dir.Lstat(a.place.Name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, refuse("it was changed meanwhile")
	}
	return &found{info: info, entry: &snapshot.Entry{Kind: snapshot.Folder, Mode: modeOf(info)}}, nil
}

// setMode gives the folder at the act's place a mode.
func (a *act) setMode(mode fs.FileMode) error {
	dir, err := a.place.Enter()
	if errors.Is(err, fs.ErrPermission) { // it is closed even to its owner, and no link: see a.found
		return a.place.Dir.Chmod(a.place.Name, mode)
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	info, err := dir.Stat(".")
	if err != nil || modeOf(info) == mode {
		return err
	}
	return dir.Chmod(".", mode)
}

// finishFolders gives folders the modes that are wanted, the innermost first.
func (j *job) finishFolders(ctx context.Context) error {
	list := j.open(func(a *act) bool { return a.step.Want != nil && a.step.Want.Kind == snapshot.Folder })
	slices.SortStableFunc(list, func(a, b *act) int { return cmp.Compare(len(b.step.Abs()), len(a.step.Abs())) })
	return inOrder(ctx, list, func(a *act) error {
		if err := j.at(a); err != nil {
			return err
		}
		defer a.leave()
		end, err := a.place.Writing()
		if err != nil {
			return err
		}
		defer end()
		if err := a.setMode(a.step.Want.Mode); err != nil {
			return err
		}
		a.outcome, a.opened = Done, false
		return nil
	})
}

// closeFolders gives folders that stay as they are the mode back that they had.
func (j *job) closeFolders() error {
	var errs []error
	for _, a := range j.acts {
		if !a.opened || a.outcome == Done {
			continue
		}
		err := j.at(a)
		if err == nil {
			err = a.setMode(a.found.entry.Mode)
			a.leave()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// sync has the changes written to the disk: of the file system of each root.
func (j *job) sync() error {
	seen := map[string]bool{}
	var errs []error
	for _, a := range j.acts {
		if a.outcome != Done && a.temp == "" {
			continue
		}
		key := a.step.Root
		if !syncsWhole {
			key = filepath.Dir(a.step.Abs())
		}
		if seen[key] || j.at(a) != nil {
			continue
		}
		seen[key] = true
		if synced, err := a.place.SyncAll(); err != nil || !synced {
			errs = append(errs, err, a.place.Sync())
		}
		a.leave()
	}
	return errors.Join(errs...)
}
