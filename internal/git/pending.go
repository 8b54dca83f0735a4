package git

import (
	"path/filepath"
	"slices"
	"strings"
)

// itself looks at a folder that is a git folder, whatever its name: git takes it for one where
// somebody stands in it.
func (f *finder) itself(dir string) {
	there := func(name string) bool {
		_, ok := f.see(filepath.Join(dir, name), true)
		return ok
	}
	if IsFolder(there) {
		f.tops = append(f.tops, dir)
		f.dir(dir, "", 0)
	}
}

// IsFolder reports whether git takes a folder for one of its own. there tells whether it
// has a name.
func IsFolder(there func(name string) bool) bool {
	return there("HEAD") && (there("objects") && there("refs") || there("commondir"))
}

// lists adds what is left of a rebase or of a series of picks, where it has stopped:
// git runs its lines when it goes on.
func (f *finder) lists(dir string) {
	for _, name := range []string{"rebase-merge/git-rebase-todo", "sequencer/todo"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, ok := f.see(path, true); ok && f.s.Inside(path) {
			f.own(path)
			f.p.Lists = append(f.p.Lists, path)
		}
	}
}

// IsList reports whether a path that was found is a list of what is left to do.
func IsList(path string) bool {
	base, dir := filepath.Base(path), filepath.Base(filepath.Dir(path))
	return base == "git-rebase-todo" && dir == "rebase-merge" || base == "todo" && dir == "sequencer"
}

// WithoutNew takes the lines out of such a list that git would give to a shell, and that
// were not in it before. A line that stood there once may stand there once.
func WithoutNew(list, before []byte) (kept []byte, gone []string) {
	known := map[string]int{}
	for line := range strings.Lines(string(before)) {
		if isCommand(line) {
			known[strings.TrimSpace(line)]++
		}
	}
	var out strings.Builder
	for line := range strings.Lines(string(list)) {
		if text := strings.TrimSpace(line); isCommand(line) {
			if known[text]--; known[text] < 0 {
				gone = append(gone, text)
				continue
			}
		}
		out.WriteString(line)
	}
	return []byte(out.String()), slices.Clip(gone)
}

// isCommand reports whether git gives a line to a shell.
func isCommand(line string) bool {
	word := strings.FieldsFunc(line, func(c rune) bool { return c <= ' ' })
	return len(word) > 0 && (word[0] == "exec" || word[0] == "x")
}

// expand is a path of a configuration file.
func (f *finder) expand(path, base string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(f.s.Home, rest)
	}
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}
