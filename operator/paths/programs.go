package paths

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"handrail/internal/proc"
)

// CleanPath is a PATH value without the folders that lie on the ground.
func (g Ground) CleanPath(path string) string {
	var dirs []string
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !g.Crossed(dir) {
			dirs = append(dirs, filepath.Clean(dir)) // as it was looked at
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// FindProgram finds the first program of this name on path that has nothing to do
// with the ground; "" if there is none.
func (g Ground) FindProgram(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		if found, err := proc.Look(name, dir); err == nil && !g.runs(found, path, 4) {
			return found
		}
	}
	return ""
}

// Planted reports whether a program, what it is a link to, or what interprets it by
// this PATH lies on the ground.
func (g Ground) Planted(program, path string) bool { return g.runs(program, path, 4) }

// runs reports whether a program lies on the ground, or a script's interpreter
// does. deep bounds the scripts that run scripts.
func (g Ground) runs(program, path string, deep int) bool {
	if deep == 0 || !filepath.IsAbs(program) || g.Crossed(program) {
		return true
	}
	words, err := interpreter(program)
	if err != nil {
		return true
	}
	for i, word := range words {
		byName := i > 0 && strings.TrimSuffix(filepath.Base(words[0]), ".exe") == "env"
		word = strings.TrimPrefix(word, "-S") // env's, with the name glued to it
		switch {
		case i == 0, filepath.IsAbs(word):
			if g.runs(word, path, deep-1) {
				return true
			}
		case byName && word != "" && !strings.HasPrefix(word, "-") && !strings.Contains(word, "="):
			if found, err := proc.Look(word, path); err == nil && g.runs(found, path, deep-1) {
				return true
			}
		}
	}
	return false
}

// interpreter is the first line of a script that names its interpreter, in
// words; none if the program is no script.
func interpreter(program string) ([]string, error) {
	if runtime.GOOS == "windows" {
		return nil, nil // there, a script is run by what its name says
	}
	f, err := os.Open(program)
	if errors.Is(err, os.ErrPermission) {
		return nil, nil // no interpreter could read it either
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, isScript := strings.CutPrefix(line, "#!")
	if !isScript {
		return nil, nil
	}
	return strings.Fields(rest), nil
}
