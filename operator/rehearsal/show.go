package rehearsal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/layer"
	"handrail/internal/snapshot"
)

// A File is one change, for a person.
type File struct {
	Path  string `json:"path"`                 // below the space with slashes; absolute outside of it
	What  string `json:"what"`                 // as snapshot.Change has it: new, gone, changed, mode, kind
	Kind  string `json:"kind"`                 // file, folder or link: what it would be, or was
	Lines string `json:"difference,omitempty"` // the difference of a text; else what of it differs, in words
	Moved bool   `json:"moved,omitempty"`      // somebody has changed it meanwhile: it cannot be kept
}

// diffLimit is how many bytes of a file a difference is made of.
const diffLimit = 256 << 10

// Files are the changes of a rehearsal, with differences where contents are texts: of files of at
// most 256 KiB. most is for how many; the others have none.
func (d *Desk) Files(r Rehearsal, most int) ([]File, error) {
	var list []File
	for _, l := range r.Layers {
		contents, err := layer.OpenContents(filepath.Join(d.dir, r.ID, l.Own), l.Changes)
		if err != nil {
			return nil, err
		}
		moved := map[snapshot.Name]bool{}
		for _, name := range l.Moved {
			moved[name] = true
		}
		for _, c := range l.Changes {
			f := File{Path: name(r.Space, l.Root, c.Path), What: c.What(), Moved: moved[c.Path]}
			for _, e := range []*snapshot.Entry{c.Before, c.After} {
				if e != nil {
					f.Kind = string(e.Kind)
				}
			}
			if len(list) < most {
				f.Lines = d.out(lines(l.Root, c, f.Path, contents))
			}
			list = append(list, f)
		}
		if err := contents.Close(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// name is a path as a person knows it.
func name(space, root string, path snapshot.Name) string {
	abs := filepath.Join(root, filepath.FromSlash(string(path)))
	if rel, err := filepath.Rel(space, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return abs
}

// lines says what differs.
func lines(root string, c snapshot.Change, name string, contents *layer.Contents) string {
	var out strings.Builder
	if c.Before != nil && c.After != nil && c.Before.Mode != c.After.Mode && c.Before.Kind == c.After.Kind {
		fmt.Fprintf(&out, "mode %s to %s\n", c.Before.Mode, c.After.Mode)
	}
	isFile := func(e *snapshot.Entry) bool { return e != nil && e.Kind == snapshot.File }
	switch {
	case c.After != nil && c.After.Kind == snapshot.Link:
		fmt.Fprintf(&out, "a link to %q\n", string(c.After.Target))
	case isFile(c.Before) && isFile(c.After) && c.Before.Hash == c.After.Hash:
	case isFile(c.Before) || isFile(c.After):
		before, ok1 := text(c.Before, func() (io.ReadCloser, error) { return below(root, c.Path) })
		after, ok2 := text(c.After, func() (io.ReadCloser, error) { return contents.Open(c.After.Hash) })
		if !ok1 || !ok2 {
			fmt.Fprintf(&out, "%s before, %s then; no text that could be compared\n", size(c.Before), size(c.After))
			break
		}
		out.WriteString(udiff.Unified(name, name+" as rehearsed", before, after))
	}
	return out.String()
}

func size(e *snapshot.Entry) string {
	if e == nil || e.Kind != snapshot.File {
		return "nothing"
	}
	return fmt.Sprintf("%d bytes", e.Size)
}

// below opens a file of a folder. No link is followed out of it.
func below(root string, path snapshot.Name) (io.ReadCloser, error) {
	top, err := os.OpenRoot(root)
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
	if e.Size > diffLimit {
		return "", false
	}
	f, err := open()
	if err != nil {
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, diffLimit+1))
	if err = errors.Join(err, f.Close()); err != nil || len(data) > diffLimit {
		return "", false
	}
	t := string(data)
	return t, utf8.ValidString(t) && !strings.ContainsRune(t, 0)
}
