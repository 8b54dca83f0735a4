package restore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"handrail/internal/confine"
	"handrail/internal/snapshot"
)

// found is what lies at a place.
type found struct {
	info  fs.FileInfo     // nil: nothing
	entry *snapshot.Entry // nil: nothing, or of another kind
	other string          // what of another kind it is: "a named pipe"
}

// judge decides of each step whether it can be done. Places are held only while they are
// looked at: there may be more than a process may open.
func (j *job) judge(ctx context.Context) error {
	return j.each(ctx, j.acts, func(a *act) error {
		err := j.at(a)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, errLinked) {
			a.found, a.astray = &found{}, err // not even its folder; which may be one of the steps
			return a.judge()
		}
		if err != nil {
			return err
		}
		defer a.leave()
		if a.found, err = j.look(a); err != nil {
			return err
		}
		return a.judge()
	})
}

// judge compares what was found with what is expected.
func (a *act) judge() error {
	s, f := a.step, a.found
	if s.Path == "." && (s.Now == nil || s.Want == nil || s.Now.Kind != snapshot.Folder || s.Want.Kind != snapshot.Folder) {
		return refuse("only the mode of the folder itself can be set")
	}
	switch {
	case f.other != "":
		return refuse("%s lies there now: move it away, and do the same again", f.other)
	case f.entry.Same(s.Want):
		a.outcome = Already
		return nil
	case f.entry.Same(s.Now), s.begun(f.entry):
	case f.entry == nil:
		return refuse("it is gone by now")
	case s.Now == nil:
		return refuse("something of that name is there by now")
	case f.entry.Kind != s.Now.Kind:
		return refuse("it is another kind of file by now")
	case f.entry.Mode != s.Now.Mode && f.entry.Hash == s.Now.Hash && f.entry.Target == s.Now.Target:
		return refuse("its mode was changed meanwhile")
	default:
		return refuse("it was changed meanwhile")
	}
	if s.Want != nil && s.Want.Kind == snapshot.File && s.Want.Hash == "" && !s.onlyMode() {
		return errors.New(lost(s.Want))
	}
	return nil
}

func lost(e *snapshot.Entry) string {
	if e.Lost != "" {
		return "its content is not kept: " + e.Lost
	}
	return "its content is not kept"
}

// begun reports whether e is what an Apply that was cut short has left: a folder that is still
// open to its owner, or nothing where a folder and something else change places.
func (s Step) begun(e *snapshot.Entry) bool {
	kind := func(e *snapshot.Entry) snapshot.Kind {
		if e == nil {
			return ""
		}
		return e.Kind
	}
	from, to, is := kind(s.Now), kind(s.Want), kind(e)
	switch {
	case is == "":
		return from != "" && to != "" && from != to && (from == snapshot.Folder || to == snapshot.Folder)
	case is != snapshot.Folder:
		return false
	case to == snapshot.Folder:
		return e.Mode == s.Want.Mode|owner
	}
	return from == snapshot.Folder && e.Mode == s.Now.Mode|owner
}

// owner are the rights that are needed to change what lies in a folder.
const owner fs.FileMode = 0o700

// onlyMode reports whether content and kind stay.
func (s Step) onlyMode() bool {
	if s.Now == nil || s.Want == nil || s.Now.Kind != s.Want.Kind || s.Now.Kind == snapshot.Link {
		return false
	}
	if s.Now.Kind == snapshot.Folder {
		return true
	}
	return s.Now.Hash == s.Want.Hash && s.Now.Size == s.Want.Size && (s.Now.Hash != "" || s.Now.Time == s.Want.Time)
}

// look says what lies at the act's place.
func (j *job) look(a *act) (*found, error) {
	info, err := a.place.Dir.Lstat(a.place.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return &found{}, nil
	}
	if err != nil {
		return nil, err
	}
	f := &found{info: info, entry: &snapshot.Entry{Mode: modeOf(info), Time: info.ModTime().UnixNano()}}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		f.entry.Kind, f.entry.Size = snapshot.File, info.Size()
		f.entry.Hash, err = j.nameOf(a, f.entry.Size)
	case mode.IsDir():
		f.entry.Kind, f.entry.Time = snapshot.Folder, 0
	case mode.Type() == fs.ModeSymlink:
		f.entry.Kind, f.entry.Mode = snapshot.Link, 0
		var target string
		target, err = a.place.Dir.Readlink(a.place.Name)
		f.entry.Target = snapshot.Name(target)
	default:
		f.entry, f.other = nil, confine.KindName(mode)
	}
	return f, err
}

// modeOf are the bits of a mode that an entry has.
func modeOf(info fs.FileInfo) fs.FileMode {
	return info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// nameOf is the hash of the file at the act's place, in the spelling of that one of the step's
// entries whose content it has; "" where neither has a hash, or another size.
func (j *job) nameOf(a *act, size int64) (string, error) {
	var wanted []string
	for _, e := range []*snapshot.Entry{a.step.Now, a.step.Want} {
		if e != nil && e.Kind == snapshot.File && e.Hash != "" && e.Size == size {
			wanted = append(wanted, e.Hash)
		}
	}
	if len(wanted) == 0 {
		if a.step.Now != nil && a.step.Now.Hash == "" {
			return "", nil // by size and time
		}
		return "other", nil
	}
	f, err := a.open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	sums := j.sums()
	if _, err := io.Copy(sums, f); err != nil {
		return "", err
	}
	for _, name := range wanted {
		if sums.has(name) {
			return name, nil
		}
	}
	return "other", nil
}

// open opens the file at the place, also one that its owner may not read, which stays as closed as it is.
func (a *act) open() (*os.File, error) {
	f, err := a.place.Open()
	if !errors.Is(err, fs.ErrPermission) {
		return f, err
	}
	info, statErr := a.place.Dir.Lstat(a.place.Name)
	if statErr != nil || !info.Mode().IsRegular() || a.place.Dir.Chmod(a.place.Name, info.Mode()|0o400) != nil {
		return nil, err
	}
	f, err = a.place.Open()
	return f, errors.Join(err, a.place.Dir.Chmod(a.place.Name, info.Mode()))
}

// sums are the names that a content may have.
type sums struct {
	io.Writer
	all []hash.Hash
}

func (j *job) sums() sums {
	s := sums{all: []hash.Hash{sha256.New()}}
	s.Writer = s.all[0]
	if j.c.Keyed != nil {
		s.all = append(s.all, j.c.Keyed())
		s.Writer = io.MultiWriter(s.all[0], s.all[1])
	}
	return s
}

// has reports whether the content that was written has the name.
func (s sums) has(name string) bool {
	want, err := hex.DecodeString(name)
	if err != nil {
		return false
	}
	for _, h := range s.all {
		if bytes.Equal(h.Sum(nil), want) {
			return true
		}
	}
	return false
}

// unchanged fails if the file or link at the place is another than was looked at.
func (a *act) unchanged() error {
	now, err := a.place.Dir.Lstat(a.place.Name)
	if errors.Is(err, fs.ErrNotExist) {
		if a.found.info == nil {
			return nil
		}
		return refuse("it is gone by now")
	}
	if err != nil {
		return err
	}
	then := a.found.info
	if then == nil {
		return refuse("something of that name is there by now")
	}
	if !os.SameFile(then, now) || then.Mode() != now.Mode() || !now.IsDir() && (then.Size() != now.Size() || !then.ModTime().Equal(now.ModTime())) {
		return refuse("it was changed meanwhile")
	}
	return nil
}

// reason is an error of the system for a person, without its path.
func reason(err error) string {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "you have no right to change it, or the folder that it is in: give yourself the right to write there (chmod u+w), and do the same again"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return "the folder that it is in is not there"
	}
	return strings.TrimSpace(err.Error())
}
