package holdings

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// readme says what is in an export.
const readme = `This is what Handrail kept on %s.

chats/         your conversations, as text: a folder for each space
record.jsonl   everything that was recorded, as JSON lines: runs, calls, questions, answers
settings.json  your settings. Secrets are not in it, but for their names

The files of your spaces are where they always were, and are not in here.
`

// ErrThere says that something has the name that a copy was to get.
var ErrThere = errors.New("a file of that name is there already")

// Export writes a copy of what is kept to a zip archive, whole or not at all: text that a person can read. No secret is in it.
// What is there under that name is replaced only if replace says so; else it is ErrThere.
func (d *Desk) Export(ctx context.Context, path string, replace bool) (err error) {
	if _, err := os.Lstat(path); err == nil && !replace {
		return fmt.Errorf("%s: %w", path, ErrThere)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handrail-*")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s: name one that is there", filepath.Dir(path))
	case err != nil:
		return fmt.Errorf("nothing can be written in %s (%w): name another folder", filepath.Dir(path), errors.Unwrap(err))
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // after the rename it is gone already
	if err := errors.Join(d.write(ctx, tmp), tmp.Close()); err != nil {
		return err
	}
	if !replace { // nor is one that was made meanwhile
		switch err := os.Link(tmp.Name(), path); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			return fmt.Errorf("%s: %w", path, ErrThere)
		} // a file system without links
	}
	return os.Rename(tmp.Name(), path)
}

func (d *Desk) write(ctx context.Context, to io.Writer) error {
	z := zip.NewWriter(to)
	now := time.Now()
	add := func(name string) (io.Writer, error) {
		return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now})
	}
	w, err := add("README.txt")
	if err == nil {
		_, err = fmt.Fprintf(w, readme, now.Format("2 January 2006, 15:04"))
	}
	if err == nil {
		err = d.chats(ctx, add)
	}
	if err == nil {
		if w, err = add("record.jsonl"); err == nil {
			err = d.c.Store().History().Export(ctx, w, "", "jsonl")
		}
	}
	if raw, wrong := os.ReadFile(d.c.Settings.Path()); err == nil && wrong == nil {
		if w, err = add("settings.json"); err == nil {
			text, wrong := settings.Told(raw, "[redacted]")
			if wrong != nil {
				text = fmt.Sprintf("// The settings are not in this copy: %v.\n", wrong)
			}
			_, err = io.WriteString(w, d.c.Redact(text))
		}
	}
	return errors.Join(err, z.Close())
}

// chats writes each conversation as Markdown.
func (d *Desk) chats(ctx context.Context, add func(name string) (io.Writer, error)) error {
	var w io.Writer
	session, taken := "", map[string]bool{}
	return sqlite.Conversations(ctx, d.c.Store(), func(l sqlite.Line) (err error) {
		if l.Session != session || w == nil {
			name := filepath.ToSlash(filepath.Join("chats", fileName(filepath.Base(l.Space)), l.Time.Format("2006-01-02")+" "+fileName(l.Title)))
			for n := 2; taken[name]; n++ {
				name = fmt.Sprintf("%s %d", strings.TrimSuffix(name, fmt.Sprintf(" %d", n-1)), n)
			}
			session, taken[name] = l.Session, true
			if w, err = add(name + ".md"); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "# %s\n\n%s\n", oneLine(l.Title), l.Space); err != nil {
				return err
			}
		}
		switch at := l.Time.Format("2006-01-02 15:04"); {
		case l.Kind == journal.Prompted:
			_, err = fmt.Fprintf(w, "\n## You, %s\n\n%s\n", at, l.Text)
		case l.Kind == journal.Called:
			_, err = fmt.Fprintf(w, "\n*Called %s*\n", l.Text)
		case l.Text != "":
			_, err = fmt.Fprintf(w, "\n## Agent, %s\n\n%s\n", at, l.Text)
		}
		return err
	})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// fileName is a name for a file, of whatever words.
func fileName(words string) string {
	name := strings.Join(strings.FieldsFunc(words, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
	if runes := []rune(name); len(runes) > 60 {
		name = string(runes[:60])
	}
	if name = strings.Trim(name, "-"); name == "" {
		return "untitled"
	}
	return name
}
