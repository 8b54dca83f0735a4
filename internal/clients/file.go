package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"handrail/internal/plain"
)

// MaxFile is how many bytes a program's file may have.
const MaxFile = 4 << 20

// bom is the byte order mark that some editors put before UTF-8.
const bom = "\xef\xbb\xbf"

// content is a file as it was read.
type content struct {
	real   string // where it is, when links are followed
	text   []byte // without a byte order mark
	mark   bool   // it had a byte order mark
	exists bool
	mode   fs.FileMode
}

// whole is the file's bytes.
func (c content) whole() []byte {
	if c.mark {
		return append([]byte(bom), c.text...)
	}
	return c.text
}

// readFile reads a program's file, through symbolic links. A missing one is no
// error. An error is an *Error.
func readFile(file string) (content, error) {
	c := content{real: file}
	real, err := filepath.EvalSymlinks(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(file); err == nil {
			return c, &Error{File: file, Text: "it is a symbolic link that leads nowhere"}
		}
		return c, nil
	case err != nil:
		return c, &Error{File: file, Text: reason(err)}
	}
	c.real = real
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return c, &Error{File: file, Text: reason(err)}
	case !info.Mode().IsRegular(): // a pipe would make us wait for ever
		return c, &Error{File: file, Text: "it is not a regular file"}
	case info.Size() > MaxFile:
		return c, tooLarge(file)
	}
	f, err := plain.Open(real)
	if err != nil {
		return c, &Error{File: file, Text: reason(err)}
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	switch {
	case err != nil:
		return c, &Error{File: file, Text: reason(err)}
	case len(data) > MaxFile:
		return c, tooLarge(file)
	}
	c.exists, c.mode = true, info.Mode().Perm()
	c.text, c.mark = bytes.CutPrefix(data, []byte(bom))
	return c, checkText(file, c.text)
}

func tooLarge(file string) error {
	return &Error{File: file, Text: fmt.Sprintf("it has more than %d MB; that much is not read", MaxFile>>20)}
}

// checkText refuses what is no UTF-8.
func checkText(file string, text []byte) error {
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return &Error{File: file, Line: 1, Column: 1, Text: "it is in UTF-16; save it as UTF-8 first"}
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			line, column := newLines(text).at(i)
			return &Error{File: file, Line: line, Column: column, Text: "it is not valid UTF-8"}
		}
		i += size
	}
	return nil
}

// reason is an error without the path, which stands before it already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return "it cannot be read: " + path.Err.Error()
	}
	return "it cannot be read: " + err.Error()
}

// parsed is the content of a file, and how it is edited.
type parsed interface{ node() *node }

// parse reads a text in a place's own way. An error is an *Error with the file.
func (p Place) parse(text []byte) (parsed, error) {
	var out parsed
	var err error
	switch p.shape {
	case shapeCodex:
		out, err = parseTOML(text)
	case shapeGoose, shapeContinue:
		out, err = parseYAML(text)
	default:
		out, err = parseJSON(text)
	}
	var where *Error
	if errors.As(err, &where) {
		where.File = p.File
	}
	return out, err
}
