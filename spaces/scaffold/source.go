package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/internal/confine"
)

// A project is the folder that is looked at.
type project struct{ roots *confine.Roots }

// read reads one regular file at the top of the project. there is false if no
// such file exists; an error says why one that exists cannot be read, in words
// that follow its name.
func (p project) read(name string, limit int64) (data []byte, there bool, err error) {
	path, err := p.roots.ResolveEntry(name)
	if err != nil {
		return nil, true, unreadable(err)
	}
	info, err := p.roots.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, true, unreadable(err)
	case info.Mode()&fs.ModeSymlink != 0:
		if path, err = p.target(name); err != nil {
			return nil, true, err
		}
	}
	data, _, err = p.roots.ReadFile(path, limit)
	if err != nil {
		return nil, true, unreadable(err)
	}
	return data, true, nil
}

// target follows a link of the project, which must stay in it. The file of
// hands is never read through one, because writing would replace the link.
func (p project) target(name string) (confine.Path, error) {
	if name == FileName {
		return confine.Path{}, errors.New("is a link, which is not replaced; put a file in its place")
	}
	path, err := p.roots.Resolve(name)
	if err != nil {
		return path, unreadable(err)
	}
	if _, err := p.roots.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return path, errors.New("is a link to something that is not there")
	}
	return path, nil
}

// has reports whether something of that name lies in the project.
func (p project) has(name string) bool {
	path, err := p.roots.ResolveEntry(name)
	if err != nil {
		return false
	}
	_, err = p.roots.Stat(path)
	return err == nil
}

// unreadable says why a file is not read.
func unreadable(err error) error {
	var size *confine.SizeError
	var kind *confine.KindError
	var escape *confine.EscapeError
	var path *fs.PathError
	switch {
	case errors.As(err, &size):
		return fmt.Errorf("has %d bytes; at most %d are read", size.Size, size.Max)
	case errors.As(err, &kind):
		return fmt.Errorf("is %s, not a file", confine.KindName(kind.Mode))
	case errors.As(err, &escape):
		return errors.New("is a link that leads out of the project, which is not followed")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("may not be read; give yourself the right to read it")
	case errors.As(err, &path):
		return fmt.Errorf("cannot be read: %w", path.Err)
	}
	return fmt.Errorf("cannot be read: %w", err)
}

// found is what one file gave.
type found struct {
	file    string
	prefix  string // of a name that is taken: "make"
	drafts  []draft
	skipped []Skipped
	over    int // skipped beyond the limit
	beyond  int // hands beyond the limit
}

// first reads the first of several names of one kind of file. Among names that
// differ only in case, a file system may hold one file under all.
func (f *found) first(p project, names ...string) (text string, ok bool) {
	for _, name := range names {
		data, there, err := p.read(name, maxSource)
		if !there {
			continue
		}
		f.file = name
		switch {
		case err != nil:
			f.skip("", 0, "%s", err)
		case !utf8.Valid(data):
			f.skip("", 0, "is not valid UTF-8")
		default:
			return strings.TrimPrefix(string(data), "\ufeff"), true
		}
		return "", false
	}
	return "", false
}

// skip notes what became no hand. line 0 is the file as a whole.
func (f *found) skip(name string, line int, format string, args ...any) {
	if len(f.skipped) >= maxSkipped {
		f.over++
		return
	}
	f.skipped = append(f.skipped, Skipped{Name: shown(name), From: f.place(line), Why: fmt.Sprintf(format, args...)})
}

// room reports whether one more hand is wanted of this file, and counts it if it
// is not. It is asked before a draft is made, so that the work stays bounded.
func (f *found) room() bool {
	if len(f.drafts) < maxHands {
		return true
	}
	f.beyond++
	return false
}

// addDraft keeps a draft.
func (f *found) addDraft(d draft, line int) {
	d.from, d.prefix = f.place(line), f.prefix
	f.drafts = append(f.drafts, d)
}

func (f *found) place(line int) string {
	if line == 0 {
		return f.file
	}
	return f.file + ":" + strconv.Itoa(line)
}

// list is what was skipped, with what went beyond the limits counted at its end.
func (f *found) list() []Skipped {
	list := f.skipped
	if f.beyond > 0 {
		list = append(list, Skipped{From: f.file, Why: fmt.Sprintf("holds %d more; at most %d hands are proposed from one file: write the ones that you want yourself", f.beyond, maxHands)})
	}
	if f.over > 0 {
		list = append(list, Skipped{From: f.file, Why: fmt.Sprintf("%d more were skipped for such reasons", f.over)})
	}
	return list
}

// shown is a name as it may be printed: quoted if it is not plain, and cut.
func shown(name string) string {
	if plain(name) || name == "" {
		return name
	}
	if len(name) > maxText {
		name = strings.ToValidUTF8(name[:maxText], "") + "…"
	}
	return strconv.QuoteToASCII(name)
}

// plain reports whether a name of a script, target, recipe or task can stand in
// an argv and in a list without surprise: it cannot be taken for an option, and
// it holds no space, quote, brace or character that is not seen.
func plain(name string) bool {
	if name == "" || len(name) > 2*maxName || strings.HasPrefix(name, "-") {
		return false
	}
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && !strings.ContainsRune("_-.:/@+", rune(c)) {
			return false
		}
	}
	return true
}

// notPlain says what is wrong with a name that is not plain.
func notPlain(name string) string {
	switch {
	case name == "":
		return "its name is empty"
	case strings.HasPrefix(name, "-"):
		return "its name starts with a dash, so it would be read as an option"
	case len(name) > 2*maxName:
		return fmt.Sprintf("its name has %d bytes; at most %d can be used", len(name), 2*maxName)
	}
	return "its name has characters other than letters, digits and _ - . : / @ +"
}

// sentence makes a description of an author's comment: one line of at most 200
// characters, without what is not seen.
func sentence(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(text); len(runes) > maxText {
		text = strings.TrimRight(string(runes[:maxText-1]), " ") + "…"
	}
	return text
}
