package paths

import (
	"bufio"
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
		if found, err := proc.Look(name, dir); err == nil && g.leads(found, path, 4) == "" {
			return found
		}
	}
	return ""
}

// Planted reports whether a program, what it is a link to, or what interprets it by
// this PATH lies on the ground.
func (g Ground) Planted(program, path string) bool { return g.leads(program, path, 4) != "" }

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
	packaged := isPackaged(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if packaged && e.Type().IsRegular() {
			own = append(own, e.Name())
			continue
		}
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			if where := g.Crossing(path); where == "" || err == nil {
				continue // nothing that could be run; a link that leads to nothing yet may lead to the ground
			}
		}
		if where := g.leads(path, "", 4); where != "" {
			left = append(left, LeftOut{path, where})
			continue
		}
		own = append(own, e.Name())
	}
	return own, left, err
}

// isPackaged reports whether only the system's packages put files into a folder. Whom they have as
// their interpreter is not looked at: there are thousands. Links are.
func isPackaged(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && slices.Contains([]string{"/usr/bin", "/usr/sbin", "/bin", "/sbin"}, real)
}

// leads is where a program lies on the ground, or a script's interpreter does; "" if neither
// does. deep bounds the scripts that run scripts.
func (g Ground) leads(program, path string, deep int) string {
	if deep == 0 || !filepath.IsAbs(program) {
		return program
	}
	if at := g.Crossing(program); at != "" {
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
			if _, err := os.Stat(word); errors.Is(err, os.ErrNotExist) && !g.Crossed(word) {
				continue // it runs nothing, and nobody but the person can change that
			}
			if at := g.leads(word, path, deep-1); at != "" {
				return at
			}
		case byName && word != "" && !strings.HasPrefix(word, "-") && !strings.Contains(word, "="):
			if found, err := proc.Look(word, path); err == nil {
				if at := g.leads(found, path, deep-1); at != "" {
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
