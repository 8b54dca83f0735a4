package spaces

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/internal/pins"
)

// files reads the files of a space and remembers which it has seen. What cannot be
// read becomes a problem.
type files struct {
	fsys     fs.FS
	problems *problems
	seen     map[string]sight // files that were read
	odd      []string         // files that were left out for their names: see misleads
}

func newFiles(fsys fs.FS, p *problems) *files {
	return &files{fsys: fsys, problems: p, seen: map[string]sight{}}
}

// listed reads a file that a listing has named: one that is not there after all
// is a link that leads nowhere.
func (f *files) listed(name string, limit int64) ([]byte, bool) {
	if _, err := fs.Stat(f.fsys, name); errors.Is(err, fs.ErrNotExist) {
		f.problems.add(name, 0, Error, "is a link to something that is not there; fix it, or remove it")
		return nil, false
	}
	return f.read(name, limit)
}

// read reads one regular file of at most limit bytes. Anything else is reported;
// a file that is not there is not.
func (f *files) read(name string, limit int64) ([]byte, bool) {
	info, err := fs.Stat(f.fsys, name)
	if err != nil {
		f.problems.unreadable(name, err)
		return nil, false
	}
	if !info.Mode().IsRegular() {
		f.problems.add(name, 0, Error, "is not a regular file; put a file in its place")
		return nil, false
	}
	f.see(name, info)
	file, err := f.fsys.Open(name)
	if err != nil {
		f.problems.unreadable(name, err)
		return nil, false
	}
	defer func() { _ = file.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		f.problems.unreadable(name, err)
		return nil, false
	}
	if int64(len(data)) > limit {
		f.problems.add(name, 0, Error, "has %d bytes; at most %d are read: make it smaller", max(info.Size(), int64(len(data))), limit)
		return nil, false
	}
	seen := f.seen[name]
	seen.sum = digest(data)
	f.seen[name] = seen
	return data, true
}

// list names the regular files of a folder that end in suffix, in order.
func (f *files) list(folder, suffix string) []string {
	entries, err := fs.ReadDir(f.fsys, folder)
	if err != nil {
		f.problems.unreadable(folder, err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && strings.HasSuffix(name, suffix) && !strings.HasPrefix(name, ".") {
			names = append(names, path.Join(folder, name))
		}
	}
	names = slices.DeleteFunc(names, f.leftOut)
	if len(names) > maxFiles {
		f.problems.add(folder, 0, Error, "has %d files; only the first %d were loaded: move some out", len(names), maxFiles)
		names = names[:maxFiles]
	}
	return names
}

// leftOut reports whether a file's name would mislead who reads a list with it, and notes that.
func (f *files) leftOut(name string) bool {
	if !misleads(name) {
		return false
	}
	f.odd = append(f.odd, name)
	f.problems.add(".", 0, Error, "has %q, which was left out: its name holds line breaks or characters that turn text around; rename it", name)
	return true
}

// misleads reports whether a name could pass for something else where it is listed: it is no text, or
// holds characters that end a line, act on a terminal or turn text around.
func misleads(name string) bool {
	return !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
	})
}

// exists reports whether name is there, whatever it is.
func (f *files) exists(name string) bool {
	_, err := fs.Stat(f.fsys, name)
	return err == nil
}

// see remembers a file that is about to be read.
func (f *files) see(name string, info fs.FileInfo) {
	id := pins.IdentityOf(info)
	f.seen[name] = sight{id: id, settled: id.Settled(time.Now())}
}
