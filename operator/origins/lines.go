package origins

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/internal/lazy"
	"handrail/internal/plain"
	"handrail/tools"
)

// shortest is how many characters a line has at least by which a text is found again in what a program prints.
const shortest = 24

// mostLines is how many bytes of files with labels are read to find their lines. Where there are more, all that programs
// print counts as theirs.
const mostLines = 32 << 20

// lines are those of a file, as it was when it was read.
type lines struct {
	size int64
	time time.Time
	all  []string
}

// Printed is whose words a program may have printed, though it has read no more than files of the space: those that its
// command names, and those of which a line stands in what it has printed. What a program has made of a file,
// such as its first bytes, is not found.
func (f *Files) Printed(ctx context.Context, command string, texts ...string) []tools.Origin {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []tools.Origin{unreadable}
	}
	if f.empty() && f.temp.dir == "" {
		return nil
	}
	m := &matcher{f: f, texts: texts, named: namesIn(command), known: map[string][]string{}, budget: mostLines}
	m.leftIn(command)
	for path := range f.paths {
		if folder := gitFolder(path); folder != "" {
			m.lookAtGit(folder, path, command)
			continue
		}
		if slices.ContainsFunc(f.namesOf(path), m.says) {
			m.from = f.add(m.from, path)
		}
		m.look(path)
	}
	m.match()
	return m.from
}

// A matcher finds files with labels in what a program has printed. The mu of its Files is held.
type matcher struct {
	f      *Files
	texts  []string
	named  map[string]bool     // the last parts of the words of its command
	known  map[string][]string // the paths of each line
	budget int64
	from   []tools.Origin // what was found
}

// says reports whether a name stands in what was printed.
func (m *matcher) says(name string) bool {
	return slices.ContainsFunc(m.texts, func(text string) bool { return strings.Contains(text, name) })
}

// look has a file be found by its name in the command, or by its lines.
func (m *matcher) look(path string) {
	all, ok := m.f.linesOf(path, &m.budget)
	if m.named[filepath.Base(path)] || !ok {
		m.from = m.f.add(m.from, path)
		return
	}
	for _, line := range all {
		m.known[line] = append(m.known[line], path)
	}
}

// lookAtGit finds a file of git's own that the command names, and the name of a branch that shows wherever git says on which it is.
func (m *matcher) lookAtGit(folder, path, command string) {
	rel := filepath.ToSlash(strings.TrimPrefix(path, folder+string(filepath.Separator)))
	if rel == "index" {
		return // git rewrites it whenever it looks at the space
	}
	at := ".git/" + rel
	asks := slices.ContainsFunc(wordsOf(command), func(word string) bool { return word == at || strings.HasSuffix(word, "/"+at) })
	branch := strings.TrimPrefix(strings.TrimPrefix(rel, "logs/"), "refs/heads/")
	if rel == "HEAD" {
		raw, err := plain.Read(path, largest)
		if err != nil {
			return
		}
		branch = strings.TrimPrefix(strings.TrimSpace(string(raw)), "ref: refs/heads/")
	}
	if asks || branch != rel && utf8.RuneCountInString(branch) >= shortest && m.says(branch) {
		m.from = union(m.from, nil)
		for _, o := range m.f.via(folder, originsOf(m.f.paths[path])) {
			if !slices.Contains(m.from, o) {
				m.from = append(m.from, o)
			}
		}
	}
}

// match finds the files of whose lines one was printed.
func (m *matcher) match() {
	if len(m.known) == 0 {
		return
	}
	for _, text := range m.texts {
		for _, said := range valuesOf(text) {
			var plain, placed []string
			for line := range strings.Lines(said) {
				for i, way := range readings(line) {
					m.add(way)
					if i == 0 {
						plain = append(plain, way)
					}
					placed = append(placed[:len(plain)-1], way)
				}
			}
			for _, way := range append(short(plain), short(placed)...) {
				m.add(way)
			}
		}
	}
}

// add adds the files of a line.
func (m *matcher) add(line string) {
	for _, path := range m.known[line] {
		m.from = m.f.add(m.from, path)
	}
}

// namesOf are the names in a path, below the space, that are long enough to say something: whoever lists files reads them. Words of a sentence can be those
// of folders, and where a link leads can be one that leads nowhere.
func (f *Files) namesOf(path string) []string {
	rel := Short(f.dir, path)
	names := strings.Split(rel, "/")
	if strings.Count(rel, " ") > 2 {
		names = append(names, rel)
	}
	if to, err := os.Readlink(path); err == nil {
		names = append(names, to)
	}
	return slices.DeleteFunc(names, func(name string) bool { return utf8.RuneCountInString(name) < shortest })
}

// add adds what a file holds. f.mu is held.
func (f *Files) add(list []tools.Origin, path string) []tools.Origin {
	for _, o := range f.via(path, f.of(path)) {
		if !slices.ContainsFunc(list, func(have tools.Origin) bool { return have.Key() == o.Key() }) {
			list = append(list, o)
		}
	}
	return list
}

// linesOf are the lines of a file by which it is found again; false: there were too many to read. f.mu is held.
func (f *Files) linesOf(path string, budget *int64) ([]string, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		delete(f.lines, path)
		return nil, true
	}
	if *budget -= info.Size(); *budget < 0 {
		return nil, false
	}
	if have, ok := f.lines[path]; ok && have.size == info.Size() && have.time.Equal(info.ModTime()) {
		return have.all, true
	}
	raw, err := plain.Read(path, max(info.Size(), largest))
	if err != nil {
		return nil, false
	}
	one := lines{size: info.Size(), time: info.ModTime()}
	var every []string
	for line := range strings.Lines(string(raw)) {
		line = bare(line)
		if every = append(every, line); utf8.RuneCountInString(line) >= shortest {
			one.all = append(one.all, line)
		}
	}
	one.all = append(one.all, short(every)...)
	f.lines[path] = one
	return one.all, true
}

// bare is a line without what programs set before lines: numbers, signs of differences, space.
func bare(line string) string {
	return strings.TrimSpace(strings.TrimLeft(line, " \t\r\n+-<>|0123456789:.#*/;%"))
}

// searched is how programs that search set the place of a line before it.
var searched = lazy.Regexp(`^\S{1,300}?[:-]\d+[:-]|^\S{1,300}?:`)

// readings are the ways to read a line that a program has printed, without what it may have set before it; the first is the line as it is.
func readings(line string) []string {
	out := []string{bare(line)}
	if at := searched().FindStringIndex(line); at != nil {
		out = append(out, bare(line[at[1]:]))
	}
	return out
}

// short are lines that say too little each, together with those that follow them: a sentence can be cut into such. Letters and digits count, since signs and
// ends of blocks follow each other in any program.
func short(all []string) (out []string) {
	words := slices.DeleteFunc(slices.Clone(all), func(line string) bool { return line == "" })
	for i := range words {
		if utf8.RuneCountInString(words[i]) >= shortest {
			continue
		}
		for j, n := i, 0; j < len(words) && j-i < shortest; j++ {
			if n += letters(words[j]); n >= shortest {
				out = append(out, strings.Join(words[i:j+1], "\n"))
				break
			}
		}
	}
	return out
}

// letters is how many letters and digits a text has.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// valuesOf are the texts in a result: those of its JSON, or itself.
func valuesOf(text string) []string {
	if t := strings.TrimSpace(text); t == "" || t[0] != '{' && t[0] != '[' {
		return []string{text}
	}
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return []string{text}
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(v)
	return out
}

// namesIn are the last parts of all words of a command.
func namesIn(command string) map[string]bool {
	out := map[string]bool{}
	for _, word := range wordsOf(command) {
		out[filepath.Base(word)] = true
	}
	return out
}

// wordsOf are the words of a command, and of what stands in quotes in it.
func wordsOf(command string) []string {
	return strings.FieldsFunc(command, func(r rune) bool { return r <= ' ' || strings.ContainsRune(";|&()`$\"'<>=,{}", r) })
}
