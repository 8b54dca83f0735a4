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
		noteTree(f, dir, dir)
		f.dir(dir, "", 0)
	}
}

// IsFolder reports whether git takes a folder for one of its own. there tells whether it
// has a name.
func IsFolder(there func(name string) bool) bool {
	return there("HEAD") && (there("objects") && there("refs") || there("commondir"))
}

// pending are what is left of a rebase or of a series of picks, where it has stopped, in a
// git folder: when it goes on, git runs lines of the lists, and programs called git-merge-
// with the name of a strategy.
func pending() []string {
	return []string{"rebase-merge/git-rebase-todo", "sequencer/todo", "rebase-merge/strategy", "sequencer/opts"}
}

// lists adds what is left of a rebase or of a series of picks.
func (f *finder) lists(dir string) {
	for _, name := range pending() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, ok := f.see(path, true); ok && f.s.Inside(path) {
			f.own(path)
			f.p.Lists = append(f.p.Lists, path)
		}
	}
}

// IsList reports whether a path that was found is a list of what is left to do.
func IsList(path string) bool {
	return slices.Contains(pending(), filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path))
}

// WithoutNew takes the lines out of such a list that start something, and that were not in
// it before. A line that stood there once may stand there once. A strategy that is none of
// git's own takes the whole file back to what it was.
func WithoutNew(path string, list, before []byte) (kept []byte, gone []string) {
	switch filepath.Base(path) {
	case "strategy":
		return withoutStrategy(strings.TrimSpace(string(list)), list, before)
	case "opts":
		entries, err := Parse(list)
		if err != nil {
			return before, []string{"settings that cannot be read"}
		}
		for _, e := range entries {
			if e.Name() == "options.strategy" {
				if kept, gone = withoutStrategy(e.Value, list, before); len(gone) > 0 {
					return kept, gone
				}
			}
		}
		return list, nil
	}
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

// withoutStrategy takes a file back to what it was if it names another strategy than git's own.
func withoutStrategy(name string, list, before []byte) (kept []byte, gone []string) {
	if slices.Contains([]string{"", "ort", "recursive", "resolve", "octopus", "ours", "subtree"}, name) || string(list) == string(before) {
		return list, nil
	}
	return before, []string{"strategy " + name}
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

// workTree is the work tree that a configuration file names.
func (f *finder) workTree(file, dir string) string {
	raw, _, err := ReadFile(file, fileLimit)
	if err != nil {
		return ""
	}
	entries, _ := Parse(raw)
	at := ""
	for _, e := range entries {
		if e.Name() == "core.worktree" {
			at = e.Value
		}
	}
	if at == "" {
		return ""
	}
	if !filepath.IsAbs(at) {
		at = filepath.Join(dir, at)
	}
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return ""
	}
	return real
}

// newFinder makes a finder that has seen nothing.
func newFinder(s Search) *finder {
	return &finder{s: s, p: &Places{Of: map[string][]string{}, Strays: map[string]bool{}, States: map[string]bool{}, Tops: map[string][]string{}, Blind: map[string]string{}}, dirs: map[string]bool{}, read: map[string]bool{}, parsed: map[string][]Entry{}, texts: map[string]*starting{}, seen: views{}, leads: map[string]string{}, ends: map[string]string{}}
}
