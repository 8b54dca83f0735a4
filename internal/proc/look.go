package proc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Look finds the program name in the folders of path, a PATH value, and
// returns where it is. A name with a separator is looked up as it stands. Only
// absolute folders count: a program that lies in whatever folder happens to be
// current is never found by its bare name. The error is a *StartError of kind
// ErrNotFound or ErrNotExecutable.
func Look(name, path string) (string, error) {
	if name == "" {
		return "", failure("", ErrNotFound, nil, "no program was named: name one, or give its full path")
	}
	if hasSeparator(name) {
		return lookHere(name)
	}
	var closed string
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		found, err := findProgram(filepath.Join(dir, name))
		if err == nil {
			return found, nil
		}
		if closed == "" && errors.Is(err, ErrNotExecutable) {
			closed = filepath.Join(dir, name)
		}
	}
	if closed != "" {
		return "", failure(name, ErrNotExecutable, nil, "%q is not executable for you; make it so with chmod +x, or name the program that should read it", closed)
	}
	if path == "" {
		return "", failure(name, ErrNotFound, fs.ErrNotExist, "the program %q was not found, because PATH is empty; give its full path", name)
	}
	return "", failure(name, ErrNotFound, fs.ErrNotExist, "the program %q was not found on PATH (%s); install it, or give its full path", name, path)
}

// lookHere checks a program that was named by a path.
func lookHere(name string) (string, error) {
	found, err := findProgram(name)
	switch {
	case err == nil:
		return found, nil
	case errors.Is(err, ErrNotExecutable):
		return "", failure(name, ErrNotExecutable, nil, "%q is not executable for you; make it so with chmod +x, or name the program that should read it", name)
	case errors.Is(err, fs.ErrPermission):
		return "", failure(name, ErrNotExecutable, err, "%q cannot be reached, because a folder on the way is closed to you; change its permissions", name)
	}
	return "", failure(name, ErrNotFound, err, "the program %q does not exist; correct the path or install it", name)
}

// resolve finds the program of c: a bare name on the PATH of its own
// environment, anything else as the system will.
func resolve(c Command) (string, error) {
	if hasSeparator(c.Path) {
		return c.Path, nil
	}
	return Look(c.Path, Getenv(c.Env, "PATH"))
}

// Getenv returns the value of a variable in env, or "". Where a name occurs
// twice the later one counts, as for a started program.
func Getenv(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && sameName(key, name) {
			return value
		}
	}
	return ""
}

func hasSeparator(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, os.PathSeparator) || filepath.VolumeName(name) != ""
}
