package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// An EscapeError says that a name leads out of every root.
type EscapeError struct {
	Name  string   // as it was given
	Real  string   // where it leads, if that is known and differs from Name
	Why   string   // if it is not simply outside: "notes became a link after it was checked"
	Roots []string // what may be used instead
}

// Error implements error.
func (e *EscapeError) Error() string {
	if e.Why != "" {
		return fmt.Sprintf("%s cannot be used: %s", quote(e.Name), e.Why)
	}
	leads := ""
	if e.Real != "" && e.Real != e.Name {
		leads = " leads to " + quote(e.Real) + " and"
	}
	return fmt.Sprintf("%s%s lies outside the folders that may be used here (%s): use a path inside them, or ask the person to pick it in a file dialog",
		quote(e.Name), leads, strings.Join(e.Roots, ", "))
}

// A ReadingError says that something may be read and not changed.
type ReadingError struct{ Path string }

// Error implements error.
func (e *ReadingError) Error() string {
	return fmt.Sprintf("%s may only be read: the person has picked it to be read, not to be changed", quote(e.Path))
}

// A NameError says that a name cannot stand for any file.
type NameError struct {
	Name string
	Why  string // "it is empty"
}

// Error implements error.
func (e *NameError) Error() string {
	return fmt.Sprintf("%s is not a usable path: %s", quote(e.Name), e.Why)
}

// A RootError says that a path cannot be, or no longer is, a root.
type RootError struct {
	Path string
	Why  string
	Err  error // the system's reason, if there is one
}

// Error implements error.
func (e *RootError) Error() string { return fmt.Sprintf("%s %s", quote(e.Path), e.Why) }

// Unwrap returns the system's reason.
func (e *RootError) Unwrap() error { return e.Err }

// A KindError says that something is not the kind of file that was asked for:
// a folder, a named pipe, a device.
type KindError struct {
	Path string
	Mode fs.FileMode
	Want string // "a file", "a folder"
}

// Error implements error.
func (e *KindError) Error() string {
	return fmt.Sprintf("%s is %s, not %s", quote(e.Path), KindName(e.Mode), e.Want)
}

// A SizeError says that a file is larger than the caller takes.
type SizeError struct {
	Path string
	Size int64 // bytes; at least this many, if the file was growing
	Max  int64
}

// Error implements error.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s has %d bytes; at most %d can be taken", quote(e.Path), e.Size, e.Max)
}

// A ChangedError says that a file is not what the caller expected it to be.
type ChangedError struct {
	Path string
	Why  string // "it was changed by someone else"
}

// Error implements error.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s was not written: %s", quote(e.Path), e.Why)
}

// KindName says in words what kind of file a mode stands for.
func KindName(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a file"
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// quote shows a name on one line and not endlessly.
func quote(name string) string {
	const most = 200
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return fmt.Sprintf("%q", name)
}

// pathError gives an error of an os.Root, which knows only the last part of a
// name, the whole path. Our own errors know it already.
func pathError(op, path string, err error) error {
	var inner *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &inner):
		return &fs.PathError{Op: op, Path: path, Err: inner.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: op, Path: path, Err: link.Err}
	}
	return err
}
