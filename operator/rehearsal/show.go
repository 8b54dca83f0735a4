package rehearsal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"handrail/internal/difference"
	"handrail/internal/layer"
	"handrail/internal/plain"
	"handrail/internal/snapshot"
	"handrail/tools"
)

// Renamed is what a File is whose content had another name: a change of two names.
const Renamed = "renamed"

// A File is one change, for a person.
type File struct {
	Path  string            `json:"path"`            // below the space with slashes; absolute outside of it
	What  string            `json:"what"`            // as snapshot.Change has it: new, gone, changed, mode, kind; or renamed
	From  string            `json:"from,omitempty"`  // of what was renamed: its name before
	Kind  string            `json:"kind"`            // file, folder or link: what it would be, or was
	Note  string            `json:"note,omitempty"`  // what differs beside the parts, or why there are none
	Parts []difference.Part `json:"parts,omitempty"` // in which its text would differ
	Moved bool              `json:"moved,omitempty"` // somebody has changed it meanwhile: it cannot be kept

	Abs     string `json:"-"` // absolute
	AbsFrom string `json:"-"` // of what was renamed

	layer  int
	change snapshot.Change
}

// Named is What with the beginning of its line, for lists.
func (r Rehearsal) Named() string {
	line := []rune(r.Line())
	if len(line) == 0 {
		return r.What()
	}
	if len(line) > mostNamed {
		line = append(line[:mostNamed-1], '…')
	}
	return r.What() + ": " + string(line)
}

// mostNamed is how many characters of a line stand in a list.
const mostNamed = 60

// Line is in one line what was rehearsed: the first line of a command, or else the input; of a
// conversation, how it began.
func (r Rehearsal) Line() string {
	if r.Session != "" {
		return r.Title
	}
	var in struct {
		Command any `json:"command"`
	}
	text := string(r.Input)
	if json.Unmarshal(r.Input, &in) == nil {
		if command, ok := in.Command.(string); ok {
			text = strings.TrimSpace(command)
		}
	}
	if text == "{}" {
		return ""
	}
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// Files are the changes of a rehearsal, folder by folder, with differences where contents are texts of
// at most difference.Limit bytes. most is for how many; the others have none.
func (d *Desk) Files(r Rehearsal, most int) ([]File, error) {
	list := r.Files()
	for n := range list[:min(len(list), most)] {
		if err := d.compare(r, &list[n]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Compare is the change of one name with its difference; of what was renamed, of either name. It is
// ErrUnknown if the rehearsal would not change that name.
func (d *Desk) Compare(r Rehearsal, abs string) (File, error) {
	for _, f := range r.Files() {
		if f.Abs == abs || f.AbsFrom == abs {
			return f, d.compare(r, &f)
		}
	}
	return File{}, ErrUnknown
}

// Files are the changes without their differences. A file that was only renamed is one of them.
func (r Rehearsal) Files() []File {
	var list []File
	for at, l := range r.Layers {
		moved := map[snapshot.Name]bool{}
		for _, name := range l.Moved {
			moved[name] = true
		}
		from := difference.Renamed(l.Changes)
		left := map[snapshot.Name]bool{}
		for _, before := range from {
			left[before] = true
		}
		abs := func(path snapshot.Name) string { return filepath.Join(l.Root, filepath.FromSlash(string(path))) }
		for _, c := range l.Changes {
			if left[c.Path] {
				continue // its other name says it
			}
			f := File{Path: name(r.Space, l.Root, c.Path), What: c.What(), Moved: moved[c.Path], Abs: abs(c.Path), layer: at, change: c}
			for _, e := range []*snapshot.Entry{c.Before, c.After} {
				if e != nil {
					f.Kind = string(e.Kind)
				}
			}
			if before, ok := from[c.Path]; ok {
				f.What, f.From, f.AbsFrom, f.Moved = Renamed, name(r.Space, l.Root, before), abs(before), f.Moved || moved[before]
			}
			list = append(list, f)
		}
	}
	return list
}

// name is a path as a person knows it.
func name(space, root string, path snapshot.Name) string {
	abs := filepath.Join(root, filepath.FromSlash(string(path)))
	if rel, err := filepath.Rel(space, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return abs
}

// compare says what of a file differs.
func (d *Desk) compare(r Rehearsal, f *File) (err error) {
	c := f.change
	var notes []string
	if c.Before != nil && c.After != nil && c.Before.Mode != c.After.Mode && c.Before.Kind == c.After.Kind {
		notes = append(notes, fmt.Sprintf("the permissions change from %s to %s", c.Before.Mode, c.After.Mode))
	}
	for _, e := range []struct {
		entry *snapshot.Entry
		says  string
	}{{c.Before, "it was a link to %q"}, {c.After, "it is a link to %q"}} {
		if e.entry != nil && e.entry.Kind == snapshot.Link {
			notes = append(notes, fmt.Sprintf(e.says, d.out(string(e.entry.Target))))
		}
	}
	isFile := func(e *snapshot.Entry) bool { return e != nil && e.Kind == snapshot.File }
	differs := (isFile(c.Before) || isFile(c.After)) && (!isFile(c.Before) || !isFile(c.After) || c.Before.Hash != c.After.Hash)
	switch {
	case f.What == Renamed:
		notes = append(notes, fmt.Sprintf("it was called %q; the contents stay the same", f.From))
	case differs && tools.SensitivePath(f.Abs):
		notes = append(notes, "it may hold secrets, and is not shown")
	case differs:
		var note string
		f.Parts, note, err = d.parts(r, f)
		if note != "" {
			notes = append(notes, note)
		}
	}
	f.Note = strings.Join(notes, "; ")
	return err
}

// parts are the pieces in which the texts of a file differ, or a note why there are none.
func (d *Desk) parts(r Rehearsal, f *File) (parts []difference.Part, note string, err error) {
	l := r.Layers[f.layer]
	contents, err := layer.OpenContents(filepath.Join(d.dir, r.ID, l.Own), l.Changes)
	if err != nil {
		return nil, "", err
	}
	defer contents.Close()
	c := f.change
	before, ok1 := text(c.Before, func() (io.ReadCloser, error) { return below(l.Root, c.Path) })
	after, ok2 := text(c.After, func() (io.ReadCloser, error) { return contents.Open(c.After.Hash) })
	if !ok1 || !ok2 {
		return nil, fmt.Sprintf("it is no text, or a large one: %s before, %s then", size(c.Before), size(c.After)), nil
	}
	parts, err = difference.Parts(d.out(before), d.out(after))
	if err == nil && len(parts) == 0 && c.Before == nil {
		note = "it is empty"
	}
	return parts, note, err
}

func size(e *snapshot.Entry) string {
	if e == nil || e.Kind != snapshot.File {
		return "nothing"
	}
	return fmt.Sprintf("%d bytes", e.Size)
}

// below opens a file of a folder. No link is followed out of it.
func below(root string, path snapshot.Name) (io.ReadCloser, error) {
	top, err := plain.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	p := filepath.FromSlash(string(path))
	info, err := top.Lstat(p)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	return top.Open(p)
}

// text is the content of a file, if it is a text of a size that can be compared. Nothing is "".
func text(e *snapshot.Entry, open func() (io.ReadCloser, error)) (string, bool) {
	if e == nil || e.Kind != snapshot.File {
		return "", true
	}
	if e.Size > difference.Limit {
		return "", false
	}
	f, err := open()
	if err != nil {
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, difference.Limit+1))
	if err = errors.Join(err, f.Close()); err != nil || len(data) > difference.Limit {
		return "", false
	}
	return string(data), difference.IsText(string(data))
}
