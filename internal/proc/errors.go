package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Why a program could not be started: what a *StartError's Kind may be.
var (
	// ErrNotFound: there is no such program.
	ErrNotFound = errors.New("program not found")
	// ErrNotExecutable: there is a file of that name, but it cannot be run.
	ErrNotExecutable = errors.New("program not executable")
	// ErrNoFolder: the working folder is missing, no folder, or closed to us.
	ErrNoFolder = errors.New("working folder not usable")
	// ErrTooLong: the arguments and the environment exceed what the system
	// takes (on Linux 128 KiB for one value).
	ErrTooLong = errors.New("arguments too long")
	// ErrNUL: an argument or variable holds a NUL byte, which no program can
	// be given.
	ErrNUL = errors.New("NUL byte")
	// ErrSystem: the system refused for another reason, such as too many
	// processes or open files.
	ErrSystem = errors.New("could not be started")
)

// A StartError says why a program was not started, and what to do about it.
type StartError struct {
	Program string // as it was asked for
	Kind    error  // one of the errors above
	Err     error  // what the system said; may be nil
	text    string
}

// Error says what, why and what to do.
func (e *StartError) Error() string { return e.text }

// Unwrap makes errors.Is work for the kind and for what the system said.
func (e *StartError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

func failure(program string, kind, err error, format string, args ...any) *StartError {
	return &StartError{Program: program, Kind: kind, Err: err, text: fmt.Sprintf(format, args...)}
}

// checkText refuses what no system can hand to a program.
func checkText(c Command) error {
	if c.Path == "" {
		return failure("", ErrNotFound, nil, "no program was named: name one, or give its full path")
	}
	has := func(s string) bool { return strings.IndexByte(s, 0) >= 0 }
	what := ""
	switch {
	case has(c.Path):
		what = "the program's name"
	case has(c.Dir):
		what = "the working folder"
	case has(c.script):
		what = "the script"
	}
	for i, a := range c.Args {
		if has(a) {
			what = fmt.Sprintf("argument %d", i+1)
		}
	}
	for _, v := range c.Env {
		if has(v) {
			name, _, _ := strings.Cut(v, "=")
			what = fmt.Sprintf("the environment variable %q", name)
		}
	}
	if what == "" {
		return nil
	}
	return failure(c.Path, ErrNUL, nil, "%q was not started: %s holds a NUL byte, which cannot be handed to a program; remove it, or write the data to a file", c.Path, what)
}

// startError makes sense of what the system said when it refused to start the
// program found at path.
func startError(c Command, path string, err error) error {
	if e := folderError(c); e != nil {
		return e
	}
	if e := swapError(c, path, err); e != nil {
		return e
	}
	switch {
	case errors.Is(err, syscall.E2BIG) || isTooLong(err):
		return failure(c.Path, ErrTooLong, err, "%q was not started: its arguments and environment are longer than this system takes; put long text into a file or on standard input", c.Path)
	case c.Walls.Room() != nil && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)) && isProgram(path):
		return failure(c.Path, ErrNotExecutable, err, "%q was not started: the walls of this space do not let programs see %s; install it where the system keeps programs, or ask the person to grant its folder by picking it in a file dialog", c.Path, path)
	case errors.Is(err, fs.ErrNotExist):
		if info, statErr := os.Stat(path); statErr == nil && info.Mode().IsRegular() {
			return failure(c.Path, ErrNotExecutable, err, "%q was not started: the interpreter that its first line names does not exist; install it or correct that line", path)
		}
		return failure(c.Path, ErrNotFound, err, "the program %q does not exist; correct the path or install it", path)
	case errors.Is(err, fs.ErrPermission):
		return failure(c.Path, ErrNotExecutable, err, "%q is not executable for you; make it so with chmod +x, or name the program that should read it", path)
	case isBadFormat(err):
		return failure(c.Path, ErrNotExecutable, err, "%q is not a program for this system; if it is a script, give it a first line such as #!/bin/sh, or name the program that should read it", path)
	}
	return failure(c.Path, ErrSystem, err, "%q could not be started: %v; close programs that are not needed and try again", c.Path, err)
}

// isProgram reports whether there is a program at path, seen from outside.
func isProgram(path string) bool {
	found, err := findProgram(path)
	return err == nil && found != ""
}

// folderError says what is wrong with the working folder, if anything is.
func folderError(c Command) error {
	if c.Dir == "" {
		return nil
	}
	info, err := os.Stat(c.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failure(c.Path, ErrNoFolder, err, "%q was not started: the working folder %q does not exist; create it or choose another", c.Path, c.Dir)
	case err != nil:
		return failure(c.Path, ErrNoFolder, err, "%q was not started: the working folder %q cannot be used (%v); choose another or change its permissions", c.Path, c.Dir, err)
	case !info.IsDir():
		return failure(c.Path, ErrNoFolder, syscall.ENOTDIR, "%q was not started: the working folder %q is a file; name the folder that holds it", c.Path, c.Dir)
	}
	return nil
}
