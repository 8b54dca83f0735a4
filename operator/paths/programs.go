package paths

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"handrail/internal/plain"
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
		if found, err := proc.Look(name, dir); err == nil && g.survey().leads(found, path, 4) == "" {
			return found
		}
	}
	return ""
}

// Planted reports whether a program, what it is a link to, or what interprets it by
// this PATH lies on the ground.
func (g Ground) Planted(program, path string) bool { return g.survey().leads(program, path, 4) != "" }

// A LeftOut is a folder of PATH, or a program in one, that leads to where an agent could write.
type LeftOut struct {
	Path  string // as it is found
	Where string // the first place on the way, or of what interprets it, that an agent could write
}

// Sort tells the programs in a folder, which does not lie on the ground itself, from those that are a
// link to the ground or that something there interprets. What env looks for by its name is not followed:
// it is found among programs that were sorted, too.
func (g Ground) Sort(dir string) (own []string, left []LeftOut, err error) {
	entries, err := os.ReadDir(dir)
	packaged, survey := isPackaged(dir), g.survey()
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if packaged && e.Type().IsRegular() {
			own = append(own, e.Name())
			continue
		}
		where, real := survey.crossing(path)
		switch info := survey.place(real).info; {
		case info == nil && where == "", info != nil && info.IsDir():
			continue // nothing that could be run; a link that leads to nothing yet may lead to the ground
		case where == "" && (!packaged || !slices.Contains(packagedDirs, filepath.Dir(real))):
			where = survey.leads(path, "", 4)
		}
		if where != "" {
			left = append(left, LeftOut{path, where})
			continue
		}
		own = append(own, e.Name())
	}
	return own, left, err
}

// packagedDirs are where only the system's packages put files. Whom they have as their interpreter is
// not looked at: there are thousands. Links are.
var packagedDirs = []string{"/usr/bin", "/usr/sbin", "/bin", "/sbin"}

func isPackaged(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && slices.Contains(packagedDirs, real)
}

// leads is where a program lies on the ground, or a script's interpreter does; "" if neither
// does. deep bounds the scripts that run scripts.
func (s survey) leads(program, path string, deep int) string {
	if deep == 0 || !filepath.IsAbs(program) {
		return program
	}
	if at, _ := s.crossing(program); at != "" {
		return at
	}
	words, err := interpreter(program)
	if err != nil {
		return program
	}
	for i, word := range words {
		byName := i > 0 && strings.TrimSuffix(filepath.Base(words[0]), ".exe") == "env"
		word = strings.TrimPrefix(word, "-S") // env's, with the name glued to it
		switch {
		case i == 0, filepath.IsAbs(word):
			if at, real := s.crossing(word); at == "" && s.place(real).info == nil {
				continue // it runs nothing, and nobody but the person can change that
			}
			if at := s.leads(word, path, deep-1); at != "" {
				return at
			}
		case byName && word != "" && !strings.HasPrefix(word, "-") && !strings.Contains(word, "="):
			if found, err := proc.Look(word, path); err == nil {
				if at := s.leads(found, path, deep-1); at != "" {
					return at
				}
			}
		}
	}
	return ""
}

// interpreter is the first line of a script that names its interpreter, in
// words; none if the program is no script.
func interpreter(program string) ([]string, error) {
	if runtime.GOOS == "windows" {
		return nil, nil // there, a script is run by what its name says
	}
	f, err := plain.Open(program)
	if errors.Is(err, os.ErrPermission) {
		return nil, nil // no interpreter could read it either
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 4096 // of a first line
	first := make([]byte, 256)
	n, err := io.ReadFull(f, first) // of most programs, the first two bytes say that they are no script
	if err == nil && bytes.HasPrefix(first, []byte("#!")) && !bytes.Contains(first, []byte("\n")) {
		first = slices.Grow(first, most-n)[:most]
		var more int
		more, err = io.ReadFull(f, first[n:])
		n += more
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	line, _, _ := bytes.Cut(first[:n], []byte("\n"))
	rest, isScript := bytes.CutPrefix(line, []byte("#!"))
	if !isScript {
		return nil, nil
	}
	return strings.Fields(string(rest)), nil
}
